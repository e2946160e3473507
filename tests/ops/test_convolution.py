"""What rows cannot say of ``mxnet._ops.convolution``: dtypes, shapes of parameters, the program, errors."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads

from mxnet._ops import host_convolution
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError


def run(name: str, *arrays: jax.Array, **attrs: object) -> jax.Array:
    return OPS[name].function(*arrays, **OPS[name].parse(attrs))


def shapes(name: str, *given: tuple | None, **attrs: object) -> dict:
    return dict(OPS[name].shape_filler(*given, **OPS[name].parse(attrs)))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize("name", ["Convolution", "Deconvolution"])
def test_the_result_and_the_gradients_keep_the_dtype(name: str, dtype: str) -> None:
    data, weight, bias = jnp.ones((2, 2, 5, 5), dtype), jnp.ones((2, 2, 3, 3), dtype), jnp.ones((2,), dtype)

    def total(*arrays: jax.Array) -> jax.Array:
        out = run(name, *arrays, kernel=(3, 3), num_filter=2, no_bias=False)
        assert out.dtype == dtype
        return out.sum()

    assert [g.dtype for g in jax.grad(total, (0, 1, 2))(data, weight, bias)] == [dtype] * 3


@pytest.mark.parametrize("groups", [1, 2, 4])
@pytest.mark.parametrize("name", ["Convolution", "Deconvolution"])
def test_a_layer_is_one_convolution_and_each_gradient_one_more(
    name: str, groups: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_convolution, "on_host", lambda: False)
    data = jnp.ones((2, 4, 5, 5))
    weight = jnp.ones((4, 4 // groups, 3, 3))

    def layer(data: jax.Array, weight: jax.Array) -> jax.Array:
        return run(name, data, weight, kernel=(3, 3), num_filter=4, num_group=groups, stride=(2, 2), no_bias=True)

    def count(function: object) -> int:
        return jax.jit(function).lower(data, weight).as_text().count("stablehlo.convolution")

    assert count(layer) == 1
    assert count(jax.grad(lambda d, w: (layer(d, w) ** 2).sum(), (0, 1))) == 3


@pytest.mark.parametrize("layout", ["NCHW", "NHWC"])
@pytest.mark.parametrize("attrs", [{}, {"stride": (2, 2), "pad": (1, 1)}, {"dilate": (2, 1), "pad": (2, 0)}])
def test_the_grouped_weight_gradient_of_cpus_equals_the_other(layout: str, attrs: dict) -> None:
    shape = (2, 4, 6, 7) if layout == "NCHW" else (2, 6, 7, 4)
    weights = (6, 2, 3, 2) if layout == "NCHW" else (6, 3, 2, 2)
    data, weight = (jax.random.normal(jax.random.key(i), s) for i, s in enumerate((shape, weights)))

    def layer(data: jax.Array, weight: jax.Array, groups: int) -> jax.Array:
        return run(
            "Convolution",
            data,
            weight,
            kernel=(3, 2),
            num_filter=6,
            num_group=groups,
            layout=layout,
            no_bias=True,
            **attrs,
        )

    def by_hand(data: jax.Array, weight: jax.Array) -> jax.Array:
        axis = layout.index("C")
        halves = zip(jnp.split(data, 2, axis), jnp.split(weight, 2, 0), strict=True)
        conv = OPS["Convolution"].function
        outs = [conv(d, w, kernel=(3, 2), num_filter=3, layout=layout, no_bias=True, **attrs) for d, w in halves]
        return jnp.concatenate(outs, axis)

    got = jax.grad(lambda w: (layer(data, w, 2) ** 2).sum())(weight)
    want = jax.grad(lambda w: (by_hand(data, w) ** 2).sum())(weight)
    assert jnp.allclose(got, want, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", ["Convolution", "Deconvolution"])
def test_second_derivatives_of_groups(name: str) -> None:
    arrays = [jax.random.normal(jax.random.key(i), s, jnp.float64) for i, s in enumerate([(1, 4, 3, 3), (4, 2, 2, 2)])]

    def layer(data: jax.Array, weight: jax.Array) -> jax.Array:
        return run(
            name, data, weight, kernel=(2, 2), num_filter=4, num_group=2, stride=(2, 2), pad=(1, 1), no_bias=True
        )

    check_grads(layer, arrays, order=2, modes=("rev",), rtol=1e-3, atol=1e-3)


def test_parameter_shapes() -> None:
    conv = {"kernel": (3, 3), "num_filter": 8, "num_group": 2}
    assert shapes("Convolution", (1, 4, 9, 9), None, None, **conv) == {"weight": (8, 2, 3, 3), "bias": (8,)}
    assert shapes("Convolution", (1, 9, 9, 4), None, layout="NHWC", no_bias=True, **conv) == {"weight": (8, 3, 3, 2)}
    assert shapes("Convolution", None, None, None, **conv) == {"bias": (8,)}
    assert shapes("Deconvolution", (1, 4, 9, 9), None, **conv) == {"weight": (4, 4, 3, 3)}
    assert shapes("Deconvolution", (1, 9, 9, 4), None, layout="NHWC", **conv) == {"weight": (4, 3, 3, 4)}
    assert OPS["Convolution"].input_names(OPS["Convolution"].parse(conv)) == ("data", "weight", "bias")
    assert OPS["Deconvolution"].input_names(OPS["Deconvolution"].parse(conv)) == ("data", "weight")


@pytest.mark.parametrize(
    ("name", "data", "weight", "attrs", "message"),
    [
        ("Convolution", (1, 2, 5), (4, 2, 7), {"kernel": (7,)}, "kernel size exceed input"),
        ("Convolution", (1, 2, 5), (4, 2, 3), {"kernel": (2,)}, "Shape inconsistent"),
        ("Convolution", (1, 2, 5, 5), (4, 2, 2, 2), {"kernel": (2, 2), "stride": (1,)}, "same number of dimensions"),
        ("Convolution", (1, 2, 5, 5), (4, 2, 2, 2), {"kernel": (2, 2), "stride": (0, 0)}, "incorrect stride size"),
        ("Convolution", (1, 3, 5), (4, 1, 2), {"kernel": (2,), "num_group": 2}, "input num_filter must divide"),
        ("Convolution", (1, 3, 5), (4, 3, 2), {"kernel": (2, 2)}, "Input data should be 4D"),
        ("Convolution", (1, 3, 5), (4, 3, 2), {"kernel": (2, 2, 2, 2)}, "4D kernel not supported"),
        ("Convolution", (1, 3, 5), (4, 3, 2), {"kernel": (2,), "layout": "NCHW"}, "Need 1D layout"),
        ("Deconvolution", (1, 2, 3), (2, 4, 3), {"kernel": (3,), "stride": (2,), "adj": (2,)}, "adj must be smaller"),
        ("Deconvolution", (1, 2, 3), (2, 4, 3), {"kernel": (3,), "target_shape": (9,)}, "too big target shape"),
    ],
)
def test_wrong_use_is_explained(name: str, data: tuple, weight: tuple, attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        run(name, jnp.ones(data), jnp.ones(weight), num_filter=4, no_bias=True, **attrs)


FORMS = {
    "pointwise": ((2, 3, 6, 5), (4, 3, 1, 1), {"stride": (2, 1), "pad": (1, 0)}),
    "pointwise, channels last": ((2, 6, 5, 3), (4, 1, 1, 3), {"layout": "NHWC"}),
    "covering": ((2, 3, 4, 5), (6, 3, 4, 5), {"stride": (2, 1)}),
    "depthwise": ((2, 3, 7, 8), (3, 1, 3, 2), {"num_group": 3, "stride": (2, 1), "pad": (1, 1), "dilate": (1, 2)}),
    "depthwise, two each": ((2, 3, 9), (6, 1, 3), {"num_group": 3, "pad": (1,)}),
    "depthwise, channels last": ((2, 7, 8, 3), (3, 3, 3, 1), {"num_group": 3, "layout": "NHWC"}),
    "groups": ((2, 10, 7, 6), (15, 2, 3, 3), {"num_group": 5, "stride": (1, 2), "pad": (1, 1), "dilate": (2, 1)}),
    "volumes": ((2, 3, 6, 5, 7), (4, 3, 3, 2, 3), {"stride": (2, 1, 2), "pad": (1, 0, 1), "dilate": (1, 2, 1)}),
    "volumes, groups": ((2, 10, 6, 5, 7), (15, 2, 3, 2, 3), {"num_group": 5, "pad": (1, 0, 1)}),
    "one axis, dilated": ((2, 3, 20), (4, 3, 3), {"stride": (2,), "dilate": (3,), "pad": (2,)}),
    "one axis, groups": ((2, 10, 20), (15, 2, 3), {"num_group": 5, "dilate": (2,)}),
    "strides": ((2, 3, 9, 8), (4, 3, 3, 3), {"stride": (2, 3), "pad": (1, 0)}),
    "dilated": ((2, 3, 9, 8), (4, 3, 3, 3), {"dilate": (2, 1), "pad": (1, 1)}),
    "two groups": ((2, 4, 9, 8), (6, 2, 3, 3), {"num_group": 2, "stride": (1, 2)}),
    "channels last": ((2, 9, 8, 3), (4, 3, 3, 3), {"layout": "NHWC", "stride": (2, 1), "dilate": (1, 2)}),
    "columns": ((2, 32, 4, 4), (32, 32, 3, 3), {"pad": (1, 1), "stride": (2, 1)}),
}


@pytest.mark.parametrize("name", ["Convolution", "Deconvolution"])
@pytest.mark.parametrize("form", FORMS)
def test_the_forms_for_cpus_equal_the_others(name: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shape, weights, attrs = FORMS[form]
    last = "layout" in attrs
    kernel = weights[1:-1] if last else weights[2:]
    groups = attrs.get("num_group", 1)
    if name == "Deconvolution":  # from the filters back to the channels
        shape = (*shape[:-1], weights[0]) if last else (shape[0], weights[0], *shape[2:])
    filters = weights[0] if name == "Convolution" else groups * (weights[-1] if last else weights[1])
    arrays = [jax.random.normal(jax.random.key(i), s, "float32") for i, s in enumerate((shape, weights))]

    def layer(data: jax.Array, weight: jax.Array) -> jax.Array:
        return run(name, data, weight, kernel=kernel, num_filter=filters, no_bias=True, **attrs)

    def computed(dtype: str) -> list[jax.Array]:
        out, pull = jax.vjp(layer, *[a.astype(dtype) for a in arrays])
        return [out, *pull((1 + jnp.cos(jnp.arange(out.size)) / 2).reshape(out.shape).astype(dtype))]

    assert host_convolution.on_host()
    single, double = computed("float32"), computed("float64")
    monkeypatch.setattr(host_convolution, "correlate", lambda *_: None)
    monkeypatch.setattr(host_convolution, "on_host", lambda: False)
    for mine, exact, other in zip(single, double, computed("float64"), strict=True):
        largest = float(jnp.abs(other).max())
        np.testing.assert_allclose(exact, other, rtol=1e-12, atol=1e-12 * largest)
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-5 * largest)
