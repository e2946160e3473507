"""Checking a symbol's gradient against finite differences."""

from collections.abc import Mapping
from typing import Any

import numpy as np

import mxnet as mx
from mxnet.context import Context
from mxnet.test_utils.contexts import default_context
from mxnet.test_utils.symbolic import (
    Given,
    check_dtype,
    compare_gradient,
    gradient_array,
    parse_aux_states,
    parse_location,
)
from mxnet.test_utils.tolerances import Tolerance, default_numeric_eps, get_tolerance

_PROJECTION = "__random_proj"


def numeric_grad(
    executor: Any,
    location: Mapping[str, np.ndarray],
    aux_states: Mapping[str, np.ndarray] | None = None,
    eps: float = 1e-4,
    use_forward_train: bool = True,
    dtype: Any = np.float32,
) -> dict[str, np.ndarray]:
    """The gradient of the sum of an executor's first result, by central differences of width ``eps``.

    Every evaluation writes new numbers into the executor's own arrays, so that one compiled program serves them all.

    >>> x = np.array([1, 2], "float64")
    >>> executor = mx.sym.square(mx.sym.var("x")).bind(mx.cpu(), {"x": mx.nd.array(x, dtype="float64")})
    >>> mx.test_utils.numeric_grad(executor, {"x": x})["x"].round(2)
    array([2., 4.], dtype=float32)
    """
    check_dtype(dtype, asnumpy=False)
    points = {name: np.array(value, order="C") for name, value in location.items()}

    def result() -> np.ndarray:
        for name, state in (aux_states or {}).items():
            _write(executor.aux_dict[name], state, dtype)
        executor.forward(is_train=use_forward_train)
        return executor.outputs[0].asnumpy()

    for name, point in points.items():
        if executor.arg_dict[name].stype == "default":
            _write(executor.arg_dict[name], point, dtype)
    gradients = {name: np.zeros(point.shape, dtype=dtype) for name, point in points.items()}
    for name, point in points.items():
        if point.dtype.kind != "f":
            continue
        argument, flat = executor.arg_dict[name], point.reshape(-1)
        for i, centre in enumerate(flat.copy()):
            flat[i] = centre + eps / 2
            _write(argument, point, dtype)
            above = result()
            flat[i] = centre - eps / 2
            _write(argument, point, dtype)
            gradients[name].reshape(-1)[i] = (above - result()).sum(dtype=np.float64) / eps
            flat[i] = centre
        _write(argument, point, dtype)
    return gradients


def _write(array: Any, values: np.ndarray, dtype: Any) -> None:
    if array.stype == "default":
        array[:] = values.astype(dtype)
    else:
        array[:] = mx.nd.array(values, ctx=array.context, dtype=dtype).tostype(array.stype)


def check_numeric_gradient(
    sym: Any,
    location: Given,
    aux_states: Given | None = None,
    numeric_eps: Tolerance = None,
    rtol: Tolerance = None,
    atol: Tolerance = None,
    grad_nodes: Any = None,
    use_forward_train: bool = True,
    ctx: Context | None = None,
    grad_stype_dict: Mapping[str, str] | None = None,
    dtype: Any = np.float32,
) -> None:
    """Compare a symbol's gradient with finite differences of its result.

    Parameters
    ----------
    sym : Symbol with one output
    location, aux_states : dict by name, or list in order
    numeric_eps : number, or dict of dtype to number
        The width of the differences.
    grad_nodes : list of names, or dict of names to 'write', 'add' or 'null'
        Whose gradients to check; all by default.
    use_forward_train : bool
        Whether differences are taken in training mode.
    grad_stype_dict : dict
        Names of gradients to keep sparse, with the storage type.

    Examples
    --------
    >>> x = mx.sym.Variable("x")
    >>> mx.test_utils.check_numeric_gradient(mx.sym.sin(x), [np.array([0.5, 1.0])])
    """
    check_dtype(dtype, asnumpy=False)
    ctx = ctx or default_context()
    arguments = parse_location(sym, location, ctx, dtype)
    states = parse_aux_states(sym, aux_states, ctx, dtype)
    requests, stypes = _requests(sym, grad_nodes), grad_stype_dict or {}
    shape = sym.infer_shape(**{name: value.shape for name, value in arguments.items()})[1][0]
    # The weights of the results are not small: that would lose the precision that differences need.
    weights = mx.nd.array(np.random.rand(*shape) + 0.1, ctx=ctx, dtype=dtype)
    before = {name: np.random.normal(0, 0.01, size=arguments[name].shape) for name in requests}
    before[_PROJECTION] = np.random.normal(0, 0.01, size=shape)
    executor = _projected(sym).bind(
        ctx=ctx,
        args={**arguments, _PROJECTION: weights},
        args_grad={name: gradient_array(start, stypes.get(name), ctx, dtype) for name, start in before.items()},
        grad_req=requests,
        aux_states=states,
    )
    host = {name: value.asnumpy() for name, value in arguments.items()}
    host_states = None if states is None else {name: value.asnumpy() for name, value in states.items()}
    executor.forward(is_train=True)
    eps = _eps(get_tolerance(executor.outputs[0], numeric_eps, default_numeric_eps()), dtype)
    executor.backward()
    gradients = executor.grad_dict
    numeric = numeric_grad(executor, host, host_states, eps, use_forward_train, dtype)
    for name, request in requests.items():
        compare_gradient(request, name, numeric[name], gradients[name], before[name], (rtol, atol), label="NUMERICAL")


def _requests(sym: Any, grad_nodes: Any) -> dict[str, str]:
    if grad_nodes is None:
        grad_nodes = sym.list_arguments()
    if isinstance(grad_nodes, Mapping):
        return dict(grad_nodes)
    if isinstance(grad_nodes, (list, tuple)):
        return dict.fromkeys(grad_nodes, "write")
    raise ValueError(f"grad_nodes: expected a list of names or a dict of names to grad_req, received {grad_nodes!r}")


def _projected(sym: Any) -> Any:
    """The result as a loss, each element with its own weight, so that no two elements can stand in for each other."""
    weights = mx.sym.Variable(_PROJECTION)
    numpy_symbol = getattr(getattr(mx.sym, "numpy", None), "_Symbol", ())
    if isinstance(sym, numpy_symbol):
        return mx.sym.make_loss((sym * weights.as_np_ndarray()).as_nd_ndarray())
    return mx.sym.make_loss(sym * weights)


def _eps(eps: float, dtype: Any) -> float:
    if eps < 1e-5 and np.dtype(dtype) != np.float64:
        raise ValueError(
            f"numeric_eps {eps} is below what {np.dtype(dtype)} can resolve: give 1e-5 or more, or np.float64"
        )
    return eps
