"""Turn-based games as immutable event logs: replays, environments and matches.

    >>> import chase_sim
    >>> replay = chase_sim.play("police", seed=7)
    >>> replay.outcome["cause"]
    'caught'

- :func:`load` and :func:`play` give a :class:`Replay`: its header, any moment of it, its events as a
  table, whether it is sound, and where it parts from another.
- :func:`env`, :func:`parallel_env`, :func:`gym_env` and :func:`vector_env` are environments for
  programs that learn (``pip install chase-sim[envs]``), of the games here and with
  ``program="./kuhn"`` of those of another program.
- :func:`sweep` plays many games over a grid and counts what comes of them; ``chase_sim.ray`` does so
  on a cluster (``pip install chase-sim[ray]``).
- :func:`signals` gives any program's log as data frames; :class:`Recorder` writes one from inside a
  program.
- :func:`match` lets players written in Python meet, and the built-in ones.

Whatever goes wrong in a file, a name or a number is an :class:`Error` with the words of the command
line.
"""

from __future__ import annotations

from typing import Any

from ._native import Error
from .matches import MatchResult, match
from .players import Player
from .recorder import Recorder
from .replays import Moment, Replay, diff, load, play
from .setups import games
from .logs import Signals, signals
from .sweeps import Sweep, Table, merge, sweep

__all__ = [
    "Error",
    "MatchResult",
    "Moment",
    "Player",
    "Recorder",
    "Replay",
    "Signals",
    "Sweep",
    "Table",
    "diff",
    "env",
    "games",
    "gym_env",
    "load",
    "match",
    "merge",
    "parallel_env",
    "play",
    "signals",
    "sweep",
    "vector_env",
    "view",
]


def view(replay: Replay, **options: Any) -> Any:
    """The same as :meth:`Replay.view`."""
    return replay.view(**options)


def env(game: str | None = None, *words: Any, **options: Any) -> Any:
    """A PettingZoo AEC environment: see :func:`chase_sim.environments.env`."""
    from .environments import env

    return env(game, *words, **options)


def parallel_env(game: str | None = None, *words: Any, **options: Any) -> Any:
    """A PettingZoo parallel environment: see :func:`chase_sim.environments.parallel_env`."""
    from .environments import parallel_env

    return parallel_env(game, *words, **options)


def gym_env(game: str | None = None, *words: Any, **options: Any) -> Any:
    """A Gymnasium environment of one player: see :func:`chase_sim.gym_environments.gym_env`."""
    from .gym_environments import gym_env

    return gym_env(game, *words, **options)


def vector_env(
    game: str | None = None, num_envs: int = 1, *words: Any, **options: Any
) -> Any:
    """Many games at once, stepped without Python in between: see
    :func:`chase_sim.gym_environments.vector_env`."""
    from .gym_environments import vector_env

    return vector_env(game, num_envs, *words, **options)
