"""Operators of ONNX on strings, which no array of MXNet holds: they run on the host, on NumPy's arrays of objects."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet.error import MXNetError

Text = np.ndarray
TEXT: dict[str, Callable[..., Any]] = {}


def _text(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        TEXT[name] = function
        return function

    return register


@_text("StringNormalizer")
def normalize(
    x: Text,
    *,
    case_change_action: str = "NONE",
    is_case_sensitive: int = 0,
    stopwords: Sequence[str] = (),
    locale: str = "",
) -> Text:
    """Words without the stopwords, in one case."""
    cases: dict[str, Callable[[str], str]] = {"LOWER": str.lower, "UPPER": str.upper, "NONE": str}
    change = cases[case_change_action]
    same: Callable[[str], str] = str if is_case_sensitive else str.lower
    banned = {same(word) for word in stopwords}
    rows = [[change(word) for word in row if same(word) not in banned] for row in np.atleast_2d(x).tolist()]
    if any(len(row) != len(rows[0]) for row in rows):
        raise MXNetError("StringNormalizer: expected rows of equal length after the stopwords are gone")
    if not rows[0]:  # nothing is left: one empty string stands for it
        rows = [[""]]
    normalized = np.array(rows, object)
    return normalized if x.ndim == 2 else normalized[0]


@_text("StringConcat")
def concat(a: Text, b: Text) -> Text:
    """Strings one behind the other."""
    left, right = np.broadcast_arrays(a, b)
    return np.array([p + q for p, q in zip(left.reshape(-1), right.reshape(-1), strict=True)], object).reshape(
        left.shape
    )


@_text("StringSplit")
def split(x: Text, *, delimiter: str = "", maxsplit: int | None = None) -> tuple[Text, np.ndarray]:
    """The parts of each string, filled up with empty ones, and how many there are."""
    most = -1 if maxsplit is None else maxsplit
    parts = [s.split(delimiter or None, most) if s else [] for s in x.reshape(-1).tolist()]
    counts = np.array([len(p) for p in parts], np.int64).reshape(x.shape)
    width = max((len(p) for p in parts), default=0)
    filled = [p + [""] * (width - len(p)) for p in parts]
    return np.array(filled, object).reshape(*x.shape, width), counts


@_text("RegexFullMatch")
def matches(x: Text, *, pattern: str = "") -> np.ndarray:
    """Whether a pattern describes each string from end to end."""
    form = re.compile(pattern)
    return np.array([form.fullmatch(s) is not None for s in x.reshape(-1)], bool).reshape(x.shape)


@_text("Equal")
def equal(a: Text, b: Text) -> np.ndarray:
    """Whether strings are the same."""
    return np.asarray(np.equal(a, b), bool)


@_text("Identity")
def identity(x: Text) -> Text:
    """The same strings."""
    return x


@_text("ai.onnx.ml.LabelEncoder")
def encode(x: np.ndarray, **attrs: Any) -> np.ndarray:
    """What a table says for each key, which may be text or a number."""
    keys = _column(attrs, "keys")
    values = _column(attrs, "values")
    if keys is None:
        keys = np.arange(len(values))
    default = _default(attrs, values)
    known = {_key(k): v for k, v in zip(keys.tolist(), values.tolist(), strict=True)}
    encoded = [known.get(_key(k), default) for k in x.reshape(-1).tolist()]
    return np.array(encoded, values.dtype).reshape(x.shape)


def _key(value: Any) -> Any:
    return "nan" if isinstance(value, float) and value != value else value


def _column(attrs: dict[str, Any], which: str) -> Any:
    for ending, kind in (("strings", object), ("int64s", np.int64), ("floats", np.float32), ("tensor", None)):
        column = attrs.get(f"{which}_{ending}")
        if column is not None:
            return np.asarray(column, kind) if kind is not None else np.asarray(column)
    return None


def _default(attrs: dict[str, Any], values: np.ndarray) -> Any:
    if attrs.get("default_tensor") is not None:
        return np.asarray(attrs["default_tensor"]).reshape(-1)[0]
    if values.dtype == object:
        return attrs.get("default_string", "_Unused")
    if values.dtype.kind == "i":
        return attrs.get("default_int64", -1)
    return attrs.get("default_float", -0.0)
