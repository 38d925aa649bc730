"""Logs as data frames, and data frames as logs."""

import numpy
import pandas
import polars
import pyarrow
import pytest

import chase_sim

def read(folder, text, name="log.csv", **words):
    (folder / name).write_text(text)
    return chase_sim.signals(folder / name, **words)


def test_columns_have_types_and_gaps(tmp_path):
    signals = read(
        tmp_path, "t,car,x,n,word\n0,7,0.5,1,a\n0,9,nan,,b\n1,7,,3,\n1,9,2,4,7\n"
    )
    frame = signals.to_pandas()
    assert list(frame.columns) == ["t", "car", "x", "n", "word"]
    assert frame["t"].tolist() == [0, 0, 1, 1] and frame["t"].dtype == numpy.int64
    assert frame["car"].tolist() == ["7", "9", "7", "9"]
    assert frame["x"].isna().tolist() == [False, True, True, False]
    assert frame["n"].dtype == "Int64" and frame["n"].isna().tolist() == [False, True, False, False]
    assert frame["word"].isna().tolist() == [False, False, True, False]
    assert frame["word"].dropna().tolist() == ["a", "b", "7"]
    table = signals.to_arrow()
    assert isinstance(table, pyarrow.Table)
    assert table["x"].null_count == 1 and table["n"].to_pylist() == [1, None, 3, 4]
    assert table["word"].to_pylist() == ["a", "b", None, "7"]
    other = signals.to_polars()
    assert isinstance(other, polars.DataFrame)
    assert other["n"].to_list() == [1, None, 3, 4]
    assert other["x"].null_count() == 1 and other["word"].to_list() == ["a", "b", None, "7"]
    assert len(signals) == 4


def test_dates_are_instants(tmp_path):
    signals = read(tmp_path, "when,x\n2026-11-27T11:00:00+01:00,1\n2026-11-27T10:00:00.5Z,2\n")
    frame = signals.to_pandas()
    assert frame["when"][1] == pandas.Timestamp("2026-11-27T10:00:00.5")
    assert signals.to_polars()["when"].dtype == polars.Datetime("ns")


def test_changes_hold(tmp_path):
    text = (
        "$timescale 1ns $end\n$var wire 1 ! a $end\n$var wire 4 % b $end\n"
        "$enddefinitions $end\n#0\n0!\nb0011 %\n#5\n1!\n#9\nbx %\n"
    )
    frame = read(tmp_path, text, "log.vcd").to_pandas()
    assert frame["time"].tolist() == [0, 5, 9]
    assert frame["a"].tolist() == [0, 1, 1]
    assert frame.iloc[:, 2].tolist() == ["0011", "0011", "x"]


def test_options_say_how_a_log_is_read(tmp_path):
    text = "x|when\n1|0\n2|5\n"
    frame = read(tmp_path, text, tick="when", delimiter="|").to_pandas()
    assert list(frame.columns) == ["when", "x"]
    with pytest.raises(chase_sim.Error, match="no column `y`"):
        read(tmp_path, text, tick="y", delimiter="|")
    with pytest.raises(chase_sim.Error, match="not a replay"):
        chase_sim.load(tmp_path / "log.csv")


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
def test_frames_are_compared_as_logs(tmp_path, kind):
    rows = {"t": [0, 1, 2], "x": [0.5, 1.5, 2.5], "word": ["a", "b", "c"]}
    ours, reference = pandas.DataFrame(rows), pandas.DataFrame(rows)
    ours.loc[2, "x"] = 2.75
    of = {
        "pandas": lambda it: it,
        "polars": polars.from_pandas,
        "arrow": pyarrow.Table.from_pandas,
    }[kind]
    found = chase_sim.diff(of(ours), of(reference))
    assert not found["same"] and found["first"]["tick"] == "2"
    assert chase_sim.diff(of(reference), of(reference))["same"]
    assert chase_sim.diff(of(ours), of(reference), tolerance=["x=0.25", "1e-9"])["same"]
    path = tmp_path / "reference.csv"
    reference.to_csv(path, index=False)
    assert chase_sim.diff(of(ours), path, tick="t", only="word")["same"]
    with pytest.raises(chase_sim.Error, match="expected a bound"):
        chase_sim.diff(of(ours), path, tolerance="x=much")
