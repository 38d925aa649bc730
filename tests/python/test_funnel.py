"""Tubes of `chase diff` against those of pyfunnel (LBNL), on drawn pairs of signals.

The semantics agree where each tick of the reference is one of ours too: funnel looks at our points alone, `--sync union` also
at those of the reference. So both must find the same number of points there, and elsewhere chase finds as many or more.
"""

import json
import random

import pyfunnel
import pytest

WIDTH = 0.26


def log(path, signal):
    path.write_text("t,x\n" + "".join(f"{t!r},{x!r}\n" for t, x in signal))


def ticks(dice):
    return sorted({0, 160, *dice.sample(range(1, 160), 30)})


def between(signal, tick):
    for (a, x), (b, y) in zip(signal, signal[1:]):
        if a <= tick <= b:
            return x + (y - x) * (tick - a) / (b - a)
    raise ValueError(tick)


def drawn(number, *, at_theirs):
    """Ours is the reference read a little earlier or later, at other ticks and perhaps at those of the reference too."""
    dice = random.Random(number)
    theirs = [(t / 16, dice.randrange(64) / 8) for t in ticks(dice)]
    wide = dice.randrange(1, 40) / 100 + 0.0037
    shift = wide * dice.choice([0.9, 1.5])
    at = ticks(dice) if not at_theirs else sorted({*(round(t * 16) for t, _ in theirs), *ticks(dice)})
    read = [min(10.0, max(0.0, t / 16 + dice.uniform(-shift, shift))) for t in at]
    ours = [(t / 16, between(theirs, there)) for t, there in zip(at, read)]
    return ours, theirs, wide


def found_by_funnel(folder, ours, theirs, wide):
    columns = [[row[n] for row in signal] for signal in (theirs, ours) for n in (0, 1)]
    assert pyfunnel.compareAndReport(*columns, str(folder), atolx=wide, atoly=WIDTH) == 0
    rows = [row.split(",") for row in (folder / "errors.csv").read_text().split("\n")[1:] if row]
    return sum(abs(float(apart)) > 1e-9 for _, apart in rows)


def found_by_chase(chase, folder, ours, theirs, wide):
    log(folder / "ours.csv", ours)
    log(folder / "theirs.csv", theirs)
    options = ["--tick", "t", "--sync", "union", "--tolerance", f"{WIDTH},{wide!r}ticks", "--format", "json"]
    report = json.loads(chase("diff", folder / "ours.csv", folder / "theirs.csv", *options).stdout)
    assert report["cycles"]["missing"] == report["cycles"]["extra"] == 0
    out = sum(column["out"] for column in report["columns"])
    assert report["same"] == (out == 0)
    return out


@pytest.mark.parametrize("number", range(60))
def test_a_tube_is_that_of_funnel(chase, tmp_path, number):
    pair = drawn(number, at_theirs=True)
    assert found_by_chase(chase, tmp_path, *pair) == found_by_funnel(tmp_path, *pair)


def test_between_our_points_chase_finds_more(chase, tmp_path):
    pairs = [drawn(number, at_theirs=False) for number in range(20)]
    found = [
        (found_by_chase(chase, tmp_path, *pair), found_by_funnel(tmp_path, *pair)) for pair in pairs
    ]
    assert all(ours >= theirs for ours, theirs in found)
    assert any(ours > theirs for ours, theirs in found)
