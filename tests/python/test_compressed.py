"""Compressed logs against Python's gzip and zstandard: drawn files of several members or frames, whole and damaged."""

import gzip
import random
import zlib

import pyarrow
import pyarrow.parquet
import pytest
import zstandard

GZIP_ERRORS = (OSError, EOFError, zlib.error)


def gzip_file(dice, parts):
    members = [gzip.compress(part, dice.randrange(10), mtime=0) for part in parts]
    return b"".join(members)


def zstd_file(dice, parts):
    def skippable():
        data = dice.randbytes(dice.randrange(40))
        return (0x184D2A50 + dice.randrange(16)).to_bytes(4, "little") + len(data).to_bytes(4, "little") + data

    packed = skippable() if dice.randrange(2) else b""
    for part in parts:
        packer = zstandard.ZstdCompressor(
            level=dice.randrange(1, 20), write_checksum=True, write_content_size=dice.random() < 0.5
        )
        packed += packer.compress(part) + (skippable() if dice.randrange(3) == 0 else b"")
    return packed


def unzstd(packed):
    """All frames; the reader checks every checksum."""
    with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as reader:
        return reader.read()


def log(dice):
    return "".join(f"{t},{dice.choice(['0.5', '12.25', str(dice.random())])}\n" for t in range(dice.randrange(1, 400)))


@pytest.mark.parametrize("form", ["gz", "zst"])
@pytest.mark.parametrize("number", range(6))
def test_drawn_files_are_what_python_unpacks(chase, tmp_path, form, number):
    dice = random.Random(number)
    pack, unpack, errors = {
        "gz": (gzip_file, gzip.decompress, GZIP_ERRORS),
        "zst": (zstd_file, unzstd, zstandard.ZstdError),
    }[form]
    plain = b"t,x\n" + log(dice).encode()
    cuts = sorted(dice.randrange(len(plain) + 1) for _ in range(dice.randrange(4)))
    parts = [plain[a:b] for a, b in zip([0, *cuts], [*cuts, len(plain)])]
    packed = pack(dice, parts)
    (tmp_path / "plain.csv").write_bytes(plain)
    ours = tmp_path / f"ours.csv.{form}"

    def told(content):
        ours.write_bytes(content)
        return chase("diff", ours, tmp_path / "plain.csv", "--tick", "t", "--brief")

    assert unpack(packed) == plain
    assert told(packed).returncode == 0
    for _ in range(12):
        damaged = bytearray(packed)
        damaged[dice.randrange(len(packed))] ^= 1 << dice.randrange(8)
        try:
            is_same = unpack(bytes(damaged)) == plain
        except errors:
            is_same = False
        status = told(damaged).returncode
        # Other bytes are an error, and never other values. Python takes bits of gzip that have no meaning.
        assert status in (0, 2) and (status == 0 or not is_same or form == "gz")
    assert told(packed + (b"x" if form == "zst" else bytes(7))).returncode == 2


def test_checksums_of_parquet_hold(chase, tmp_path):
    table = pyarrow.table({"t": list(range(50)), "x": [0.5] * 50})
    path = tmp_path / "run.parquet"
    pyarrow.parquet.write_table(
        table, path, compression="none", use_dictionary=False, write_page_checksum=True
    )
    whole = path.read_bytes()
    assert chase("diff", path, path).returncode == 0
    damaged = bytearray(whole)
    damaged[whole.index(bytes.fromhex("000000000000e03f") * 3)] ^= 1
    (tmp_path / "damaged.parquet").write_bytes(damaged)
    done = chase("diff", tmp_path / "damaged.parquet", path)
    assert done.returncode == 2 and "damaged" in done.stderr
