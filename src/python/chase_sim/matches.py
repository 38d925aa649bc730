"""Matches: players meet over many games, those written in Python among them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from . import _native
from .players import Player, name_of
from .replays import play_header
from .setups import Seats, texts


@dataclass
class MatchResult:
    """What came of a match."""

    players: list[str]
    """The players, in the order in which they were named."""
    seed: int
    """The seed of the openings and the dice."""
    games: list[dict[str, Any]] = field(default_factory=list)
    """Each game: ``number``, ``opening`` and ``seed``, ``seated`` (which player has each side, by its
    place among the players), ``cause`` and ``points`` by side, ``cycles``, and ``replay``, the path
    of its replay where replays are kept."""

    @property
    def points(self) -> list[float]:
        """The points of each player: 1 for a win, a half for a shared one."""
        points = [0.0] * len(self.players)
        for game in self.games:
            for player, made in zip(game["seated"], game["points"], strict=True):
                points[player] += made / 2
        return points

    def __str__(self) -> str:
        rows = zip(self.players, self.points, strict=True)
        width = max(map(len, self.players))
        lines = [f"{name:{width}}  {points:6.1f}" for name, points in rows]
        return "\n".join([f"{len(self.games)} games, seed {self.seed}", *lines])


def match(
    game: str,
    players: Sequence[str | Player],
    *words: Any,
    games: int = 10,
    seed: int | None = None,
    replays: str | PathLike[str] | None = None,
) -> MatchResult:
    """Lets players meet over so many games, one game after another.

    ``players`` are names of built-in players and players written in Python, one for each side of the
    game, in a game of one side just one. They meet in the openings of ``chase match``: each opening
    is played once with every way to seat the players, from the same luck. ``words`` choose the
    openings as there. An exception in a player ends the match and is raised.

    ``replays`` is a folder for a replay of every game, which ``chase verify`` accepts.
    """
    if seed is None:
        seed = secrets.randbits(31)
    openings = _Openings(game, texts(words), seed, len(players))
    sample = openings.header(0, 0, [])
    seats = Seats(sample)
    slots = [
        (side, [seat for seat in of if seat not in seats.house])
        for side, of in enumerate(seats.by_side)
    ]
    slots = [(side, of) for side, of in slots if of]
    if len(players) != len(slots):
        names = ", ".join(seats.sides[side] for side, _ in slots)
        raise _native.Error(f"{len(players)} players are named, expected one for each of: {names}")
    result = MatchResult([name_of(player) for player in players], seed)
    ways = [n for n in range(len(players)) if _fits(game, players, slots, n, seats)]
    if not ways:
        raise _native.Error("no way to seat these players: each plays for some sides only")
    for number in range(games):
        opening, rotation = number // len(ways), ways[number % len(ways)]
        seated = [(slot + rotation) % len(players) for slot in range(len(slots))]
        by_seat = {
            seat: players[who] for (_, of), who in zip(slots, seated, strict=True) for seat in of
        }
        at_table = {**seats.house, **by_seat}
        at_seats = [name_of(at_table[seat]) for seat in range(len(seats.names))]
        header = openings.header(opening, number, at_seats)
        path = None
        if replays is not None:
            path = Path(replays) / f"game-{number + 1:04}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
        replay = play_header(header, by_seat, path)
        outcome = replay.outcome or {"cause": None, "points": [0] * len(seats.sides)}
        result.games.append(
            {
                "number": number,
                "opening": opening,
                "seed": header["seed"],
                "seated": seated,
                "cause": outcome["cause"],
                "points": [outcome["points"][side] for side, _ in slots],
                "cycles": len(replay),
                "replay": path,
            }
        )
    return result


def _fits(game: str, players: Sequence[Any], slots: list[Any], rotation: int, seats: Seats) -> bool:
    """Whether the built-in players among them play for the sides they would have."""
    count = len(seats.names)
    for slot, (_, of) in enumerate(slots):
        player = players[(slot + rotation) % len(players)]
        if isinstance(player, str) and not set(of) <= set(_native.plays_for(game, player, count)):
            return False
    return True


@dataclass(frozen=True)
class _Openings:
    game: str
    words: list[str]
    seed: int
    players: int

    def header(self, n: int, number: int, names: list[str]) -> dict[str, Any]:
        """The header of a game of the match, from its n-th opening."""
        made = _native.opening(self.game, self.words, self.seed, self.players, n, number, names)
        return json.loads(made)
