"""Sweeps on a Ray cluster: parts are played wherever there is a processor, and put together here.

A part is what ``chase sweep --shard I/N`` plays, so nothing but the time depends on Ray: parts that
are played twice, elsewhere, or again after a machine is gone add up to the same integers.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import ray

from . import _native
from .commands import Progress, command, options, teller
from .replays import kept_in
from .sweeps import Sweep, What, merge, words_of

_PLANNED = "planned"
"""The folder in which the sweep was begun and nothing of it was played."""
_COUNT = "parts.json"
"""How many parts there are."""
_PART_GAMES = 1 << 18
"""Games of a part, where nobody says how many parts: some seconds of a processor."""
_RETRIES = 16
"""How often a part is given to another machine when the one that plays it is gone."""


def sweep(
    what: What,
    *words: Any,
    address: str | None = None,
    parts: int | None = None,
    vary: Mapping[str, Any] | None = None,
    players: Mapping[str, str] | Sequence[str] | None = None,
    path: str | PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress = False,
    per_game: bool = False,
    keep: str | Sequence[str] | None = None,
    check: float | None = None,
    engine: str | None = None,
    **given: Any,
) -> Sweep:
    """The same as :func:`chase_sim.sweep`, to the last digit, played on a Ray cluster.

    ``address`` is the cluster's, as ``ray.init`` takes it; without it the one that this process is
    connected to, else one that is started here. The package is installed on every machine; files
    are not needed there.

    ``parts`` says into how many equal parts the games of each cell are split; each takes one
    processor. What was played stands in ``PATH.parts`` until all parts are put together in ``path``;
    ``resume`` plays those that are missing. ``progress`` shows how many parts there are, of how
    many, or is called with both. A rule that ends cells early (``until``) looks at all games of a
    cell, so it cannot be split.

    Raises :class:`chase_sim.Error` as :func:`chase_sim.sweep` does; an interruption keeps the parts
    that are there.
    """
    if path is None:
        if resume:
            raise _native.Error("`path` is missing\n  help: a sweep that goes on has a folder")
        folder = tempfile.mkdtemp(prefix="chase-")
        path = Path(folder) / "sweep"
        again = dict(vary=vary, players=players, per_game=per_game, keep=keep, check=check)
        again.update(engine=engine, address=address, parts=parts, progress=progress, **given)
        return kept_in(folder, lambda: sweep(what, *words, path=path, **again))
    path = Path(path)
    if path.exists():
        raise _native.Error(f"{path}: there is something already\n  help: take another folder")
    played = options(per_game=per_game, keep=keep, check=check, engine=engine)
    gathering = _Gathering(path.with_name(path.name + ".parts"))
    with tempfile.TemporaryDirectory(prefix="chase-") as folder:
        said = words_of(what, words, vary, players, given, Path(folder))
        gathering.begin(said, parts, resume)
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    elif address is not None and address != ray.get_runtime_context().gcs_address:
        raise _native.Error("this process is connected to another cluster than `address`")
    gathering.play(played, teller(progress, "parts"))
    whole = merge(path, *gathering.folders())
    gathering.remove()
    return whole


class _Gathering:
    """The folder of the parts that are there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.count = 0

    def begin(self, words: Sequence[str], parts: int | None, resume: bool) -> None:
        """Begins the sweep, or goes on with it if it is the same."""
        planned = self.path / _PLANNED
        if self.path.exists() and not resume:
            raise _native.Error(
                f"{self.path}: there are parts of a sweep here"
                "\n  help: go on with it by `resume`, or take another folder"
            )
        if not (self.path / _COUNT).exists():
            # Begun, and not to its end.
            shutil.rmtree(planned, ignore_errors=True)
            _native.begin_sweep([*words, "-o", str(planned)])
            spec = json.loads((planned / "spec.json").read_text(encoding="utf-8"))
            if spec["until"] is not None:
                self.remove()
                raise _native.Error("`until` looks at all games of a cell, and a part has some")
            self.count = parts or max(1, spec["games"] * len(spec["cells"]) // _PART_GAMES)
            _write(self.path / "parts.tmp", json.dumps({"parts": self.count}).encode())
            (self.path / "parts.tmp").rename(self.path / _COUNT)
            return
        self.count = json.loads((self.path / _COUNT).read_text(encoding="utf-8"))["parts"]
        if parts not in (None, self.count):
            raise _native.Error(f"{self.path}: the sweep was begun with {self.count} parts")
        _native.begin_sweep([*words, "--resume", "-o", str(planned)])

    def folders(self) -> list[Path]:
        """The parts' folders."""
        return [self._part(n) for n in range(self.count)]

    def remove(self) -> None:
        """Takes away what was made here, and nothing else."""
        (self.path / _COUNT).unlink(missing_ok=True)
        for folder in (*self.folders(), self.path / _PLANNED):
            shutil.rmtree(folder, ignore_errors=True)
        self.path.rmdir()

    def _part(self, n: int) -> Path:
        return self.path / f"part-{n}"

    def play(self, played: list[str], tell: Callable[[int, int], object] | None) -> None:
        """Plays the parts that are missing."""
        planned = self.path / _PLANNED
        begun = {name: (planned / name).read_bytes() for name in ("spec.json", "shards.log")}
        missing = [n for n in range(self.count) if not self._part(n).exists()]
        done = self.count - len(missing)
        if tell:
            tell(done, self.count)
        for n, files in _played(begun, missing, self.count, played):
            self._keep(n, files)
            done += 1
            if tell:
                tell(done, self.count)

    def _keep(self, n: int, files: Mapping[str, bytes]) -> None:
        """Writes a part, whole or not at all."""
        folder = self.path / f"part-{n}.tmp"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, content in files.items():
            _write(folder / name, content)
        os.link(self.path / _PLANNED / "spec.json", folder / "spec.json")
        folder.rename(self._part(n))


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _played(
    begun: Mapping[str, bytes], missing: Sequence[int], of: int, played: list[str]
) -> Iterator[tuple[int, dict[str, bytes]]]:
    """The files of each part, as they come. Twice as many are asked for at a time as there are
    processors, so that this process holds few of them."""
    task = ray.remote(num_cpus=1, max_retries=_RETRIES)(play_part)
    shared = ray.put(dict(begun))
    waiting = list(reversed(missing))
    running: dict[Any, int] = {}
    try:
        while waiting or running:
            most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(running) < most:
                n = waiting.pop()
                running[task.remote(shared, n, of, played)] = n
            done, _ = ray.wait(list(running), num_returns=1)
            for one in done:
                n = running.pop(one)
                yield n, _result(one)
    finally:
        for one in running:
            ray.cancel(one, force=True)


def _result(one: Any) -> dict[str, bytes]:
    """The files of a part, or what went wrong as this process says it."""
    try:
        return ray.get(one)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, _native.Error):
            raise error.cause from error
        raise


def play_part(begun: Mapping[str, bytes], n: int, of: int, played: list[str]) -> dict[str, bytes]:
    """Plays part ``n`` of ``of`` of a sweep that was begun elsewhere: the files of its folder, by
    their names, but the spec."""
    game = json.loads(begun["spec.json"])["game"]
    with tempfile.TemporaryDirectory(prefix="chase-") as folder:
        for name, content in begun.items():
            (Path(folder) / name).write_bytes(content)
        words = options(resume=True, shard=f"{n}/{of}", jobs=1, output=folder)
        command("sweep", game, *words, *played)
        files = {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.is_file()}
    del files["spec.json"]
    return files
