"""Environments by Gymnasium's interfaces: one game, or many at once."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .environments import Game, Observation, Table, table_of
from .programs import ProgramVector
from .replays import Replay


class ChaseGymEnv(gymnasium.Env[Observation, np.int64]):
    """A game for one who learns, who plays one seat or several in turn. The others are built-in
    players."""

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.game = Game(table)
        self.observation_space, self.action_space = table.spaces_of(self.game.native)

    @property
    def feature_names(self) -> list[str]:
        """What the numbers of an observation say, in their order."""
        return self.game.feature_names

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game: number 0 of ``seed``, or the next one of the seed there is;
        ``options={"number": n}`` chooses another number."""
        super().reset(seed=seed)
        self.game.begin(seed, options)
        return self._seen(), self.game.info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a turn. An action that is not legal loses it; what that costs is the game's rule."""
        newest = self.game.native.newest()
        self.game.act(action)
        info = self.game.info()
        outcome = self.game.native.outcome()
        if outcome is None:
            return self._seen(), 0.0, False, False, info
        info["cause"], points = outcome
        return self._seen(), self.game.table.reward(points, newest), True, False, info

    def _seen(self) -> Observation:
        return self.game.observe(self.game.native.newest())

    def replay(self, path: str | PathLike[str], *, replace: bool = False) -> Replay | Path:
        """Writes the newest game that came to its end: see :meth:`ChaseEnv.replay`."""
        return self.game.replay(path, replace)

    def render(self) -> str | None:
        """What the seat to move sees, as JSON."""
        if self.render_mode != "ansi":
            return None
        return json.dumps(self.game.describe(self.game.native.newest()))

    def close(self) -> None:
        """Ends the program that plays the game, where one does."""
        self.game.close()


class ChaseVectorEnv(VectorEnv[dict[str, np.ndarray], np.ndarray, np.ndarray]):
    """Many games of one scenario, which are stepped without Python in between; those of a program have a
    process each, and play at the same time.

    A game that came to its end begins another in its next step, whatever the action is
    (``AutoresetMode.NEXT_STEP``). The games of a seed are numbered in the order in which they begin,
    the first ``num_envs`` from 0 on.
    """

    def __init__(self, table: Table, num_envs: int) -> None:
        self.num_envs = num_envs
        self.table = table
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self._native = table.open_many(num_envs)
        self.single_observation_space, self.single_action_space = table.spaces_of(self._native)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.feature_names = [name for name, _, _ in self._native.features()]
        self._sides = np.array(table.side_of)
        self._seats = np.zeros(num_envs, np.int8)
        self._seed = 0

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Begins all games: those from number 0 of ``seed`` on (of several seeds the first counts),
        or from ``options={"number": n}`` on."""
        if isinstance(seed, (list, tuple, np.ndarray)):
            seed = seed[0]
        self._seed = secrets.randbits(31) if seed is None else int(seed)
        first = int((options or {}).get("number", 0))
        seen, info, _ = self._told(self._native.reset(self._seed, first))
        return seen, info

    def step(
        self, actions: Any
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays a turn in every game. ``actions`` is one number for each; one that is not legal loses
        the turn.

        Rewards (float64) come at the end of a game, for the side of the seat that moved last: 1 for
        a win, 0 for a shared one, -1 for a loss. ``info`` has arrays of a row for each game: ``seed``,
        ``number``, ``seat`` (who is to move; -1 at the end), ``legal`` (whether the action was) and
        ``points`` by side (-1 while a game goes on).
        """
        moved = self._seats
        given = np.ascontiguousarray(actions, np.int64).tobytes()
        seen, info, points = self._told(self._native.step(given))
        over = points[:, 0] >= 0
        rewards = np.zeros(self.num_envs)
        if over.any():
            sides = self._sides[moved[over]]
            rewards[over] = points[over, sides] - 1.0
        return seen, rewards, over, np.zeros(self.num_envs, bool), info

    def _told(
        self, rows: tuple[bytes, ...]
    ) -> tuple[dict[str, np.ndarray], dict[str, Any], np.ndarray]:
        observations, masks, points, seats, numbers, legal = rows
        count = self.num_envs
        seen: dict[str, np.ndarray] = {
            "observation": np.frombuffer(observations, np.int32).reshape(count, -1).copy(),
            "action_mask": np.frombuffer(masks, np.int8).reshape(count, -1).copy(),
        }
        # 255 stands for a game that goes on, which is -1 here.
        of_sides = np.frombuffer(points, np.int8).reshape(count, -1)
        self._seats = np.frombuffer(seats, np.int8)
        info = {
            "seed": np.full(count, self._seed),
            "number": np.frombuffer(numbers, np.int64),
            "seat": self._seats,
            "legal": np.frombuffer(legal, np.bool_),
            "points": of_sides,
        }
        return seen, info, of_sides

    def turns(self) -> int:
        """The turns of seats that were played in all games since this was made, those of built-in
        players among them."""
        return self._native.turns()

    def replay(
        self, env: int, path: str | PathLike[str], *, replace: bool = False
    ) -> Replay | Path:
        """Writes the newest game of a place, from 0 to ``num_envs - 1``, that came to its end."""
        self._native.write(env, path, replace)
        return self.table.written(path)

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the programs that play the games, where some do."""
        if isinstance(self._native, ProgramVector):
            self._native.close()


def gym_env(
    game: str | None = None,
    *words: Any,
    program: str | PathLike[str] | None = None,
    seats: str | Iterable[str] | None = None,
    players: Mapping[str, str] | None = None,
    dice: str = "chacha8",
    scenario_seed: int = 0,
    render_mode: str | None = None,
) -> ChaseGymEnv:
    """A game by Gymnasium's interface. The arguments are those of :func:`chase_sim.env`; ``seats`` are
    those of the last side where neither ``seats`` nor ``players`` is given, and the seats that
    ``players`` does not name have the players of the scenario."""
    table = table_of(game, words, program, seats, players, dice, scenario_seed, one_side=True)
    return ChaseGymEnv(table, render_mode)


def vector_env(
    game: str | None = None,
    num_envs: int = 1,
    *words: Any,
    program: str | PathLike[str] | None = None,
    seats: str | Iterable[str] | None = None,
    players: Mapping[str, str] | None = None,
    dice: str = "chacha8",
    scenario_seed: int = 0,
) -> ChaseVectorEnv:
    """Many games at once, by Gymnasium's interface. The arguments are those of :func:`gym_env`. With
    ``program`` each game has a process of its own."""
    table = table_of(game, words, program, seats, players, dice, scenario_seed, one_side=True)
    return ChaseVectorEnv(table, num_envs)
