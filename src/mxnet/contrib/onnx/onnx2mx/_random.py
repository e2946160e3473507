"""Random numbers."""

from typing import Any

from mxnet.contrib.onnx.onnx2mx._graph import Importer, Ints, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.onnx._package import load_onnx
from mxnet.symbol import Symbol


def _dtype(number: int) -> str:
    return load_onnx("helper").tensor_dtype_to_np_dtype(number).name


@imports("RandomUniform")
def uniform(m: Importer, *, shape: Ints, low: float = 0.0, high: float = 1.0, dtype: int = 1, **_: Any) -> Symbol:
    return m.call("_random_uniform", low=low, high=high, shape=tuple(shape), dtype=_dtype(dtype))


@imports("RandomNormal")
def normal(m: Importer, *, shape: Ints, mean: float = 0.0, scale: float = 1.0, dtype: int = 1, **_: Any) -> Symbol:
    return m.call("_random_normal", loc=mean, scale=scale, shape=tuple(shape), dtype=_dtype(dtype))


@imports("RandomUniformLike")
def uniform_like(m: Importer, x: OnnxValue, *, low: float = 0.0, high: float = 1.0, **_: Any) -> Symbol:
    return m.call("_random_uniform_like", x, low=low, high=high)


@imports("RandomNormalLike")
def normal_like(m: Importer, x: OnnxValue, *, mean: float = 0.0, scale: float = 1.0, **_: Any) -> Symbol:
    return m.call("_random_normal_like", x, loc=mean, scale=scale)


@imports("Multinomial")
def multinomial(m: Importer, x: OnnxValue, *, sample_size: int = 1, dtype: int = 6, **_: Any) -> Symbol:
    chances = m.call("softmax", x, axis=-1)  # ONNX gives logarithms that need not sum to one
    return m.call("_sample_multinomial", chances, shape=(sample_size,), dtype=_dtype(dtype))
