"""Replays: recordings of games, on disk."""

from __future__ import annotations

import json
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from .commands import command, options
from .players import Line, Player, name_of
from .setups import Seats, set_up, to_text

if TYPE_CHECKING:
    from .analyses import Analysis
    from .tables import Events


@dataclass(frozen=True)
class Moment:
    """The state right after a cycle."""

    cycle: int
    """The number of the cycle, from 0."""
    state: dict[str, Any]
    """Everything worth knowing: what ``chase replay --hour N --format json`` prints."""
    text: str
    """The same for people."""
    entries: list[dict[str, Any]]
    """The turns of the cycle, each with its events."""
    legal: list[Any] | None
    """What the seat to move can do; ``None`` where no seat is to move."""
    seat: str | None
    """The seat to move."""
    outcome: dict[str, Any] | None
    """How it ended (``cause``, ``points`` by side), if this is the end."""

    def __str__(self) -> str:
        return self.text


def _moment(told: tuple[Any, ...]) -> Moment:
    cycle, state, text, events, legal, outcome = told
    can = json.loads(legal)
    return Moment(
        cycle=cycle,
        state=json.loads(state),
        text=text,
        entries=json.loads(events)["entries"],
        legal=can["legal"],
        seat=can["seat"],
        outcome=_outcome(outcome),
    )


def _outcome(told: tuple[str, bytes | list[int]] | None) -> dict[str, Any] | None:
    if told is None:
        return None
    cause, points = told
    return {"cause": cause, "points": list(points)}


class Replay:
    """A recording of a game. Cycles are read when they are asked for; what is read is held against
    the rules and the seals on the way.

    It shows everything that was recorded, what seats may not know too: as ``chase replay`` does.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        """Where it is."""
        self._native = _native.Replay(self.path)
        self._info: dict[str, Any] | None = None
        self.header: dict[str, Any] = json.loads(self._native.header())
        """The game, the scenario, the players, the dice, the seed and the number."""

    def __repr__(self) -> str:
        return f"<Replay of {self.header['game']}: {self.path}>"

    @property
    def info(self) -> dict[str, Any]:
        """Length, outcome and seals: what ``chase info --format json`` prints."""
        if self._info is None:
            self._info = json.loads(command("info", self.path, "--format", "json")[1])
        return self._info

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How it ended: ``cause``, one word, and ``points`` by side (2 for a win, 1 for a shared
        one); ``None`` for an unfinished recording."""
        return self.info.get("claims", self.info)["outcome"]

    def __len__(self) -> int:
        """How many cycles it holds, cycle 0 among them."""
        return int(self.info["cycles"])

    def state_at(self, cycle: int) -> Moment:
        """The state right after a cycle; -1 is the last, -2 the one before.

        Raises :class:`Error` for a cycle that is not there, and for damage on the way.
        """
        if cycle < 0:
            cycle += len(self)
        if cycle < 0:
            raise _native.Error(f"there is no {self.info['unit']} {cycle - len(self)}")
        return _moment(self._native.moment(cycle))

    def __iter__(self) -> Iterator[Moment]:
        """All moments, from cycle 0 on."""
        return (self.state_at(cycle) for cycle in range(len(self)))

    def events(self) -> Events:
        """All events as a table: ``cycle``, ``turn``, ``seat``, ``kind`` and ``fields``. It is an
        iterator of tuples, and gives itself to pandas, polars and pyarrow."""
        from .tables import Events

        return Events(self._native.events(), Seats(self.header).names)

    def to_arrow(self) -> Any:
        """The events as a ``pyarrow.Table``."""
        return self.events().to_arrow()

    def to_pandas(self) -> Any:
        """The events as a ``pandas.DataFrame``."""
        return self.events().to_pandas()

    def to_polars(self) -> Any:
        """The events as a ``polars.DataFrame``."""
        return self.events().to_polars()

    def verify(self) -> dict[str, Any]:
        """Holds the whole file against seals, rules, dice and players: what ``chase verify --format
        json`` says of it. What is wrong stands in ``fault``, which is ``None`` for a sound one."""
        return json.loads(command("verify", self.path, "--format", "json")[1])["files"][0]

    def diff(self, other: Replay | str | PathLike[str]) -> dict[str, Any]:
        """Where this replay and another, or a transcript, part, and why: see :func:`chase_sim.diff`."""
        return diff(self, other)

    def odds(
        self,
        cycle: int,
        *,
        players: Mapping[str, str] | None = None,
        games: int | None = None,
        exact: bool = False,
        seed: int = 1,
    ) -> dict[str, Any]:
        """How the game may go on from a cycle: what ``chase odds --hour N --format json`` prints.

        ``players`` names built-in players from then on, by seat or side. The odds are worked out
        where that does not take too much, else from ``games`` games of ``seed``; ``exact`` takes
        only those that are worked out.
        """
        words = [f"{who}={player}" for who, player in (players or {}).items()]
        words = [part for word in words for part in ("--player", word)]
        words += ["--exact"] if exact else []
        words += [] if games is None else ["--games", str(games)]
        at = ["--hour", cycle, "--seed", seed, "--format", "json"]
        return json.loads(command("odds", self.path, *at, *words)[1])

    def analyse(
        self,
        *,
        games: int | None = None,
        nodes: int | None = None,
        seed: int | None = None,
        players: Mapping[str, str] | None = None,
    ) -> Analysis:
        """The value of every moment, and the choices that lost: what ``chase analyse`` finds.

        ``games`` are played to their end after each outcome, ``nodes`` is the number of positions of
        a game's own search. ``players`` names the built-in players who play on, by seat or side.
        """
        from .analyses import Analysis

        who = [f"{who}={player}" for who, player in (players or {}).items()]
        words = options(games=games, nodes=nodes, seed=seed, player=who)
        return Analysis(json.loads(command("analyse", self.path, "--format", "json", *words)[1]))

    def fork(
        self,
        cycle: int,
        *,
        players: Mapping[str, str] | None = None,
        number: int | None = None,
        path: str | PathLike[str] | None = None,
        replace: bool = False,
    ) -> Replay:
        """Another future from a cycle on (-1 is the last): what ``chase record --from`` writes.

        ``players`` names built-in players from then on, by seat or side; ``number`` takes the luck
        of another game of the seed. With neither it is the same future, event for event. Its header
        keeps in ``origin`` where it comes from.
        """
        who = [f"{who}={player}" for who, player in (players or {}).items()]
        words = options(hour=cycle, player=who, number=number, trace="never", force=replace)
        return recorded(["--from", self.path, *words], path)

    def save(self, path: str | PathLike[str], *, replace: bool = False) -> Replay:
        """Writes it into another file: binary where the name ends with ``.chase``, else JSON. A file
        that is there is left alone unless ``replace``."""
        command("convert", self.path, path, *(["--force"] if replace else []))
        return Replay(path)

    def view(self, *, to: str | PathLike[str] | None = None, viewer: str | None = None) -> Any:
        """The replay as one page of HTML that needs nothing else, which a notebook shows.

        With ``to`` the page is written into that file, in place of one that is there. ``viewer``
        is the seat or side through whose eyes it is seen, in games that hide something.
        """
        words = ["--as", viewer] if viewer else []
        page = Page(command("view", self.path, "-o", "-", *words)[1])
        if to is not None:
            Path(to).write_bytes(page.html)
        return page


class Page:
    """A page of HTML, which a notebook shows in a frame of its own."""

    def __init__(self, html: bytes) -> None:
        self.html = html
        """The page, in UTF-8."""

    def _repr_html_(self) -> str:
        import html

        page = html.escape(self.html.decode(), quote=True)
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts" '
            'style="width:100%;height:640px;border:0"></iframe>'
        )


def load(path: str | PathLike[str]) -> Replay:
    """Opens a replay of any game, in either form.

    Raises :class:`Error` for a file that is not there, is no replay, is of a newer version or has a
    damaged header, in the words of the command line.
    """
    return Replay(path)


def diff(
    ours: Any,
    reference: Any,
    *,
    scenario: Sequence[Any] | None = None,
    **rules: Any,
) -> dict[str, Any]:
    """Where two traces part, and why: what ``chase diff --format json`` prints. Each is a replay, the
    path of one, of a transcript or of any program's log, or a data frame (pandas, polars, a pyarrow table), which
    is compared as a log; ``same`` says whether they do.

    ``scenario`` has what a program was run with whose transcript is compared, as ``chase record`` takes
    it: ``["cities.data", "agents.data", 10, 7]``. ``rules`` are options of ``chase diff``, with ``_`` for ``-``:
    ``tick="t", tolerance=["x=0.01", "1e-9"], sync="union"``.
    """
    from .logs import as_file

    with tempfile.TemporaryDirectory(prefix="chase-") as folder:
        paths = [
            it.path if isinstance(it, Replay) else as_file(it, folder, name)
            for it, name in ((ours, "ours"), (reference, "reference"))
        ]
        words = [] if scenario is None else ["--scenario", *scenario]
        words += options(**rules)
        return json.loads(command("diff", *paths, *words, "--format", "json")[1])


def play(
    game: str | Mapping[str, Any],
    *words: Any,
    players: Mapping[str | int, str | Player] | Sequence[str | Player] | None = None,
    seed: int | None = None,
    number: int | None = None,
    path: str | PathLike[str] | None = None,
    replace: bool = False,
) -> Replay:
    """Plays a game and gives its replay.

    ``game`` is a game's name, and ``words`` are those that ``chase record`` takes behind it
    (``"cities.data", "agents.data", 100``, or ``"--rows", 8``); with none of them it is the usual
    scenario. In place of both it can be a header, as :attr:`Replay.header` has it.

    ``players`` names built-in players, or has players written in Python, by seat or side
    (``{"D1": "dfs", "D2": MyPlayer()}``), or one for each seat in order. The others are those of the
    scenario. An exception in a player ends the game and is raised.

    ``seed`` and ``number`` choose the luck: game ``number`` of the seed, from 0. A seed that is not
    given is drawn, or the scenario's own; in a header both are there.

    ``path`` is where the replay goes, binary for a name that ends with ``.chase``; without it it is
    kept until the replay is forgotten.
    """
    if isinstance(game, str):
        header = set_up(game, words, seed, number or 0)
    else:
        header = {name: value for name, value in game.items() if name != "origin"}
        header["seed"] = header["seed"] if seed is None else seed
        header["number"] = header["number"] if number is None else number
    return play_header(header, _by_seat(header, players), path, replace)


def _by_seat(header: Mapping[str, Any], players: Any) -> dict[int, str | Player]:
    """The players that are named, by the numbers of their seats."""
    if players is None:
        return {}
    if not isinstance(players, Mapping):
        if len(players) != len(header["players"]):
            found, expected = len(players), len(header["players"])
            raise _native.Error(f"{found} players are named, expected {expected}")
        return dict(enumerate(players))
    seats = Seats(header)
    return {seat: player for who, player in players.items() for seat in seats.named(who)}


def play_header(
    header: dict[str, Any],
    by_seat: Mapping[int, str | Player],
    path: str | PathLike[str] | None = None,
    replace: bool = False,
) -> Replay:
    """Plays a header's game, with these players in place of the header's."""
    names = list(header["players"])
    lines: list[Line] = []
    chairs: list[int | None] = [None] * len(names)
    for seat, player in sorted(by_seat.items()):
        names[seat] = name_of(player)
        if not isinstance(player, str):
            mine = [n for n, line in enumerate(lines) if line.player is player]
            chairs[seat] = mine[0] if mine else len(lines)
            if not mine:
                lines.append(Line(player))
    header["players"] = names
    def played(path: Path) -> Replay:
        text = to_text(header)
        _native.play(text, lines, chairs, path, replace=replace, keep=is_kept)
        return Replay(path)

    is_kept = path is not None
    if is_kept:
        return played(Path(path))
    folder = tempfile.mkdtemp(prefix="chase-")
    return kept_in(folder, lambda: played(Path(folder) / "game.json"))


def recorded(words: Sequence[Any], path: str | PathLike[str] | None) -> Replay:
    """The replay that ``chase record`` writes for these words, kept until it is forgotten where no
    path says where it goes."""
    if path is not None:
        command("record", *words, "-o", path)
        return Replay(path)
    folder = tempfile.mkdtemp(prefix="chase-")
    return kept_in(folder, lambda: recorded(words, Path(folder) / "game.json"))


def kept_in(folder: str, make: Callable[[], Any]) -> Any:
    """What is made in a folder, which goes when it is forgotten."""
    try:
        made = make()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(made, shutil.rmtree, folder, ignore_errors=True)
    return made
