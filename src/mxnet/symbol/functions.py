"""Making symbols: variables, groups, constants, symbols from files, and functions of symbols and numbers."""

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import attribute
from mxnet._files import paths
from mxnet._frontend import arithmetic as table
from mxnet._ops.attrs import parse_dtype
from mxnet.ndarray.storage import STORAGE
from mxnet.symbol.compose import HIDDEN
from mxnet.symbol.core import Symbol
from mxnet.symbol.fluent import binary
from mxnet.symbol.handle import SymbolBase
from mxnet.symbol.invoke import call
from mxnet.symbol.loading import loads
from mxnet.symbol.node import Node, is_annotation
from mxnet.symbol.types import NUMBERS


def var(
    name: str,
    attr: dict[str, str] | None = None,
    shape: Any = None,
    lr_mult: float | None = None,
    wd_mult: float | None = None,
    dtype: Any = None,
    init: Any = None,
    stype: str | None = None,
    **kwargs: Any,
) -> Symbol:
    """A variable: a leaf of the graph, which gets its array when the graph is bound.

    ``shape`` and ``dtype`` speak where nobody says otherwise, 0 being an unknown length; ``init`` is an initializer;
    ``lr_mult`` and ``wd_mult`` scale the learning rate and the weight decay; further attributes are ``__named__`` so.

    >>> mx.sym.var('weight', shape=(3, 0), lr_mult=2).attr('__shape__')
    '(3, 0)'
    """
    if not isinstance(name, str):
        raise TypeError(f"Expect a string for variable `name`, but got {name!r}")
    attrs: dict[str, str] = {}
    for key, value in attribute.current().get(attr).items():
        if not isinstance(value, str):
            raise ValueError(f"Set Attr only accepts string values: write {key}={str(value)!r}, not {value!r}")
        attrs[f"__{key}__" if key in HIDDEN else key] = value
    annotations = {
        "shape": shape,
        "lr_mult": lr_mult,
        "wd_mult": wd_mult,
        "dtype": None if dtype is None else _dtype_number(dtype),
        "init": init if init is None or isinstance(init, str) else init.dumps(),
        "storage_type": None if stype is None else _storage_number(stype),
    }
    attrs.update({f"__{key}__": str(value) for key, value in annotations.items() if value is not None})
    for key, value in kwargs.items():
        if not is_annotation(key):
            raise ValueError(
                f"Attribute name={key} is not supported. Additional attributes must start and end with double "
                f"underscores, e.g, __{key}__"
            )
        attrs[key] = str(value)
    return Symbol([(Node(None, attrs.pop("name", name), attrs), 0)])


Variable = var


def _dtype_number(dtype: Any) -> int:
    try:
        return NUMBERS[parse_dtype(dtype)]
    except ValueError as error:
        raise TypeError(f"data type {dtype!r} not understood: expected {error}") from None


def _storage_number(stype: str) -> int:
    if stype not in STORAGE:
        raise ValueError(f"stype must be among {sorted(STORAGE)}, but got {stype!r}")
    return STORAGE[stype]


def Group(symbols: Sequence[Symbol], create_fn: Any = Symbol) -> Symbol:
    """One symbol with the outputs of several.

    >>> x = mx.sym.var("x")
    >>> mx.sym.Group([mx.sym.exp(x, name="grows"), mx.sym.relu(x, name="cuts")]).list_outputs()
    ['grows_output', 'cuts_output']
    """
    if not symbols or not all(isinstance(s, SymbolBase) for s in symbols):
        raise TypeError("Expected a list of symbols as input")
    return create_fn([h for s in symbols for h in s._heads])


def load(fname: str) -> Symbol:
    """The symbol in a JSON file of any MXNet since 0.8, local or ``scheme://``.

    >>> mx.sym.relu(mx.sym.var("x"), name="cut").save("cut-symbol.json")
    >>> mx.sym.load("cut-symbol.json").list_outputs()
    ['cut_output']
    """
    if not isinstance(fname, str):
        raise TypeError(f"fname need to be string, but got {fname!r}")
    return Symbol(loads(paths.read_bytes(fname), repr(fname)))


def load_json(json_str: str) -> Symbol:
    """The symbol that a JSON text describes.

    >>> text = mx.sym.relu(mx.sym.var("x"), name="cut").tojson()
    >>> mx.sym.load_json(text).list_arguments()
    ['x']
    """
    if not isinstance(json_str, str):
        raise TypeError(f"json_str required to be string, but got {type(json_str)}")
    return Symbol(loads(json_str, "json_str"))


fromjson = load_json


# --- functions of symbols and numbers --------------------------------------------------------------------------------


def pow(base: Any, exp: Any) -> Any:
    """``base`` to the power ``exp``, of symbols without broadcasting or of a symbol and a number.

    >>> mx.sym.pow(mx.sym.var("x"), 2).eval(x=mx.nd.array([3]))[0].asnumpy()
    array([9.], dtype=float32)
    """
    if isinstance(exp, SymbolBase) and isinstance(base, numbers.Number):
        return call("_RPowerScalar", type(exp), exp, scalar=base)
    return binary(table.POWER, base, exp)


power = pow


def maximum(left: Any, right: Any) -> Any:
    """The larger of each two elements, of symbols without broadcasting or of a symbol and a number.

    >>> mx.sym.maximum(mx.sym.var("x"), 2).eval(x=mx.nd.array([1, 3]))[0].asnumpy()
    array([2., 3.], dtype=float32)
    """
    return binary(table.MAXIMUM, left, right)


def minimum(left: Any, right: Any) -> Any:
    """The smaller of each two elements, of symbols without broadcasting or of a symbol and a number.

    >>> mx.sym.minimum(mx.sym.var("x"), 2).eval(x=mx.nd.array([1, 3]))[0].asnumpy()
    array([1., 2.], dtype=float32)
    """
    return binary(table.MINIMUM, left, right)


def hypot(left: Any, right: Any) -> Any:
    """``sqrt(left**2 + right**2)``, of symbols without broadcasting or of a symbol and a number.

    >>> mx.sym.hypot(mx.sym.var("x"), 4).eval(x=mx.nd.array([3]))[0].asnumpy()
    array([5.], dtype=float32)
    """
    return binary(table.HYPOT, left, right)


# --- constants -------------------------------------------------------------------------------------------------------


def _float32(dtype: Any) -> Any:
    return np.float32 if dtype is None else dtype


def zeros(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Zeros; a length of 0 is unknown and follows from what the symbol is used for.

    >>> mx.sym.zeros((2,)).eval(ctx=mx.cpu())[0].asnumpy()
    array([0., 0.], dtype=float32)
    """
    return call("_zeros", Symbol, shape=shape, dtype=_float32(dtype), **kwargs)


def ones(shape: Any, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Ones; a length of 0 is unknown and follows from what the symbol is used for.

    >>> mx.sym.ones((2,)).eval(ctx=mx.cpu())[0].asnumpy()
    array([1., 1.], dtype=float32)
    """
    return call("_ones", Symbol, shape=shape, dtype=_float32(dtype), **kwargs)


def full(shape: Any, val: float, dtype: Any = None, **kwargs: Any) -> Symbol:
    """One number everywhere.

    >>> mx.sym.full((2,), 7).eval(ctx=mx.cpu())[0].asnumpy()
    array([7., 7.], dtype=float32)
    """
    return call("_full", Symbol, shape=shape, dtype=_float32(dtype), value=float(val), **kwargs)


def eye(N: int, M: int = 0, k: int = 0, dtype: Any = None, **kwargs: Any) -> Symbol:
    """Ones on a diagonal, zeros elsewhere.

    >>> mx.sym.eye(2).eval(ctx=mx.cpu())[0].asnumpy()
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """
    return call("_eye", Symbol, N, M, k, dtype=_float32(dtype), **kwargs)


def arange(
    start: float,
    stop: float | None = None,
    step: float = 1.0,
    repeat: int = 1,
    infer_range: bool = False,
    name: str | None = None,
    dtype: Any = None,
) -> Symbol:
    """Evenly spaced numbers from ``start`` (or 0) up to, not including, ``stop``.

    >>> mx.sym.arange(2, 10, 3).eval(ctx=mx.cpu())[0].asnumpy()
    array([2., 5., 8.], dtype=float32)
    """
    params = {"start": start, "stop": stop, "step": step, "repeat": repeat, "infer_range": infer_range}
    return call("_arange", Symbol, **params, name=name, dtype=_float32(dtype))


def linspace(
    start: float, stop: float, num: int, endpoint: bool = True, name: str | None = None, dtype: Any = None
) -> Symbol:
    """``num`` evenly spaced numbers from ``start`` to ``stop``.

    >>> mx.sym.linspace(0, 1, 5).eval(ctx=mx.cpu())[0].asnumpy()
    array([0., 0.25, 0.5, 0.75, 1.], dtype=float32)
    """
    params = {"start": start, "stop": stop, "num": num, "endpoint": endpoint}
    return call("_linspace", Symbol, **params, name=name, dtype=_float32(dtype))


def histogram(a: Symbol, bins: Any = 10, range: Any = None, **kwargs: Any) -> Symbol:
    """How many elements fall into each bin, and the bins' edges.

    >>> counts = mx.sym.histogram(mx.sym.var("x"), bins=2, range=(0, 4))[0]
    >>> counts.eval(x=mx.nd.array([1, 3, 3]))[0].asnumpy()
    array([1, 2])
    """
    if isinstance(bins, SymbolBase):
        return call("_histogram", type(a), data=a, bins=bins, **kwargs)
    if not isinstance(bins, (int, np.integer)):
        raise ValueError(f"bins argument should be either an integer or a Symbol, but got {bins!r}")
    if range is None:
        raise ValueError("null range is not supported in symbol mode: write range=(low, high)")
    return call("_histogram", type(a), data=a, bin_cnt=bins, range=range, **kwargs)
