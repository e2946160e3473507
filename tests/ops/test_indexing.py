"""Gradients that MXNet defines by decree, how indexing compiles, and what shapes of parameters follow."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet as mx
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError


def pull(function, *arrays):
    """The gradients of the sum of a function's result."""
    out, back = jax.vjp(function, *arrays)
    return back(jnp.ones_like(out))


def compiled(function, *arrays) -> str:
    return jax.jit(lambda *a: pull(function, *a)).lower(*arrays).as_text()


def test_scatter_nd_gives_every_value_its_gradient() -> None:
    places = jnp.asarray([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])
    (grad,) = pull(lambda x: OPS["scatter_nd"].function(x, places, shape=(2, 2)), jnp.asarray([1.0, 2.0, 3.0]))
    np.testing.assert_array_equal(grad, [1, 1, 1])


def test_index_copy_gradient() -> None:
    old, new = jnp.zeros((4, 2)), jnp.arange(6.0).reshape(3, 2)
    at = jnp.asarray([3.0, 0.0, 3.0])
    old_grad, new_grad = pull(lambda o, n: OPS["_contrib_index_copy"].function(o, at, n), old, new)
    np.testing.assert_array_equal(old_grad, [[0, 0], [1, 1], [1, 1], [0, 0]])
    np.testing.assert_array_equal(new_grad, np.ones((3, 2)))


def test_index_copy_leaves_out_what_is_out_of_range() -> None:
    out = OPS["_contrib_index_copy"].function(jnp.zeros((2, 1)), jnp.asarray([1.0, -1.0, 9.0]), jnp.ones((3, 1)))
    np.testing.assert_array_equal(out, [[0], [1]])


def test_gradient_of_indices_is_zero() -> None:
    data, index = jnp.arange(6.0).reshape(3, 2), jnp.asarray([0.0, 5.0, -1.0])
    for name in ("take", "pick"):
        _, grad = pull(OPS[name].function, data, index)
        np.testing.assert_array_equal(grad, np.zeros(3))


def test_pick_gradient_fuses() -> None:
    data, index = jnp.arange(6.0).reshape(3, 2), jnp.asarray([0.0, 5.0, -1.0])
    (grad,) = pull(lambda x: OPS["pick"].function(x, index), data)
    np.testing.assert_array_equal(grad, [[1, 0], [0, 1], [1, 0]])
    assert "scatter" not in compiled(lambda x: OPS["pick"].function(x, index), data)


def test_pick_twice_differentiable() -> None:
    index = jnp.asarray([0.0, 1.0])
    hessian = jax.jacrev(jax.grad(lambda x: jnp.sum(OPS["pick"].function(x, index) ** 3)))(jnp.ones((2, 2)))
    np.testing.assert_array_equal(hessian.reshape(4, 4), np.diag([6.0, 0, 0, 6]))


def test_embedding_gradient_is_a_scatter() -> None:
    data, weight = jnp.asarray([[0.0, 1.0], [-3.0, 9.0]]), jnp.arange(6.0).reshape(3, 2)

    def embed(weight):
        return OPS["Embedding"].function(data, weight, input_dim=3, output_dim=2)

    (grad,) = pull(embed, weight)
    np.testing.assert_array_equal(grad, [[2, 2], [1, 1], [1, 1]])
    text = compiled(embed, weight)
    assert "scatter" in text
    assert "dot_general" not in text


def test_embedding_of_bfloat16_and_huge_indices() -> None:
    weight = jnp.arange(6, dtype="bfloat16").reshape(3, 2)
    out = OPS["Embedding"].function(jnp.asarray([2**40, -(2**40)]), weight, input_dim=3, output_dim=2)
    np.testing.assert_array_equal(np.asarray(out, np.float32), [[4, 5], [0, 1]])


def test_slices_are_written_without_scatter() -> None:
    data = jnp.zeros((5, 4))

    def write(data):
        return OPS["_slice_assign_scalar"].function(data, scalar=3.0, begin=(0, 3), end=(5, None), step=(2, -2))

    assert "scatter" not in compiled(write, data)
    expected = np.zeros((5, 4))
    expected[0:5:2, 3::-2] = 3
    np.testing.assert_array_equal(write(data), expected)


def test_index_get_clips_and_index_set_leaves_out() -> None:
    data, at = jnp.asarray([1.0, 2.0, 3.0]), jnp.asarray([-1.0, -9.0, 7.0])
    spec = (("array",),)
    np.testing.assert_array_equal(OPS["_index_get"].function(data, at, spec=spec), [3, 1, 3])
    out = OPS["_index_set"].function(data, jnp.asarray([7, 8, 9]), at, spec=spec)
    np.testing.assert_array_equal(out, [1, 2, 7])
    assert out.dtype == data.dtype


def test_index_of_booleans_is_refused() -> None:
    with pytest.raises(MXNetError, match="boolean_mask"):
        OPS["_index_get"].function(jnp.zeros(2), jnp.asarray([True, False]), spec=(("array",),))


def test_boolean_mask_gradient() -> None:
    data, index = jnp.arange(6.0).reshape(3, 2), jnp.asarray([1.0, 0.0, 2.0])
    (grad,) = pull(lambda x: OPS["_contrib_boolean_mask"].function(x, index), data)
    np.testing.assert_array_equal(grad, [[1, 1], [0, 0], [1, 1]])


def test_pad_reflect_gradient() -> None:
    pad = {"mode": "reflect", "pad_width": (0, 0, 0, 0, 1, 1, 2, 0)}
    (grad,) = pull(lambda x: OPS["Pad"].function(x, **pad), jnp.ones((1, 1, 2, 3)))
    np.testing.assert_array_equal(grad[0, 0], [[2, 4, 4], [2, 4, 4]])


def test_shapes_and_types_of_parameters() -> None:
    for name in ("Embedding", "_contrib_SparseEmbedding"):
        op = OPS[name]
        attrs = op.parse({"input_dim": 5, "output_dim": 4, "dtype": "float16"})
        assert op.shape_filler((2, 3), None, **attrs) == {"weight": (5, 4)}
        assert op.type_filler("int32", None, **attrs) == {"weight": "float16"}
    assert OPS["pick"].shape_filler((2, 3), None, **OPS["pick"].parse({})) == {"index": (2,)}
    assert OPS["pick"].shape_filler((2, 3), (2, 1), **OPS["pick"].parse({})) == {"index": (2, 1)}
    assert OPS["where"].shape_filler(None, None, (2, 3)) == {"x": (2, 3), "y": (2, 3)}
    assert OPS["where"].type_filler(None, "float16", None) == {"x": "float16", "y": "float16"}
    assert OPS["batch_take"].shape_filler((2, 3), None) == {"indices": (2,)}
    assert OPS["batch_take"].type_filler("float32", None) == {"indices": "int32"}


def test_batch_take_refuses_a_gradient_as_in_mxnet() -> None:
    x, rows = mx.nd.array([[1, 2], [3, 4]]), mx.nd.array([1, 0], dtype="int32")
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.batch_take(x, rows)
    np.testing.assert_array_equal(y.asnumpy(), [2, 3])
    with pytest.raises(MXNetError, match=r"batch_take has no gradient.*pick"):
        y.backward()
        x.grad.asnumpy()


@pytest.mark.parametrize(
    ("blocked", "request_", "refused"), [(False, "write", True), (True, "write", False), (False, "null", False)]
)
def test_a_graph_whose_gradient_is_refused_is_not_bound(blocked: bool, request_: str, refused: bool) -> None:
    graph = mx.sym.batch_take(mx.sym.var("x") * 2, mx.sym.var("rows"), name="taken")
    graph = (mx.sym.stop_gradient(graph) if blocked else graph) + mx.sym.var("y")
    arrays = {"x": mx.nd.array([[1, 2], [3, 4]]), "rows": mx.nd.array([1, 0], dtype="int32"), "y": mx.nd.ones(2)}
    grads = {name: mx.nd.zeros(array.shape) for name, array in arrays.items() if name != "rows"}
    if refused:
        with pytest.raises(MXNetError, match=r"bind: taken \(batch_take\) has no gradient"):
            graph.bind(mx.cpu(), arrays, grads, request_)
        return
    executor = graph.bind(mx.cpu(), arrays, grads, request_)
    np.testing.assert_array_equal(executor.forward(is_train=True)[0].asnumpy(), [5, 7])
    executor.backward(mx.nd.ones(2))
    np.testing.assert_array_equal(executor.grad_dict["y"].asnumpy(), [1, 1] if request_ == "write" else [0, 0])
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), np.zeros((2, 2)))
