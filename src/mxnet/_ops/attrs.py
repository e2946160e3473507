"""Attributes of operators: from what a caller or a symbol file gives to canonical, hashable Python values.

The annotation of an attribute is its parser. ``int``, ``float``, ``bool``, ``str``, ``Literal[...]``,
``tuple[int, ...]``, ``DType`` and any of them ``| None`` are understood, from Python values and from the
strings that MXNet writes into JSON (``"(2, 2)"``, ``"True"``, ``"1e-05"``, ``"None"``).
"""

import ast
import types
import typing
from collections.abc import Callable
from typing import Any, Literal, NewType, TypeVar, Union, get_args, get_origin

import ml_dtypes
import numpy as np

DType = NewType("DType", str)
FLOAT32, INT32, INT64 = DType("float32"), DType("int32"), DType("int64")
Shape = tuple[int, ...]
Slots = tuple[int | None, ...]
Floats = tuple[float, ...]

Parser = Callable[[Any], Any]
T = TypeVar("T")

_NAMES = "float16 float32 float64 uint8 int8 int32 int64 bool uint16 int16 uint32 uint64"
DTYPES = {name: np.dtype(name) for name in _NAMES.split()}
DTYPES["bfloat16"] = np.dtype(ml_dtypes.bfloat16)
_BY_DTYPE = {dtype: name for name, dtype in DTYPES.items()}
_BY_DTYPE[np.dtype([("bfloat16", np.uint16)])] = "bfloat16"  # how MXNet spells it for NumPy


def present(value: T | None) -> T:
    """An input or attribute that may be None, but not here: what ``use_inputs`` names is there, or no call is made."""
    if value is None:
        raise TypeError("an operator was called without an input that its attributes ask for")
    return value


def parse_dtype(value: Any) -> str:
    """The canonical name of a dtype given as a name, a NumPy type or a Python type."""
    if isinstance(value, str) and value in DTYPES:
        return value
    try:
        return _BY_DTYPE[np.dtype(value)]
    except (TypeError, KeyError):
        raise ValueError(f"a dtype among {sorted(DTYPES)}") from None


def parse_int(value: Any) -> int:
    """A whole number; a float is accepted when it is one."""
    if isinstance(value, str):
        value = _literal(value)
    try:
        number = int(value)
    except (TypeError, ValueError):
        raise ValueError("a whole number") from None
    if number != value:
        raise ValueError("a whole number")
    return number


def parse_float(value: Any) -> float:
    """A number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError("a number") from None


def parse_bool(value: Any) -> bool:
    """A flag, as Python's or as the words MXNet writes."""
    if isinstance(value, str):
        known = {"True": True, "true": True, "1": True, "False": False, "false": False, "0": False}
        if value not in known:
            raise ValueError("True or False")
        return known[value]
    return bool(value)


def parse_str(value: Any) -> str:
    """Text."""
    return str(value)


def _literal(text: str) -> Any:
    """The Python value that a string in a symbol file spells; MXNet 0.x wrote longs as ``2L``."""
    text = text.strip()
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        pass
    try:
        return ast.literal_eval(text.replace("L", ""))
    except (ValueError, SyntaxError):
        raise ValueError("a Python literal") from None


def _tuple_parser(item: Parser, expected: str, optional: bool) -> Parser:
    def parse(value: Any) -> tuple[Any, ...]:
        if isinstance(value, str):
            value = _literal(value)
        if isinstance(value, (int, float, np.number)):
            value = (value,)
        if value is None and optional:  # as in ``slice(begin=(1,), end=(2,), step=None)``
            return ()
        try:
            return tuple(item(v) for v in value)
        except (TypeError, ValueError):
            raise ValueError(expected) from None

    return parse


def _choice_parser(choices: tuple[Any, ...]) -> Parser:
    by_text = {str(c): c for c in choices}

    def parse(value: Any) -> Any:
        try:
            return by_text[str(value)]
        except KeyError:
            raise ValueError(f"one of {', '.join(repr(c) for c in by_text)}") from None

    return parse


def _optional_parser(item: Parser) -> Parser:
    def parse(value: Any) -> Any:
        if value is None or (isinstance(value, str) and value == "None"):
            return None
        return item(value)

    return parse


_SIMPLE: dict[Any, Parser] = {
    int: parse_int,
    float: parse_float,
    bool: parse_bool,
    str: parse_str,
    DType: parse_dtype,
    Any: lambda value: value,
}


def parser_for(annotation: Any) -> Parser:
    """The parser that an attribute's annotation stands for."""
    if annotation in _SIMPLE:
        return _SIMPLE[annotation]
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return _choice_parser(args)
    if origin is tuple:
        return _tuple_parser(parser_for(args[0]), f"a tuple of {_spell(args[0])}", type(None) in get_args(args[0]))
    if origin in (Union, types.UnionType):
        items = [a for a in args if a is not type(None)]
        parsers = [parser_for(a) for a in items]
        one = parsers[0] if len(parsers) == 1 else _first_of(parsers, annotation)
        return _optional_parser(one) if type(None) in args else one
    raise TypeError(f"no parser for the annotation {annotation!r}")


def _first_of(parsers: list[Parser], annotation: Any) -> Parser:
    def parse(value: Any) -> Any:
        for parser in parsers:
            try:
                return parser(value)
            except ValueError:
                continue
        raise ValueError(_spell(annotation))

    return parse


def _spell(annotation: Any) -> str:
    """How an annotation reads in an error message."""
    if isinstance(annotation, type) and not get_args(annotation):
        return annotation.__name__
    return str(annotation).replace("typing.", "").replace("mxnet._ops.attrs.", "")


def spell_type(annotation: Any) -> str:
    """How an attribute's type reads in documentation."""
    return "dtype" if annotation is DType else _spell(annotation)


def hints(function: Callable[..., Any]) -> dict[str, Any]:
    """The evaluated annotations of a function."""
    return typing.get_type_hints(function)
