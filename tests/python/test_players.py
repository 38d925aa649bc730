"""Players written in Python: they know what their seats may know, and fail like any other."""

import json

import chase_sim
import pytest


class First(chase_sim.Player):
    """The first legal action, and everything it was told."""

    def __init__(self):
        self.told = []

    def begin(self, hello):
        self.told.append(hello)

    def choose(self, turn):
        self.told.append(turn)
        return turn["legal"][0]

    def end(self, end):
        self.told.append(end)


@pytest.mark.parametrize("game", list(chase_sim.games()))
def test_players_sit_in_every_game(game):
    sample = chase_sim.play(game, seed=1)
    player = First()
    replay = chase_sim.play(sample.header, players=[player] * len(sample.header["players"]))
    assert replay.verify()["fault"] is None
    assert player.told[0]["type"] == "hello"
    assert player.told[-1]["cause"] == replay.outcome["cause"]
    assert set(replay.header["players"]) == {"python:First"}


def test_a_player_is_told_what_a_program_outside_is_told():
    """No seed, no seal, no station of Mr X that is not revealed."""
    detective = First()
    replay = chase_sim.play("scotland-yard", players={"detectives": detective}, seed=4)
    assert replay.outcome is not None
    text = json.dumps(detective.told)
    assert '"seed"' not in text and '"seal"' not in text
    for message in detective.told:
        if message["type"] == "turn":
            assert message["view"]["mr_x"] is None


def test_an_exception_in_a_player_is_raised():
    class Broken(chase_sim.Player):
        def choose(self, turn):
            raise ZeroDivisionError("no idea")

    with pytest.raises(ZeroDivisionError, match="no idea"):
        chase_sim.play("police", players={"D1": Broken()}, seed=1)


def test_an_action_that_is_not_legal_loses_the_turn():
    class Cheat(chase_sim.Player):
        def choose(self, turn):
            return {"move": {"piece": "mouse", "direction": "down"}}

    replay = chase_sim.play("animal-checkers", players={"side-0": Cheat()}, seed=1)
    assert replay.outcome["cause"] == "illegal_move"
    assert replay.verify()["fault"] is None


def test_a_match_seats_everybody_everywhere(tmp_path, chase):
    result = chase_sim.match(
        "animal-checkers", [First(), "greedy"], games=4, seed=1, replays=tmp_path
    )
    assert [game["seated"] for game in result.games] == [[0, 1], [1, 0], [0, 1], [1, 0]]
    assert [game["opening"] for game in result.games] == [0, 0, 1, 1]
    assert sum(result.points) == 4
    assert "python:First" in str(result)
    assert chase("verify", tmp_path).returncode == 0
    again = chase_sim.match("animal-checkers", [First(), "greedy"], games=4, seed=1)
    assert [game["cause"] for game in again.games] == [game["cause"] for game in result.games]


def test_a_match_of_built_in_players_is_the_one_of_the_command_line(chase):
    words = ["--player", "greedy", "--player", "random", "--games", 6, "--seed", 3]
    printed = chase("match", "animal-checkers", *words, "--format", "json").stdout
    result = chase_sim.match("animal-checkers", ["greedy", "random"], games=6, seed=3)
    rows = json.loads(printed)["standings"]
    assert [row["points"] for row in rows] == result.points
    assert result.points == [4.5, 1.5]


def test_the_thief_is_the_house_s():
    result = chase_sim.match("police", ["dfs"], games=3, seed=1)
    assert len(result.games) == 3
    with pytest.raises(chase_sim.Error, match="expected one for each of"):
        chase_sim.match("police", ["dfs", "random"], games=3)
    sides = chase_sim.match("scotland-yard", ["report", "tracking"], games=2, seed=1)
    assert [game["seated"] for game in sides.games] == [[0, 1], [0, 1]]
