"""Environments: they keep the interfaces they name, hide what seats may not know, and every episode
is a replay."""

import chase_sim
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

GAMES = list(chase_sim.games())
pytestmark = [
    # Dictionaries with a mask, and seats by the names of the game.
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:We recommend agents"),
    pytest.mark.filterwarnings("ignore:.*alternative render modes"),
    pytest.mark.filterwarnings("ignore:.*maximum and minimum values are equal"),
]


def simplest(game):
    """The built-in players that think for no time."""
    return {"animal-checkers": {"side-0": "greedy"}, "fishing": {"P1": "greedy"}}.get(game)


@pytest.mark.parametrize("game", GAMES)
def test_the_interfaces_are_kept(game):
    api_test(chase_sim.env(game), num_cycles=100)
    parallel_api_test(chase_sim.parallel_env(game), num_cycles=100)
    seed_test(lambda: chase_sim.env(game), num_cycles=50)
    parallel_seed_test(lambda: chase_sim.parallel_env(game), num_cycles=50)
    check_env(chase_sim.gym_env(game, players=simplest(game)))


def play_out(env, rng, legal=True):
    """Plays a game by luck: what every agent saw when it was to move."""
    seen = []
    for agent in env.agent_iter():
        observation, reward, over, _, info = env.last()
        seen.append((agent, observation["observation"].tolist(), reward, info["number"]))
        can = np.flatnonzero(observation["action_mask"])
        number = env.action_space(agent).n
        env.step(None if over else int(rng.choice(can if legal else number)))
    return seen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("legal", [True, False])
def test_every_episode_is_a_replay_that_verify_accepts(game, legal, tmp_path):
    env = chase_sim.env(game)
    rng = np.random.default_rng(1)
    for number in range(3):
        env.reset(seed=5 if number == 0 else None)
        told = play_out(env, rng, legal)
        replay = env.replay(tmp_path / f"{number}.json")
        assert replay.verify()["fault"] is None
        assert (replay.header["seed"], replay.header["number"]) == (5, number)
        assert {row[3] for row in told} == {number}
        rewards = {row[0]: row[2] for row in told}
        sides = env.game.table.side_of
        points = replay.outcome["points"]
        for agent, seat in env.seat_of.items():
            assert rewards[agent] == points[sides[seat]] - 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_is_the_same_game(game):
    def play(env, **options):
        env.reset(**options)
        return play_out(env, np.random.default_rng(3))

    one, other = chase_sim.env(game), chase_sim.env(game)
    first = play(one, seed=9)
    second = play(one)
    assert play(other, seed=9) == first
    assert play(other, seed=9, options={"number": 1}) == second
    assert play(other, seed=9) == first


@pytest.mark.parametrize("game", GAMES)
def test_observations_have_their_features_and_actions_their_words(game):
    env = chase_sim.env(game, render_mode="ansi")
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for agent in env.agent_iter(max_iter=150):
        observation, _, over, _, _ = env.last()
        space = env.observation_space(agent)
        assert space.contains(observation)
        assert len(observation["observation"]) == len(env.feature_names)
        assert observation["observation"][0] == env.seat_of[agent]
        if over:
            assert not observation["action_mask"].any()
            env.step(None)
            continue
        words = env.legal_words()
        assert sorted(words) == np.flatnonzero(observation["action_mask"]).tolist()
        assert len(set(words.values())) == len(words)
        for other in set(env.agents) - {agent}:
            assert not env.observe(other)["action_mask"].any()
        env.step(int(rng.choice(list(words))))
    assert env.render()


def everything_seen(env):
    """All that detectives are given at a moment."""
    seen = []
    for agent in env.possible_agents[1:]:
        observation = env.observe(agent)
        seen.append((agent, observation["observation"].tolist(), env.describe(agent)))
        if agent == env.agent_selection and env.agents:
            last, *rest = env.last()
            seen.append((last["observation"].tolist(), last["action_mask"].tolist(), rest))
    return seen


def test_detectives_cannot_tell_where_mr_x_is():
    """Pairs of games of Scotland Yard in which he goes elsewhere by the same tickets, where no round
    reveals: detectives are given the same until he is seen again or somebody is where he is."""
    one, other = chase_sim.env("scotland-yard"), chase_sim.env("scotland-yard")
    mr_x = one.possible_agents[0]
    reveals = one.game.table.header["scenario"]["reveals"]
    at_mr_x = one.feature_names.index("mr_x")
    at_round = one.feature_names.index("round")
    rng = np.random.default_rng(7)
    pairs = compared = 0
    for number in range(120):
        for env in (one, other):
            env.reset(seed=11, options={"number": number})
        while one.agents and not one.terminations[mr_x]:
            observation = one.observe(one.agent_selection)
            now = observation["observation"][at_round]
            can = np.flatnonzero(observation["action_mask"])
            choice = int(rng.choice(can))
            if one.agent_selection == mr_x and now + 1 not in reveals and rng.random() < 0.5:
                tickets = {n: ticket(words) for n, words in one.legal_words().items()}
                alike = [n for n in tickets if tickets[n] == tickets[choice] and n != choice]
                if alike and ticket(one.legal_words()[choice]) is not None:
                    one.step(choice)
                    other.step(int(rng.choice(alike)))
                    here, there = (env.observe(mr_x)["observation"] for env in (one, other))
                    assert here[at_mr_x] != there[at_mr_x]
                    pairs += 1
                    compared += compare_detectives(one, other, mr_x, rng)
                    break
            one.step(choice)
            other.step(choice)
    assert pairs >= 80
    assert compared >= 500


def compare_detectives(one, other, mr_x, rng):
    """Plays the detectives of a rotation in both games; how many moments were the same."""
    same = 0
    while one.agent_selection != mr_x:
        if one.terminations[mr_x] != other.terminations[mr_x]:
            # Somebody is where he is in one of them, which everybody may know.
            return same
        assert everything_seen(one) == everything_seen(other)
        same += 1
        if one.terminations[mr_x]:
            return same
        mask = one.observe(one.agent_selection)["action_mask"]
        choice = int(rng.choice(np.flatnonzero(mask)))
        one.step(choice)
        other.step(choice)
    return same


def ticket(words):
    """The ticket of a single move; nothing for a double, which may pass a round that reveals."""
    parts = words.split()
    return parts[0] if "double" not in words and len(parts) <= 4 else None


def test_a_detective_of_the_chase_sees_no_thief_without_a_tip():
    env = chase_sim.env("police")
    at = env.feature_names.index("thief_city")
    seen = []
    for number in range(30):
        env.reset(seed=1, options={"number": number})
        rng = np.random.default_rng(number)
        for agent in env.agent_iter():
            observation, _, over, _, _ = env.last()
            numbers = observation["observation"]
            if agent != "T":
                seen.append(int(numbers[at]))
                told = env.describe(agent)["agents"][0]
                assert (numbers[at] == -1) == (told["city"] is None)
            mask = observation["action_mask"]
            env.step(None if over else int(rng.choice(np.flatnonzero(mask))))
    assert seen.count(-1) > 100
    assert len(seen) - seen.count(-1) > 20


def legal_choices(observation, rng):
    """One legal action for each game, 0 where there is none."""
    masks = observation["action_mask"]
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("game", GAMES)
def test_a_vector_plays_the_games_of_single_environments(game, tmp_path):
    count, steps = 5, 120
    options = {"players": simplest(game)}
    many = chase_sim.vector_env(game, count, **options)
    alone = chase_sim.gym_env(game, **options)
    seen, info = many.reset(seed=3)
    assert info["number"].tolist() == list(range(count))
    rng = np.random.default_rng(1)
    lanes = {n: [] for n in range(count)}
    ended = {}
    for _ in range(steps):
        numbers, going = info["number"].copy(), info["seat"] >= 0
        actions = legal_choices(seen, rng)
        seen, rewards, over, cut, info = many.step(actions)
        assert many.observation_space["observation"].contains(seen["observation"])
        assert not cut.any()
        assert ((info["points"] >= 0).all(axis=1) == over).all()
        for n in np.flatnonzero(going):
            lanes[n].append(int(actions[n]))
            if over[n]:
                ended[int(numbers[n])] = (lanes[n], float(rewards[n]), n)
        for n in np.flatnonzero(~going):
            lanes[n] = []
    assert ended
    for number, (actions, reward, _) in list(ended.items())[:8]:
        alone.reset(seed=3, options={"number": number})
        for action in actions:
            _, last, over, _, told = alone.step(action)
        assert over and last == reward and told["number"] == number
    newest = max(ended)
    lane = ended[newest][2]
    written = many.replay(lane, tmp_path / "game.json")
    assert written.verify()["fault"] is None
    assert written.header["seed"] == 3


def test_a_vector_takes_one_action_for_each_game():
    many = chase_sim.vector_env("police", 3)
    many.reset(seed=1)
    with pytest.raises(chase_sim.Error, match="actions for 2 games; there are 3"):
        many.step(np.zeros(2, np.int64))
    _, _, _, _, info = many.step(np.full(3, -7))
    assert not info["legal"].any()
    with pytest.raises(chase_sim.Error, match="has ended yet"):
        many.replay(0, "never.json")


def test_seats_that_are_not_there_are_named():
    with pytest.raises(chase_sim.Error, match="there are thief, detectives, T, D1"):
        chase_sim.env("police", seats="D9")
    with pytest.raises(chase_sim.Error, match="there is no player `smart`"):
        chase_sim.env("police", players={"D1": "smart"})
