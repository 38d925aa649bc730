"""Commands of the program, run in this process: what they print, and what they return."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from . import _native
from .setups import texts

Progress = bool | Callable[[int, int], object]
"""Whether it is told how far something is, on standard error; or who is told: of a number, how
many, and of how many."""


def command(*words: Any, progress: Callable[[int, int], object] | None = None) -> tuple[int, bytes]:
    """Runs a command; its status and what it prints. Ctrl-C interrupts it, as it does the program.

    Raises ``chase_sim.Error`` with what the program tells the user.
    """
    status, out = _native.command(texts(words), progress)
    return status, bytes(out)


def teller(progress: Progress, what: str) -> Callable[[int, int], object] | None:
    """Who is told how far something is."""
    if callable(progress):
        return progress
    return _Line(what) if progress else None


class _Line:
    """A line on standard error that is written anew."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __call__(self, done: int, of: int) -> None:
        end = "\n" if done == of else ""
        print(f"\r{done} of {of} {self._what}", end=end, file=sys.stderr, flush=True)


def options(**given: Any) -> list[str]:
    """Options of a command: nothing for ``None`` and ``False``, the name alone for ``True``, once for
    each of several values."""
    words = []
    for name, value in given.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is None or value is False:
            continue
        else:
            several = value if _is_several(value) else [value]
            words += [f"{option}={one}" for one in several]
    return words


def _is_several(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes)
