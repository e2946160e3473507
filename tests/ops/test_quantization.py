"""Quantized operators: what rows cannot say about them."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet._ops as _ops  # noqa: F401  (registers every family)
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError
from tests.ops.specs.quantization import EDGES, FLOATS, HISTOGRAM, INT8, UINT8, one
from tests.ops.specs.quantized_layers import BIAS, BYTES, KERNELS, RANGES, SIGNED, STATISTICS, WEIGHT


def run(name: str, *arrays: Any, **attrs: Any) -> Any:
    op = OPS[f"_contrib_{name}"]
    return op.function(*[jnp.asarray(a) for a in arrays], **op.parse(attrs))


@pytest.mark.parametrize("name", ["quantized_fully_connected", "quantized_conv"])
def test_inputs_without_bias_may_be_named(name: str) -> None:
    op = OPS[f"_contrib_{name}"]
    fully = name.endswith("connected")
    attrs = op.parse(
        {"num_hidden": 3, "no_bias": True} if fully else {"kernel": (3, 3), "num_filter": 3, "no_bias": True}
    )
    arrays = [jnp.asarray(a) for a in ((INT8, WEIGHT) if fully else (BYTES, KERNELS))]
    ranges = [jnp.asarray(r) for r in RANGES]
    names = op.input_names(attrs)
    assert names == ("data", "weight", "min_data", "max_data", "min_weight", "max_weight")
    named = op.function(**dict(zip(names, [*arrays, *ranges], strict=True)), **attrs)
    for a, b in zip(named, op.function(*arrays, *ranges, **attrs), strict=True):
        np.testing.assert_array_equal(a, b)


def test_int32_levels_stand_for_the_float_product() -> None:
    """The range of the sums is the one that makes them the product of what data and weight stand for."""
    out, _, high = run("quantized_fully_connected", INT8, WEIGHT, *RANGES, num_hidden=3, no_bias=True)
    floats = (INT8 / 127) @ (WEIGHT / 127 * 2).T
    np.testing.assert_allclose(np.asarray(out) * float(high[0]) / 2**31, floats, rtol=1e-5)


def test_round_trip_is_within_half_a_level() -> None:
    for out_type, levels in (("int8", 127.5), ("uint8", 255.5)):
        data = np.abs(FLOATS) if out_type == "uint8" else FLOATS
        back = run("dequantize", *run("quantize_v2", data, out_type=out_type))
        assert np.max(np.abs(np.asarray(back) - data)) <= 1.01 * 2 / levels


@pytest.mark.parametrize(("layers", "bidirectional"), [(2, False), (2, True)])
def test_rnn_of_several_layers_stays_close_to_the_float_one(layers: int, bidirectional: bool) -> None:
    rng = np.random.default_rng(1)
    attrs = {"state_size": 8, "num_layers": layers, "bidirectional": bidirectional, "mode": "lstm"}
    op, rnn = OPS["_contrib_quantized_rnn"], OPS["RNN"]
    data = rng.uniform(-1, 1, (4, 2, 6)).astype(np.float32)
    shapes = op.shape_filler(data.shape, *[None] * 5, **op.parse(attrs))
    inputs = [jnp.asarray(rng.uniform(-0.9, 0.9, s), jnp.float32) for s in list(shapes.values())[:3]]
    levels, scale, shift = run("quantize_asym", data, min_calib_range=-1, max_calib_range=1)
    (got,) = jax.jit(partial(op.function, **op.parse(attrs)))(levels, *inputs, scale, shift)
    (want,) = jax.jit(partial(rnn.function, **rnn.parse(attrs)))(jnp.asarray(data), *inputs)
    assert got.shape == want.shape
    assert np.mean((np.asarray(got) - np.asarray(want)) ** 2) < 2e-4


def test_calibration_ignores_a_lone_far_value() -> None:
    histogram = np.where(np.abs(np.arange(101) - 50) < 20, HISTOGRAM, 0).astype(np.float32)
    histogram[100] = 1
    threshold, divergence = run("calibrate_entropy", histogram, EDGES, num_quantized_bins=15)
    assert threshold[0] < 2
    assert 0 < divergence[0] < 0.1


@pytest.mark.parametrize(
    ("name", "arrays", "attrs", "message"),
    [
        ("quantize_v2", [FLOATS.astype(np.float64)], {}, "expected data of float32"),
        ("dequantize", [FLOATS, one(0), one(1)], {}, "expected int8 or uint8"),
        ("requantize", [INT8, one(0), one(1)], {}, "expected data of int32"),
        ("quantized_act", [INT8, one(0), one(1)], {"act_type": "tanh"}, "only supports act_type=relu"),
        (
            "quantized_pooling",
            [SIGNED, one(0), one(1)],
            {"kernel": (2, 2), "pool_type": "sum"},
            "only supports pool_type",
        ),
        ("quantized_elemwise_add", [INT8, INT8[:1], *RANGES], {}, "one shape"),
        ("quantized_elemwise_mul", [INT8, UINT8, *RANGES], {}, "only support int8 inputs"),
        ("quantized_batch_norm", [SIGNED, *STATISTICS, one(0), one(1)], {}, "min_calib_range"),
        ("quantized_concat", [INT8, INT8], {"num_args": 2}, "expected the arrays"),
        ("quantized_fully_connected", [INT8, WEIGHT, *RANGES], {"num_hidden": 3}, "expected the inputs"),
        ("quantized_fully_connected", [INT8, WEIGHT, BIAS, *RANGES, *RANGES[:2]], {"num_hidden": 4}, "expected weight"),
        (
            "quantized_conv",
            [BYTES, KERNELS, *RANGES],
            {"kernel": (3, 3), "num_filter": 3, "num_group": 2, "no_bias": True},
            "num_group=1",
        ),
        ("calibrate_entropy", [HISTOGRAM, EDGES[:-1]], {}, "edges"),
        ("calibrate_entropy", [HISTOGRAM, EDGES], {}, "at least"),
    ],
)
def test_errors(name: str, arrays: list, attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        run(name, *arrays, **attrs)


def test_convolution_of_many_channels_is_exact() -> None:
    """All products at their largest: float32 sums over all channels would be rounded."""
    data, weight = np.full((1, 300, 3, 3), 255, np.uint8), np.full((1, 300, 3, 3), 127, np.int8)
    data[0, 0, 0, 0] = 254
    out, *_ = run("quantized_conv", data, weight, *RANGES, kernel=(3, 3), num_filter=1, no_bias=True)
    assert out.dtype == jnp.int32
    assert int(out[0, 0, 0, 0]) == 255 * 127 * 2700 - 127


def test_shapes_of_parameters_follow_from_the_data() -> None:
    conv = OPS["_contrib_quantized_conv"]
    attrs = conv.parse({"kernel": (3, 3), "num_filter": 8})
    found = conv.shape_filler((1, 4, 9, 9), *[None] * 8, **attrs)
    assert found["weight"] == (8, 4, 3, 3)
    assert found["bias"] == (8,)
    assert found["min_bias"] == (1,)
    fully = OPS["_contrib_quantized_fully_connected"]
    found = fully.shape_filler((2, 3, 4), *[None] * 8, **fully.parse({"num_hidden": 5}))
    assert found["weight"] == (5, 12)
    assert fully.type_filler("uint8", **fully.parse({"num_hidden": 5}))["weight"] == "int8"
