"""Operators that move numbers: dtypes, messages, and values that must not recompile."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet._ops as _ops  # noqa: F401  (registers every family)
from mxnet._ops.registry import OPS
from mxnet._ops.shape import infer_reshape
from mxnet.error import MXNetError
from tests.ops.spec import Spec
from tests.ops.specs import indexing, joining, shape, slicing
from tests.ops.test_specs import call

OWN_DTYPE = {"shape_array": "int64", "size_array": "int64", "_contrib_index_array": "int64", "one_hot": None}
ROWS = [
    row
    for module in (indexing, joining, shape, slicing)
    for row in module.SPECS
    if not OPS[row.op].dynamic and row.dtypes and OWN_DTYPE.get(row.op, "") is not None
]


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "int32", "uint8"])
def test_dtype_is_kept(dtype: str) -> None:
    for row in ROWS:
        inputs = [jnp.asarray(i) if isinstance(i, np.ndarray) else jax.ShapeDtypeStruct(i, dtype) for i in row.inputs]
        if not any(isinstance(i, jax.ShapeDtypeStruct) for i in inputs):
            continue
        for out in jax.eval_shape(lambda *arrays, row=row: call(row, list(arrays)), *inputs):
            assert out.dtype == OWN_DTYPE.get(row.op, dtype), row.label


def test_one_hot_dtype() -> None:
    indices = jnp.asarray([0.0, 1.0])
    assert OPS["one_hot"].function(indices, depth=2).dtype == "float32"
    assert OPS["one_hot"].function(indices, depth=2, dtype="bfloat16").dtype == "bfloat16"


VARYING = [
    ("_full", [], {"shape": (2,), "dtype": "int32"}, {"value": [1.5, -2.0]}),
    ("_linspace", [], {"num": 4}, {"start": [0.0, 1.0], "stop": [2.0, 5.0]}),
    ("_arange_count", [], {"count": 4}, {"start": [0.0, 3.0], "step": [1.0, -0.5]}),
    ("_contrib_arange_like", [(2, 2)], {}, {"start": [0.0, 3.0], "step": [1.0, -0.5]}),
    ("_slice_assign_scalar", [(3, 2)], {"begin": (1,), "end": (None,)}, {"scalar": [0.25, 7.0]}),
    ("_view_index", [(3, 2)], {"sizes": (1,), "squeeze": (0,)}, {"starts": [(0,), (2,)]}),
    ("_view_assign", [(3, 2), (2,)], {"sizes": (1,), "squeeze": (0,)}, {"starts": [(0,), (2,)]}),
]


@pytest.mark.parametrize(("name", "inputs", "static", "varying"), VARYING, ids=[v[0] for v in VARYING])
def test_traced_attributes_share_a_program(name: str, inputs: list, static: dict, varying: dict) -> None:
    op = OPS[name]
    assert set(varying) == op.traced
    arrays = Spec(name, inputs).arrays("float32")
    traces = []

    @jax.jit
    def run(arrays: list, values: dict) -> jax.Array:
        traces.append(1)
        return op.function(*arrays, **static, **values)

    for i in range(2):
        values = {key: pair[i] for key, pair in varying.items()}
        as_arrays = jax.tree.map(lambda v: np.asarray(v, np.int64 if isinstance(v, int) else np.float64), values)
        np.testing.assert_array_equal(run(arrays, as_arrays), op.function(*arrays, **static, **values))
    assert len(traces) == 1


def test_arange_count_is_arange() -> None:
    arange, counted = OPS["_arange"].function, OPS["_arange_count"].function
    for dtype in ("float32", "float16", "int32", "uint8"):
        made = arange(start=7.0, stop=-3.0, step=-2.5, repeat=2, dtype=dtype)
        assert made.dtype == dtype
        np.testing.assert_array_equal(made, counted(start=7.0, step=-2.5, count=8, repeat=2, dtype=dtype))


@pytest.mark.parametrize(
    ("codes", "phrase"),
    [
        ((5, 5), "Cannot reshape array of size 24 into shape \\(5, 5\\)"),
        ((-1, 5), "Cannot reshape array of size 24 into shape \\(-1, 5\\)"),
        ((-1, -1), "One and only one dim can be inferred"),
        ((-4, 5, -1, 0, 0), "Split dims 5, 0 do not divide original dim 2"),
        ((-4, -1, -1, 0, 0), "Split dims cannot both be -1"),
        ((-4, 2), "do not divide original dim 2"),
        ((0, 0, 0, 0), "wants an axis"),
        ((0, 0, -3), "wants an axis"),
        ((-5,), "shape dim size must be >= -1, while received -5"),
    ],
)
def test_reshape_errors(codes: tuple, phrase: str) -> None:
    with pytest.raises(MXNetError, match=phrase):
        infer_reshape((2, 3, 4), codes)


X = (2, 3, 4)
ERRORS = [
    ("reshape_like", [(30, 7), (15, 2, 4)], {}, "because they have different size"),
    ("reshape_like", [(30, 7), (15, 2, 4)], {"lhs_begin": 1, "lhs_end": 1}, "get lhs_begin=1, lhs_end=1"),
    ("transpose", [X], {"axes": (0, 1)}, "expected each axis"),
    ("transpose", [X], {"axes": (0, 0, 1)}, "expected each axis"),
    ("SwapAxis", [X], {"dim2": 5}, "axis 5 is out of bounds for array of ndim 3"),
    ("expand_dims", [X], {"axis": 4}, "\\(4 provided\\)"),
    ("squeeze", [X], {"axis": 0}, "which has size=2 not equal to one"),
    ("squeeze", [X], {"axis": 7}, "axis 7 is out of bounds for array of dimension 3"),
    ("squeeze", [(1, 2)], {"axis": (0, -2)}, "duplicate value in axis"),
    ("broadcast_to", [(2, 1)], {"shape": (3, 3)}, "Array cannot be broadcasted from"),
    ("broadcast_to", [(1,)], {"shape": (3, 3)}, "cannot be broadcasted to"),
    ("broadcast_axis", [(1, 2)], {"axis": 1, "size": 2}, "Broadcasting axis must have size 1"),
    ("broadcast_like", [(1, 2), X], {}, "cannot be broadcasted to"),
    ("broadcast_like", [(1, 2), X], {"lhs_axes": (1,), "rhs_axes": (2,)}, "Input axis 1 at dimension 0"),
    ("depth_to_space", [(1, 8, 1, 1)], {"block_size": 3}, "multiple of 'block\\^2'"),
    ("space_to_depth", [(1, 8, 1, 2)], {"block_size": 2}, "multiple of 'block'"),
    ("diag", [(2, 3)], {"k": 5}, "Diagonal does not exist"),
    ("diag", [X], {"axis1": 1}, "cannot refer to the same axis 1"),
    ("Concat", [(2, 2), (3, 2)], {"num_args": 2}, "Incompatible input shape"),
    ("Concat", [(2,), (2,)], {"num_args": 2}, "axis 1 exceeds the input dimension of 1"),
    ("stack", [(2,), (3,)], {"num_args": 2}, "expected arrays of one shape"),
    ("SliceChannel", [X], {"num_outputs": 2}, "2 does not evenly divide 3"),
    ("SliceChannel", [X], {"num_outputs": 2, "axis": 2, "squeeze_axis": True}, "If squeeze axis is True"),
    ("_split_v2", [X], {"indices": (0, 3, 1), "axis": 2}, "start 3 is not less than end 1"),
    ("_split_v2", [X], {"indices": (0, 7), "axis": 2}, "end 7 is no less than the size of the axis 4"),
    ("repeat", [X], {"repeats": -1}, "repeats cannot be a negative number"),
    ("repeat", [X], {"repeats": 1, "axis": 5}, "axis = 5 out of bounds"),
    ("Pad", [(1, 1, 2, 3)], {"mode": "edge", "pad_width": (1, 1)}, "Input shape vs padding spec mismatch"),
    ("Pad", [(2,)], {"mode": "reflect", "pad_width": (2, 0)}, "padding sizes smaller than the input size"),
    ("im2col", [(1, 1, 2, 4)], {"kernel": (3, 2)}, "kernel size exceed input"),
    ("col2im", [(1, 4, 4)], {"kernel": (2, 2), "output_size": (4, 3)}, "output size does not match convolution"),
    ("slice", [X], {"begin": (0,) * 4, "end": (1,) * 4}, "Slicing axis exceeds data dimensions"),
    ("slice", [X], {"begin": (0, 0), "end": (1,)}, "begin and end must have the same length"),
    ("slice", [X], {"begin": (0,), "end": (1,), "step": (0,)}, "step\\[0\\] cannot be 0"),
    ("slice_axis", [X], {"axis": 1, "begin": 0, "end": 7}, "Invalid end for end=7 as axis_size is 3"),
    ("slice_axis", [X], {"axis": 1, "begin": 2, "end": 2}, "get begin=2, end=2"),
    ("slice_like", [X, (1, 5, 3)], {}, "exceeds limit of input with size 3"),
    ("Crop", [(1, 1, 4, 6)], {"num_args": 1}, "should be larger than 1"),
    ("Crop", [(1, 1, 4, 6)], {"num_args": 1, "h_w": (2, 3), "offset": (3, 0)}, "residual space of height"),
    ("_slice_assign", [(3, 2), (1, 1)], {"begin": (1,), "end": (2,)}, "Shape inconsistent"),
    ("_view_assign", [(3, 2), (3,)], {"starts": (1,), "sizes": (1,)}, "cannot assign"),
    ("_index_set", [(3, 2), (5,)], {"spec": (("ellipsis",),)}, "cannot assign"),
    ("_index_get", [(3,)], {"spec": (("slice", None, None, None),) * 2}, "too many indices"),
    ("take", [(3, 2), (1,)], {"axis": 3}, "Axis should be in the range"),
    ("batch_take", [X, (3,)], {}, "Index array's size must be the same"),
    ("pick", [(3, 2), (2,)], {}, "Shape inconsistent"),
    ("pick", [(3, 2), (2,)], {"axis": None}, "axis=None is not supported by pick"),
    ("gather_nd", [(3, 2), (2,)], {}, "at least 2 dimensions"),
    ("gather_nd", [(3, 2), (3, 1)], {}, "Number of indices exceeds data dimension"),
    ("scatter_nd", [(2,), (2, 3)], {"shape": (2, 2)}, "Invalid data, indices, and output shape"),
    ("where", [(2,), (3, 2), (3, 2)], {}, "expected a condition of shape"),
    ("_contrib_index_copy", [(4, 3), (3,), (3, 2)], {}, "expected an index"),
    ("Embedding", [(2,), (3, 2)], {"input_dim": 4, "output_dim": 2}, "Shape inconsistent"),
    ("_arange", [], {"start": 5, "stop": 1}, "Invalid range"),
    ("_arange", [], {"start": 5, "stop": 1, "step": 0}, "Range does not support step=0"),
    ("_arange", [], {"start": 5, "infer_range": True}, "infer_range=True without stop"),
    ("_linspace", [], {"start": 2, "stop": 3, "num": -1}, "should be non-negative"),
]


@pytest.mark.parametrize(("name", "inputs", "attrs", "phrase"), ERRORS, ids=[f"{e[0]}-{e[3]}" for e in ERRORS])
def test_errors(name: str, inputs: list, attrs: dict, phrase: str) -> None:
    row = Spec(name, inputs, attrs)
    shapes = [jax.ShapeDtypeStruct(i, "float32") for i in inputs]
    with pytest.raises(MXNetError, match=phrase):
        jax.eval_shape(lambda *arrays: call(row, list(arrays)), *shapes)


def test_joining_does_not_promote() -> None:
    arrays = [jnp.zeros(2, "float32"), jnp.zeros(2, "int32")]
    for name in ("concat", "stack"):
        with pytest.raises(
            MXNetError, match=r"Non-uniform data type in .* expected data type float32, got data type int32"
        ):
            OPS[name].function(*arrays, num_args=2)


def test_number_of_outputs() -> None:
    assert OPS["split"].num_outputs(OPS["split"].parse({"num_outputs": 3})) == 3
    assert OPS["_split_v2"].num_outputs(OPS["_split_v2"].parse({"indices": (0, 2)})) == 2
    assert OPS["_split_v2"].num_outputs(OPS["_split_v2"].parse({"indices": (), "sections": 4})) == 4
