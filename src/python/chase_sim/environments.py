"""Environments by PettingZoo's interfaces: a game played action by action from outside."""

from __future__ import annotations

import json
import secrets
import warnings
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from . import _native
from .programs import Program, ProgramEnvironment, ProgramVector
from .replays import Replay, _by_seat
from .setups import Seats, set_up, to_text

Observation = dict[str, np.ndarray]
"""``observation`` (int32, one number for each feature) and ``action_mask`` (int8, 1 for each legal
action; all 0 while it is another's turn)."""

OUTSIDE = "python"
"""The name in headers of whoever plays from outside."""


class Table:
    """A game whose seats are played from outside: what all environments share."""

    header: dict[str, Any]
    seats: list[int]
    """The numbers of the seats that are played from outside, in the order of play."""
    seat_names: list[str]
    sides: list[str]
    side_of: list[int]
    """The place of each seat's side among the sides."""

    def open(self) -> Any:
        """A game to play."""
        raise NotImplementedError

    def open_many(self, count: int) -> Any:
        """Many games, each a step at a time."""
        raise NotImplementedError

    def written(self, path: str | PathLike[str]) -> Replay | Path:
        """A replay that was written: of a game that only its program knows, the path."""
        raise NotImplementedError

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


class ProjectTable(Table):
    """A game of the project, which is played in this process."""

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
        for seat in self.seats:
            header["players"][seat] = OUTSIDE
        self.header = header
        self.seat_names = named.names
        self.sides = named.sides
        self.side_of = [named.side_of(seat) for seat in range(len(named.names))]

    def open(self) -> _native.Environment:
        return _native.Environment(to_text(self.header), self.seats)

    def open_many(self, count: int) -> _native.VectorEnvironment:
        return _native.VectorEnvironment(to_text(self.header), self.seats, count)

    def written(self, path: str | PathLike[str]) -> Replay:
        return Replay(path)


class ProgramTable(Table):
    """A game of another program, which plays it in a process of its own."""

    def __init__(
        self,
        program: Program,
        seats: str | Iterable[str] | None,
        players: Mapping[str, str] | None,
        dice: str,
        scenario_seed: int,
        *,
        one_side: bool = False,
    ) -> None:
        words = [f"--seed={scenario_seed}", f"--dice={dice}"]
        words += [f"--player={who}={player}" for who, player in (players or {}).items()]
        if seats is not None:
            chosen = [seats] if isinstance(seats, str) else list(seats)
            if not chosen:
                raise _native.Error(_NOBODY)
            words += [f"--outside={who}" for who in chosen]
        hello = program.described(words)
        if one_side and seats is None and not players:
            last = max(seat["side"] for seat in hello["seats"])
            words.append(f"--outside={hello['sides'][last]}")
            hello = program.described(words)
        for what in hello["warnings"]:
            warnings.warn(what, stacklevel=4)
        self._program, self._words = program, words
        self.header = hello["header"]
        self.seats = [n for n, seat in enumerate(hello["seats"]) if seat["outside"]]
        self.seat_names = [seat["name"] for seat in hello["seats"]]
        self.sides = hello["sides"]
        self.side_of = [seat["side"] for seat in hello["seats"]]

    def open(self) -> ProgramEnvironment:
        return ProgramEnvironment(self._program, self._words)

    def open_many(self, count: int) -> ProgramVector:
        return ProgramVector([self.open() for _ in range(count)], len(self.sides))

    def written(self, path: str | PathLike[str]) -> Path:
        return Path(path)


def table_of(
    game: str | None,
    words: tuple[Any, ...],
    program: str | PathLike[str] | None,
    *rest: Any,
    one_side: bool = False,
) -> Table:
    """The game of these words: one of a program, or where none is named one of the project."""
    if program is not None:
        given = words if game is None else (game, *words)
        return ProgramTable(Program(program, given), *rest, one_side=one_side)
    if game is None:
        raise _native.Error("no game is named\n  help: name one, or a program with program=")
    return ProjectTable(game, words, *rest, one_side=one_side)


_NOBODY = "no seat is played from outside\n  help: name one with seats="


def _outside(
    named: Seats, seats: str | Iterable[str] | None, players: Mapping[str, str] | None
) -> list[int]:
    if seats is None:
        given = {seat for who in players or {} for seat in named.named(who)}
        return [seat for seat in range(len(named.names)) if seat not in given]
    names = [seats] if isinstance(seats, str) else list(seats)
    chosen = sorted({seat for who in names for seat in named.named(who)})
    if not chosen:
        raise _native.Error(_NOBODY)
    return chosen


class Game:
    """One game at a time."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.native = table.open()
        self.seed: int | None = None
        self.number = -1
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

    def act(self, *actions: Any) -> None:
        """Plays a turn, with an action for each of the seats that are due or for the first of them;
        a number of no legal action loses the turn of its seat."""
        numbers = [int(action) for action in actions]
        self.native.act([it if 0 <= it < self.actions else _ILLEGAL for it in numbers])

    def observe(self, seat: int, *, at_once: bool = False) -> Observation:
        """What a seat sees. All that are due have a mask ``at_once``, or the one whose turn it is."""
        mask = np.zeros(self.actions, np.int8)
        if at_once:
            mask[self.native.legal_of(seat)] = 1
        elif self.native.turn() == seat:
            mask[self.native.legal()] = 1
        numbers = np.frombuffer(self.native.observe(seat), np.int32).copy()
        return {"observation": numbers, "action_mask": mask}

    def info(self) -> dict[str, Any]:
        """Which game it is."""
        return {"seed": self.seed, "number": self.number}

    def describe(self, seat: int) -> dict[str, Any]:
        """What a seat sees, in the words of the game."""
        return json.loads(self.native.observe_json(seat))

    def replay(self, path: str | PathLike[str], replace: bool) -> Replay | Path:
        """Writes the newest game that came to its end."""
        self.native.write(path, replace)
        return self.table.written(path)

    def close(self) -> None:
        """Ends the program that plays it, where one does."""
        if isinstance(self.native, ProgramEnvironment):
            self.native.close()


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
        self.play(action)

    def play(self, *actions: Any) -> None:
        """Carries out the actions of the agents that are due, or of the first of them."""
        self._clear_rewards()
        self.game.act(*actions)
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

    def replay(self, path: str | PathLike[str], *, replace: bool = False) -> Replay | Path:
        """Writes the newest game that came to its end, as a replay that ``chase verify`` accepts. Of a
        game of another program it is the path, as only that program knows the rules."""
        return self.game.replay(path, replace)

    def render(self) -> str | None:
        """What the agent selected sees, as JSON, where the environment was made with
        ``render_mode="ansi"``."""
        if self.render_mode != "ansi":
            return None
        return json.dumps(self.describe(self.agent_selection))

    def close(self) -> None:
        """Ends the program that plays the game, where one does."""
        self.game.close()


class ChaseParallelEnv(ParallelEnv[str, Observation, int]):
    """A game by PettingZoo's parallel interface. A step is a turn: those actions count whose agents are
    due, which are those whose action mask is not all 0. In a turn of several seats at once these are
    all of its agents, in any other turn it is one."""

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
        """Plays one turn with the actions of the agents that are due."""
        if due := self.aec.game.native.due():
            names = self.aec.game.table.seat_names
            self.aec.play(*(actions[names[seat]] for seat in due))
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
        game, seat_of = self.aec.game, self.aec.seat_of
        return {agent: game.observe(seat_of[agent], at_once=True) for agent in self.agents}

    def replay(self, path: str | PathLike[str], *, replace: bool = False) -> Replay | Path:
        """As :meth:`ChaseEnv.replay`."""
        return self.aec.replay(path, replace=replace)

    def render(self) -> str | None:
        return self.aec.render()

    def close(self) -> None:
        """As :meth:`ChaseEnv.close`."""
        self.aec.close()


def env(
    game: str | None = None,
    *words: Any,
    program: str | PathLike[str] | None = None,
    seats: str | Iterable[str] | None = None,
    players: Mapping[str, str] | None = None,
    dice: str = "chacha8",
    scenario_seed: int = 0,
    render_mode: str | None = None,
) -> ChaseEnv:
    """A game by PettingZoo's AEC interface.

    ``game`` and ``words`` choose the scenario, as for :func:`chase_sim.play`. With ``program``, the path of
    a program with games of its own, they are words of its ``env``: it plays the game in a process that
    :meth:`ChaseEnv.close` ends, and the name of its only game can be left out. What of the scenario is left to
    luck is drawn with ``scenario_seed`` and stays the same from game to game. ``seats`` are the agents,
    by the names of seats or sides; all of them unless ``players`` gives some seats built-in players
    (``{"T": "random"}``). ``dice`` is ``chacha8`` or ``glibc``.

    Rewards come at the end: 1 for a win, 0 for a shared one, -1 for a loss. ``info`` names ``seed`` and
    ``number`` of the game, which with the actions are all of it: :meth:`ChaseEnv.replay` writes it.
    """
    table = table_of(game, words, program, seats, players, dice, scenario_seed)
    return ChaseEnv(table, render_mode)


def parallel_env(
    game: str | None = None,
    *words: Any,
    program: str | PathLike[str] | None = None,
    seats: str | Iterable[str] | None = None,
    players: Mapping[str, str] | None = None,
    dice: str = "chacha8",
    scenario_seed: int = 0,
    render_mode: str | None = None,
) -> ChaseParallelEnv:
    """The same by PettingZoo's parallel interface: see :class:`ChaseParallelEnv`."""
    table = table_of(game, words, program, seats, players, dice, scenario_seed)
    return ChaseParallelEnv(table, render_mode)
