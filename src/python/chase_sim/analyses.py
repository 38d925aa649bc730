"""Analyses: what the moments of a recorded game were worth, and which choices lost it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .sweeps import Table


class Analysis:
    """What ``chase analyse`` finds in a replay. Values are shares of a win, from 0 to 1."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        """What ``chase analyse --format json`` prints; values there are in units of ``told["win"]``."""

    def __repr__(self) -> str:
        return f"<Analysis of {self.told['game']}: {len(self.told['turns'])} turns>"

    def turns(self) -> Table:
        """Every turn that could have gone otherwise, with a row for each side.

        Columns: ``turn``, ``cycle``, ``kind`` (``choice``, ``draw`` or ``unjudged``), ``seats``,
        ``method``, ``games``, ``side``, ``before``, ``choice``, ``draws``, ``hidden``, ``after``,
        and of a choice that is judged ``played``, ``better``, ``gain`` and ``mark``.
        """
        return Table(list(self._turns()), COLUMNS)

    def _turns(self) -> Iterator[dict[str, Any]]:
        for turn in self.told["turns"]:
            actions = turn["actions"]
            played = next((action["action"] for action in actions if action["played"]), None)
            better = None if turn["better"] is None else actions[turn["better"]]["action"]
            gain = None if turn["gain"] is None else self._share(turn["gain"])
            for n, side in enumerate(self.told["sides"]):
                row = {name: turn[name] for name in COLUMNS[:3]}
                row |= {"seats": " ".join(turn["seats"]), "method": turn["method"]}
                row |= {"games": turn["games"], "side": side}
                row |= {name: self._share(turn[name][n]) for name in VALUES}
                yield row | {"played": played, "better": better, "gain": gain, "mark": turn["mark"]}

    def parts(self) -> Table:
        """What the result of each side is made of: rows of ``side``, ``part``, ``seat`` (of choices) and
        ``change``. For each side all rows but ``result`` add up to ``result``."""
        return Table(list(self._parts()), ["side", "part", "seat", "change"])

    def _parts(self) -> Iterator[dict[str, Any]]:
        for of_side in self.told["parts"]:
            side = of_side["side"]
            changes: list[tuple[str, str | None, int]] = [("opening", None, of_side["opening"])]
            changes += [("choices", one["seat"], one["change"]) for one in of_side["choices"]]
            names = ["draws", "hidden", "estimate", "result"]
            changes += [(name, None, of_side[name]) for name in names]
            for part, seat, change in changes:
                row: Mapping[str, Any] = {"side": side, "part": part, "seat": seat}
                yield {**row, "change": self._share(change)}

    def _share(self, value: int) -> float:
        return value / self.told["win"]


VALUES = ["before", "choice", "draws", "hidden", "after"]
COLUMNS = ["turn", "cycle", "kind", "seats", "method", "games", "side", *VALUES]
COLUMNS += ["played", "better", "gain", "mark"]
