"""Games of other programs: an environment in a child process, ``PROGRAM env ...``, that is asked by
lines. docs/environments.md has their form."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import Any

import numpy as np

from . import _native
from .setups import texts

PROTOCOL = 1
"""The form of the lines that is spoken here."""

_WORDS_KEPT = 20
"""Lines of standard error that are quoted when a program ends."""


class Program:
    """A program with games of its own, and the words that choose one of them and its scenario."""

    def __init__(self, path: str | PathLike[str], words: Iterable[Any]) -> None:
        self.path = os.fspath(path)
        self.words = texts(words)

    def described(self, words: Iterable[str]) -> dict[str, Any]:
        """What the program says of the game that these words choose, behind its own."""
        command = [self.path, "env", *self.words, *words]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        except OSError as error:
            raise self._unstarted(error) from None
        if done.returncode != 0:
            raise _native.Error(self._without_name(done.stderr.decode(errors="replace")))
        return self.read_hello(done.stdout)

    def start(self, words: Iterable[str]) -> subprocess.Popen[bytes]:
        """Starts the program for these words, in a session of its own: a Ctrl-C is Python's."""
        command = [self.path, "env", *self.words, *words]
        pipe = subprocess.PIPE
        try:
            return subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except OSError as error:
            raise self._unstarted(error) from None

    def read_hello(self, line: bytes) -> dict[str, Any]:
        """The first line of the program."""
        try:
            hello = json.loads(line)
            protocol = hello["protocol"]
        except (ValueError, KeyError, TypeError):
            raise _native.Error(f"{self.path}: `env` does not say what it plays") from None
        if protocol != PROTOCOL:
            raise _native.Error(
                f"{self.path}: lines of form {protocol}; this package speaks {PROTOCOL}\n"
                "  help: build the program with the version of chase that the package is of"
            )
        return hello

    def _unstarted(self, error: OSError) -> _native.Error:
        return _native.Error(f"{self.path}: cannot start: {error.strerror}")

    def _without_name(self, told: str) -> str:
        told = told.strip()
        name = os.path.splitext(os.path.basename(self.path))[0]
        return told.removeprefix(f"{name}: ") or f"{self.path}: it says nothing"


class ProgramEnvironment:
    """A game that a program plays: what ``_native.Environment`` is for a game of the project."""

    def __init__(self, program: Program, words: Iterable[str]) -> None:
        self._program = program
        self._process = program.start(words)
        self._said: deque[str] = deque(maxlen=_WORDS_KEPT)
        self._errors = threading.Thread(
            target=_pass_on, args=(self._process.stderr, self._said), daemon=True
        )
        self._errors.start()
        self._end = weakref.finalize(self, _end, self._process, os.getpid())
        hello = program.read_hello(self._line())
        self._features = [(it["name"], it["least"], it["most"]) for it in hello["features"]]
        self._actions = hello["actions"]
        self._outside = [n for n, seat in enumerate(hello["seats"]) if seat["outside"]]
        self._moment: dict[str, Any] = {}

    def close(self) -> None:
        """Ends the program."""
        self._end()

    def action_count(self) -> int:
        return self._actions

    def features(self) -> list[tuple[str, int, int]]:
        return self._features

    def reset(self, seed: int, number: int) -> None:
        self.ask("reset", seed=seed, number=number)
        self.take()

    def turn(self) -> int | None:
        return self._now()["turn"]

    def newest(self) -> int:
        return self._now()["newest"]

    def number(self) -> int:
        """Which game of its seed it is."""
        return self._now()["number"]

    def turns(self) -> int:
        """The turns of seats that were played since the program was started."""
        return self._moment.get("turns", 0)

    def due(self) -> list[int]:
        return [due["seat"] for due in self._now()["due"]]

    def legal(self) -> list[int]:
        due = self._now()["due"]
        return due[0]["legal"] if due else []

    def legal_of(self, seat: int) -> list[int]:
        return next((due["legal"] for due in self._now()["due"] if due["seat"] == seat), [])

    def legal_words(self) -> list[str]:
        self.ask("words")
        return self.answer()["words"]

    def act(self, actions: list[int]) -> list[bool]:
        if not self._now()["due"]:
            return [False] * len(actions)
        self.ask("act", actions=actions)
        return self.take()

    def observe(self, seat: int) -> bytes:
        seen = self._now()["seen"]
        numbers = next((it["numbers"] for it in seen if it["seat"] == seat), None)
        if numbers is None:
            raise _native.Error(f"seat {seat} is not played from outside")
        return np.array(numbers, np.int32).tobytes()

    def observe_json(self, seat: int) -> str:
        self.ask("facts", seat=seat)
        return json.dumps(self.answer()["facts"])

    def outcome(self) -> tuple[str, list[int]] | None:
        outcome = self._now()["outcome"]
        return outcome and (outcome["cause"], outcome["points"])

    def write(self, path: str | PathLike[str], replace: bool) -> None:
        self.ask("write", path=os.path.abspath(path), replace=replace)
        self.answer()

    def _now(self) -> dict[str, Any]:
        if not self._moment:
            raise _native.Error("no game has begun\n  help: begin one with reset()")
        return self._moment

    def ask(self, kind: str, **fields: Any) -> None:
        """Sends a request; its answer must be taken before the next one."""
        line = json.dumps({"type": kind, **fields}).encode() + b"\n"
        stdin = self._process.stdin
        if not self._end.alive or stdin is None:
            raise self._ended()
        try:
            stdin.write(line)
            stdin.flush()
        except OSError:
            raise self._ended() from None
        except BaseException:
            # Half a request may be on its way.
            self.close()
            raise

    def answer(self) -> dict[str, Any]:
        """The answer to the newest request."""
        answer = json.loads(self._line())
        if answer["type"] == "error":
            raise _native.Error(answer["what"])
        return answer

    def take(self) -> list[bool]:
        """Takes in where the game stands; whether the actions were legal."""
        self._moment = self.answer()
        return self._moment["legal"]

    def _line(self) -> bytes:
        stdout = self._process.stdout
        assert stdout is not None
        try:
            line = stdout.readline()
        except BaseException:
            # The answer would be taken for that of the next request.
            self.close()
            raise
        if not line.endswith(b"\n"):
            raise self._ended()
        return line

    def _ended(self) -> _native.Error:
        """What is told of a program that does not answer any more."""
        path = self._program.path
        if not self._end.alive:
            return _native.Error(f"{path}: it was ended\n  help: make another environment")
        try:
            status = self._process.wait(timeout=1)
            how = f"it ended with status {status}" if status >= 0 else f"signal {-status} ended it"
        except subprocess.TimeoutExpired:
            how = "it closed its output"
        self._errors.join(timeout=1)
        self.close()
        return _native.Error("\n".join([f"{path}: {how}", *(f"  {line}" for line in self._said)]))


def _pass_on(errors: Any, said: deque[str]) -> None:
    """Passes what a program says on standard error on, and keeps the last of it."""
    with errors:
        for line in errors:
            text = line.decode(errors="replace").rstrip("\n")
            said.append(text)
            print(text, file=sys.stderr)


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """Ends a program. It has nothing to keep: what it wrote was whole when it said so."""
    if os.getpid() != owner:
        # A copy of Python's process has no children of its own.
        return
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except OSError:
            # What was not sent any more.
            pass


class ProgramVector:
    """Many games of a program, each in a child process: what ``_native.VectorEnvironment`` is for a
    game of the project. The children play at the same time."""

    def __init__(self, lanes: list[ProgramEnvironment], sides: int) -> None:
        if not lanes:
            raise _native.Error("expected at least one game")
        self._lanes = lanes
        self._sides = sides
        self._seed = 0
        self._next = 0

    def close(self) -> None:
        """Ends all programs."""
        for lane in self._lanes:
            lane.close()

    def action_count(self) -> int:
        return self._lanes[0].action_count()

    def features(self) -> list[tuple[str, int, int]]:
        return self._lanes[0].features()

    def reset(self, seed: int, first: int) -> _native.Rows:
        self._seed, self._next = seed, first
        with self._whole():
            for lane in self._lanes:
                self._begin(lane)
            for lane in self._lanes:
                lane.take()
            return self._rows([True] * len(self._lanes))

    def step(self, actions: bytes) -> _native.Rows:
        given = np.frombuffer(actions, np.int64)
        if len(given) != len(self._lanes):
            raise _native.Error(f"actions for {len(given)} games; there are {len(self._lanes)}")
        with self._whole():
            for lane, action in zip(self._lanes, given, strict=True):
                if lane.turn() is None:
                    self._begin(lane)
                else:
                    lane.ask("act", actions=[int(action)])
            return self._rows([all(lane.take()) for lane in self._lanes])

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Ends all programs where a step fails: some would wait with an answer to it."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def turns(self) -> int:
        return sum(lane.turns() for lane in self._lanes)

    def write(self, lane: int, path: str | PathLike[str], replace: bool) -> None:
        if not 0 <= lane < len(self._lanes):
            raise _native.Error("there is no such game")
        self._lanes[lane].write(path, replace)

    def _begin(self, lane: ProgramEnvironment) -> None:
        lane.ask("reset", seed=self._seed, number=self._next)
        self._next += 1

    def _rows(self, legal: list[bool]) -> _native.Rows:
        """One row for each game; at its end what the seat sees that moved last."""
        lanes = self._lanes
        masks = np.zeros((len(lanes), self.action_count()), np.int8)
        points = np.full((len(lanes), self._sides), -1, np.int8)
        turns = [lane.turn() for lane in lanes]
        for n, lane in enumerate(lanes):
            masks[n, lane.legal()] = 1
            outcome = lane.outcome()
            if outcome is not None:
                points[n] = outcome[1]
        seen = zip(lanes, turns, strict=True)
        return (
            b"".join(lane.observe(lane.newest() if turn is None else turn) for lane, turn in seen),
            masks.tobytes(),
            points.tobytes(),
            np.array([-1 if turn is None else turn for turn in turns], np.int8).tobytes(),
            np.array([lane.number() for lane in lanes], np.int64).tobytes(),
            np.array(legal, np.uint8).tobytes(),
        )
