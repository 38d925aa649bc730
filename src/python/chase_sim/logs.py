"""The signals of a log as columns, and data frames as logs."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from . import _native
from .commands import options

_KINDS = {"integers": np.int64, "floats": np.float64, "instants": np.int64}


class Signals:
    """The signals of a log: a row for each tick, or for each entity at each tick, in the log's
    order.

    ``columns`` has a pair for each column, in the log's order: first the ticks under the name of their column, then
    the entities where the log has some, then the signals. A pair is an array and a mask, which is true where the row
    has no value; arrays are int64, float64, datetime64 in nanoseconds for ticks that are dates, or objects for
    texts. In a log of changes a row has what holds after its tick.
    """

    def __init__(self, native: list[tuple[str, str, Any, bytes]]) -> None:
        self.columns: dict[str, tuple[Any, Any]] = {}
        for name, kind, values, known in native:
            array: Any
            if kind == "texts":
                array = np.array(values, dtype=object)
            else:
                array = np.frombuffer(values, _KINDS[kind])
            if kind == "instants":
                array = array.view("datetime64[ns]")
            while name in self.columns:
                name += "_"
            self.columns[name] = (array, np.frombuffer(known, np.uint8) == 0)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(next(iter(self.columns.values()))[0])

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``. Whole numbers with gaps have pandas' type Int64; where another number has no value
        there is NaN, which a value that is NaN looks like too."""
        import pandas

        frame = {}
        for name, (array, missing) in self.columns.items():
            if array.dtype == np.int64 and missing.any():
                frame[name] = pandas.array(array, dtype="Int64")
                frame[name][missing] = pandas.NA
            else:
                frame[name] = np.where(missing, np.nan, array) if array.dtype == float else array
        return pandas.DataFrame(frame)

    def to_polars(self) -> Any:
        """A ``polars.DataFrame``."""
        import polars

        series = []
        for name, (array, missing) in self.columns.items():
            if array.dtype == object:
                one = polars.Series(name, list(array), dtype=polars.String)
            else:
                one = polars.Series(name, array)
                if missing.any():
                    one = one.set(polars.Series(missing), None)
            series.append(one)
        return polars.DataFrame(series)

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table``."""
        import pyarrow

        return pyarrow.table(
            {
                name: pyarrow.array(array, mask=missing, type=None if len(array) else pyarrow.null())
                if array.dtype != object
                else pyarrow.array(list(array), type=pyarrow.string())
                for name, (array, missing) in self.columns.items()
            }
        )


def signals(log: str | PathLike[str], **words: Any) -> Signals:
    """The signals of any program's log as columns, which become data frames. ``words`` are options of
    ``chase trace`` that say how the log is read, with ``_`` for ``-``: ``tick="t", entity="car"``,
    ``like="log.toml"``.

    Raises :class:`Error` for a file that is no log, and for a line that cannot be read.
    """
    return Signals(_native.signals(log, options(**words)))


def as_file(log: Any, folder: str, name: str) -> str | PathLike[str]:
    """A log as a file: a data frame is written as CSV into the folder, a path stays as it is."""
    path = Path(folder) / f"{name}.csv"
    if hasattr(log, "write_csv"):  # polars
        log.write_csv(path, datetime_format="%Y-%m-%dT%H:%M:%S%.f")
    elif hasattr(log, "to_csv"):  # pandas
        named = any(index is not None for index in log.index.names)
        log.to_csv(path, index=named)
    elif hasattr(log, "to_pandas"):  # pyarrow
        log.to_pandas().to_csv(path, index=False)
    else:
        return log
    return path
