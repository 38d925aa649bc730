"""Events as a table, and its way to others: Arrow's C data interface, made of numpy's buffers, so
that no version of any library is bound."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np


class Events:
    """The events of a replay, one row for each, in their order.

    Columns, each a numpy array of one length:

    - ``cycle`` (int64): the cycle it belongs to, from 0;
    - ``turn`` (int32): which turn of its cycle, from 0;
    - ``seat`` (int8): the seat whose turn that was; -1 for the world's;
    - ``kind`` (int32): what it is, an index into :attr:`kind_names`;

    and ``fields``, what else there is to say of it, as text: a JSON object.
    """

    def __init__(self, columns: tuple[Any, ...], seats: list[str]) -> None:
        cycles, turns, of_seats, kinds, names, fields, ends = columns
        self.cycle = np.frombuffer(cycles, np.int64)
        self.turn = np.frombuffer(turns, np.int32)
        self.seat = np.frombuffer(of_seats, np.int8)
        self.kind = np.frombuffer(kinds, np.int32)
        self.kind_names: list[str] = names
        self.seat_names = seats
        """The names of the seats, by number."""
        self._fields = np.frombuffer(fields, np.uint8)
        self._offsets = np.concatenate([np.zeros(1, np.int64), np.frombuffer(ends, np.int64)])

    def __len__(self) -> int:
        return len(self.cycle)

    def __iter__(self) -> Iterator[tuple[int, int, str | None, str, str]]:
        """Each event as (cycle, turn, seat's name or ``None`` for the world, kind, fields)."""
        text = self._fields.tobytes()
        offsets = self._offsets.tolist()
        for n, (cycle, turn, seat, kind) in enumerate(
            zip(
                self.cycle.tolist(),
                self.turn.tolist(),
                self.seat.tolist(),
                self.kind.tolist(),
                strict=True,
            )
        ):
            name = self.seat_names[seat] if seat >= 0 else None
            fields = text[offsets[n] : offsets[n + 1]].decode()
            yield cycle, turn, name, self.kind_names[kind], fields

    def to_arrow(self) -> Any:
        """The events as a ``pyarrow.Table``; no column is copied."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> Any:
        """The events as a ``polars.DataFrame``."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> Any:
        """The events as a ``pandas.DataFrame``: ``kind`` and ``seat`` are categories, a seat by its
        name and missing for the world."""
        import pandas

        fields = [row[4] for row in self]
        return pandas.DataFrame(
            {
                "cycle": self.cycle,
                "turn": self.turn,
                "seat": pandas.Categorical.from_codes(self.seat, self.seat_names),
                "kind": pandas.Categorical.from_codes(self.kind, self.kind_names),
                "fields": fields,
            }
        )

    def __arrow_c_schema__(self) -> Any:
        """The columns as a struct, for who takes in Arrow."""
        return _capsule(_schema(), "arrow_schema")

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        """The table as one struct array, for who takes in Arrow. ``seat`` and ``kind`` are
        dictionaries. Another schema than this one cannot be had."""
        return _capsule(_schema(), "arrow_schema"), _capsule(self._array(), "arrow_array")

    def _array(self) -> _Array:
        rows = len(self)
        known = np.packbits(self.seat >= 0, bitorder="little")
        missing = int(np.count_nonzero(self.seat < 0))
        columns = [
            _array(rows, [None, self.cycle]),
            _array(rows, [None, self.turn]),
            _array(rows, [known, self.seat], missing=missing, dictionary=_words(self.seat_names)),
            _array(rows, [None, self.kind], dictionary=_words(self.kind_names)),
            _array(rows, [None, self._offsets, self._fields]),
        ]
        return _array(rows, [None], columns)


class _Schema(ctypes.Structure):
    """``struct ArrowSchema``."""


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.POINTER(_Schema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class _Array(ctypes.Structure):
    """``struct ArrowArray``."""


_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.POINTER(_Array)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

_NULLABLE = 2

_kept: dict[int, Any] = {}
"""What others still read, by the number in ``private_data``."""
_keys = itertools.count(1)


def _keep(struct: Any, *what: Any) -> Any:
    """Keeps what a structure points at until it is released."""
    key = next(_keys)
    _kept[key] = what
    struct.private_data = key
    struct.release = ctypes.cast(
        _release_schema if isinstance(struct, _Schema) else _release_array, ctypes.c_void_p
    ).value
    return struct


def _released(struct: Any) -> None:
    """Releases a structure, and first what it points at that nobody has taken over."""
    parts = [struct.children[n] for n in range(struct.n_children)]
    if struct.dictionary:
        parts.append(struct.dictionary)
    for part in parts:
        if part.contents.release:
            _released(part.contents)
    _kept.pop(struct.private_data, None)
    struct.release = None


@ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))
def _release_schema(schema: Any) -> None:
    _released(schema.contents)


@ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))
def _release_array(array: Any) -> None:
    _released(array.contents)


def _pointers(kind: Any, parts: list[Any]) -> Any:
    return (ctypes.POINTER(kind) * len(parts))(*[ctypes.pointer(part) for part in parts])


def _field(
    form: bytes, name: bytes, children: list[_Schema] | None = None, dictionary: Any = None
) -> _Schema:
    children = children or []
    pointers = _pointers(_Schema, children)
    schema = _Schema(format=form, name=name, flags=_NULLABLE, n_children=len(children))
    if children:
        schema.children = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(_Schema)))
    if dictionary is not None:
        schema.dictionary = ctypes.pointer(dictionary)
    return _keep(schema, form, name, children, pointers, dictionary)


def _schema() -> _Schema:
    columns = [
        _field(b"l", b"cycle"),
        _field(b"i", b"turn"),
        _field(b"c", b"seat", dictionary=_field(b"u", b"")),
        _field(b"i", b"kind", dictionary=_field(b"u", b"")),
        _field(b"U", b"fields"),
    ]
    return _field(b"+s", b"", columns)


def _array(
    rows: int,
    buffers: list[Any],
    children: list[_Array] | None = None,
    *,
    missing: int = 0,
    dictionary: Any = None,
) -> _Array:
    children = children or []
    addresses = (ctypes.c_void_p * len(buffers))(
        *[None if it is None else it.ctypes.data for it in buffers]
    )
    pointers = _pointers(_Array, children)
    array = _Array(
        length=rows, null_count=missing, n_buffers=len(buffers), n_children=len(children)
    )
    array.buffers = ctypes.cast(addresses, ctypes.POINTER(ctypes.c_void_p))
    if children:
        array.children = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(_Array)))
    if dictionary is not None:
        array.dictionary = ctypes.pointer(dictionary)
    return _keep(array, buffers, addresses, children, pointers, dictionary)


def _words(words: list[str]) -> _Array:
    """Texts as an array."""
    encoded = [word.encode() for word in words]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    # An empty buffer would have no address.
    text = np.frombuffer(b"".join(encoded) or b"\0", np.uint8)
    return _array(len(words), [None, ends, text])


_new = ctypes.pythonapi.PyCapsule_New
_new.restype = ctypes.py_object
_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_name_of = ctypes.pythonapi.PyCapsule_GetName
_name_of.restype = ctypes.c_char_p
_name_of.argtypes = [ctypes.c_void_p]

_in_capsules: dict[int, Any] = {}
"""The structures that capsules point at, by their addresses."""
_NAMES = {"arrow_schema": b"arrow_schema", "arrow_array": b"arrow_array"}


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _forget(capsule: int) -> None:
    """A capsule is gone: what nobody has taken over is released."""
    address = _pointer_of(capsule, _name_of(capsule))
    struct = _in_capsules.pop(address)
    if struct.release:
        _released(struct)


def _capsule(struct: Any, name: str) -> Any:
    address = ctypes.addressof(struct)
    _in_capsules[address] = struct
    return _new(address, _NAMES[name], ctypes.cast(_forget, ctypes.c_void_p))
