"""A log recorded from inside a program: columns of numbers, by cycle and entity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import Any

import numpy

from . import _native


class Recorder:
    """Records what a simulator does, as a log.

        >>> with Recorder("run.csv", ["x", "laps"], units={"x": "m"}, tick_unit="s") as recorder:
        ...     for tick in range(3):
        ...         recorder.cycle(tick)
        ...         recorder.row("car 7", x=0.1 * tick, laps=0)

    The ending of the file's name says what is written: ``.csv``, ``.jsonl``, and with ``.gz`` behind it
    compressed. Lines are written as cycles end. An entity without a row in a cycle is gone from there on.
    Numbers come back to the bit. Units stand in the second line of a CSV; JSON lines have no place for
    them. Left by an exception, the log ends before the cycle that was going on.

    Names of columns and entities hold no quotes, backslashes or control characters; no column is called
    ``t``, ``tick`` or ``entity``.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        columns: Sequence[str],
        *,
        units: Mapping[str, str] | None = None,
        tick_unit: str = "",
    ) -> None:
        given = dict(units or {})
        all_units = [tick_unit, *(given.pop(name, "") for name in columns)]
        if given:
            raise _native.Error(f"there is no column `{next(iter(given))}`")
        self._native = _native.Recorder(path, list(columns), all_units if any(all_units) else [])
        self._columns = {name: number for number, name in enumerate(columns)}
        self._entities: dict[str, int] = {}

    def cycle(self, tick: int) -> None:
        """Begins the cycle of a tick, which is greater than the one before."""
        self._native.cycle(tick)

    def row(self, entity: object, **values: float) -> None:
        """Sets values of an entity in this cycle; integers stay integers."""
        number = self._entity(entity)
        for name, value in values.items():
            if isinstance(value, (int, numpy.integer)):
                self._native.set_integer(number, self._column(name), int(value))
            else:
                self._native.set(number, self._column(name), float(value))

    def columns(self, ticks: Any, entities: Iterable[object], **columns: Any) -> None:
        """Sets many values at once: row ``n`` is what ``columns`` hold at ``n`` of ``entities[n]`` in
        the cycle ``ticks[n]``. Ticks do not go down; one number stands for all rows. Arrays of integers
        stay integers, others become 64-bit floating-point numbers.

        Raises ``ValueError`` where lengths differ.
        """
        names = entities if isinstance(entities, (list, tuple)) else list(entities)
        numbers = numpy.array([self._entity(name) for name in names], dtype=numpy.uint32)
        ticks = numpy.ascontiguousarray(numpy.broadcast_to(ticks, numbers.shape), dtype=numpy.uint64)
        given = []
        for name, values in columns.items():
            array = numpy.asarray(values)
            is_integer = array.dtype.kind in "biu"
            array = numpy.ascontiguousarray(array, numpy.int64 if is_integer else numpy.float64)
            if array.shape != numbers.shape:
                raise ValueError(f"{name} has shape {array.shape}; expected {numbers.shape}")
            given.append((self._column(name), is_integer, array.tobytes()))
        self._native.rows(ticks.tobytes(), numbers.tobytes(), given)

    def close(self) -> None:
        """Ends the log; once more it does nothing."""
        self._native.finish()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._native.abandon()

    def _entity(self, name: object) -> int:
        name = str(name)
        number = self._entities.get(name)
        if number is None:
            number = self._entities[name] = self._native.entity(name)
        return number

    def _column(self, name: str) -> int:
        try:
            return self._columns[name]
        except KeyError:
            raise _native.Error(f"there is no column `{name}`") from None


def record_mesa(recorder: Recorder, model: Any) -> None:
    """Records the agents of a Mesa model after a step: the attributes that columns are called after.

    The cycle is ``model.steps``, the entity an agent's ``unique_id``.
    """
    recorder.cycle(int(model.steps))
    for agent in model.agents:
        values = {name: getattr(agent, name) for name in recorder._columns}
        recorder.row(agent.unique_id, **values)


def record_gymnasium(recorder: Recorder, env: Any) -> Any:
    """A Gymnasium environment that records what its steps return, an episode after the other: columns
    ``reward`` and, of a vector that is observed, ``obs0``, ``obs1`` and so on."""
    import gymnasium

    class Recorded(gymnasium.Wrapper):
        tick = 0

        def step(self, action: Any) -> Any:
            result = super().step(action)
            observation = numpy.asarray(result[0], dtype=numpy.float64).ravel()
            values = {f"obs{n}": value for n, value in enumerate(observation)}
            values["reward"] = float(result[1])
            recorder.cycle(self.tick)
            recorder.row("env", **{name: values[name] for name in recorder._columns})
            self.tick += 1
            return result

    return Recorded(env)
