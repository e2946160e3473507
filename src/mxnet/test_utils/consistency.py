"""Checking that the same computation gives the same result in different ways."""

import traceback
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

import mxnet as mx
from mxnet.test_utils.comparing import assert_almost_equal, compare_ndarray_tuple
from mxnet.test_utils.contexts import default_context
from mxnet.test_utils.generating import rand_ndarray
from mxnet.test_utils.tolerances import Tolerance, get_tols
from mxnet.util import use_np


def check_consistency(
    sym: Any,
    ctx_list: Sequence[Mapping[str, Any]],
    scale: float = 1.0,
    grad_req: Any = "write",
    arg_params: Mapping[str, Any] | None = None,
    aux_params: Mapping[str, Any] | None = None,
    rtol: Tolerance = None,
    atol: Tolerance = None,
    raise_on_err: bool = True,
    ground_truth: Mapping[str, Any] | None = None,
    equal_nan: bool = False,
    use_uniform: bool = False,
    rand_type: Any = np.float64,
) -> Mapping[str, Any]:
    """Compare a symbol's results and gradients on several contexts or in several dtypes, and return the reference's.

    Parameters
    ----------
    sym : Symbol, or a list of as many symbols as ``ctx_list`` has entries, with the same arguments and outputs
    ctx_list : list of dicts
        The arguments of ``simple_bind``: ``ctx``, shapes by name, ``type_dict``. The first entry with the widest
        result is the reference.
    scale, use_uniform, rand_type
        What arguments that are not in ``arg_params`` are: normal with this deviation, or uniform; cast to this dtype.
    ground_truth : dict of name to array, optional
        Results and gradients to compare with instead.
    raise_on_err : bool
        False prints what differs and goes on.

    >>> double, single = ({"ctx": mx.cpu(), "x": (2, 3), "type_dict": {"x": kind}} for kind in ("float64", "float32"))
    >>> _ = mx.test_utils.check_consistency(mx.sym.tanh(mx.sym.var("x")), [double, single])
    """
    symbols = [sym] * len(ctx_list) if isinstance(sym, mx.sym.Symbol) else list(sym)
    executors = _bound(symbols, ctx_list, grad_req)
    _fill(executors, arg_params, aux_params, _sampler(scale, use_uniform, rand_type), grad_req)
    check = _Check(symbols[0], rtol, atol, equal_nan, raise_on_err)
    for executor in executors:
        executor.forward(is_train=False)
    widths = [np.dtype(executor.outputs[0].dtype).itemsize for executor in executors]
    reference = widths.index(max(widths))
    truth = check.run("Predict", executors, reference, ground_truth, gradients=False)
    if grad_req == "null":
        return truth
    for executor in executors:
        executor.forward(is_train=True)
    _backward(executors, ctx_list)
    return check.run("Train", executors, reference, ground_truth, gradients=True)


def _bound(symbols: Sequence[Any], ctx_list: Sequence[Mapping[str, Any]], grad_req: Any) -> list[Any]:
    if len(ctx_list) < 2 or len(symbols) != len(ctx_list):
        raise ValueError(
            "check_consistency: expected a ctx_list of two entries or more, and one symbol or as many as entries; "
            f"received {len(ctx_list)} entries and {len(symbols)} symbols"
        )
    for symbol in symbols[1:]:
        first = symbols[0]
        if symbol.list_arguments() != first.list_arguments() or symbol.list_outputs() != first.list_outputs():
            raise ValueError("check_consistency: the symbols must have the same arguments and outputs")
    return [symbol.simple_bind(grad_req=grad_req, **entry) for symbol, entry in zip(symbols, ctx_list, strict=True)]


def _sampler(scale: float, use_uniform: bool, dtype: Any) -> Callable[[tuple[int, ...]], np.ndarray]:
    def sample(shape: tuple[int, ...]) -> np.ndarray:
        if use_uniform:
            drawn = np.random.uniform(low=-0.92 * scale, high=0.92 * scale, size=shape)
        else:
            drawn = np.random.normal(size=shape, scale=scale)
        return np.asarray(drawn).astype(dtype)

    return sample


def _fill(
    executors: Sequence[Any],
    arg_params: Any,
    aux_params: Any,
    sample: Callable[[tuple[int, ...]], np.ndarray],
    grad_req: Any,
) -> None:
    """Give every executor the same numbers; what is drawn does not depend on the order of arguments."""
    arguments, states = dict(arg_params or {}), dict(aux_params or {})
    for name, array in sorted(executors[0].arg_dict.items()):
        if name not in arguments:
            arguments[name] = sample(array.shape)
    for executor in executors:
        for name, array in executor.arg_dict.items():
            array[:] = arguments[name]
        for name, array in executor.aux_dict.items():
            array[:] = states.get(name, 0)
        if grad_req == "add":
            for array in executor.grad_arrays:
                array[:] = 0


def _backward(executors: Sequence[Any], ctx_list: Sequence[Mapping[str, Any]]) -> None:
    """Let the first executor's results, in the narrowest dtype of any, be the gradients of the results of all."""
    columns = zip(*(executor.outputs for executor in executors), strict=True)
    heads = [column[0].astype(_narrower(*(output.dtype for output in column))).asnumpy() for column in columns]
    for executor, entry in zip(executors, ctx_list, strict=True):
        executor.backward(
            [
                mx.nd.array(head, ctx=entry["ctx"], dtype=output.dtype).tostype(output.stype)
                for head, output in zip(heads, executor.outputs, strict=True)
            ]
        )


def _narrower(*dtypes: Any) -> np.dtype:
    return min((np.dtype(dtype) for dtype in dtypes), key=lambda dtype: dtype.itemsize)


class _Check:
    """Compares executors with one of them, or with a given truth."""

    def __init__(self, sym: Any, rtol: Tolerance, atol: Tolerance, equal_nan: bool, raise_on_err: bool) -> None:
        self.outputs = sym.list_outputs()
        self.arguments = sym.list_arguments()
        self.tolerances = rtol, atol
        self.equal_nan = equal_nan
        self.raise_on_err = raise_on_err

    def run(
        self,
        phase: str,
        executors: Sequence[Any],
        reference: int,
        ground_truth: Mapping[str, Any] | None,
        gradients: bool,
    ) -> Mapping[str, Any]:
        """Compare every executor but the reference; return what they were compared with."""
        truth = self._arrays(executors[reference], gradients) if ground_truth is None else ground_truth
        for number, executor in enumerate(executors):
            if number == reference:
                continue
            widths = executor.outputs[0].dtype, executors[reference].outputs[0].dtype
            for name, array in self._arrays(executor, gradients).items():
                self._compare(f"{phase} Err: {number} against {reference} at {name}", array, truth[name], widths)
        return truth

    def _arrays(self, executor: Any, gradients: bool) -> dict[str, Any]:
        arrays = dict(zip(self.outputs, executor.outputs, strict=True))
        if gradients:
            arrays.update(zip(self.arguments, executor.grad_arrays, strict=True))
        return arrays

    def _compare(self, where: str, array: Any, truth: Any, widths: tuple[Any, Any]) -> None:
        if array is None and truth is None:
            return
        if array is None or truth is None:
            raise AssertionError(f"{where}: one has a gradient and the other has none")
        # A float32 gradient (BatchNorm's gamma) of a float16 network is as precise as float16.
        first = array.astype(_narrower(array.dtype, widths[0]))
        second = truth.astype(_narrower(truth.dtype, widths[1]))
        rtol, atol = get_tols(first, second, *self.tolerances)
        try:
            assert_almost_equal(array, truth, rtol=rtol, atol=atol, equal_nan=self.equal_nan)
        except AssertionError:
            print(where)
            traceback.print_exc()
            if self.raise_on_err:
                raise


@use_np
def check_gluon_hybridize_consistency(
    net_builder: Callable[..., Any],
    data_l: Sequence[Any],
    numpy_func: Callable[..., Any] | None = None,
    test_grad: bool = True,
    rtol: float = 1e-4,
    atol: float = 1e-4,
) -> None:
    """Compare a block's results and its inputs' gradients with and without ``hybridize``, and with NumPy's.

    ``net_builder(prefix=...)`` makes the block, which must not use random numbers.

    >>> def build(prefix):
    ...     return mx.gluon.nn.Activation("tanh", prefix=prefix)
    >>> mx.test_utils.check_gluon_hybridize_consistency(build, [mx.np.ones((2, 3))])
    """
    parameters: dict[str, np.ndarray] = {}
    outputs, gradients = [], []
    for hybridize in (False, True):
        for record in (False, True) if test_grad else (False,):
            net = _with_parameters(net_builder, data_l, parameters)
            if hybridize:
                net.hybridize()
            inputs = [data.copy() for data in data_l]
            if record:
                for data in inputs:
                    data.attach_grad()
                with mx.autograd.record():
                    out = net(*inputs)
                out.backward(out)
                gradients.append([data.grad.asnumpy() for data in inputs])
            else:
                out = net(*inputs)
            outputs.append(out.asnumpy())
    if numpy_func is not None:
        outputs.append(numpy_func(*(data.asnumpy() for data in data_l)))
    for other in outputs[1:]:
        assert_almost_equal(other, outputs[0], rtol=rtol, atol=atol)
    for others in gradients[1:]:
        for other, first in zip(others, gradients[0], strict=True):
            assert_almost_equal(other, first, rtol=rtol, atol=atol)


def _with_parameters(net_builder: Callable[..., Any], data_l: Sequence[Any], parameters: dict[str, np.ndarray]) -> Any:
    """A new block with the parameters of the first one made, which this fills in."""
    net = net_builder(prefix="net_")
    net.initialize()
    net(*data_l)  # parameters get their shapes
    for name, parameter in net.collect_params().items():
        if name in parameters:
            parameter.set_data(mx.np.array(parameters[name], dtype=parameter.dtype))
        else:
            parameters[name] = parameter.data().asnumpy()
    return net


def compare_optimizer(
    opt1: mx.optimizer.Optimizer,
    opt2: mx.optimizer.Optimizer,
    shape: tuple[int, ...],
    dtype: Any,
    w_stype: str = "default",
    g_stype: str = "default",
    rtol: float = 1e-4,
    atol: float = 1e-5,
    compare_states: bool = True,
    ntensors: int = 1,
) -> None:
    """Compare the weights, and by default the states, that two optimizers make of the same random numbers.

    The first is given dense arrays, one at a time. The second is given arrays of the storage types named, or, for a
    list of ``ntensors`` shapes, all of them in one call.

    >>> first, second = mx.optimizer.SGD(learning_rate=0.1), mx.optimizer.SGD(learning_rate=0.1)
    >>> mx.test_utils.compare_optimizer(first, second, (3, 4), "float32")
    """
    if isinstance(shape, list):
        _compare_many(opt1, opt2, shape, dtype, (rtol, atol), compare_states, ntensors)
        return
    if ntensors != 1:
        raise ValueError(f"compare_optimizer: ntensors={ntensors} needs a list of so many shapes, received {shape}")
    weight1, weight2 = _pair(shape, dtype, w_stype, density=1)
    grad1, grad2 = _pair(shape, dtype, g_stype)
    state1 = opt1.create_state_multi_precision(0, weight1)
    state2 = opt2.create_state_multi_precision(0, weight2)
    if compare_states:
        compare_ndarray_tuple(state1, state2)
    opt1.update_multi_precision(0, weight1, grad1, state1)
    opt2.update_multi_precision(0, weight2, grad2, state2)
    if compare_states:
        compare_ndarray_tuple(state1, state2, rtol=rtol, atol=atol)
    assert_almost_equal(weight1, weight2, rtol=rtol, atol=atol)


def _pair(shape: Any, dtype: Any, stype: str, density: float | None = None) -> tuple[Any, Any]:
    """A random array, dense and in a storage type."""
    if stype == "default":
        array = mx.random.uniform(shape=shape, ctx=default_context(), dtype=dtype)
    elif stype in ("row_sparse", "csr"):
        array = rand_ndarray(shape, stype, density=density, dtype=dtype)
    else:
        raise ValueError(f"compare_optimizer: expected stype 'default', 'row_sparse' or 'csr', received {stype!r}")
    return array.copyto(default_context()).tostype("default"), array


def _compare_many(
    opt1: Any, opt2: Any, shapes: list[Any], dtype: Any, tolerances: tuple[float, float], states: bool, count: int
) -> None:
    drawn = [[mx.random.uniform(shape=shape, ctx=default_context(), dtype=dtype) for _ in range(2)] for shape in shapes]
    weights1, grads1 = (tuple(column) for column in zip(*drawn, strict=True))
    weights2, grads2 = deepcopy(weights1), deepcopy(grads1)
    states2 = [opt2.create_state_multi_precision(0, weights2[i]) for i in range(count)]
    opt2.update_multi_precision(list(range(count)), weights2, grads2, states2)
    for i in range(count):
        state1 = opt1.create_state_multi_precision(i, weights1[i])
        opt1.update_multi_precision(i, weights1[i], grads1[i], state1)
        if states:
            compare_ndarray_tuple(state1, states2[i], *tolerances)
        compare_ndarray_tuple(weights1[i], weights2[i], *tolerances)
