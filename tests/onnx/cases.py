"""One row, or a few, for each operator that is exported."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import mxnet as mx
from mxnet import sym
from mxnet.symbol.invoke import call

F = sym._internal


class Case(NamedTuple):
    """A symbol made of variables ``a``, ``b``, ..., and the arrays for them."""

    name: str
    make: Callable[..., Any]
    inputs: tuple[np.ndarray, ...]
    params: tuple[np.ndarray, ...] = ()  # of the variables after the inputs
    comes_back: bool = True
    tolerance: float = 1e-5
    opset: int = 12  # the first that has what it needs


def real(*shape: int, dtype: Any = np.float32, low: float = -2.0, high: float = 2.0) -> np.ndarray:
    """Numbers that are the same in every run."""
    random = np.random.default_rng(sum(shape) + len(shape))
    return random.uniform(low, high, shape).astype(dtype)


def whole(*shape: int, high: int = 5, low: int = 0, dtype: Any = np.int32) -> np.ndarray:
    """Whole numbers."""
    return np.random.default_rng(sum(shape)).integers(low, high, shape).astype(dtype)


def numbers(*values: Any, dtype: Any = np.float32) -> np.ndarray:
    return np.array(values[0] if len(values) == 1 else values, dtype)


CUBE = real(2, 3, 4)
IMAGE = real(2, 3, 8, 8)
UNIT = real(2, 3, low=-0.9, high=0.9)
ABOVE = real(2, 3, low=1.1, high=3.0)


def unary(names: str, data: np.ndarray) -> list[Case]:
    return [Case(name, getattr(sym, name), (data,)) for name in names.split()]


def binary(names: str, a: np.ndarray, b: np.ndarray) -> list[Case]:
    return [Case(name, getattr(F if name.startswith("_") else sym, name), (a, b)) for name in names.split()]


def scalar(names: str, data: np.ndarray, number: float) -> list[Case]:
    return [Case(name, lambda x, op=name: getattr(F, op)(x, scalar=number), (data,)) for name in names.split()]


ELEMENTWISE = [
    *unary(
        "abs ceil floor negative sign relu cos sin tan erf exp sigmoid softsign tanh sinh cosh arctan arcsinh", UNIT
    ),
    *unary("arccos arcsin arctanh cbrt degrees radians expm1 square logical_not round rint fix trunc", UNIT),
    *unary("arccosh log log2 log10 log1p sqrt rsqrt reciprocal rcbrt", ABOVE),
    *unary("BlockGrad MakeLoss make_loss identity zeros_like ones_like", CUBE),
    Case("abs-int", sym.abs, (whole(2, 3, low=-5),)),
    Case("exp-int", sym.exp, (whole(2, 3),), comes_back=False),
    Case("round-int", sym.round, (whole(2, 3),)),
    Case("rint-halves", sym.rint, (numbers(-1.5, -0.5, 0.5, 1.5, 2.4),)),
    Case("round-halves", sym.round, (numbers(-1.5, -0.5, 0.5, 1.5, 2.4),)),
    Case("cast", lambda x: sym.Cast(x, dtype="int32"), (CUBE,)),
    Case("amp_cast", lambda x: sym.amp_cast(x, dtype="float16"), (CUBE,), tolerance=1e-3),
    Case("amp_multicast", lambda x, y: sym.amp_multicast(x, y, num_outputs=2), (CUBE, CUBE.astype(np.float16))),
    Case("cast_storage", lambda x: sym.cast_storage(x, stype="default"), (CUBE,)),
    Case("like-rhs", F._identity_with_attr_like_rhs, (CUBE, CUBE)),
    Case("sparse-reg", lambda x, s: sym.IdentityAttachKLSparseReg(x, s), (UNIT,), (numbers(0, 0, 0),)),
    Case("gradient-multiplier", lambda x: sym.contrib.gradientmultiplier(x, scalar=2.0), (CUBE,)),
    Case("hard_sigmoid", lambda x: sym.hard_sigmoid(x, alpha=0.3, beta=0.4), (CUBE,)),
    Case("clip", lambda x: sym.clip(x, -1, 1), (CUBE,)),
    Case("clip-int", lambda x: sym.clip(x, 1, 3), (whole(3, 4),)),
    Case("smooth_l1", lambda x: sym.smooth_l1(x, scalar=1.5), (CUBE,), comes_back=False),
    Case("quadratic", lambda x: sym.contrib.quadratic(x, a=2, b=3, c=4), (CUBE,)),
    Case("div_sqrt_dim", sym.contrib.div_sqrt_dim, (CUBE,)),
    *binary(
        "elemwise_add elemwise_sub elemwise_mul elemwise_div _maximum _minimum _hypot _equal _not_equal", CUBE, CUBE + 1
    ),
    *binary(
        "_grad_add _greater _greater_equal _lesser _lesser_equal _logical_and _logical_or _logical_xor",
        CUBE,
        CUBE[::-1],
    ),
    *binary(
        "broadcast_add broadcast_sub broadcast_mul broadcast_div broadcast_maximum broadcast_minimum", CUBE, real(3, 1)
    ),
    *binary(
        "broadcast_equal broadcast_not_equal broadcast_hypot broadcast_logical_and broadcast_logical_or",
        CUBE,
        real(3, 1),
    ),
    *binary("broadcast_greater broadcast_greater_equal broadcast_lesser broadcast_lesser_equal", CUBE, real(3, 1)),
    *binary("broadcast_logical_xor broadcast_mod _mod", CUBE, CUBE[::-1]),
    *binary("broadcast_power _power", ABOVE, UNIT),
    Case("add-int", sym.broadcast_add, (whole(2, 3), whole(2, 1))),
    Case("div-int", sym.broadcast_div, (whole(2, 3, low=-9, high=9), whole(2, 1, low=1))),
    Case("mod-int", sym.broadcast_mod, (whole(2, 3, low=-9, high=9), whole(2, 1, low=0)), comes_back=False),
    Case("power-int", sym.broadcast_power, (whole(2, 3), whole(2, 1)), comes_back=False),
    Case("greater-int8", sym.broadcast_greater, (whole(2, 3, dtype=np.int8), whole(2, 1, dtype=np.int8))),
    *scalar("_plus_scalar _minus_scalar _rminus_scalar _mul_scalar _div_scalar _rdiv_scalar _power_scalar", ABOVE, 1.7),
    *scalar("_rpower_scalar _mod_scalar _rmod_scalar _maximum_scalar _minimum_scalar _hypot_scalar", ABOVE, 1.7),
    *scalar("_equal_scalar _not_equal_scalar _greater_scalar _greater_equal_scalar", whole(2, 3), 2),
    *scalar(
        "_lesser_scalar _lesser_equal_scalar _logical_and_scalar _logical_or_scalar _logical_xor_scalar", CUBE, 0.5
    ),
    Case("plus-scalar-int", lambda x: x + 2, (whole(2, 3),)),
    Case("add_n", sym.add_n, (CUBE, CUBE, CUBE)),
    Case("add_n-int", sym.add_n, (whole(2, 3), whole(2, 3))),
]

LAYERS = [
    Case("fc", lambda x, w, b: sym.FullyConnected(x, w, b, num_hidden=5), (real(2, 3, 4),), (real(5, 12), real(5))),
    Case("fc-no-bias", lambda x, w: sym.FullyConnected(x, w, num_hidden=5, no_bias=True), (real(2, 4),), (real(5, 4),)),
    Case(
        "fc-last-axis",
        lambda x, w, b: sym.FullyConnected(x, w, b, num_hidden=5, flatten=False),
        (CUBE,),
        (real(5, 4), real(5)),
    ),
    Case(
        "conv",
        lambda x, w, b: sym.Convolution(x, w, b, kernel=(3, 2), stride=(2, 1), dilate=(1, 2), pad=(1, 0), num_filter=4),
        (IMAGE,),
        (real(4, 3, 3, 2), real(4)),
        tolerance=1e-4,
    ),
    Case(
        "conv-groups",
        lambda x, w: sym.Convolution(x, w, kernel=(3, 3), num_filter=6, num_group=3, no_bias=True),
        (IMAGE,),
        (real(6, 1, 3, 3),),
        tolerance=1e-4,
    ),
    Case(
        "conv-1d",
        lambda x, w, b: sym.Convolution(x, w, b, kernel=(3,), pad=(1,), num_filter=4),
        (real(2, 3, 9),),
        (real(4, 3, 3), real(4)),
        tolerance=1e-4,
    ),
    Case(
        "conv-3d",
        lambda x, w, b: sym.Convolution(x, w, b, kernel=(2, 2, 2), num_filter=2),
        (real(1, 2, 4, 4, 4),),
        (real(2, 2, 2, 2, 2), real(2)),
        tolerance=1e-4,
    ),
    Case(
        "conv-nhwc",
        lambda x, w, b: sym.Convolution(x, w, b, kernel=(3, 3), num_filter=4, layout="NHWC"),
        (real(2, 6, 6, 3),),
        (real(4, 3, 3, 3), real(4)),
        tolerance=1e-4,
    ),
    Case(
        "conv_v1",
        lambda x, w, b: sym.Convolution_v1(x, w, b, kernel=(3, 3), num_filter=4),
        (IMAGE,),
        (real(4, 3, 3, 3), real(4)),
        tolerance=1e-4,
    ),
    Case(
        "deconv",
        lambda x, w, b: sym.Deconvolution(
            x, w, b, kernel=(3, 3), stride=(2, 2), pad=(1, 1), adj=(1, 1), num_filter=4, no_bias=False
        ),
        (real(2, 3, 5, 5),),
        (real(3, 4, 3, 3), real(4)),
        tolerance=1e-4,
    ),
    Case(
        "deconv-target",
        lambda x, w: sym.Deconvolution(x, w, kernel=(4, 4), stride=(2, 2), target_shape=(9, 10), num_filter=4),
        (real(2, 3, 5, 5),),
        (real(3, 4, 4, 4),),
        tolerance=1e-4,
    ),
    *[Case(f"act-{t}", lambda x, t=t: sym.Activation(x, act_type=t), (CUBE,)) for t in ("relu", "sigmoid", "softrelu")],
    *[Case(f"act-{t}", lambda x, t=t: sym.Activation(x, act_type=t), (CUBE,)) for t in ("softsign", "tanh")],
    *[
        Case(f"leaky-{t}", lambda x, t=t: sym.LeakyReLU(x, act_type=t, slope=0.3), (CUBE,))
        for t in ("leaky", "elu", "selu", "gelu")
    ],
    Case("rrelu", lambda x: sym.LeakyReLU(x, act_type="rrelu")[0], (CUBE,)),
    Case("prelu", lambda x, g: sym.LeakyReLU(x, g, act_type="prelu"), (IMAGE,), (real(3),)),
    Case("prelu-2d", lambda x, g: sym.LeakyReLU(x, g, act_type="prelu"), (UNIT,), (real(3),)),
    Case("dropout", lambda x: sym.Dropout(x, p=0.4), (CUBE,)),
    Case("embedding", lambda x, w: sym.Embedding(x, w, input_dim=5, output_dim=4), (whole(2, 3),), (real(5, 4),)),
    Case(
        "embedding-float",
        lambda x, w: sym.Embedding(x, w, input_dim=5, output_dim=4),
        (whole(2, 3).astype("f4"),),
        (real(5, 4),),
    ),
    Case(
        "sparse-embedding",
        lambda x, w: sym.contrib.SparseEmbedding(x, w, input_dim=5, output_dim=4),
        (whole(2, 3),),
        (real(5, 4),),
    ),
    Case("upsampling", lambda x: sym.UpSampling(x, scale=2, sample_type="nearest"), (IMAGE,)),
    Case(
        "upsampling-two",
        lambda x, y: sym.UpSampling(x, y, scale=2, sample_type="nearest", num_args=2),
        (IMAGE, real(2, 2, 4, 4)),
    ),
    Case(
        "upsampling-bilinear",
        lambda x, w: sym.UpSampling(x, w, scale=2, sample_type="bilinear", num_filter=3, num_args=2),
        (IMAGE,),
        (real(3, 1, 4, 4),),
    ),
]

NORMS = [
    *[
        Case(
            f"bn-{n}",
            lambda x, g, b, m, v, o=o: sym.BatchNorm(x, g, b, m, v, **o),
            (IMAGE,),
            (real(s), real(s), real(s), real(s, low=0.5)),
        )
        for n, s, o in (
            ("plain", 3, {}),
            ("gamma", 3, {"fix_gamma": False}),
            ("last", 8, {"axis": -1, "fix_gamma": False}),
        )
    ],
    Case(
        "bn-statistics",
        lambda x, g, b, m, v: sym.BatchNorm(x, g, b, m, v, output_mean_var=True),
        (IMAGE,),
        (real(3), real(3), real(3), real(3, low=0.5)),
    ),
    Case(
        "bn-half",
        lambda x, g, b, m, v: sym.BatchNorm(x, g, b, m, v, fix_gamma=False),
        (IMAGE.astype(np.float16),),
        (real(3), real(3), real(3), real(3, low=0.5)),
        tolerance=1e-2,
    ),
    *[
        Case(
            name,
            lambda x, g, b, m, v, op=op: op(x, g, b, m, v),
            (IMAGE,),
            (real(3), real(3), real(3), real(3, low=0.5)),
        )
        for name, op in (
            ("bn_v1", sym.BatchNorm_v1),
            ("sync-bn", lambda *a: sym.contrib.SyncBatchNorm(*a, key="k")),
            ("bn-relu", sym.contrib.BatchNormWithReLU),
        )
    ],
    Case("layer_norm", sym.LayerNorm, (CUBE,), (real(4), real(4))),
    Case("layer_norm-1", lambda x, g, b: sym.LayerNorm(x, g, b, axis=1), (CUBE,), (real(3), real(3))),
    Case("layer_norm-all", lambda x, g, b: sym.LayerNorm(x, g, b, output_mean_var=True), (CUBE,), (real(4), real(4))),
    Case("group_norm", lambda x, g, b: sym.GroupNorm(x, g, b, num_groups=2), (real(2, 4, 3, 3),), (real(2), real(2))),
    Case("instance_norm", sym.InstanceNorm, (IMAGE,), (real(3), real(3)), tolerance=1e-4),
    *[
        Case(f"l2-{m}", lambda x, m=m: sym.L2Normalization(x, mode=m), (IMAGE,))
        for m in ("instance", "channel", "spatial")
    ],
    Case("lrn", lambda x: sym.LRN(x, nsize=3, alpha=1e-2, beta=0.6, knorm=1.5), (IMAGE,)),
]

SOFTMAX = [
    Case("softmax", lambda x: sym.softmax(x, axis=1), (CUBE,)),
    Case("softmax-temperature", lambda x: sym.softmax(x, temperature=3.0), (CUBE,)),
    Case(
        "softmax-length",
        lambda x, n: sym.softmax(x, n, use_length=True, axis=1),
        (real(2, 4), numbers(1, 3, dtype=np.int32)),
    ),
    Case("softmin", lambda x: sym.softmin(x, axis=0), (CUBE,)),
    Case("log_softmax", lambda x: sym.log_softmax(x, axis=1), (CUBE,)),
    Case("softmax-activation", lambda x: sym.SoftmaxActivation(x, mode="channel"), (CUBE,)),
    Case("softmax_cross_entropy", sym.softmax_cross_entropy, (real(4, 5), numbers(0, 1, 4, 2)), tolerance=1e-4),
    Case("softmax-output", lambda x: sym.SoftmaxOutput(x, name="out"), (CUBE,)),
    Case("softmax-output-multi", lambda x: sym.SoftmaxOutput(x, name="out", multi_output=True), (CUBE,)),
    Case("softmax-output-kept", lambda x: sym.SoftmaxOutput(x, name="out", preserve_shape=True), (CUBE,)),
    Case("logistic", lambda x: sym.LogisticRegressionOutput(x, name="out"), (UNIT,)),
    Case("linear", lambda x: sym.LinearRegressionOutput(x, name="out"), (UNIT,)),
    Case("mae", lambda x: sym.MAERegressionOutput(x, name="out"), (UNIT,)),
    Case("svm", lambda x: sym.SVMOutput(x, name="out"), (UNIT,)),
]


def pool(name: str, data: np.ndarray = IMAGE, **params: Any) -> Case:
    return Case(f"pool-{name}", lambda x: sym.Pooling(x, **params), (data,), tolerance=1e-4)


POOLING = [
    pool("max", kernel=(2, 2), stride=(2, 2)),
    pool("max-full", kernel=(3, 3), stride=(2, 2), pooling_convention="full"),
    pool("max-pad", kernel=(3, 3), stride=(2, 2), pad=(1, 1)),
    pool("avg", kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg"),
    pool("avg-exclude", kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg", count_include_pad=False),
    pool("avg-full", kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg", pooling_convention="full"),
    pool(
        "avg-full-exclude",
        kernel=(3, 3),
        stride=(2, 2),
        pad=(1, 1),
        pool_type="avg",
        pooling_convention="full",
        count_include_pad=False,
    ),
    pool("sum", kernel=(3, 3), pool_type="sum"),
    *[pool(f"lp-{p}", kernel=(3, 3), pool_type="lp", p_value=p) for p in (1, 2, 3)],
    pool("same", real(2, 3, 9), kernel=(3,), stride=(2,), pooling_convention="same"),
    pool("1d", real(2, 3, 9), kernel=(3,), stride=(2,)),
    pool("3d", real(1, 2, 4, 4, 4), kernel=(2, 2, 2), pool_type="avg"),
    pool("nhwc", real(2, 6, 6, 3), kernel=(2, 2), layout="NHWC"),
    *[pool(f"global-{t}", global_pool=True, kernel=(1, 1), pool_type=t) for t in ("max", "avg", "sum")],
    *[pool(f"global-lp-{p}", global_pool=True, kernel=(1, 1), pool_type="lp", p_value=p) for p in (2, 3)],
    Case("adaptive", lambda x: sym.contrib.AdaptiveAvgPooling2D(x, output_size=(3, 5)), (IMAGE,)),
    Case("adaptive-one", lambda x: sym.contrib.AdaptiveAvgPooling2D(x, output_size=1), (IMAGE,)),
]

REDUCE = [
    *[
        Case(f"{op}-{n}", lambda x, op=op, o=o: getattr(sym, op)(x, **o), (CUBE,), tolerance=1e-4)
        for op in ("sum", "mean", "prod", "max", "min", "nansum", "nanprod")
        for n, o in (("all", {}), ("axis", {"axis": 1}), ("keep", {"axis": (0, 2), "keepdims": True}))
    ],
    Case("sum-exclude", lambda x: sym.sum(x, axis=1, exclude=True), (CUBE,)),
    Case("mean-int", lambda x: sym.mean(x, axis=1), (whole(3, 4, low=-7),), comes_back=False),
    *[Case(f"norm-{p}", lambda x, p=p: sym.norm(x, ord=p, axis=1), (CUBE,)) for p in (1, 2)],
    Case("moments", lambda x: sym.moments(x, axes=(0, 2)), (CUBE,)),
    Case("moments-keep", lambda x: sym.moments(x, axes=(0, 2), keepdims=True), (CUBE,)),
    *[
        Case(f"{op}-{axis}", lambda x, op=op, axis=axis: getattr(sym, op)(x, axis=axis), (CUBE,))
        for op in ("argmax", "argmin")
        for axis in (1, -1, None)
    ],
    Case("argmax-keep", lambda x: sym.argmax(x, axis=1, keepdims=True), (CUBE,)),
    Case("argmax_channel", sym.argmax_channel, (CUBE,)),
    Case("cumsum", lambda x: sym.cumsum(x, axis=1), (CUBE,)),
]

SHAPE = [
    *[
        Case(f"reshape-{s}", lambda x, s=s: sym.reshape(x, shape=s), (real(2, 3, 4, 6),))
        for s in ((-1,), (0, -1), (-2,), (-3, 0, 0), (0, -4, 3, 1, -2), (0, 0, -4, -1, 2, 0))
    ],
    Case("reshape-reverse", lambda x: sym.reshape(x, shape=(-1, 0), reverse=True), (CUBE,)),
    Case("reshape_like", sym.reshape_like, (CUBE, real(6, 4))),
    Case(
        "reshape_like-part",
        lambda a, b: sym.reshape_like(a, b, lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end=2),
        (real(6, 4), real(2, 3)),
    ),
    Case("flatten", sym.Flatten, (CUBE,)),
    Case("transpose", sym.transpose, (CUBE,)),
    Case("transpose-axes", lambda x: sym.transpose(x, axes=(1, 0, 2)), (CUBE,)),
    Case("swapaxes", lambda x: sym.SwapAxis(x, dim1=0, dim2=2), (CUBE,)),
    Case("expand_dims", lambda x: sym.expand_dims(x, axis=-1), (CUBE,)),
    Case("squeeze", sym.squeeze, (real(2, 1, 3, 1),)),
    Case("squeeze-axis", lambda x: sym.squeeze(x, axis=1), (real(2, 1, 3, 1),)),
    Case("broadcast_to", lambda x: sym.broadcast_to(x, shape=(2, 0, 4)), (real(1, 3, 1),)),
    Case("broadcast_axis", lambda x: sym.broadcast_axis(x, axis=(0, 2), size=(2, 4)), (real(1, 3, 1),)),
    Case("broadcast_like", sym.broadcast_like, (real(1, 3, 1), CUBE)),
    Case(
        "broadcast_like-axes",
        lambda a, b: sym.broadcast_like(a, b, lhs_axes=(0,), rhs_axes=(1,)),
        (real(1, 3, 1), CUBE),
    ),
    Case("depth_to_space", lambda x: sym.depth_to_space(x, block_size=2), (real(1, 8, 2, 3),)),
    Case("space_to_depth", lambda x: sym.space_to_depth(x, block_size=2), (real(1, 2, 4, 6),)),
    Case("reverse", lambda x: sym.reverse(x, axis=(0, 2)), (CUBE,)),
    Case("diag", lambda x: sym.diag(x, k=1), (real(4, 4),)),
    Case("concat", lambda a, b: sym.concat(a, b, dim=2), (CUBE, real(2, 3, 1))),
    Case("rnn_param_concat", lambda a, b: F._rnn_param_concat(a, b, dim=0, num_args=2), (real(3), real(4))),
    Case("stack", lambda a, b: sym.stack(a, b, axis=1), (CUBE, CUBE)),
    Case("split", lambda x: sym.SliceChannel(x, num_outputs=2, axis=2), (CUBE,)),
    Case("split-squeezed", lambda x: sym.SliceChannel(x, num_outputs=3, axis=1, squeeze_axis=True), (CUBE,)),
    Case("split_v2", lambda x: sym.split_v2(x, (1, 3), axis=2), (CUBE,)),
    Case("split_v2-sections", lambda x: sym.split_v2(x, 3, axis=2), (CUBE,)),
    Case("slice", lambda x: sym.slice(x, begin=(None, 1), end=(2, None), step=None), (CUBE,)),
    Case("slice-back", lambda x: sym.slice(x, begin=(None, 2), end=(None, 0), step=(-1, -1)), (CUBE,)),
    Case("slice_axis", lambda x: sym.slice_axis(x, axis=1, begin=-2, end=None), (CUBE,)),
    Case("slice_like", lambda a, b: sym.slice_like(a, b, axes=(0, 2)), (CUBE, real(1, 9, 3))),
    Case("crop", lambda x: sym.Crop(x, h_w=(4, 5), offset=(1, 2), num_args=1), (IMAGE,)),
    Case("crop-like", lambda x, y: sym.Crop(x, y, center_crop=True, num_args=2), (IMAGE, real(2, 3, 4, 4))),
    Case("tile", lambda x: sym.tile(x, reps=(2, 1, 3)), (CUBE,)),
    Case("tile-more", lambda x: sym.tile(x, reps=(2, 1, 1, 3)), (CUBE,)),
    Case("tile-less", lambda x: sym.tile(x, reps=(2,)), (CUBE,)),
    Case("repeat", lambda x: sym.repeat(x, repeats=2, axis=1), (CUBE,)),
    Case("repeat-flat", lambda x: sym.repeat(x, repeats=2), (CUBE,)),
    *[
        Case(
            f"pad-{m}",
            lambda x, m=m: sym.Pad(x, mode=m, pad_width=(0, 0, 0, 0, 1, 2, 3, 0), constant_value=1.5),
            (IMAGE,),
        )
        for m in ("constant", "edge", "reflect")
    ],
    Case("zeros", lambda x: x + sym.zeros((2, 3, 4)), (CUBE,)),
    Case("ones", lambda x: x + sym.ones((2, 3, 4)), (CUBE,)),
    Case("full", lambda x: x + sym.full((2, 3, 4), 2.5), (CUBE,)),
    Case("zeros-untyped", lambda x: x + F._zeros_without_dtype(shape=(2, 3, 4)), (CUBE,)),
    Case("arange", lambda x: sym.broadcast_add(x, sym.arange(1, 9, 2)), (CUBE,)),
    Case("linspace", lambda x: sym.broadcast_add(x, sym.linspace(0, 1, 4)), (CUBE,)),
    Case("eye", lambda x: sym.dot(x, sym.eye(4, k=1)), (CUBE,)),
    Case("arange_like", lambda x: sym.contrib.arange_like(x, start=1, step=0.5), (CUBE,)),
    Case("arange_like-axis", lambda x: sym.contrib.arange_like(x, axis=1), (CUBE,)),
    Case("shape_array", sym.shape_array, (CUBE,)),
    Case("size_array", sym.size_array, (CUBE,)),
]

INDEXING = [
    Case("take", sym.take, (real(5, 3), whole(2, 2, high=9, low=-3))),
    Case("take-wrap", lambda a, i: sym.take(a, i, axis=1, mode="wrap"), (real(5, 3), whole(2, 2, high=9, low=-3))),
    Case("take-raise", lambda a, i: sym.take(a, i, mode="raise"), (real(5, 3), whole(2, 2, high=4))),
    Case("pick", lambda a, i: sym.pick(a, i, axis=1), (CUBE, whole(2, 4, high=4))),
    Case("pick-keep", lambda a, i: sym.pick(a, i, keepdims=True), (CUBE, whole(2, 3, high=4))),
    Case("batch_take", sym.batch_take, (real(4, 3), whole(4, high=3))),
    Case("gather_nd", sym.gather_nd, (CUBE, numbers([[0, 1], [2, 0]], dtype=np.int64))),
    Case(
        "scatter_nd",
        lambda d, i: sym.scatter_nd(d, i, shape=(4, 3)),
        (real(2), numbers([[0, 3], [2, 0]], dtype=np.int64)),
    ),
    Case("index_copy", sym.contrib.index_copy, (real(4, 3), numbers(2, 0, dtype=np.int32), real(2, 3))),
    Case(
        "one_hot", lambda i: sym.one_hot(i, depth=4, on_value=2, off_value=-1), (numbers(0, 3, -1, 7, dtype=np.int32),)
    ),
    Case("one_hot-half", lambda i: sym.one_hot(i, depth=4, dtype="float16"), (whole(3, high=4),)),
    Case("where", sym.where, (whole(2, 3, 4, high=2).astype("f4"), CUBE, -CUBE)),
    Case("where-rows", sym.where, (numbers(0, 1), CUBE, -CUBE)),
    *[
        Case(f"topk-{t}", lambda x, t=t: sym.topk(x, k=2, axis=1, ret_typ=t), (CUBE,), comes_back=t != "mask")
        for t in ("indices", "value", "both", "mask")
    ],
    Case("topk-ascend", lambda x: sym.topk(x, k=2, ret_typ="value", is_ascend=True), (CUBE,)),
    Case("sort", lambda x: sym.sort(x, axis=1), (CUBE,)),
    Case("sort-flat", lambda x: sym.sort(x, axis=None), (CUBE,)),
    Case("argsort", lambda x: sym.argsort(x, axis=1, is_ascend=False, dtype="int32"), (CUBE,)),
    Case(
        "sequence_mask",
        lambda x, n: sym.SequenceMask(x, n, use_sequence_length=True, value=-1),
        (real(4, 3, 2), numbers(1, 4, 2)),
    ),
    Case(
        "sequence_mask-1",
        lambda x, n: sym.SequenceMask(x, n, use_sequence_length=True, axis=1),
        (real(3, 4, 2), numbers(1, 4, 2)),
    ),
    Case("sequence_mask-none", sym.SequenceMask, (CUBE,)),
    Case(
        "sequence_reverse",
        lambda x, n: sym.SequenceReverse(x, n, use_sequence_length=True),
        (real(4, 3, 2), numbers(1, 4, 2)),
    ),
    Case("sequence_reverse-none", sym.SequenceReverse, (CUBE,)),
    Case(
        "sequence_last",
        lambda x, n: sym.SequenceLast(x, n, use_sequence_length=True),
        (real(4, 3, 2), numbers(1, 4, 2)),
    ),
    Case(
        "sequence_last-1",
        lambda x, n: sym.SequenceLast(x, n, use_sequence_length=True, axis=1),
        (real(3, 4, 2), numbers(1, 4, 2)),
    ),
    Case("sequence_last-none", sym.SequenceLast, (CUBE,)),
]

LINALG = [
    Case("dot", sym.dot, (real(2, 3), real(3, 4))),
    Case("dot-transposed", lambda a, b: sym.dot(a, b, transpose_a=True, transpose_b=True), (real(3, 2), real(4, 3))),
    Case("dot-vectors", sym.dot, (real(3), real(3))),
    Case("dot-cubes", sym.dot, (real(2, 3), real(3, 4, 2))),
    Case("batch_dot", lambda a, b: sym.batch_dot(a, b, transpose_b=True), (CUBE, real(2, 5, 4))),
    Case("gemm2", lambda a, b: sym.linalg.gemm2(a, b, transpose_a=True, alpha=2.0), (CUBE, real(2, 3, 5))),
    Case("gemm", lambda a, b, c: sym.linalg.gemm(a, b, c, beta=0.5), (CUBE, real(2, 4, 5), real(2, 3, 5))),
    Case("syrk", lambda a: sym.linalg.syrk(a, alpha=0.5), (CUBE,)),
    Case("det", sym.linalg.det, (real(2, 3, 3),), tolerance=1e-4),
    Case("khatri_rao", lambda a, b: sym.khatri_rao(a, b, num_args=2), (real(2, 3), real(4, 3))),
    Case("selfatt_qk", lambda x: sym.contrib.interleaved_matmul_selfatt_qk(x, heads=2), (real(4, 2, 12),)),
    Case(
        "selfatt_valatt",
        lambda x, a: sym.contrib.interleaved_matmul_selfatt_valatt(x, a, heads=2),
        (real(4, 2, 12), real(4, 4, 4)),
    ),
    Case(
        "encdec_qk",
        lambda q, k: sym.contrib.interleaved_matmul_encdec_qk(q, k, heads=2),
        (real(4, 2, 6), real(5, 2, 12)),
    ),
    Case(
        "encdec_valatt",
        lambda k, a: sym.contrib.interleaved_matmul_encdec_valatt(k, a, heads=2),
        (real(5, 2, 12), real(4, 4, 5)),
    ),
]


def rnn(mode: str, layers: int = 1, both: bool = False, lengths: bool = False, states: bool = True) -> Case:
    gates, directions, size, features = {"lstm": 4, "gru": 3}.get(mode, 1), 2 if both else 1, 3, 4
    count = sum(
        directions * gates * size * ((features if layer == 0 else size * directions) + size + 2)
        for layer in range(layers)
    )
    start = real(layers * directions, 2, size)
    inputs = [real(5, 2, features), *[start] * (2 if mode == "lstm" else 1), *([numbers(3, 5)] if lengths else [])]

    def make(x: Any, *rest: Any) -> Any:
        *others, packed = rest
        return sym.RNN(
            x,
            packed,
            *others,
            state_size=size,
            num_layers=layers,
            mode=mode,
            bidirectional=both,
            state_outputs=states,
            use_sequence_length=lengths,
        )

    name = f"{mode}-{layers}{'-both' if both else ''}{'-lengths' if lengths else ''}"
    return Case(name, make, tuple(inputs), (real(count, low=-0.5, high=0.5),))


RNN = [
    rnn("lstm"),
    rnn("lstm", layers=2, both=True),
    rnn("lstm", lengths=True),
    rnn("gru", layers=2),
    rnn("gru", both=True),
    rnn("rnn_tanh", layers=2, states=False),
    rnn("rnn_relu", both=True),
]

ROWS = np.array(
    [
        [0, 0.9, 0.0, 0.0, 1.0, 1.0],
        [0, 0.8, 0.1, 0.1, 1.0, 1.0],
        [1, 0.7, 0.1, 0.0, 1.0, 1.1],
        [1, 0.95, 2.0, 2.0, 3.0, 3.0],
        [0, 0.05, 0.0, 2.0, 1.0, 3.0],
    ],
    np.float32,
)


def nms(name: str, data: np.ndarray = ROWS[None], **params: Any) -> Case:
    given = {"overlap_thresh": 0.5, "valid_thresh": 0.1, "id_index": 0, **params}
    return Case(f"nms-{name}", lambda x: sym.contrib.box_nms(x, **given), (data,), comes_back=False)


BOXES = [
    nms("classes", np.stack([ROWS, ROWS[::-1]])),
    nms("forced", force_suppress=True),
    nms("topk", topk=3),
    nms("background", background_id=1),
    nms("centres", in_format="center", out_format="corner"),
    nms("matrix", ROWS),
    Case(
        "box_decode",
        lambda x, a: sym.contrib.box_decode(x, a, std0=0.1, std1=0.1, std2=0.2, std3=0.2, clip=0.3),
        (real(2, 5, 4), real(1, 5, 4, low=0.5)),
    ),
    Case(
        "box_decode-corner",
        lambda x, a: sym.contrib.box_decode(x, a, format="corner"),
        (real(2, 5, 4), np.sort(real(1, 5, 4), -1)),
    ),
    Case("box_iou", sym.contrib.box_iou, (np.sort(real(5, 4), -1), np.sort(real(3, 4), -1)), tolerance=1e-4),
    Case("multibox_prior", lambda x: sym.contrib.MultiBoxPrior(x, sizes=(0.5, 0.2), ratios=(1, 2)), (IMAGE,)),
    Case(
        "roi_pooling",
        lambda x, r: sym.ROIPooling(x, r, pooled_size=(2, 2), spatial_scale=0.5),
        (IMAGE, numbers([[0, 0, 0, 8, 8], [1, 2, 2, 14, 12]])),
    ),
    Case(
        "roi_align",
        lambda x, r: sym.contrib.ROIAlign(x, r, pooled_size=(2, 2), spatial_scale=0.5, sample_ratio=2),
        (IMAGE, numbers([[0, 0, 0, 8, 8], [1, 2, 2, 14, 12]])),
        tolerance=1e-4,
    ),
    Case(
        "roi_align-aligned",
        lambda x, r: sym.contrib.ROIAlign(x, r, pooled_size=(2, 2), spatial_scale=0.5, aligned=True),
        (IMAGE, numbers([[0, 0, 0, 8, 8], [1, 2, 2, 14, 12]])),
        tolerance=1e-4,
        opset=16,
    ),
    Case("resize", lambda x: sym.contrib.BilinearResize2D(x, height=11, width=5), (IMAGE,), tolerance=1e-4),
    Case(
        "resize-edges",
        lambda x: sym.contrib.BilinearResize2D(x, height=16, width=4, align_corners=False),
        (IMAGE,),
        tolerance=1e-4,
    ),
    Case(
        "resize-scale",
        lambda x: sym.contrib.BilinearResize2D(x, scale_height=2, scale_width=1.5),
        (IMAGE,),
        tolerance=1e-4,
    ),
    Case(
        "resize-like",
        lambda x, y: sym.contrib.BilinearResize2D(x, y, mode="like"),
        (IMAGE, real(1, 1, 5, 6)),
        tolerance=1e-4,
    ),
]

NUMPY = [
    Case("matmul", lambda a, b: call("_npi_matmul", sym.Symbol, a, b), (real(2, 3, 4, 5), real(3, 5, 2))),
    Case(
        "where-broadcast",
        lambda c, x, y: call("_npi_where", sym.Symbol, c, x, y),
        (numbers(0, 1, 0, 1), CUBE, real(3, 1)),
    ),
    Case("rint-np", lambda x: call("_npi_rint", sym.Symbol, x), (numbers(-1.5, -0.5, 0.5, 1.5, 2.4),)),
    Case("around", lambda x: call("_npi_around", sym.Symbol, x), (numbers(-1.5, -0.5, 0.5, 1.5, 2.4),)),
    Case(
        "pad-matrix",
        lambda x: call("_npi_pad", sym.Symbol, x, pad_width=((1, 0), (0, 2)), mode="constant", constant_value=2.0),
        (UNIT,),
    ),
    Case(
        "scatter-set",
        lambda a, b, i: call("_scatter_set_nd", sym.Symbol, a, b, i, shape=(4, 3)),
        (real(4, 3), real(2, 3), numbers([[2, 0]], dtype=np.int64)),
    ),
]

CASES = [*ELEMENTWISE, *LAYERS, *NORMS, *SOFTMAX, *POOLING, *REDUCE, *SHAPE, *INDEXING, *LINALG, *RNN, *BOXES, *NUMPY]

# Numbers that are others each time: only their shapes and types, and where they lie, can be compared.
RANDOM = [
    Case("uniform", lambda x: sym.random.uniform(-1, 1, shape=(3, 4)) + 0 * x, (real(3, 4),)),
    Case("normal", lambda x: sym.random.normal(0, 1, shape=(3, 4)) + 0 * x, (real(3, 4),)),
    Case("uniform_like", lambda x: F._random_uniform_like(x, low=-1, high=1), (real(3, 4),)),
    Case("normal_like", lambda x: F._random_normal_like(x), (real(3, 4),)),
    Case("multinomial", lambda x: sym.sample_multinomial(sym.softmax(x), shape=3), (real(2, 4),)),
    Case("multinomial-one", lambda x: sym.sample_multinomial(sym.softmax(x)), (real(60, 4),)),
]


def build(case: Case) -> tuple[Any, dict[str, np.ndarray], dict[str, np.ndarray]]:
    """The symbol of a case, its inputs and its parameters."""
    arrays = [*case.inputs, *case.params]
    names = [chr(ord("a") + i) for i in range(len(arrays))]
    made = case.make(*[mx.sym.var(name) for name in names])
    count = len(case.inputs)
    return made, dict(zip(names, case.inputs, strict=False)), dict(zip(names[count:], case.params, strict=True))
