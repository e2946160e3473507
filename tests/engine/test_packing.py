"""Host arrays side by side in one buffer."""

import jax
import numpy as np

from mxnet._calls.avals import aval_of
from mxnet._collectives.packing import _KEPT, Layout, Layouts


def test_parts_come_back_without_a_copy() -> None:
    shapes = [(3,), (), (2, 5), (0, 4), (17,)]
    layout = Layout(shapes, np.dtype(np.float32))
    given = [np.random.default_rng(i).normal(size=shape).astype(np.float32) for i, shape in enumerate(shapes)]
    buffer = layout.pack([jax.device_put(array) for array in given])
    assert buffer.size == layout.size and buffer.ctypes.data % 64 == 0
    parts = layout.parts(buffer)
    for part, array in zip(parts, given, strict=True):
        np.testing.assert_array_equal(part, array)
        assert part.base is not None and part.ctypes.data % 64 == 0
    cpu = jax.devices("cpu")[0]
    assert jax.device_put(parts[2], cpu).unsafe_buffer_pointer() == parts[2].ctypes.data
    assert np.count_nonzero(buffer) == sum(np.count_nonzero(part) for part in parts)  # the gaps are zero


def test_layouts_are_found_again_and_few_are_kept() -> None:
    layouts = Layouts()
    avals = [[aval_of((n,), np.dtype(np.float16))] for n in range(1, _KEPT + 3)]
    first = layouts.of(avals[0])
    assert layouts.of(avals[0]) is first and first.dtype == np.float16
    for other in avals[1:]:
        layouts.of(other)
    assert layouts.of(avals[0]) is not first
    assert layouts.of(avals[-1]) is layouts.of(avals[-1])
