"""Logs that programs in Python record themselves."""

import os
import subprocess
from pathlib import Path
from types import SimpleNamespace

import numpy
import pytest

import chase_sim
from chase_sim.recorder import record_gymnasium, record_mesa

CHASE = os.environ["CHASE"]


def cars(ticks):
    """What examples/cars.c computes: tick, name and values."""
    names, x, v, crossings = ["red", "blue", "green"], [1.0, -0.5, 3.0], [0.0, 0.25, 0.0], [0] * 3
    for tick in range(ticks):
        for car in range(3):
            before = x[car]
            if car == 2 and tick >= 150:
                continue
            v[car] -= 0.03 * x[car]
            x[car] += 0.1 * v[car]
            crossings[car] += (before < 0) != (x[car] < 0)
            yield tick, names[car], x[car], v[car], crossings[car]


def chase(*words):
    return subprocess.run([CHASE, *words], capture_output=True, text=True)


def test_rows_columns_and_c_write_the_same_log(tmp_path):
    rows, columns = tmp_path / "rows.jsonl", tmp_path / "columns.jsonl"
    with chase_sim.Recorder(rows, ["x", "v", "crossings"]) as recorder:
        tick_before = None
        for tick, name, x, v, crossings in cars(200):
            if tick != tick_before:
                recorder.cycle(tick)
            tick_before = tick
            recorder.row(name, x=x, v=v, crossings=crossings)
    with chase_sim.Recorder(columns, ["x", "v", "crossings"]) as recorder:
        table = list(zip(*cars(200)))
        ticks, names, x, v, crossings = table
        # In two pieces, in the middle of a cycle.
        for part in (slice(0, 100), slice(100, None)):
            recorder.columns(
                ticks[part], names[part], x=x[part], v=v[part], crossings=crossings[part]
            )
    assert rows.read_bytes() == columns.read_bytes()

    examples = Path(__file__).parents[2] / "examples"
    program = tmp_path / "cars"
    subprocess.run(["cc", "-std=c99", "-o", program, examples / "cars.c"], check=True)
    log = subprocess.run([program], check=True, capture_output=True).stdout
    assert rows.read_bytes() == log


@pytest.mark.parametrize("ending", ["csv", "csv.gz", "jsonl"])
def test_left_by_an_exception_it_ends_before_that_cycle(tmp_path, ending):
    path = tmp_path / f"run.{ending}"
    with pytest.raises(ZeroDivisionError):
        with chase_sim.Recorder(path, ["x"]) as recorder:
            for tick in range(100):
                recorder.cycle(tick)
                recorder.row("one", x=1 / (tick - 50))
    frame = chase_sim.signals(path, tick="t").to_pandas()
    assert frame["t"].tolist() == list(range(50))


def test_units_are_read_back(tmp_path):
    path = tmp_path / "run.csv"
    with chase_sim.Recorder(path, ["x", "n"], units={"x": "m"}, tick_unit="s") as recorder:
        for tick in range(3):
            recorder.cycle(tick)
            recorder.row("one", x=tick / 2, n=tick)
    assert "0 to 2 s" in chase("trace", path).stdout
    assert "x [m] 0.5, n 1" in chase("replay", path, "--tick", "1").stdout
    with pytest.raises(chase_sim.Error, match="no column `y`"):
        chase_sim.Recorder(path, ["x"], units={"y": "m"})
    with pytest.raises(chase_sim.Error, match="no place for units"):
        chase_sim.Recorder(tmp_path / "run.jsonl", ["x"], tick_unit="s")
    with pytest.raises(chase_sim.Error, match=".csv and .jsonl"):
        chase_sim.Recorder(tmp_path / "run.chase", ["x"])


def test_what_is_wrong_is_told(tmp_path):
    recorder = chase_sim.Recorder(tmp_path / "run.csv", ["x"])
    with pytest.raises(ValueError, match="no cycle"):
        recorder.row("one", x=1)
    recorder.cycle(4)
    with pytest.raises(chase_sim.Error, match="cycle numbers must increase"):
        recorder.cycle(4)
    with pytest.raises(chase_sim.Error, match="no column `y`"):
        recorder.row("one", y=1)
    with pytest.raises(chase_sim.Error, match="not a valid entity name"):
        recorder.row('o"ne', x=1)
    with pytest.raises(ValueError, match="shape"):
        recorder.columns([4, 4], ["one", "two"], x=[1.0])
    recorder.row("one", x=numpy.float64("nan"))
    recorder.close()
    recorder.close()
    with pytest.raises(ValueError, match="over"):
        recorder.cycle(5)


def test_a_mesa_model_is_recorded(tmp_path):
    # What a model of Mesa 3 has.
    agents = [SimpleNamespace(unique_id=n, wealth=1) for n in (1, 2)]
    model = SimpleNamespace(steps=0, agents=agents)
    path = tmp_path / "mesa.csv"
    with chase_sim.Recorder(path, ["wealth"]) as recorder:
        for step in range(1, 4):
            model.steps = step
            agents[0].wealth += step
            record_mesa(recorder, model)
    (tmp_path / "golden.csv").write_text(
        "t,entity,wealth\n1,1,2\n1,2,1\n2,1,4\n2,2,1\n3,1,7\n3,2,1\n"
    )
    assert chase("diff", path, tmp_path / "golden.csv", "--brief").stdout == "the same: 3 cycles\n"


def test_a_gymnasium_environment_is_recorded(tmp_path):
    gymnasium = pytest.importorskip("gymnasium")
    paths = [tmp_path / "one.csv", tmp_path / "two.csv"]
    for path in paths:
        with chase_sim.Recorder(path, ["obs0", "obs1", "obs2", "obs3", "reward"]) as recorder:
            env = record_gymnasium(recorder, gymnasium.make("CartPole-v1"))
            env.reset(seed=7)
            for step in range(10):
                env.step(step % 2)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert chase("trace", paths[0]).returncode == 0
