"""Games of other programs as environments: the interfaces are kept, seats are shown what they may know,
and the programs are ended."""

import os
import subprocess
import sys

import chase_sim
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

pytestmark = [
    # Dictionaries with a mask, and seats by the names of the game.
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:We recommend agents"),
    pytest.mark.filterwarnings("ignore:.*alternative render modes"),
    pytest.mark.filterwarnings("ignore:.*maximum and minimum values are equal"),
]
GAMES = ["kuhn", "goofspiel", "four"]


def verified(program, path):
    """Whether the program itself finds a replay sound."""
    done = subprocess.run([program, "verify", path], capture_output=True, text=True, check=False)
    return done.returncode == 0 and "ok" in done.stdout


def legal(observation, rng):
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pid_of(env):
    return env.game.native._process.pid


@pytest.mark.parametrize("name", GAMES)
def test_the_interfaces_are_kept(name, example):
    program = example(name)
    made = []

    def environment(make, **options):
        made.append(make(program=program, **options))
        return made[-1]

    api_test(environment(chase_sim.env), num_cycles=100)
    parallel_api_test(environment(chase_sim.parallel_env), num_cycles=100)
    seed_test(lambda: environment(chase_sim.env), num_cycles=50)
    parallel_seed_test(lambda: environment(chase_sim.parallel_env), num_cycles=50)
    check_env(environment(chase_sim.gym_env))
    for env in made:
        env.close()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("legally", [True, False])
def test_every_episode_is_a_replay_that_its_program_accepts(name, legally, example, tmp_path):
    program = example(name)
    env = chase_sim.env(program=program)
    rng = np.random.default_rng(1)
    for number in range(3):
        env.reset(seed=5 if number == 0 else None)
        for agent in env.agent_iter():
            seen, _, over, _, info = env.last()
            any_action = int(rng.integers(env.action_space(agent).n))
            env.step(None if over else legal(seen, rng) if legally else any_action)
        assert info["number"] == number
        path = env.replay(tmp_path / f"{number}.json")
        assert path == tmp_path / f"{number}.json"
        assert verified(program, path)
    env.close()


def test_a_seat_of_kuhn_does_not_see_the_card_of_the_other(example):
    env = chase_sim.env(program=example("kuhn"))
    own, others = (env.feature_names.index(name) for name in ("card1", "card2"))
    seen = {}
    for number in range(60):
        env.reset(seed=11, options={"number": number})
        first = env.observe("P1")
        told = first["observation"].tolist(), first["action_mask"].tolist(), env.describe("P1")
        card, other = first["observation"][own], env.observe("P2")["observation"][others]
        assert first["observation"][others] == -1
        assert card != other
        cards, shown = seen.setdefault(int(card), (set(), told))
        cards.add(int(other))
        assert shown == told
    assert seen.keys() == {0, 1, 2}
    assert all(len(cards) == 2 for cards, _ in seen.values())
    env.close()


def test_both_players_of_goofspiel_act_in_one_step(example, tmp_path):
    program = example("goofspiel")
    env = chase_sim.parallel_env("--cards", 6, program=program)
    rng = np.random.default_rng(4)
    for _ in range(5):
        observations, _ = env.reset(seed=3)
        steps = 0
        while env.agents:
            cards = 6 - steps
            assert [it["action_mask"].sum() for it in observations.values()] == [cards, cards]
            bids = {agent: legal(observations[agent], rng) for agent in env.agents}
            observations, rewards, over, _, _ = env.step(bids)
            steps += 1
            for agent in over:
                # each card that was bid is gone, so both bids counted
                assert observations[agent]["action_mask"][bids[agent]] == 0
        assert steps == 6
        assert sum(rewards.values()) == 0
    assert verified(program, env.replay(tmp_path / "game.json"))
    env.close()


def test_nothing_tells_what_another_agent_has_chosen_in_the_same_turn(example):
    env = chase_sim.env("--cards", 4, program=example("goofspiel"))
    told = []
    for bid in (0, 3, 99):
        env.reset(seed=1)
        env.step(bid)
        assert env.agent_selection == "P2"
        seen, reward, over, _, info = env.last()
        told.append((seen["observation"].tolist(), seen["action_mask"].tolist(), reward, over, info))
        told[-1] += (env.describe("P2"), env.legal_words())
    assert told[0] == told[1] == told[2]
    env.close()


def test_connect_four_is_played_to_its_end(example, tmp_path):
    program = example("four")
    env = chase_sim.gym_env(program=program, players={"P1": "random"}, render_mode="ansi")
    rng = np.random.default_rng(2)
    for number in range(5):
        seen, info = env.reset(seed=8 if number == 0 else None)
        over = False
        while not over:
            assert seen["observation"][0] == 1
            seen, reward, over, _, info = env.step(legal(seen, rng))
        assert reward in (-1.0, 0.0, 1.0)
        assert info["number"] == number
    assert env.render()
    assert verified(program, env.replay(tmp_path / "game.chase"))
    env.close()


def test_a_vector_plays_the_games_of_single_environments(example, tmp_path):
    program = example("kuhn")
    options = {"program": program, "players": {"P2": "equilibrium"}}
    many = chase_sim.vector_env(num_envs=3, **options)
    alone = chase_sim.gym_env(**options)
    seen, info = many.reset(seed=3)
    assert info["number"].tolist() == [0, 1, 2]
    rng = np.random.default_rng(1)
    lanes = [[] for _ in range(3)]
    ended = {}
    for _ in range(40):
        numbers, going = info["number"].copy(), info["seat"] >= 0
        masks = seen["action_mask"]
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        seen, rewards, over, _, info = many.step(actions)
        assert many.observation_space["observation"].contains(seen["observation"])
        assert ((info["points"] >= 0).all(axis=1) == over).all()
        for n in range(3):
            lanes[n] = [*lanes[n], int(actions[n])] if going[n] else []
            if over[n]:
                ended[int(numbers[n])] = lanes[n], float(rewards[n]), seen["observation"][n]
    assert len(ended) > 20
    for number, (actions, reward, end) in ended.items():
        alone.reset(seed=3, options={"number": number})
        for action in actions:
            seen_alone, last, over, _, _ = alone.step(action)
        assert over and last == reward
        assert (seen_alone["observation"] == end).all()
    assert verified(program, many.replay(1, tmp_path / "game.json"))
    with pytest.raises(chase_sim.Error, match="actions for 2 games; there are 3"):
        many.step(np.zeros(2, np.int64))
    pids = [lane._process.pid for lane in many._native._lanes]
    assert all(map(is_running, pids))
    many.close()
    alone.close()
    assert not any(map(is_running, pids))


def test_a_game_of_the_project_is_the_same_in_another_process():
    here = chase_sim.env("scotland-yard", scenario_seed=4)
    there = chase_sim.env("scotland-yard", program=os.environ["CHASE"], scenario_seed=4)
    rng = np.random.default_rng(6)
    for env in (here, there):
        env.reset(seed=2)
    assert here.possible_agents == there.possible_agents
    assert here.feature_names == there.feature_names
    for agent in here.agent_iter():
        assert there.agent_selection == agent
        (seen, *rest), (seen_there, *rest_there) = here.last(), there.last()
        assert rest == rest_there
        assert all((seen[part] == seen_there[part]).all() for part in seen)
        # they differ in who plays from outside, and in nothing else
        told = str(there.describe(agent)).replace("'outside'", "'python'")
        assert str(here.describe(agent)) == told
        assert here.legal_words() == there.legal_words()
        action = None if rest[1] else legal(seen, rng)
        here.step(action)
        there.step(action)
    assert not there.agents
    there.close()


def test_a_program_is_ended_by_close_and_with_its_environment(example):
    env = chase_sim.env(program=example("kuhn"))
    pid = pid_of(env)
    assert is_running(pid)
    env.close()
    assert not is_running(pid)
    with pytest.raises(chase_sim.Error, match="it was ended"):
        env.reset(seed=1)
    env.close()
    env = chase_sim.gym_env(program=example("kuhn"))
    pid = pid_of(env)
    del env
    assert not is_running(pid)


def test_programs_are_ended_with_python(example):
    script = (
        "import chase_sim, sys\n"
        "env = chase_sim.env(program=sys.argv[1])\n"
        "env.reset(seed=1)\n"
        "print(env.game.native._process.pid)\n"
    )
    words = [sys.executable, "-c", script, example("kuhn")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert not is_running(int(done.stdout))


def test_a_program_that_ends_by_itself_is_an_error_in_words(example):
    env = chase_sim.env(program=example("kuhn"))
    env.reset(seed=1)
    os.kill(pid_of(env), 9)
    with pytest.raises(chase_sim.Error, match="kuhn: signal 9 ended it"):
        env.step(0)
    with pytest.raises(chase_sim.Error, match="it was ended"):
        env.step(0)


def test_what_a_program_says_at_its_end_is_quoted(example, tmp_path):
    program = tmp_path / "short-lived"
    program.write_text(
        f'#!/bin/sh\n{example("kuhn")} "$@" < /dev/null\nread line || exit 0\necho alas >&2\nexit 3\n'
    )
    program.chmod(0o755)
    env = chase_sim.env(program=program)
    with pytest.raises(chase_sim.Error, match="short-lived: it ended with status 3\n  alas"):
        env.reset(seed=1)


def test_what_cannot_be_played_is_told_in_words(example, tmp_path):
    def refused(match, *words, make=chase_sim.env, **options):
        with pytest.raises(chase_sim.Error, match=match):
            make(*words, **options)

    kuhn = example("kuhn")
    refused("nobody: cannot start", program=tmp_path / "nobody")
    refused("does not say what it plays", program="true")
    refused("no seat or side here is called `P9`\n  help: there are", program=kuhn, seats="P9")
    refused("smart", program=kuhn, players={"P1": "smart"})
    refused("no seat is played from outside", program=kuhn, seats=[])
    refused("has no numeric encoding", program=example("nim"))
    refused("expected 1 to 13 cards", "--cards", 99, program=example("goofspiel"))
    refused("expected at least one game", make=chase_sim.vector_env, num_envs=0, program=kuhn)
    refused("no game is named")


def test_nothing_is_written_before_a_game_has_ended(example, tmp_path):
    env = chase_sim.env(program=example("kuhn"))
    env.reset(seed=1)
    with pytest.raises(chase_sim.Error, match="no game has ended yet"):
        env.replay(tmp_path / "never.json")
    assert not list(tmp_path.iterdir())
    env.close()
