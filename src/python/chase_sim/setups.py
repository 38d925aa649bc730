"""Games about to be played, in the words of the command line."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from . import _native


def games() -> dict[str, dict[str, Any]]:
    """The games there are, by name: ``about`` in one line, ``unit`` (what a cycle is called) and
    ``players`` (the names of the built-in ones)."""
    return {
        name: {"about": about, "unit": unit, "players": players}
        for name, about, unit, players in _native.games()
    }


def texts(words: Iterable[Any]) -> list[str]:
    """Words of a command line: numbers and paths as text."""
    return [str(word) for word in words]


def set_up(
    game: str, words: Iterable[Any], seed: int | None = None, number: int = 0
) -> dict[str, Any]:
    """The header that ``chase record GAME WORDS... --seed SEED --number NUMBER`` would play.

    What is playable but odd is a warning of Python.
    """
    words = texts(words)
    if seed is not None:
        words += ["--seed", str(seed)]
    header, odd = _native.set_up(game, words, number)
    for what in odd:
        warnings.warn(what, stacklevel=3)
    return json.loads(header)


def to_text(header: Mapping[str, Any]) -> str:
    """A header as the library reads it: compact JSON, its fields in their order."""
    return json.dumps(header, separators=(",", ":"), ensure_ascii=False)


class Seats:
    """The seats of a header's game by their names and by those of their sides."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        sides, house = _native.sides(to_text(header))
        self.sides = [name for name, _ in sides]
        """The names of the sides, in the order of points."""
        self.by_side = [[seat for seat, _ in seats] for _, seats in sides]
        """The numbers of the seats of each side."""
        self.names = [name for _, name in sorted(seat for _, seats in sides for seat in seats)]
        """The names of the seats, by number."""
        self.house: dict[int, str] = dict(house)
        """The seats that the house has in a match, with its players."""

    def side_of(self, seat: int) -> int:
        """The place of a seat's side among the sides."""
        return next(n for n, seats in enumerate(self.by_side) if seat in seats)

    def named(self, who: str | int) -> list[int]:
        """The seats of a name: a side's, a seat's, or a seat's number.

        Raises ``chase_sim.Error`` for a name that there is not.
        """
        if isinstance(who, int) and 0 <= who < len(self.names):
            return [who]
        plain = str(who).replace(" ", "-").lower()
        for side, seats in zip(self.sides, self.by_side, strict=True):
            if plain == side.replace(" ", "-").lower():
                return list(seats)
        for seat, name in enumerate(self.names):
            if plain == name.lower():
                return [seat]
        known = [side.replace(" ", "-") for side in self.sides] + self.names
        raise _native.Error(
            f"no seat or side here is called `{who}`\n  help: there are {', '.join(known)}"
        )
