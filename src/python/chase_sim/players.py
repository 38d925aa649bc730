"""Players written in Python."""

from __future__ import annotations

import json
from typing import Any


class Player:
    """A player: whoever inherits from it says in :meth:`choose` what it does.

    It is told what its seats may know and nothing else: the messages are those of players outside
    the process, as docs/players.md tells them, as dictionaries.

        class First(chase_sim.Player):
            def choose(self, turn):
                return turn["legal"][0]
    """

    name: str | None = None
    """What it is called in headers and tables; the name of the class where it is ``None``."""

    def begin(self, hello: dict[str, Any]) -> None:
        """A game begins: ``hello`` has ``game``, ``seats`` (each with ``seat``, ``name``, ``side`` and
        what it alone knows in ``known``) and ``scenario``, what all may know."""

    def choose(self, turn: dict[str, Any]) -> Any:
        """Returns one of ``turn["legal"]``. ``turn`` has ``seat``, ``view`` (what the seat sees) and
        ``seen``, what happened since the last turn. Anything else than a legal action loses the
        turn."""
        raise NotImplementedError

    def end(self, end: dict[str, Any]) -> None:
        """The game is over: ``end`` has ``cause``, ``points`` by side, and ``result``: ``win``,
        ``draw`` or ``loss``."""


def name_of(player: Any) -> str:
    """What a player is called: a built-in one as it is, one written in Python by its name or its
    class, behind ``python:``."""
    if isinstance(player, str):
        return player
    return f"python:{getattr(player, 'name', None) or type(player).__name__}"


class Line:
    """A player as the library asks it: with lines of text."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def ask(self, line: str) -> str:
        message = json.loads(line)
        if message["type"] == "hello":
            self.player.begin(message)
            return '{"type":"ready"}'
        action = self.player.choose(message)
        return json.dumps({"type": "action", "turn": message["turn"], "action": action})

    def tell(self, line: str) -> None:
        message = json.loads(line)
        if message["type"] == "end":
            self.player.end(message)
