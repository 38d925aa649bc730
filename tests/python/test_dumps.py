"""Dumps of logic simulators: other readers find the same names, changes and last values in drawn ones."""

import io
import json
import random

import pylibfst
import pytest
import vcd.reader

ICARUS = "data/traces/icarus"


def drawn(seed):
    """A dump of nested scopes, signals with several names, vectors and reals; with the faults that it can have."""
    draw = random.Random(seed)
    codes = [chr(33 + n) if n < 90 else "a" + chr(33 + n - 90) for n in range(draw.randint(3, 100))]
    kinds = {code: draw.choice(["wire", "reg", "integer", "real", "event"]) for code in codes}
    width = {code: {"integer": 32, "real": 64, "event": 1}.get(kinds[code], draw.choice([1, 1, 8, 40])) for code in codes}
    head, names, depth = ["$timescale 1 ps $end"], {}, []
    for n in range(2 * len(codes)):
        step = draw.random()
        if step < 0.2 and len(depth) < 5:
            depth.append(f"s{draw.randint(0, 3)}")
            head.append(f"$scope module {depth[-1]} $end")
        elif step < 0.3 and depth:
            depth.pop()
            head.append("$upscope $end")
        code = codes[n] if n < len(codes) else draw.choice(codes)
        name = f"n{n}"
        names[(*depth, name)] = code
        head.append(f"$var {kinds[code]} {width[code]} {code} {name} $end")
    head += ["$upscope $end"] * len(depth) + ["$enddefinitions $end"]
    changes, time = [], 0
    for _ in range(60):
        time += draw.randint(1, 20)
        changes.append((time, None, None))
        for code in draw.sample(codes, min(len(codes), draw.randint(0, 6))):
            bits = "".join(draw.choice("0101xz") for _ in range(width[code]))
            value = {"real": f"r{draw.randint(0, 99) / 8} ", "event": "1"}.get(kinds[code])
            changes.append((time, code, value or (bits if width[code] == 1 else f"b{bits} ")))
    return head, names, kinds, changes


def text(head, changes, blank="\n"):
    words = [f"#{time}" if code is None else f"{value}{code}" for time, code, value in changes]
    return blank.join(" ".join([*head, *words]).split()) + blank


def told(chase, path):
    done = chase("trace", path, "--format", "json")
    assert done.returncode == 0, done.stderr
    survey = json.loads(done.stdout)
    return survey, dict(survey["columns"])


@pytest.mark.parametrize("seed", range(8))
def test_a_drawn_dump_is_read_as_other_readers_read_it(chase, tmp_path, seed):
    head, names, kinds, changes = drawn(seed)
    path = tmp_path / "golden.vcd"
    path.write_text(text(head, changes))
    scopes, found, counts, last, time = [], {}, {}, {}, 0
    for token in vcd.reader.tokenize(io.BytesIO(path.read_bytes())):
        match token.kind:
            case vcd.reader.TokenKind.SCOPE:
                scopes.append(token.scope.ident)
            case vcd.reader.TokenKind.UPSCOPE:
                scopes.pop()
            case vcd.reader.TokenKind.VAR:
                found[(*scopes, token.var.reference)] = token.var.id_code
            case vcd.reader.TokenKind.CHANGE_TIME:
                time = token.data
            case vcd.reader.TokenKind.CHANGE_SCALAR | vcd.reader.TokenKind.CHANGE_VECTOR | vcd.reader.TokenKind.CHANGE_REAL:
                code, value = token.data
                counts[code] = counts.get(code, 0) + 1
                last[code] = value
    assert found == names
    survey, columns = told(chase, path)
    assert {tuple(name.split(".")) for name in columns} == set(found)
    assert (survey["last"], survey["tick_unit"]) == (str(time), "ps")
    for name, code in found.items():
        column = columns[".".join(name)]
        assert column["values"] == counts.get(code, 0), name
    # The last value of each signal: another one is a difference of that signal, and the same one none.
    ends = [(time + 1, None, None)]
    for code, value in last.items():
        if kinds[code] != "event":
            bits = f"{value:b}" if isinstance(value, int) else value
            ends.append((time + 1, code, f"r{value} " if kinds[code] == "real" else f"b{bits} "))
    (tmp_path / "same.vcd").write_text(text(head, [*changes, *ends]))
    (tmp_path / "ends.vcd").write_text(text(head, [*changes, ends[0]]))
    same = chase("diff", tmp_path / "same.vcd", tmp_path / "ends.vcd", "--brief")
    assert same.returncode == 0, same.stdout


@pytest.mark.parametrize("seed", range(8))
def test_a_dump_is_the_same_in_any_layout_and_each_fault_is_found(chase, tmp_path, seed):
    head, names, kinds, changes = drawn(seed)
    draw = random.Random(seed)
    path, other = tmp_path / "golden.vcd", tmp_path / "ours.vcd"
    path.write_text(text(head, changes))
    for blank in [" ", "\n", "\r\n", "\t"]:
        other.write_text(text(head, changes, blank))
        assert chase("diff", other, path, "--brief").returncode == 0, blank
    places = [n for n, change in enumerate(changes) if change[1] is not None]
    for n in draw.sample(places, 6):
        time, code, value = changes[n]
        if kinds[code] == "event":
            faulty = changes[:n] + changes[n + 1 :]
        else:
            flipped = value.replace("r", "r1") if kinds[code] == "real" else value.translate(str.maketrans("01xz", "10zx"))
            faulty = [*changes[:n], (time, code, flipped), *changes[n + 1 :]]
        other.write_text(text(head, faulty))
        done = chase("diff", other, path, "--format", "json")
        assert done.returncode == 1, (seed, n)
        first = json.loads(done.stdout)["first"]
        assert first["tick"] == str(time)
        assert names[tuple(first["value"]["column"].split("."))] == code


@pytest.mark.parametrize("name", ["uart", "events"])
def test_an_fst_is_read_as_another_reader_reads_it(chase, name):
    path = f"{ICARUS}/{name}-golden.fst"
    fst = pylibfst.lib.fstReaderOpen(path.encode())
    _, signals = pylibfst.get_scopes_signals2(fst)
    found = {name.replace(" ", "") for name in signals.by_name}
    end = pylibfst.lib.fstReaderGetEndTime(fst)
    pylibfst.lib.fstReaderClose(fst)
    survey, columns = told(chase, path)
    assert set(columns) == found
    assert survey["last"] == str(end)
