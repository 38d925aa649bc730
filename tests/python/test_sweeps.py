"""Sweeps through Python: what the command counts, to the last digit."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import chase_sim
import pytest
import yaml

POLICE = ["data/police/citiesMedium.data", "data/police/agentsS1.data", 100]
TABLES = ["spec.json", "shards.log", "cells.csv", "cells.json"]
SPEC = {
    "game": "police",
    "seed": 7,
    "games": 300,
    "scenario": " ".join(map(str, POLICE)),
    "vary": {"D2": ["random", "dfs"], "stamina.D1": "50..100:50"},
}
SHEET = """
game = "police"
seed = 7
games = 300
scenario = "data/police/citiesMedium.data data/police/agentsS1.data 100"
[vary]
D2 = ["random", "dfs"]
"stamina.D1" = "50..100:50"
"""


def contents(folder, names=TABLES):
    return {name: (Path(folder) / name).read_bytes() for name in names}


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """A sweep with a row for each game, played once for the tests that look at it."""
    path = tmp_path_factory.mktemp("swept") / "run"
    os.chdir(Path(__file__).resolve().parents[2])
    return chase_sim.sweep(SPEC, path=path, per_game=True)


def test_a_sweep_is_the_commands(chase, swept, tmp_path):
    sheet = tmp_path / "study.toml"
    sheet.write_text(SHEET)
    done = chase("sweep", "police", "--spec", sheet, "-o", tmp_path / "command")
    assert done.returncode == 0, done.stderr
    expected = contents(tmp_path / "command")
    by_words = chase_sim.sweep(
        "police",
        *POLICE,
        vary={"D2": ["random", "dfs"], "stamina.D1": [50, 100]},
        games=300,
        seed=7,
        path=tmp_path / "words",
    )
    by_file = chase_sim.sweep(sheet, path=tmp_path / "file")
    for sweep in (swept, by_words, by_file):
        assert contents(sweep.path) == expected
    shown = json.loads(chase("sweep", "show", swept.path, "--format", "json").stdout)
    assert list(swept.cells) == shown["cells"]
    two = json.loads(chase("sweep", "show", swept.path, "--by", "D2", "--format", "json").stdout)
    assert list(swept.by("D2")) == two["cells"]
    found = chase("sweep", "diff", swept.path, "--cells", 0, 2, "--format", "json").stdout
    assert swept.diff(0, 2) == json.loads(found)


def test_its_tables_are_data_frames(swept):
    cells, games = swept.cells, swept.games
    for frame in (cells.to_pandas(), cells.to_polars(), cells.to_arrow().to_pandas()):
        assert list(frame["games"]) == [300] * 4
        assert list(frame["p_caught"]) == [row["p_caught"] for row in cells]
    frame = games.to_pandas()
    assert len(games) == len(frame) == 1200
    caught = frame[(frame["cell"] == 3) & (frame["cause"] == "caught")]
    assert len(caught) == cells[3]["n_caught"]
    assert games[0]["cell"] == games[0]["game"] == 0
    assert b"<svg" in swept.figure().html or b"<table" in swept.figure().html


def test_any_game_of_it_is_a_replay(swept, tmp_path):
    for cell, game in [(0, 0), (1, 299), (3, 41)]:
        replay = swept.replay(cell, game)
        row = swept.games[cell * 300 + game]
        assert replay.verify()["fault"] is None
        assert replay.outcome["cause"] == row["cause"]
        assert replay.state_at(-1).cycle == row["cycles"]
        assert replay.header["number"] == game
    kept = swept.replay(0, 1, tmp_path / "kept.chase")
    assert kept.path == tmp_path / "kept.chase"


def test_parts_add_up_in_any_order(swept, tmp_path):
    parts = [tmp_path / f"part-{n}" for n in range(3)]
    for n, part in enumerate(parts):
        chase_sim.sweep(SPEC, shard=(n, 3), path=part, per_game=True)
    names = [*TABLES, "games.csv"]
    whole = chase_sim.merge(tmp_path / "whole", parts[2], parts[0], parts[1], parts[0])
    assert contents(whole.path, names) == contents(swept.path, names)
    with pytest.raises(chase_sim.Error, match="are missing"):
        chase_sim.merge(tmp_path / "less", *parts[:2])


def test_it_tells_how_far_it_is():
    told = []
    chase_sim.sweep("robots", games=40, seed=1, progress=lambda *how: told.append(how))
    assert told[-1] == (40, 40)
    with pytest.raises(ZeroDivisionError):
        chase_sim.sweep("robots", games=40, seed=1, progress=lambda done, of: 1 / 0)


@pytest.mark.parametrize(
    ("words", "fails"),
    [
        (["sweep", "nim", "--games", 2, "-o", "x"], lambda: chase_sim.sweep("nim", games=2)),
        (
            ["sweep", "animal-checkers", "--player", "alphabeta:time=9", "--games=2"],
            lambda: chase_sim.sweep("animal-checkers", players=["alphabeta:time=9"], games=2),
        ),
        (
            ["sweep", "police", "--vary", "D9=random", "--games=2"],
            lambda: chase_sim.sweep("police", vary={"D9": ["random"]}, games=2),
        ),
        (["sweep", "show", "data"], lambda: chase_sim.Sweep("data")),
    ],
)
def test_an_error_has_the_words_of_the_command_line(chase, words, fails):
    with pytest.raises(chase_sim.Error) as raised:
        fails()
    told = chase(*words)
    assert told.returncode == 2
    if words[1] != "nim":
        assert f"chase: {raised.value}\n" == told.stderr
    else:
        assert str(raised.value).startswith("no game and no file is called `nim`")
    with pytest.raises(chase_sim.Error, match="unknown field `gmes`"):
        chase_sim.sweep({"game": "police", "gmes": 3})


def test_who_interrupts_it_goes_on_with_it(tmp_path):
    """Ctrl-C in Python ends it with what was played, and it comes out the same."""
    game = ["animal-checkers", "--player", "random", "--player", "greedy"]
    code = f"""
import chase_sim
chase_sim.sweep(*{game}, games=3000, seed=5, jobs=2, path="run", progress=lambda *how: print(*how, flush=True))
"""
    running = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    # The first line says that nothing was played, the second that something was.
    running.stdout.readline(), running.stdout.readline()
    running.send_signal(signal.SIGINT)
    begun = time.monotonic()
    _, told = running.communicate(timeout=60)
    assert b"KeyboardInterrupt" in told, told
    assert time.monotonic() - begun < 10
    once = chase_sim.sweep(*game, games=3000, seed=5, path=tmp_path / "once")
    again = chase_sim.sweep(*game, games=3000, seed=5, path=tmp_path / "run", resume=True)
    assert contents(again.path) == contents(once.path)


def test_a_fork_is_the_commands(chase, tmp_path):
    replay = chase_sim.load("replays/police/S3.json")
    same = replay.fork(2)
    assert same.diff(replay)["same"]
    assert same.header["origin"]["continued"]["cycle"] == 2
    other = replay.fork(-3, players={"D2": "dfs"}, number=4, path=tmp_path / "fork.json")
    words = ["--hour", "-3", "--player", "D2=dfs", "--number", 4, "--trace", "never"]
    done = chase("record", "--from", "replays/police/S3.json", *words, "-o", tmp_path / "c.json")
    assert done.returncode == 0, done.stderr
    assert other.path.read_bytes() == (tmp_path / "c.json").read_bytes()
    assert other.verify()["fault"] is None


@pytest.fixture
def on_the_path(tmp_path):
    """An environment in which the program is called `chase`."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "chase").symlink_to(Path(os.environ["CHASE"]).resolve())
    return os.environ | {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}


def jobs():
    """The commands of the example files, each with the names of its environment."""
    slurm = ["bash", "examples/cluster/slurm.sh", "study.toml", "parts"]
    job = yaml.safe_load(Path("examples/cluster/kubernetes.yaml").read_text())
    (container,) = job["spec"]["template"]["spec"]["containers"]
    (count,) = container["env"]
    assert int(count["value"]) == job["spec"]["completions"]
    assert job["spec"]["completionMode"] == "Indexed"
    return [
        (slurm, "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT"),
        (container["command"], "JOB_COMPLETION_INDEX", count["name"]),
    ]


@pytest.mark.parametrize("which", [0, 1], ids=["slurm", "kubernetes"])
def test_the_files_for_clusters_play_a_sweep(which, swept, on_the_path, tmp_path):
    command, index, count = jobs()[which]
    for name in ("data", "examples"):
        (tmp_path / name).symlink_to(Path(name).resolve())
    (tmp_path / "study.toml").write_text(SHEET)
    # The second task is started again after it is done.
    for n in (2, 1, 1, 0, 3):
        named = on_the_path | {index: str(n), count: "4"}
        subprocess.run(command, cwd=tmp_path, env=named, check=True, timeout=60)
    whole = chase_sim.merge(tmp_path / "run", *sorted((tmp_path / "parts").iterdir()))
    assert contents(whole.path) == contents(swept.path)
