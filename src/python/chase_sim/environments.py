"""Environments by PettingZoo's interfaces: a game played action by action from outside."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from . import _native
from .replays import Replay, _by_seat
from .setups import Seats, set_up, to_text

Observation = dict[str, np.ndarray]
"""``observation`` (int32, one number for each feature) and ``action_mask`` (int8, 1 for each legal
action; all 0 while it is another's turn)."""

OUTSIDE = "python"
"""The name in headers of whoever plays from outside."""


class Table:
    """A game whose seats are played from outside: what all environments share."""

    def __init__(
        self,
        game: str,
        words: Iterable[Any],
        seats: str | Iterable[str] | None,
        players: Mapping[str, str] | None,
        dice: str,
        scenario_seed: int,
        *,
        one_side: bool = False,
    ) -> None:
        header = set_up(game, words, scenario_seed)
        header["dice"] = dice
        named = Seats(header)
        for seat, player in _by_seat(header, players).items():
            header["players"][seat] = player
        if one_side and seats is None and not players:
            seats = [side for side, of in zip(named.sides, named.by_side, strict=True) if of][-1]
        self.seats = _outside(named, seats, players)
        """The numbers of the seats that are played from outside, in the order of play."""
        for seat in self.seats:
            header["players"][seat] = OUTSIDE
        self.header = header
        self.seat_names = named.names
        self.sides = named.sides
        self.side_of = [named.side_of(seat) for seat in range(len(named.names))]

    def spaces_of(self, native: Any) -> tuple[spaces.Dict, spaces.Discrete]:
        """What a seat sees, and what it can do."""
        _, least, most = zip(*native.features(), strict=True)
        box = spaces.Box(np.array(least, np.int32), np.array(most, np.int32), dtype=np.int32)
        count = native.action_count()
        mask = spaces.MultiBinary(count)
        return spaces.Dict({"observation": box, "action_mask": mask}), spaces.Discrete(count)

    def reward(self, points: Iterable[int], seat: int) -> float:
        """What the end of a game is worth for a seat: 1 for a win of its side, 0 for a shared one,
        -1 for a loss."""
        return float(list(points)[self.side_of[seat]]) - 1.0


def _outside(
    named: Seats, seats: str | Iterable[str] | None, players: Mapping[str, str] | None
) -> list[int]:
    if seats is None:
        given = {seat for who in players or {} for seat in named.named(who)}
        return [seat for seat in range(len(named.names)) if seat not in given]
    names = [seats] if isinstance(seats, str) else list(seats)
    chosen = sorted({seat for who in names for seat in named.named(who)})
    if not chosen:
        raise _native.Error("no seat is played from outside\n  help: name one with seats=")
    return chosen


class Game:
    """One game at a time, and the newest that came to its end."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.native = _native.Environment(to_text(table.header), table.seats)
        self.seed: int | None = None
        self.number = -1
        self.finished: tuple[int, int, list[int]] | None = None
        self.feature_names = [name for name, _, _ in self.native.features()]
        self.actions = self.native.action_count()

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begins game 0 of a seed, or without one the next game of the seed there is."""
        if seed is not None:
            self.seed, self.number = int(seed), -1
        elif self.seed is None:
            self.seed = secrets.randbits(31)
        self.number = int((options or {}).get("number", self.number + 1))
        self.native.reset(self.seed, self.number)

    def act(self, action: Any) -> None:
        """Plays a turn; a number of no legal action loses it."""
        number = int(action)
        fits = 0 <= number < self.actions
        self.native.act(number if fits else _ILLEGAL)
        if self.native.turn() is None:
            self.finished = self.native.episode()

    def observe(self, seat: int) -> Observation:
        """What a seat sees."""
        mask = np.zeros(self.actions, np.int8)
        if self.native.turn() == seat:
            mask[self.native.legal()] = 1
        numbers = np.frombuffer(self.native.observe(seat), np.int32).copy()
        return {"observation": numbers, "action_mask": mask}

    def info(self) -> dict[str, Any]:
        """Which game it is."""
        return {"seed": self.seed, "number": self.number}

    def describe(self, seat: int) -> dict[str, Any]:
        """What a seat sees, in the words of the game."""
        return json.loads(self.native.observe_json(seat))

    def replay(self, path: str | PathLike[str], replace: bool) -> Replay:
        """Writes the newest game that came to its end."""
        if self.finished is None:
            raise _native.Error("no game has ended yet\n  help: play one to its end first")
        self.native.write(self.finished, path, replace)
        return Replay(path)


_ILLEGAL = 2**32 - 1


class ChaseEnv(AECEnv[str, Observation, int]):
    """A game by PettingZoo's AEC interface: agents are seats, and act when it is their turn."""

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        name = table.header["game"].replace("-", "_")
        self.metadata = {
            "name": f"chase_{name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.game = Game(table)
        self.seat_of = {table.seat_names[seat]: seat for seat in table.seats}
        self.possible_agents = list(self.seat_of)
        self.agents: list[str] = []
        made = {agent: table.spaces_of(self.game.native) for agent in self.possible_agents}
        self.observation_spaces = {agent: seen for agent, (seen, _) in made.items()}
        self.action_spaces = {agent: done for agent, (_, done) in made.items()}

    @property
    def feature_names(self) -> list[str]:
        """What the numbers of an observation say, in their order."""
        return self.game.feature_names

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: number 0 of ``seed``, or the next one of the seed there is;
        ``options={"number": n}`` chooses another number."""
        self.game.begin(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self.game.info() for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._pass_on()

    def step(self, action: int | None) -> None:
        """Plays a turn of the agent selected. An action that is not legal loses it, as a player
        outside the process would: what that costs is the game's rule."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.act(action)
        self._pass_on()
        self._accumulate_rewards()

    def _pass_on(self) -> None:
        seat = self.game.native.turn()
        if seat is not None:
            self.agent_selection = self.game.table.seat_names[seat]
            return
        cause, points = self.game.native.outcome()
        for agent, of in self.seat_of.items():
            self.rewards[agent] = self.game.table.reward(points, of)
            self.terminations[agent] = True
            self.infos[agent]["cause"] = cause

    def observe(self, agent: str) -> Observation:
        """What an agent sees, whoever is to move."""
        return self.game.observe(self.seat_of[agent])

    def describe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, in the words of the game."""
        return self.game.describe(self.seat_of[agent])

    def legal_words(self) -> dict[int, str]:
        """What the agent selected can do, in words, by the numbers of the actions."""
        native = self.game.native
        return dict(zip(native.legal(), native.legal_words(), strict=True))

    def replay(self, path: str | PathLike[str], *, replace: bool = False) -> Replay:
        """Writes the newest game that came to its end, as a replay that ``chase verify`` accepts."""
        return self.game.replay(path, replace)

    def render(self) -> str | None:
        """What the agent selected sees, as JSON, where the environment was made with
        ``render_mode="ansi"``."""
        if self.render_mode != "ansi":
            return None
        return json.dumps(self.describe(self.agent_selection))

    def close(self) -> None:
        """Nothing is left open."""


class ChaseParallelEnv(ParallelEnv[str, Observation, int]):
    """A game by PettingZoo's parallel interface. The games are played turn by turn, so of the actions
    of a step the one counts whose agent is to move: the one whose action mask is not all 0."""

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        self.aec = ChaseEnv(table, render_mode)
        self.metadata = dict(self.aec.metadata)
        self.render_mode = render_mode
        self.possible_agents = list(self.aec.possible_agents)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.aec.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """As :meth:`ChaseEnv.reset`."""
        self.aec.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._seen(), dict(self.aec.infos)

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Plays one turn with the action of the agent whose turn it is."""
        if self.aec.game.native.turn() is not None:
            self.aec.step(actions[self.aec.agent_selection])
        told = (
            self._seen(),
            {agent: self.aec.rewards[agent] for agent in self.agents},
            {agent: self.aec.terminations[agent] for agent in self.agents},
            {agent: self.aec.truncations[agent] for agent in self.agents},
            {agent: self.aec.infos[agent] for agent in self.agents},
        )
        if self.aec.game.native.turn() is None:
            self.agents = []
        return told

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.aec.observe(agent) for agent in self.agents}

    def replay(self, path: str | PathLike[str], *, replace: bool = False) -> Replay:
        """As :meth:`ChaseEnv.replay`."""
        return self.aec.replay(path, replace=replace)

    def render(self) -> str | None:
        return self.aec.render()

    def close(self) -> None:
        """Nothing is left open."""


def env(
    game: str,
    *words: Any,
    seats: str | Iterable[str] | None = None,
    players: Mapping[str, str] | None = None,
    dice: str = "chacha8",
    scenario_seed: int = 0,
    render_mode: str | None = None,
) -> ChaseEnv:
    """A game by PettingZoo's AEC interface.

    ``game`` and ``words`` choose the scenario, as for :func:`chase_sim.play`; what of it is left to
    luck is drawn with ``scenario_seed`` and stays the same from game to game. ``seats`` are the agents,
    by the names of seats or sides; all of them unless ``players`` gives some seats built-in players
    (``{"T": "random"}``). ``dice`` is ``chacha8`` or ``glibc``.

    Rewards come at the end: 1 for a win, 0 for a shared one, -1 for a loss. ``info`` names ``seed`` and
    ``number`` of the game, which with the actions are all of it: :meth:`ChaseEnv.replay` writes it.
    """
    table = Table(game, words, seats, players, dice, scenario_seed)
    return ChaseEnv(table, render_mode)


def parallel_env(
    game: str,
    *words: Any,
    seats: str | Iterable[str] | None = None,
    players: Mapping[str, str] | None = None,
    dice: str = "chacha8",
    scenario_seed: int = 0,
    render_mode: str | None = None,
) -> ChaseParallelEnv:
    """The same by PettingZoo's parallel interface: see :class:`ChaseParallelEnv`."""
    table = Table(game, words, seats, players, dice, scenario_seed)
    return ChaseParallelEnv(table, render_mode)
