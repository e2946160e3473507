"""Checking a symbol's results and gradients against expected ones."""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

import mxnet as mx
from mxnet.context import Context
from mxnet.ndarray.ndarray import NDArray
from mxnet.test_utils.comparing import assert_almost_equal
from mxnet.test_utils.contexts import default_context
from mxnet.test_utils.tolerances import Tolerance

Given = Mapping[str, Any] | Sequence[Any]

_FLOATING = (np.float16, np.float32, np.float64)


# --- data for an executor, shared by all checks ----------------------------------------------------------------------


def check_dtype(dtype: Any, asnumpy: bool) -> None:
    """Raise unless a dtype is one that gradients can be checked in, or ``"asnumpy"`` where that is allowed."""
    if asnumpy and isinstance(dtype, str) and dtype == "asnumpy":
        return
    if dtype not in _FLOATING:
        also = " or 'asnumpy'" if asnumpy else ""
        raise ValueError(f"expected dtype np.float16, np.float32, np.float64{also}, but received {dtype!r}")


def placed(value: Any, ctx: Context, dtype: Any) -> Any:
    """A NumPy array as an array of MXNet's, in ``dtype`` or (``"asnumpy"``) its own; anything else as it is."""
    if not isinstance(value, (np.ndarray, np.generic)):
        return value
    return mx.nd.array(value, ctx=ctx, dtype=value.dtype if isinstance(dtype, str) else dtype)


def parse_location(sym: Any, location: Given, ctx: Context, dtype: Any) -> dict[str, Any]:
    """The arguments of a symbol by name, in the order of their names."""
    by_name = _named(sym.list_arguments(), location, "Symbol arguments", "location")
    return {name: placed(value, ctx, dtype) for name, value in sorted(by_name.items())}


def parse_aux_states(sym: Any, aux_states: Given | None, ctx: Context, dtype: Any) -> dict[str, Any] | None:
    """The auxiliary states of a symbol by name."""
    if aux_states is None:
        return None
    by_name = _named(sym.list_auxiliary_states(), aux_states, "Symbol auxiliary states", "aux_states")
    return {
        name: mx.nd.array(value, ctx=ctx, dtype=value.dtype if isinstance(dtype, str) else dtype)
        for name, value in by_name.items()
    }


def _named(names: Sequence[str], values: Given, what: str, argument: str) -> dict[str, Any]:
    if not isinstance(values, Mapping):
        return dict(zip(names, values, strict=False))
    if set(values) != set(names):
        raise ValueError(f"{what} are {sorted(names)}, but the keys of {argument} are {sorted(values)}; give each")
    return dict(values)


def gradient_array(start: np.ndarray, stype: str | None, ctx: Context, dtype: Any) -> Any:
    """An array for a gradient: these numbers if dense, else nothing stored."""
    if stype in (None, "default"):
        return mx.nd.array(start, ctx=ctx, dtype=dtype)
    return mx.nd.zeros(start.shape, ctx=ctx, dtype=dtype, stype=stype)


def compare_gradient(
    req: str,
    name: str,
    expected: Any,
    computed: Any,
    before: np.ndarray,
    tolerances: tuple[Tolerance, Tolerance],
    **options: Any,
) -> None:
    """Compare a gradient with the expected one as ``grad_req`` asks: written, added to ``before``, or left alone."""
    labels = (f"{options.pop('label', 'EXPECTED')}_{name}", f"BACKWARD_{name}")
    if req == "add":
        computed = (computed.asnumpy() if isinstance(computed, NDArray) else computed) - before
    elif req == "null":
        expected = before
    elif req != "write":
        raise ValueError(f"grad_req of {name!r}: expected 'write', 'add' or 'null', but received {req!r}")
    assert_almost_equal(expected, computed, *tolerances, labels, **options)


# --- the checks ------------------------------------------------------------------------------------------------------


def simple_forward(sym: Any, ctx: Context | None = None, is_train: bool = False, **inputs: Any) -> Any:
    """A symbol's results for arrays given by name, as a NumPy array or a list of several.

    >>> mx.test_utils.simple_forward(mx.sym.square(mx.sym.var("x")), x=np.array([2, 3]))
    array([4., 9.], dtype=float32)
    """
    arrays = {name: mx.nd.array(value) for name, value in inputs.items()}
    executor = sym.bind(ctx or default_context(), args=arrays)
    executor.forward(is_train=is_train)
    outputs = [output.asnumpy() for output in executor.outputs]
    return outputs[0] if len(outputs) == 1 else outputs


def check_symbolic_forward(
    sym: Any,
    location: Given,
    expected: Given,
    rtol: Tolerance = None,
    atol: Tolerance = None,
    aux_states: Given | None = None,
    ctx: Context | None = None,
    equal_nan: bool = False,
    dtype: Any = np.float32,
) -> list[Any]:
    """Compare a symbol's results with the expected ones, and return them.

    ``location``, ``expected`` and ``aux_states`` are dicts by name, or lists in the order of ``list_arguments()``,
    ``list_outputs()`` and ``list_auxiliary_states()``. ``dtype="asnumpy"`` leaves each array its own dtype.

    >>> x, y = mx.sym.Variable("x"), mx.sym.Variable("y")
    >>> found = mx.test_utils.check_symbolic_forward(x * y, [np.array([2.0]), np.array([3.0])], [np.array([6.0])])
    """
    check_dtype(dtype, asnumpy=True)
    ctx = ctx or default_context()
    arguments = parse_location(sym, location, ctx, dtype)
    states = parse_aux_states(sym, aux_states, ctx, dtype)
    names = sym.list_outputs()
    wanted = [expected[name] for name in names] if isinstance(expected, Mapping) else expected
    executor = sym.bind(ctx=ctx, args=arguments, aux_states=states, grad_req="null")
    executor.forward(is_train=False)
    for name, value, output in zip(names, wanted, executor.outputs, strict=False):
        labels = (f"EXPECTED_{name}", f"FORWARD_{name}")
        assert_almost_equal(value, output, rtol, atol, labels, equal_nan=equal_nan)
    return executor.outputs


def check_symbolic_backward(
    sym: Any,
    location: Given,
    out_grads: Given | None,
    expected: Given,
    rtol: Tolerance = None,
    atol: Tolerance = None,
    aux_states: Given | None = None,
    grad_req: str | Given = "write",
    ctx: Context | None = None,
    grad_stypes: Mapping[str, str] | None = None,
    equal_nan: bool = False,
    dtype: Any = np.float32,
) -> dict[str, Any]:
    """Compare a symbol's gradients with the expected ones, and return them by name.

    ``out_grads`` are the gradients of the results, ``expected`` those of arguments, as dicts by name or lists in order;
    ``grad_stypes`` names gradients to keep sparse. A gradient that is added to starts from random numbers.

    >>> x = np.array([1, 2], "float32")
    >>> gradients = mx.test_utils.check_symbolic_backward(mx.sym.square(mx.sym.var("x")), [x], [np.ones(2)], [2 * x])
    >>> gradients["x"].asnumpy()
    array([2., 4.], dtype=float32)
    """
    check_dtype(dtype, asnumpy=True)
    ctx = ctx or default_context()
    arguments = parse_location(sym, location, ctx, dtype)
    states = parse_aux_states(sym, aux_states, ctx, dtype)
    names = sym.list_arguments()
    wanted = dict(expected) if isinstance(expected, Mapping) else dict(zip(names, expected, strict=False))
    before = {name: np.random.normal(size=value.shape) for name, value in sorted(wanted.items())}
    grads = {}
    for name, start in before.items():
        kind = wanted[name].dtype if isinstance(dtype, str) else dtype
        grads[name] = gradient_array(start, (grad_stypes or {}).get(name), ctx, kind)
    requests = _requests(names, grad_req)
    executor = sym.bind(ctx=ctx, args=arguments, args_grad=grads, aux_states=states, grad_req=requests)
    executor.forward(is_train=True)
    executor.backward(_heads(out_grads, ctx, dtype))
    for name, value in wanted.items():
        compare_gradient(requests[name], name, value, grads[name], before[name], (rtol, atol), equal_nan=equal_nan)
    return grads


def _requests(names: Iterable[str], grad_req: str | Given) -> dict[str, str]:
    if isinstance(grad_req, str):
        return dict.fromkeys(names, grad_req)
    return dict(grad_req) if isinstance(grad_req, Mapping) else dict(zip(names, grad_req, strict=False))


def _heads(out_grads: Given | None, ctx: Context, dtype: Any) -> Any:
    if out_grads is None:
        return None
    if isinstance(out_grads, Mapping):
        return {name: placed(value, ctx, dtype) for name, value in out_grads.items()}
    return [placed(value, ctx, dtype) for value in out_grads]


def check_speed(
    sym: Any,
    location: Mapping[str, np.ndarray] | None = None,
    ctx: Context | None = None,
    N: int = 20,
    grad_req: Any = None,
    typ: str = "whole",
    **kwargs: Any,
) -> float:
    """Seconds that a pass through a symbol takes: forward and backward (``"whole"``), or only ``"forward"``.

    Without a ``location`` the arguments are random, in the shapes given by name.

    >>> mx.test_utils.check_speed(mx.sym.tanh(mx.sym.var("x")), N=2, x=(2, 3)) > 0
    True
    """
    if typ not in ("whole", "forward"):
        raise ValueError(f'typ can only be "whole" or "forward", but is {typ!r}')
    shapes = kwargs if location is None else {name: value.shape for name, value in location.items()}
    executor = sym.simple_bind(ctx=ctx or default_context(), grad_req=grad_req or "write", **shapes)
    if location is None:
        location = {name: np.random.normal(size=array.shape) for name, array in executor.arg_dict.items()}
    for name, value in location.items():
        executor.arg_dict[name][:] = value

    def run() -> None:
        executor.forward(is_train=typ == "whole")
        if typ == "whole":
            executor.backward(out_grads=executor.outputs)
        # The pass runs now: what a later one overwrites would otherwise never be computed.
        mx.nd.waitall()

    run()
    start = time.perf_counter()
    for _ in range(N):
        run()
    return (time.perf_counter() - start) / N
