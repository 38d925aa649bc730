"""Sweeps: many games over a grid, and what came of them."""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from . import _native
from .commands import Progress, command, options, teller
from .replays import Page, Replay, kept_in, recorded
from .setups import games, texts

What = str | PathLike[str] | Mapping[str, Any]


class Table:
    """Rows of named columns: an iterator of dictionaries, and data frames of whatever kind."""

    def __init__(self, rows: list[dict[str, Any]], columns: Sequence[str] | None = None) -> None:
        names = columns if columns is not None else (list(rows[0]) if rows else [])
        self.columns: dict[str, list[Any]] = {name: [row[name] for row in rows] for name in names}
        """The values of each column, by its name."""
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def __getitem__(self, n: int) -> dict[str, Any]:
        return self._rows[n]

    def to_pandas(self) -> Any:
        """The same as a ``pandas.DataFrame``."""
        import pandas

        return pandas.DataFrame(self.columns)

    def to_polars(self) -> Any:
        """The same as a ``polars.DataFrame``."""
        import polars

        return polars.DataFrame(self.columns)

    def to_arrow(self) -> Any:
        """The same as a ``pyarrow.Table``."""
        import pyarrow

        return pyarrow.table(self.columns)


class Sweep:
    """A sweep's folder: what was played, and what came of it.

    The columns of its tables are those of ``cells.csv`` and ``games.csv``.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        """Where it is."""
        self.cells = self.by(None)
        """A row for each cell: shares from 0 to 1 with their 95 % intervals, averages, counts."""
        text = (self.path / "spec.json").read_text(encoding="utf-8")
        self.spec: dict[str, Any] = json.loads(text)
        """All that is played: what ``spec.json`` holds."""

    def __repr__(self) -> str:
        return f"<Sweep of {self.spec['game']}, {len(self.cells)} cells: {self.path}>"

    def by(self, varied: str | None) -> Table:
        """The cells with the same value of what is varied taken together, ``None`` for each alone:
        what ``chase sweep show --by`` prints."""
        words = options(by=varied, format="json")
        return Table(json.loads(command("sweep", "show", self.path, *words)[1])["cells"])

    @property
    def games(self) -> Table:
        """A row for each game that was kept (``keep`` or ``per_game``): its cell and number, how it
        ended, who won alone (``None`` for nobody), the last cycle, the seat that ended it."""
        path = self.path / "games.csv"
        if not path.exists():
            raise _native.Error(
                f"{self.path}: no games were kept\n  help: `keep` or `per_game` keeps them"
            )
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            rows = [
                {name: _value(name, text) for name, text in row.items()} for row in reader
            ]
            return Table(rows, reader.fieldnames)

    def diff(self, first: int, second: int) -> dict[str, Any]:
        """Two cells, game by game on the same luck: what ``chase sweep diff --format json``
        prints."""
        words = ["--cells", first, second, "--format", "json"]
        return json.loads(command("sweep", "diff", self.path, *words)[1])

    def replay(
        self, cell: int, game: int, path: str | PathLike[str] | None = None, *, replace: bool = False
    ) -> Replay:
        """Plays any game of it again: its replay. Without ``path`` it is kept until the replay is
        forgotten."""
        words = options(from_sweep=self.path, cell=cell, game=game, trace="never", force=replace)
        return recorded([self.spec["game"], *words], path)

    def figure(self) -> Page:
        """The curves with their intervals and the table, as a page that a notebook shows."""
        with tempfile.TemporaryDirectory(prefix="chase-") as folder:
            path = Path(folder) / "figure.html"
            command("sweep", "show", self.path, "--html", path)
            return Page(path.read_bytes())


def _value(column: str, text: str) -> Any:
    if column in ("cell", "game", "cycles"):
        return int(text)
    return text or None


def words_of(
    what: What,
    words: Sequence[Any],
    vary: Mapping[str, Any] | None,
    players: Mapping[str, str] | Sequence[str] | None,
    given: Mapping[str, Any],
    folder: Path,
) -> list[str]:
    """The words of ``chase sweep`` up to its folder; a mapping becomes a file in ``folder``."""
    if isinstance(what, Mapping):
        sheet = folder / "sweep.toml"
        sheet.write_text(_sheet(what), encoding="utf-8")
        game = what.get("game") or _native.sweep_game(sheet)
    elif isinstance(what, PathLike) or what not in games():
        sheet = Path(what)
        if isinstance(what, str) and not sheet.exists():
            known = ", ".join(games())
            raise _native.Error(
                f"no game and no file is called `{what}`\n  help: the games are {known}"
            )
        game = _native.sweep_game(sheet)
    else:
        sheet, game = None, what
    varied = [f"{name}={_values(values)}" for name, values in (vary or {}).items()]
    if isinstance(players, Mapping):
        players = [f"{who}={player}" for who, player in players.items()]
    more = options(spec=sheet, vary=varied, player=players, **given)
    return ["sweep", str(game), *texts(words), *more]


def _values(values: Any) -> str:
    """The values of what is varied, as the command line has them."""
    if isinstance(values, str):
        return values
    return ",".join("none" if value is None else _scalar(value) for value in values)


def _scalar(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sheet(spec: Mapping[str, Any]) -> str:
    """A mapping as TOML, whose texts, numbers and lists are those of JSON."""
    plain = {name: value for name, value in spec.items() if not isinstance(value, Mapping)}
    tables = {name: value for name, value in spec.items() if isinstance(value, Mapping)}
    lines = [_line(name, value) for name, value in plain.items()]
    for table, values in tables.items():
        lines.append(f"[{table}]")
        lines += [_line(name, value) for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _line(name: str, value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = list(value)
    return f"{json.dumps(name)} = {json.dumps(value, ensure_ascii=False)}"


def sweep(
    what: What,
    *words: Any,
    vary: Mapping[str, Any] | None = None,
    players: Mapping[str, str] | Sequence[str] | None = None,
    path: str | PathLike[str] | None = None,
    resume: bool = False,
    shard: str | tuple[int, int] | None = None,
    progress: Progress = False,
    **given: Any,
) -> Sweep:
    """Plays many games over a grid, as ``chase sweep`` does, and gives what came of them.

    ``what`` is a game, and ``words`` are those that the command takes behind it; or the path of a
    file for ``--spec``; or what stands in such a file, as a mapping.

    ``vary`` says what is varied, in its order: ``{"D2": ["random", "dfs"], "hours": [10, 100],
    "stamina.D1": "50..500:50"}``. ``players`` are built-in ones, by seat or side. ``given`` are other
    options of the command by their names: ``games``, ``seed``, ``maps``, ``until``, ``keep``,
    ``per_game``, ``check``, ``engine``, ``jobs``, ``dice`` and the game's own. Beside a file or a mapping
    only ``games`` and ``seed`` may say what is played.

    ``path`` is its folder, and ``resume`` goes on with the sweep that is there; without a path it is
    gone when the result is forgotten. ``shard`` plays one part only, ``(3, 64)`` or ``"3/64"``:
    :func:`merge` puts parts together. ``progress`` shows how far it is, or is called with how many
    games there are, of how many.

    Ctrl-C keeps what was played, in a folder that was named. Players of your own cannot be swept:
    :func:`match` plays series with them.
    """
    if path is None:
        folder = tempfile.mkdtemp(prefix="chase-")
        inner = Path(folder) / "sweep"

        def play() -> Sweep:
            return sweep(
                what, *words, vary=vary, players=players, path=inner, progress=progress, **given
            )

        if resume or shard is not None:
            shutil.rmtree(folder)
            raise _native.Error("`path` is missing\n  help: a sweep that goes on has a folder")
        return kept_in(folder, play)
    if isinstance(shard, tuple):
        shard = "{}/{}".format(*shard)
    with tempfile.TemporaryDirectory(prefix="chase-") as folder:
        said = words_of(what, words, vary, players, given, Path(folder))
        more = options(resume=resume, shard=shard)
        command(*said, *more, "-o", path, progress=teller(progress, "games"))
    return Sweep(path)


def merge(path: str | PathLike[str], *parts: str | PathLike[str]) -> Sweep:
    """Puts the parts of a sweep together, in any order, as ``chase sweep merge`` does.

    Raises :class:`Error` for parts of another sweep, games that are missing, and games that are there
    twice unless the whole part is the same.
    """
    command("sweep", "merge", path, *parts)
    return Sweep(path)
