"""Operators that a user writes in Python: on arrays, inside symbols, and from compiled programs."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.test_utils import assert_almost_equal


class Scale(mx.operator.CustomOp):
    """Multiplies by a number, counts its runs in an auxiliary state, and remembers its input for the way back."""

    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor = factor
        self.kept: Any = None

    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        self.kept = in_data[0].copy()
        self.assign(out_data[0], req[0], in_data[0] * self.factor)
        self.assign(out_data[1], req[1], in_data[0] * in_data[1])
        aux[0][:] += 1

    def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
        assert_almost_equal(self.kept, in_data[0])
        assert_almost_equal(out_data[0], in_data[0] * self.factor)
        self.assign(in_grad[0], req[0], out_grad[0] * self.factor + out_grad[1] * in_data[1])
        self.assign(in_grad[1], req[1], out_grad[1] * self.kept)


@mx.operator.register("scale_and_multiply")
class ScaleProp(mx.operator.CustomOpProp):
    def __init__(self, factor: str = "2") -> None:
        super().__init__()
        assert isinstance(factor, str)
        self.factor = float(factor)

    def list_arguments(self) -> list[str]:
        return ["data", "weight"]

    def list_outputs(self) -> list[str]:
        return ["scaled", "product"]

    def list_auxiliary_states(self) -> list[str]:
        return ["runs"]

    def infer_shape(self, in_shape: Any) -> Any:
        return [in_shape[0], in_shape[0]], [in_shape[0], in_shape[0]], [(1,)]

    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> Scale:
        return Scale(self.factor)


@mx.operator.register("plain_loss")
class LossProp(mx.operator.CustomOpProp):
    """A loss: its gradient is the same whatever comes after it."""

    def __init__(self) -> None:
        super().__init__(need_top_grad=False)

    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> mx.operator.CustomOp:
        class Loss(mx.operator.CustomOp):
            def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
                out_data[0][:] = in_data[0]

            def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
                in_grad[0][:] = out_data[0] - 1

        return Loss()


def test_imperative_with_gradient_and_state() -> None:
    x, w, runs = mx.nd.array([1, 2, 3]), mx.nd.array([4, 5, 6]), mx.nd.zeros((1,))
    x.attach_grad()
    w.attach_grad()
    with mx.autograd.record():
        scaled, product = mx.nd.Custom(x, w, runs, op_type="scale_and_multiply", factor=3)
        (scaled + 2 * product).backward()
    assert_almost_equal(scaled, np.array([3, 6, 9]))
    assert_almost_equal(product, np.array([4, 10, 18]))
    assert_almost_equal(x.grad, np.array([11, 13, 15]))
    assert_almost_equal(w.grad, np.array([2, 4, 6]))
    assert runs.asscalar() == 1


def test_gradient_is_not_asked_for_where_nobody_wants_it() -> None:
    requests = []

    class Watch(Scale):
        def backward(self, req: Any, *rest: Any, **named: Any) -> None:
            requests.append(list(req))
            super().backward(req, *rest, **named)

    @mx.operator.register("watched")
    class WatchProp(ScaleProp):
        def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> Scale:
            return Watch(2.0)

    x, w = mx.nd.ones((2,)), mx.nd.ones((2,))
    x.attach_grad()
    with mx.autograd.record():
        mx.nd.Custom(x, w, mx.nd.zeros((1,)), op_type="watched")[0].backward()
    assert requests == [["write", "null"]]


def test_symbol_describes_itself() -> None:
    symbol = mx.sym.Custom(mx.sym.var("x"), op_type="scale_and_multiply", factor=3, name="op")
    assert symbol.list_arguments() == ["x", "op_weight"]
    assert symbol.list_auxiliary_states() == ["op_runs"]
    assert symbol.list_outputs() == ["op_scaled", "op_product"]
    assert symbol.infer_shape(x=(2, 3)) == ([(2, 3), (2, 3)], [(2, 3), (2, 3)], [(1,)])
    again = mx.sym.load_json(symbol.tojson())
    assert again.tojson() == symbol.tojson()


def test_executor_runs_and_differentiates() -> None:
    symbol = mx.sym.Custom(mx.sym.var("x") + 1, mx.sym.var("w"), op_type="scale_and_multiply", factor=3, name="op")
    executor = symbol.simple_bind(mx.cpu(), x=(3,))
    executor.arg_dict["x"][:] = mx.nd.array([0, 1, 2])
    executor.arg_dict["w"][:] = mx.nd.array([4, 5, 6])
    for runs in (1, 2):
        scaled, product = executor.forward(is_train=True)
        executor.backward([mx.nd.ones((3,)), 2 * mx.nd.ones((3,))])
        assert_almost_equal(scaled, np.array([3, 6, 9]))
        assert_almost_equal(product, np.array([4, 10, 18]))
        assert_almost_equal(executor.grad_dict["x"], np.array([11, 13, 15]))
        assert_almost_equal(executor.grad_dict["w"], np.array([2, 4, 6]))
        assert executor.aux_dict["op_runs"].asscalar() == runs
    executor.forward(is_train=False)
    assert executor.aux_dict["op_runs"].asscalar() == 3


def test_a_loss_needs_no_head_gradient() -> None:
    executor = mx.sym.Custom(mx.sym.var("x"), op_type="plain_loss").simple_bind(mx.cpu(), x=(2,))
    executor.arg_dict["x"][:] = mx.nd.array([3, 5])
    executor.forward(is_train=True)
    executor.backward()
    assert_almost_equal(executor.grad_dict["x"], np.array([2, 4]))


def test_overlapping_runs_of_a_compiled_program_keep_what_they_saw() -> None:
    symbol = mx.sym.Custom(mx.sym.var("x"), mx.sym.var("w"), mx.sym.var("r"), op_type="scale_and_multiply")
    block = mx.nd.ndarray.CachedOp(symbol) if hasattr(mx.nd.ndarray, "CachedOp") else _cached(symbol)
    arrays = [mx.nd.array([1, 2]), mx.nd.array([3, 4])]
    for array in arrays:
        array.attach_grad()
    w, runs = mx.nd.ones((2,)), mx.nd.zeros((1,))
    with mx.autograd.record():
        first = block(arrays[0], w, runs)[1]
        second = block(arrays[1], w, runs)[1]
        first.asnumpy()
        second.asnumpy()
    second.backward()
    first.backward()
    assert_almost_equal(arrays[0].grad, np.ones(2))
    assert_almost_equal(arrays[1].grad, np.ones(2))


def _cached(symbol: Any) -> Any:
    from mxnet._cached_op import CachedOp

    return CachedOp(symbol)


class _Failing(mx.operator.CustomOp):
    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        raise RuntimeError("the user's own words")


@mx.operator.register("failing")
class _FailingProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> _Failing:
        return _Failing()


def test_errors_of_the_user_are_told() -> None:
    with pytest.raises(mx.MXNetError, match="the user's own words"):
        mx.nd.Custom(mx.nd.ones((2,)), op_type="failing").asnumpy()
    executor = mx.sym.Custom(mx.sym.var("x"), op_type="failing").simple_bind(mx.cpu(), x=(2,))
    with pytest.raises(mx.MXNetError, match="the user's own words"):
        executor.forward()[0].asnumpy()


def test_wrong_calls() -> None:
    x = mx.nd.ones((2,))
    with pytest.raises(mx.MXNetError, match="Cannot find custom operator nobody"):
        mx.nd.Custom(x, op_type="nobody")
    with pytest.raises(mx.MXNetError, match="op_type"):
        mx.nd.Custom(x)
    with pytest.raises(mx.MXNetError, match="expects 3 inputs, but got 1"):
        mx.nd.Custom(x, op_type="scale_and_multiply")
    with pytest.raises(TypeError, match="CustomOpProp"):
        mx.operator.register("no")(int)


def test_a_name_can_be_registered_again() -> None:
    for factor in (2, 5):

        @mx.operator.register("again")
        class Again(mx.operator.CustomOpProp):
            def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any, factor: int = factor) -> Any:
                class Times(mx.operator.CustomOp):
                    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
                        out_data[0][:] = in_data[0] * factor

                return Times()

        symbol = mx.sym.Custom(mx.sym.var("x"), op_type="again")
        assert symbol.eval(x=mx.nd.ones((1,)))[0].asscalar() == factor
        assert mx.nd.Custom(mx.nd.ones((1,)), op_type="again").asscalar() == factor


def test_numpy_op() -> None:
    class Square(mx.operator.NumpyOp):
        def forward(self, in_data: Any, out_data: Any) -> None:
            assert isinstance(in_data[0], np.ndarray)
            out_data[0][:] = in_data[0] ** 2

        def backward(self, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any) -> None:
            in_grad[0][:] = 2 * in_data[0] * out_grad[0]

    with pytest.warns(UserWarning, match="deprecated"):
        square = Square()
    executor = square(mx.sym.var("x"), name="square").simple_bind(mx.cpu(), x=(2,))
    executor.arg_dict["x"][:] = mx.nd.array([3, 4])
    assert_almost_equal(executor.forward(is_train=True)[0], np.array([9, 16]))
    executor.backward(mx.nd.ones((2,)))
    assert_almost_equal(executor.grad_dict["x"], np.array([6, 8]))


def test_operators_are_listed_with_their_arguments() -> None:
    names = mx.operator.get_all_registered_operators()
    assert "Custom" in names and "FullyConnected" in names
    found = mx.operator.get_operator_arguments("FullyConnected")
    assert found.narg == 6
    assert found.names == ["data", "weight", "bias", "num_hidden", "no_bias", "flatten"]
    assert found.types[3:5] == ["int, required", "boolean, optional, default=0"]


@pytest.mark.parametrize("hybridized", [False, True])
def test_a_state_may_be_a_parameter_that_has_a_gradient(hybridized: bool) -> None:
    class Counting(mx.gluon.HybridBlock):
        def __init__(self) -> None:
            super().__init__()
            self.weight = self.params.get("weight", shape=(0, 0), allow_deferred_init=True)
            self.runs = self.params.get("runs", shape=(0,), allow_deferred_init=True)

        def hybrid_forward(self, F: Any, x: Any, weight: Any, runs: Any) -> Any:
            return F.Custom(x, weight, runs, op_type="scale_and_multiply")[1]

    block = Counting()
    block.initialize(mx.init.One())
    block.hybridize(hybridized)
    for _ in range(2):
        with mx.autograd.record():
            total = block(mx.nd.array([[2.0, 3.0]])).sum()
        total.backward()
    assert block.runs.data().asscalar() == 3
    assert block.weight.grad().asnumpy().tolist() == [[2.0, 3.0]]
    assert block.runs.grad().asscalar() == 0


def test_callbacks_written_for_handles_find_their_names_here() -> None:
    arrays = []
    out = mx.sym.Convolution(mx.sym.var("data"), kernel=(1, 1), num_filter=1, name="conv")
    executor = out.simple_bind(mx.cpu(), data=(1, 1, 2, 2))

    def callback(name: object, array: object) -> None:
        handle = mx.operator.ctypes.cast(array, mx.operator.NDArrayHandle)
        arrays.append((mx.operator.py_str(name), mx.nd.NDArray(handle, writable=False).shape))

    executor.set_monitor_callback(callback)
    executor.forward()
    assert arrays == [("conv_output", (1, 1, 2, 2))]


@pytest.mark.parametrize(
    ("weight", "runs", "wrong"), [((4, 3), (1,), "weight"), ((2, 3, 1), (1,), "weight"), ((2, 3), (2,), "runs")]
)
def test_shapes_that_the_class_does_not_say_are_refused(weight: Any, runs: Any, wrong: str) -> None:
    data = mx.nd.ones((2, 3))
    with pytest.raises(mx.MXNetError, match=f"Shape inconsistent: {wrong} .* provided as"):
        mx.nd.Custom(data, mx.nd.ones(weight), mx.nd.zeros(runs), op_type="scale_and_multiply")
    graph = mx.sym.Custom(*[mx.sym.var(n) for n in ("data", "weight", "runs")], op_type="scale_and_multiply")
    arguments = {"data": data, "weight": mx.nd.ones(weight)}
    with pytest.raises(mx.MXNetError, match="Shape inconsistent"):
        graph.bind(mx.cpu(), arguments, aux_states={"runs": mx.nd.zeros(runs)}).forward()[0].asnumpy()


# Steps are queued much faster than the slow Python code in them runs, and that code computes on arrays itself.
QUEUED = """
import time
import numpy as np
import mxnet as mx

class Slow(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], mx.nd.array(in_data[0].asnumpy()))
    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        time.sleep(0.002)
        self.assign(in_grad[0], req[0], mx.nd.array(out_data[0].asnumpy() - 0.1))

@mx.operator.register("slow")
class SlowProp(mx.operator.CustomOpProp):
    def __init__(self):
        super().__init__(need_top_grad=False)
    def list_arguments(self):
        return ["data", "label"]
    def infer_shape(self, shapes):
        return [shapes[0], (shapes[0][0],)], [shapes[0]], []
    def create_operator(self, ctx, shapes, dtypes):
        return Slow()

layer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=10)
module = mx.mod.Module(mx.sym.Custom(layer, name="softmax", op_type="slow"))
module.fit(mx.io.NDArrayIter(np.ones((800, 30)), np.zeros(800), 10), num_epoch=2, optimizer_params={"momentum": 0.9})
print("done")
"""


def test_queued_steps_with_slow_python_code_do_not_wait_for_each_other_for_ever() -> None:
    done = subprocess.run([sys.executable, "-c", QUEUED], capture_output=True, text=True, timeout=120)
    assert done.stdout == "done\n"
