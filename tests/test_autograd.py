"""Recording, gradients of every kind, and what autograd says when it cannot."""

import threading
from collections.abc import Callable

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


def leaf(values: object, request: str = "write", dtype: str = "float32") -> nd.NDArray:
    """An array that wants its gradient."""
    array = nd.array(values, dtype=dtype)
    array.attach_grad(request)
    return array


def read(*arrays: nd.NDArray) -> list[object]:
    return [a.asnumpy().tolist() for a in arrays]


# --- modes -----------------------------------------------------------------------------------------------------------


def _modes() -> tuple[bool, bool]:
    return autograd.is_recording(), autograd.is_training()


def test_scopes_set_and_restore_the_modes() -> None:
    assert _modes() == (False, False)
    with autograd.record():
        assert _modes() == (True, True)
        with autograd.pause():
            assert _modes() == (False, False)
            with autograd.train_mode():
                assert _modes() == (False, True)
        with autograd.predict_mode():
            assert _modes() == (True, False)
        with autograd.pause(train_mode=True):
            assert _modes() == (False, True)
        assert _modes() == (True, True)
    with autograd.record(train_mode=False):
        assert _modes() == (True, False)
    assert _modes() == (False, False)


def test_scopes_restore_the_modes_after_an_error() -> None:
    with pytest.raises(KeyError), autograd.record():
        raise KeyError
    assert _modes() == (False, False)


def test_setters_say_what_was() -> None:
    assert [autograd.set_recording(s) for s in (True, True, False)] == [False, True, True]
    assert [autograd.set_training(s) for s in (True, False)] == [False, True]


def test_modes_belong_to_a_thread() -> None:
    seen = []
    with autograd.record():
        thread = threading.Thread(target=lambda: seen.append(_modes()))
        thread.start()
        thread.join()
    assert seen == [(False, False)]


# --- backward --------------------------------------------------------------------------------------------------------


def test_gradients_of_a_product() -> None:
    x, y = leaf([1, 2, 3]), leaf([4, 5, 6])
    with autograd.record():
        z = x * y + x
    z.backward()
    assert read(x.grad, y.grad) == [[5, 6, 7], [1, 2, 3]]


def test_head_gradients() -> None:
    x = leaf([1, 2])
    with autograd.record():
        z, w = x * 2, x * 3
    autograd.backward([z, w], [nd.array([1, 10]), None])
    assert read(x.grad) == [[5, 23]]
    with autograd.record():
        z = x * 2
    z.backward(nd.array([1, 10], ctx=mx.cpu(1)))
    assert read(x.grad) == [[2, 20]]


def test_grad_req() -> None:
    add, null, write = leaf([1.0], "add"), leaf([1.0], "null"), leaf([1.0])
    for factor in (2, 3):
        with autograd.record():
            z = (add + null + write) * factor
        z.backward()
    assert read(add.grad, null.grad, write.grad) == [[5], [0], [3]]
    add.grad[:] = 0
    with autograd.record():
        z = add * 7
    z.backward()
    assert read(add.grad) == [[7]]


def test_the_gradient_array_stays_the_same() -> None:
    x = leaf([1.0])
    held = x.grad
    for factor in (2, 3):
        with autograd.record():
            z = x * factor
        z.backward()
    assert read(held) == [[3]]


def test_the_graph_goes_with_backward() -> None:
    x = leaf([3.0])
    with autograd.record():
        z = x * x
    z.backward(retain_graph=True)
    z.backward()
    assert read(x.grad) == [[6]]
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        z.backward()


def test_what_was_not_recorded_has_no_gradient() -> None:
    x = leaf([1.0])
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        (x * 2).backward()
    with autograd.record(), autograd.pause():
        z = x * 2
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        z.backward()
    with autograd.record():
        z = nd.ones((1,)) * 2
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        z.backward()


def test_a_leaf_is_its_own_head() -> None:
    x = leaf([1.0, 2.0])
    x.backward()
    assert read(x.grad) == [[1, 1]]


def test_graphs_grow_over_several_scopes() -> None:
    x = leaf([2.0])
    with autograd.record():
        z = x * 2
    with autograd.record():
        w = z * z
    w.backward()
    assert read(x.grad) == [[16]]


def test_reading_in_between_changes_nothing() -> None:
    x = leaf([1.0, 2.0])
    gradients = []
    for look in (False, True):
        with autograd.record():
            y = nd.exp(x)
            if look:
                y.asnumpy()
            z = y * y + nd.Dropout(x, p=0.0)
            if look:
                z.wait_to_read()
        z.backward()
        gradients.append(x.grad.asnumpy())
    assert np.allclose(gradients[0], 2 * np.exp([2.0, 4.0]) + 1)
    assert np.allclose(gradients[0], gradients[1])


def test_dropouts_mask_is_the_same_both_ways() -> None:
    x = leaf(np.ones(50))
    for look in (False, True):
        with autograd.record():
            y = nd.Dropout(x, p=0.5)
            if look:
                y.wait_to_read()
        y.backward()
        assert read(y) == read(x.grad)
        assert set(y.asnumpy()) == {0.0, 2.0}


def test_changing_a_leaf_after_recording_changes_no_gradient() -> None:
    x = leaf([3.0])
    with autograd.record():
        z = x * x
    x[:] = 100
    z.backward()
    assert read(x.grad) == [[6]]


def test_deep_graphs() -> None:
    x = leaf([1.0])
    with autograd.record():
        z = x
        for _ in range(2000):
            z = z * 1
    z.backward()
    assert read(x.grad) == [[1]]


def test_wide_graphs() -> None:
    x = leaf(np.arange(100.0))
    with autograd.record():
        z = nd.add_n(*[x[i] * i for i in range(100)])
    z.backward()
    assert read(x.grad) == [list(range(100))]


def test_detach_and_block_grad() -> None:
    x = leaf([3.0])
    for cut in (lambda a: a.detach(), nd.BlockGrad, nd.stop_gradient):
        with autograd.record():
            z = cut(x * x) * x
        z.backward()
        assert read(x.grad) == [[9]]
    with autograd.record():
        z = nd.BlockGrad(x)
    z.backward()
    assert read(x.grad) == [[0]]


def test_attach_grad_cuts_the_graph() -> None:
    x = leaf([3.0])
    with autograd.record():
        y = x * 2
        y.attach_grad()
        z = y * y
    z.backward()
    assert read(y.grad, x.grad) == [[12], [0]]


def test_a_copy_is_another_node() -> None:
    x = leaf([3.0])
    with autograd.record():
        y = x.copy()
        z = y * x
    assert y.grad is None
    z.backward()
    assert read(x.grad) == [[6]]


STEPS: dict[str, Callable[[nd.NDArray], nd.NDArray]] = {
    "copyto": lambda a: a.copyto(mx.cpu(0)),
    "copy": lambda a: a.copy(),
    "another device and back": lambda a: a.as_in_context(mx.cpu(1)).as_in_context(mx.cpu(0)),
    "float16": lambda a: a.astype("float16").astype("float32"),
    "float64": lambda a: a.astype("float64").astype("float32"),
    "integers": lambda a: a.astype("int32").astype("float32"),
    "cast": lambda a: nd.cast(nd.Cast(a, dtype="int64"), dtype="float32"),
    "reshape": lambda a: a.reshape((4, 1)).reshape((2, 2)),
    "flatten in place": lambda a: a.flatten(inplace=True),
    "expand_dims and squeeze": lambda a: a.expand_dims(0, inplace=True).squeeze(0),
    "tostype": lambda a: a.tostype("default"),
    "identity": lambda a: nd.identity(a),
    "a[:]": lambda a: a[:],
    "a[...]": lambda a: a[...],
    "rows": lambda a: nd.stack(a[0], a[1]),
    "split": lambda a: nd.concat(*nd.split(a, 2, axis=1), dim=1),
    "transpose twice": lambda a: a.T.T,
}


@pytest.mark.parametrize("name", STEPS)
def test_gradients_go_through(name: str) -> None:
    x = leaf([[1, 2], [3, 4]])
    with autograd.record():
        z = STEPS[name](x * 2) * x
    z.backward(nd.array([[1, 10], [100, 1000]]))
    assert read(x.grad) == [[[4, 80], [1200, 16000]]]


def test_integers_have_gradients() -> None:
    i = leaf([1, 2, 3], dtype="int32")
    with autograd.record():
        z = i * i
    z.backward()
    assert (read(i.grad), i.grad.dtype) == ([[2, 4, 6]], np.int32)
    with autograd.record():
        z = i.astype("float32") * 2.5
    z.backward()
    assert read(i.grad) == [[2, 2, 2]]
    weight = leaf([[1, 2], [3, 4]])
    with autograd.record():
        z = nd.take(weight, i - 1) * 2
    z.backward()
    assert read(weight.grad, i.grad) == [[[2, 2], [6 - 2, 4]], [0, 0, 0]]


# --- in-place writes -------------------------------------------------------------------------------------------------

WRITES: dict[str, Callable[[nd.NDArray], object]] = {
    "+=": lambda a: a.__iadd__(1),
    "a[:]": lambda a: a.__setitem__(slice(None), 1),
    "a[0]": lambda a: a.__setitem__(0, 1),
    "out=": lambda a: nd.exp(nd.ones((2,)), out=a),
    "copyto": lambda a: nd.ones((2,)).copyto(a),
}


@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("what", ["a leaf", "a result"])
def test_recorded_arrays_cannot_be_written(name: str, what: str) -> None:
    x = leaf([1.0, 2.0])
    with autograd.record():
        target = x if what == "a leaf" else x * 2
        with pytest.raises(mx.MXNetError, match=r"Inplace operations \(\+=, -=, x\[:\]=, etc\) are not supported"):
            WRITES[name](target)
    WRITES[name](target)


def test_an_in_place_step_on_a_recorded_operand_is_refused() -> None:
    x, w = leaf([1.0]), nd.zeros((1,))
    with autograd.record(), pytest.raises(mx.MXNetError, match="Inplace operations"):
        w += x


def test_out_takes_a_recorded_result() -> None:
    x, out = leaf([3.0]), nd.zeros((1,))
    with autograd.record():
        nd.elemwise_mul(x, x, out=out)
        z = out * 2
    z.backward()
    assert read(x.grad) == [[12]]


# --- grad ------------------------------------------------------------------------------------------------------------


def test_grad_gives_new_arrays() -> None:
    x, y = leaf([2.0]), leaf([5.0])
    with autograd.record():
        z = x * x * y
    gradients = autograd.grad(z, [x, y], retain_graph=True)
    assert read(*gradients) == [[20], [4]]
    assert read(x.grad, y.grad) == [[0], [0]]
    assert read(*autograd.grad(z, x, head_grads=nd.array([10.0]))) == [[200]]


def test_grad_refuses() -> None:
    x, y = leaf([2.0]), leaf([5.0])
    with autograd.record():
        z = x * x
        w = z * 2
    with pytest.raises(mx.MXNetError, match="2-th variable because it is unreachable"):
        autograd.grad(z, [x, y], retain_graph=True)
    with pytest.raises(mx.MXNetError, match="1-th variable because it does not require gradient"):
        autograd.grad(w, z, retain_graph=True)
    with pytest.raises(ValueError, match="variables cannot be an empty list"):
        autograd.grad(w, [])


@pytest.mark.parametrize(
    ("function", "derivatives"),
    [
        (lambda x: x * x * x, [12, 12, 6]),
        (nd.exp, [np.exp(2)] * 3),
        (nd.sin, [np.cos(2), -np.sin(2), -np.cos(2)]),
        (nd.log, [0.5, -0.25, 0.25]),
        (lambda x: 1 / x, [-0.25, 0.25, -0.375]),
        (nd.sigmoid, None),
    ],
)
def test_derivatives_to_third_order(function: Callable[..., nd.NDArray], derivatives: list[float] | None) -> None:
    x = leaf([2.0], dtype="float64")
    found = []
    with autograd.record():
        y = function(x)
        for _ in range(3):
            (y,) = autograd.grad(y, x, create_graph=True, retain_graph=True)
            found.append(y)
    if derivatives is None:
        s = 1 / (1 + np.exp(-2.0))
        derivatives = [s * (1 - s), s * (1 - s) * (1 - 2 * s), s * (1 - s) * (1 - 6 * s + 6 * s * s)]
    assert [f.asscalar() for f in found] == pytest.approx(derivatives)


def test_a_gradient_can_be_part_of_a_loss() -> None:
    x = leaf([1.0, 2.0])
    with autograd.record():
        y = (x * x * x).sum()
        (gradient,) = autograd.grad(y, x, create_graph=True)
        penalty = (gradient * gradient).sum()
    penalty.backward()
    assert read(x.grad) == [[36, 288]]


def test_second_order_across_devices() -> None:
    x = leaf([3.0])
    with autograd.record():
        y = (x.as_in_context(mx.cpu(1)) ** 3).as_in_context(mx.cpu(0))
        (first,) = autograd.grad(y, x, create_graph=True)
    first.backward()
    assert read(first, x.grad) == [[27], [18]]


def test_one_graph_over_many_devices() -> None:
    leaves = [nd.array([float(i)], ctx=mx.cpu(i)) for i in range(1, 4)]
    for array in leaves:
        array.attach_grad()
    with autograd.record():
        total = nd.add_n(*[(a * a).as_in_context(mx.cpu(0)) for a in leaves])
    total.backward()
    assert read(*[a.grad for a in leaves]) == [[2], [4], [6]]
    assert [a.grad.context for a in leaves] == [mx.cpu(i) for i in range(1, 4)]


# --- mark_variables --------------------------------------------------------------------------------------------------


def test_mark_variables() -> None:
    arrays = [nd.array([2.0]), nd.array([3.0]), nd.array([4.0])]
    gradients = [nd.array([1.0]) for _ in arrays]
    autograd.mark_variables(arrays, gradients, ["write", "add", "null"])
    with autograd.record():
        z = arrays[0] * arrays[1] * arrays[2]
    z.backward()
    assert read(*gradients) == [[12], [9], [1]]
    assert arrays[0].grad is gradients[0]


def test_mark_variables_refuses() -> None:
    x = nd.array([2.0])
    with pytest.raises(ValueError, match="1 variables, 2 gradients"):
        autograd.mark_variables([x], [nd.zeros((1,)), nd.zeros((1,))])
    with pytest.raises(ValueError, match="grad_req must be 'write', 'add' or 'null', but got 'foo'"):
        autograd.mark_variables([x], [nd.zeros((1,))], "foo")
    with pytest.raises(mx.MXNetError, match=r"expected a gradient of the array's shape \(1,\), received one of \(2,\)"):
        autograd.mark_variables([x], [nd.zeros((2,))])


@pytest.mark.parametrize("shape", [(4, 2), (2, 3), (6,)])
def test_head_gradients_are_read_in_order(shape: tuple[int, ...]) -> None:
    x = leaf([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    with autograd.record():
        z = x * x
    z.backward(nd.arange(int(np.prod(shape))).reshape(shape))
    assert x.grad.asnumpy().tolist() == [[0.0, 4.0], [12.0, 24.0], [40.0, 60.0]]


def test_head_gradients_that_do_not_fit_are_refused() -> None:
    x = leaf([1.0, 2.0])
    with autograd.record():
        z = x * 2
    with pytest.raises(mx.MXNetError, match=r"head gradient of shape \(1,\) given for a head of shape \(2,\)"):
        z.backward(nd.ones((1,)))
    with pytest.raises(ValueError, match="1 heads, but 2 head gradients"):
        autograd.backward([z], [nd.ones((2,)), nd.ones((2,))])
    with pytest.raises(TypeError, match="a head gradient must be an NDArray, but got list"):
        autograd.backward([z], [[1, 1]])


# --- Function --------------------------------------------------------------------------------------------------------


class Sigmoid(autograd.Function):
    """A sigmoid with its gradient by hand; ``modes`` says what was set inside."""

    def forward(self, x: nd.NDArray) -> nd.NDArray:
        self.modes = [_modes()]
        y = 1 / (1 + nd.exp(-x))
        self.save_for_backward(y)
        return y

    def backward(self, dy: nd.NDArray) -> nd.NDArray:
        self.modes.append(_modes())
        (y,) = self.saved_tensors
        return dy * y * (1 - y)


def test_a_function_of_ones_own() -> None:
    x = leaf([0.0, 1.0])
    function = Sigmoid()
    with autograd.record():
        y = function(x * 2)
        z = y * 3
    z.backward()
    s = 1 / (1 + np.exp(-np.array([0.0, 2.0])))
    assert x.grad.asnumpy() == pytest.approx(6 * s * (1 - s), rel=1e-5)
    assert function.modes == [(False, True), (False, True)]


class Split(autograd.Function):
    """Two results of two arguments, with gradients that tell which was asked."""

    def forward(self, a: nd.NDArray, b: nd.NDArray) -> tuple[nd.NDArray, nd.NDArray]:
        return a * b, a + b

    def backward(self, product: nd.NDArray, total: nd.NDArray) -> tuple[nd.NDArray, nd.NDArray]:
        return product * 2 + total * 7, total * 3


def test_a_function_with_several_arguments_and_results() -> None:
    a, b = leaf([2.0]), leaf([5.0])
    with autograd.record():
        product, total = Split()(a, b)
    autograd.backward([product, total], [nd.array([10.0]), nd.array([100.0])])
    assert read(product, total, a.grad, b.grad) == [[10], [7], [720], [300]]
    with autograd.record():
        product, _ = Split()(a, b)
    product.backward()
    assert read(a.grad, b.grad) == [[2], [0]]


class Wrong(autograd.Function):
    """Too few gradients."""

    def forward(self, a: nd.NDArray, b: nd.NDArray) -> nd.NDArray:
        return a * b

    def backward(self, dy: nd.NDArray) -> nd.NDArray:
        return dy


def test_functions_refuse() -> None:
    a, b = leaf([2.0]), leaf([5.0])
    with autograd.record():
        y = Wrong()(a, b)
    with pytest.raises(mx.MXNetError, match="must return 2 gradients, one for each input, but returned 1"):
        y.backward()
    function = Sigmoid()
    function(a)
    with pytest.raises(mx.MXNetError, match="can only be called once"):
        function(a)
    with pytest.raises(NotImplementedError, match="must define forward"):
        autograd.Function()(a)


def test_a_function_is_differentiated_again_through_its_backward() -> None:
    class Cube(autograd.Function):
        def forward(self, x: nd.NDArray) -> nd.NDArray:
            self.save_for_backward(x)
            return x * x * x

        def backward(self, dy: nd.NDArray) -> nd.NDArray:
            (x,) = self.saved_tensors
            return 3 * x * x * dy

    x = leaf([2.0])
    with autograd.record():
        (first,) = autograd.grad(Cube()(x), x, create_graph=True)
    first.backward()
    assert read(first, x.grad) == [[12], [12]]


# --- threads ---------------------------------------------------------------------------------------------------------


def test_threads_record_graphs_of_their_own() -> None:
    results: dict[int, float] = {}

    def work(number: int) -> None:
        x = leaf([float(number)])
        for _ in range(5):
            with autograd.record():
                z = x * x * number
            z.backward()
        results[number] = x.grad.asscalar()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {n: 2.0 * n * n for n in range(1, 5)}


def test_a_state_carried_over_iterations_is_a_constant_of_the_next_graph():
    weight = mx.nd.array([2.0])
    weight.attach_grad()
    state = mx.nd.array([1.0])
    for step in range(3):
        with mx.autograd.record():
            state = state * weight
            loss = state * 3
        loss.backward()
        assert weight.grad.asscalar() == 3 * 2.0**step


def test_a_graph_recorded_before_a_release_cannot_be_differentiated():
    x = mx.nd.array([2.0])
    x.attach_grad()
    with mx.autograd.record():
        shared = x * x
        first, second = shared * 2, shared * 3
    first.backward()
    with pytest.raises(mx.MXNetError, match="retain_graph=True"):
        second.backward()


def test_states_of_operators_may_be_arrays_of_the_graph():
    data = mx.nd.array(np.arange(6, dtype="float32").reshape(3, 2))
    gamma = mx.nd.ones((2,))
    gamma.attach_grad()
    with mx.autograd.record():
        mean, var = mx.nd.zeros_like(gamma), mx.nd.ones_like(gamma)
        out = mx.nd.BatchNorm(data, gamma, mx.nd.zeros((2,)), mean, var, fix_gamma=False, momentum=0.5)
    out.backward()
    np.testing.assert_allclose(mean.asnumpy(), data.asnumpy().mean(axis=0) / 2)


def test_gradients_where_shapes_depend_on_data():
    data = mx.nd.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    data.attach_grad()
    index = mx.nd.array([0, 1, 1])
    net = mx.nd.CachedOp(mx.sym.contrib.boolean_mask(mx.sym.var("data"), mx.sym.var("index")) ** 2)
    with mx.autograd.record():
        result = net(data, index)
    result.backward()
    assert result.shape == (2, 3)
    np.testing.assert_allclose(data.grad.asnumpy(), [[0, 0, 0], [8, 10, 12], [14, 16, 18]])


def null_leaf() -> mx.nd.NDArray:
    x = nd.array([1.0, 2.0])
    x.attach_grad(grad_req="null")
    return x


NO_LEAF = "There are no inputs in computation graph that require gradients"


def test_backward_where_every_leaf_is_null_raises() -> None:
    x, w = null_leaf(), null_leaf()
    with autograd.record():
        y = x * w
        z = nd.BlockGrad(x)
    for _ in range(2):  # the graph is still there
        with pytest.raises(mx.MXNetError, match=NO_LEAF):
            y.backward()
    with pytest.raises(mx.MXNetError, match=NO_LEAF):
        z.backward(retain_graph=True)
    with pytest.raises(mx.MXNetError, match=NO_LEAF):
        autograd.backward([y, z])


def test_backward_of_a_null_leaf_itself_raises() -> None:
    with pytest.raises(mx.MXNetError, match=NO_LEAF):
        null_leaf().backward()
    x = nd.array([1.0, 2.0])
    x.attach_grad()
    x.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [1, 1])


def test_one_leaf_that_wants_its_gradient_is_enough() -> None:
    x, w = null_leaf(), nd.array([3.0, 4.0])
    w.attach_grad()
    with autograd.record():
        y = x * w
    y.backward()
    np.testing.assert_array_equal(w.grad.asnumpy(), [1, 2])
    with autograd.record():
        y, z = x * 2, w * 2
    autograd.backward([y, z])
    np.testing.assert_array_equal(w.grad.asnumpy(), [2, 2])
    with autograd.record():
        z = w * 5
    autograd.backward([x, z])
    np.testing.assert_array_equal(w.grad.asnumpy(), [5, 5])
    with autograd.record():
        y = nd.BlockGrad(w) * x
    y.backward()  # reached, though nothing comes through
    np.testing.assert_array_equal(w.grad.asnumpy(), [0, 0])


def test_a_null_leaf_alone_does_not_hide_that_another_is_out_of_reach() -> None:
    x, w = null_leaf(), nd.array([3.0, 4.0])
    w.attach_grad()
    with autograd.record():
        y = x * 2
    with pytest.raises(mx.MXNetError, match="unreachable"):
        autograd.grad([y], [w])


def test_a_view_can_be_the_head_gradient_of_a_graph_of_higher_order() -> None:
    x = mx.nd.array([[1, 2], [3, 4]])
    x.attach_grad()
    with mx.autograd.record():
        y = x * x * x
        heads = mx.nd.arange(1, 5).reshape((2, 2))
        (first,) = mx.autograd.grad(y, [x], head_grads=heads, create_graph=True, retain_graph=True)
    first.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [[6, 24], [54, 96]])
