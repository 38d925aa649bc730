"""Replays through Python: what the command line says of them, and no less."""

import gc
import json
from pathlib import Path

import chase_sim
import numpy as np
import pandas
import pyarrow
import pytest

S3 = "replays/police/S3.json"


def test_a_moment_is_what_replay_prints(chase):
    replay = chase_sim.load(S3)
    printed = chase("replay", S3, "--hour", 3, "--format", "json").stdout
    moment = replay.state_at(3)
    assert moment.state == json.loads(printed)
    assert moment.text == chase("replay", S3, "--hour", 3).stdout
    assert moment.outcome is None
    assert moment.cycle == 3
    assert replay.state_at(-1).outcome == {"cause": "caught", "points": [0, 2]}
    assert len(replay) == len(list(replay)) == 6
    assert replay.header["seed"] == 2


@pytest.mark.parametrize(
    ("words", "fails"),
    [
        (["info", "no-such.json"], lambda: chase_sim.load("no-such.json")),
        (["info", "README.md"], lambda: chase_sim.load("README.md")),
        (["replay", S3, "--hour", "99"], lambda: chase_sim.load(S3).state_at(99)),
        (
            ["record", "police", "data/police/agentsS3.data", "README.md", "10", "2"],
            lambda: chase_sim.play("police", "data/police/agentsS3.data", "README.md", 10, 2),
        ),
        (["record", "chess"], lambda: chase_sim.play("chess")),
        (
            ["diff", S3, "replays/robots/won.json"],
            lambda: chase_sim.load(S3).diff("replays/robots/won.json"),
        ),
    ],
)
def test_an_error_has_the_words_of_the_command_line(chase, words, fails):
    with pytest.raises(chase_sim.Error) as raised:
        fails()
    told = chase(*words)
    assert told.returncode == 2
    if words[1] != "chess":
        assert f"chase: {raised.value}\n" == told.stderr
    else:
        assert "no game is called `chess`" in str(raised.value)


def test_a_damaged_file_is_no_replay(tmp_path):
    path = tmp_path / "damaged.json"
    text = Path(S3).read_text(encoding="utf-8")
    path.write_text(text.replace('{"move":{"to":4}}', '{"move":{"to":3}}', 1), encoding="utf-8")
    replay = chase_sim.load(path)
    assert replay.verify()["fault"] is not None
    with pytest.raises(chase_sim.Error, match="damaged.json"):
        list(replay)
    with pytest.raises(chase_sim.Error, match="damaged.json"):
        replay.events()


def test_sound_replays_verify_and_others_differ():
    replay = chase_sim.load(S3)
    assert replay.verify()["fault"] is None
    found = replay.diff("replays/police/S2.json")
    assert not found["same"]
    assert found["first"]["place"]["cycle"] == 0
    assert replay.diff(replay)["same"]


def rows_of(replay):
    """The events as the file's own JSON has them."""
    names = replay.events().seat_names
    for moment in replay:
        for turn, entry in enumerate(moment.entries):
            seat = entry.get("seat")
            for event in entry["events"]:
                kind, fields = next(iter(event.items())) if isinstance(event, dict) else (event, {})
                yield moment.cycle, turn, None if seat is None else names[seat], kind, fields


@pytest.mark.parametrize(
    "path",
    [
        S3,
        "replays/robots/won.json",
        "replays/scotland-yard/captured.json",
        "replays/fishing/two.json",
        "replays/animal-checkers/den.json",
    ],
)
def test_events_are_those_of_the_file_whoever_takes_them_in(path):
    replay = chase_sim.load(path)
    expected = list(rows_of(replay))
    assert expected

    def read(rows):
        return [(*row[:4], json.loads(row[4])) for row in rows]

    assert read(replay.events()) == expected
    arrow = replay.to_arrow()
    arrow.validate(full=True)
    assert read(tuple(row.values()) for row in arrow.to_pylist()) == expected
    assert read(replay.to_polars().iter_rows()) == expected
    frame = replay.to_pandas()
    rows = frame.astype(object).itertuples(index=False, name=None)
    rows = [(*row[:2], row[2] if isinstance(row[2], str) else None, *row[3:]) for row in rows]
    assert read(rows) == expected


def test_a_table_outlives_the_replay_it_came_from():
    events = chase_sim.load(S3).events()
    arrow = pyarrow.table(events)
    column = arrow.column("fields")
    before = column.to_pylist()
    del events, arrow
    gc.collect()
    np.ones(1_000_000).sum()
    assert column.to_pylist() == before


def test_what_was_handed_out_is_released():
    from chase_sim import tables

    gc.collect()
    before = len(tables._kept), len(tables._in_capsules)
    for _ in range(20):
        events = chase_sim.load(S3).events()
        pyarrow.table(events)
        events.__arrow_c_array__()
        pandas.DataFrame(events.to_pandas())
    del events
    gc.collect()
    assert (len(tables._kept), len(tables._in_capsules)) == before


def test_a_game_played_here_is_the_one_that_record_plays(chase, tmp_path):
    files = ["data/police/citiesSmall.data", "data/police/agentsS0.data", 10]
    here = chase_sim.play("police", *files, seed=6, path=tmp_path / "here.json")
    told = chase("record", "police", *files, 6, "-o", tmp_path / "there.json", "--trace", "never")
    assert told.returncode == 0
    assert here.path.read_bytes() == (tmp_path / "there.json").read_bytes()
    with pytest.raises(chase_sim.Error, match="here.json"):
        chase_sim.play("police", *files, seed=7, path=tmp_path / "here.json")
    again = chase_sim.play(here.header, number=3)
    assert again.header["number"] == 3
    assert again.verify()["fault"] is None
    kept = again.save(tmp_path / "again.chase")
    assert kept.diff(again)["same"]


def test_what_is_not_kept_is_gone():
    replay = chase_sim.play("police", seed=1)
    folder = replay.path.parent
    assert folder.exists()
    del replay
    gc.collect()
    assert not folder.exists()


def test_a_page_is_shown_in_a_frame(tmp_path):
    page = chase_sim.load(S3).view(to=tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes() == page.html
    assert page.html.startswith(b"<!DOCTYPE html>")
    assert 'sandbox="allow-scripts"' in page._repr_html_()


def test_an_analysis_is_that_of_the_command(chase):
    path = "replays/police/S1.json"
    analysis = chase_sim.load(path).analyse(games=20, seed=3)
    words = ["analyse", path, "--games", 20, "--seed", 3, "--format"]
    assert analysis.told == json.loads(chase(*words, "json").stdout)
    turns = analysis.turns().to_pandas()
    rows = chase(*words, "csv").stdout.splitlines()
    assert ",".join(turns.columns) == rows[0]
    assert len(turns) == len(rows) - 1 == 2 * len(analysis.told["turns"])
    first = rows[3].split(",")
    assert [turns["kind"][2], turns["seats"][2], turns["side"][2]] == [first[2], first[3], first[6]]
    assert turns["after"][2] == float(first[11])
    assert turns["played"][2] == first[12]
    parts = analysis.parts().to_pandas()
    for _, of_side in parts.groupby("side"):
        is_result = of_side["part"] == "result"
        added = of_side[~is_result]["change"].sum()
        assert added == pytest.approx(of_side[is_result]["change"].sum(), abs=1e-9)
    with pytest.raises(chase_sim.Error, match="there is no player `smart`"):
        chase_sim.load(path).analyse(players={"D1": "smart"})


def test_odds_are_those_of_the_command():
    replay = chase_sim.load("replays/police/S0.json")
    odds = replay.odds(0, exact=True)
    played = replay.odds(0, games=500, seed=2)
    assert odds != played
    assert played == replay.odds(0, games=500, seed=2)
    with pytest.raises(chase_sim.Error, match="smart"):
        replay.odds(0, players={"D1": "smart"})
