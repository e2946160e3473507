"""Layers side by side, embeddings of large vocabularies, and rearrangements of pixels."""

import warnings
from typing import Any

from mxnet import context, ndarray
from mxnet._signatures import takes
from mxnet.gluon.block import Block, HybridBlock
from mxnet.gluon.nn import BatchNorm, HybridSequential, Sequential
from mxnet.gluon.parameter import ParameterDict
from mxnet.gluon.utils import _need

__all__ = [
    "Concurrent",
    "HybridConcurrent",
    "Identity",
    "PixelShuffle1D",
    "PixelShuffle2D",
    "PixelShuffle3D",
    "SparseEmbedding",
    "SyncBatchNorm",
]


class Concurrent(Sequential):
    """Blocks side by side: each gets the input, and the results are joined along ``axis``.

    >>> net = mx.gluon.contrib.nn.Concurrent(axis=1)
    >>> net.add(mx.gluon.contrib.nn.Identity(), mx.gluon.contrib.nn.Identity())
    >>> net(mx.nd.ones((2, 3))).shape
    (2, 6)
    """

    def __init__(self, axis: int = -1, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def forward(self, x: Any) -> Any:
        return ndarray.concat(*[block(x) for block in self._children.values()], dim=self.axis)


class HybridConcurrent(HybridSequential):
    """Hybrid blocks side by side: each gets the input, and the results are joined along ``axis``.

    >>> net = mx.gluon.contrib.nn.HybridConcurrent(axis=1)
    >>> net.add(mx.gluon.nn.Dense(2), mx.gluon.contrib.nn.Identity())
    >>> net.initialize()
    >>> net(mx.nd.ones((1, 3))).shape
    (1, 5)
    """

    def __init__(self, axis: int = -1, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.concat(*[block(x) for block in self._children.values()], dim=self.axis)


class Identity(HybridBlock):
    """Gives its input back: a way past other layers.

    >>> mx.gluon.contrib.nn.Identity()(mx.nd.array([5])).asnumpy()
    array([5.], dtype=float32)
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x


class SparseEmbedding(Block):
    """Rows of a matrix for integers, for vocabularies so large that only the rows in use are fetched and updated.

    >>> mx.gluon.contrib.nn.SparseEmbedding(10, 4)
    SparseEmbedding(10 -> 4, float32)
    """

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        dtype: Any = "float32",
        weight_initializer: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype, "sparse_grad": True}
        self.weight = self.params.get(
            "weight",
            shape=(input_dim, output_dim),
            init=weight_initializer,
            dtype=dtype,
            grad_stype="row_sparse",
            stype="row_sparse",
        )

    def forward(self, x: Any) -> Any:
        return ndarray.Embedding(x, self.weight.row_sparse_data(x), name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return "{name}({input_dim} -> {output_dim}, {dtype})".format(name=type(self).__name__, **self._kwargs)


class SyncBatchNorm(BatchNorm):
    """Batch normalization over the whole batch that one program sees, on however many devices it lies.

    Arrays that ``split_and_load`` puts on several contexts are batches of their own.

    Parameters
    ----------
    num_devices : int | None
        How many devices share a batch; no effect here, where a program sees the whole batch.

    >>> layer = mx.gluon.contrib.nn.SyncBatchNorm(num_devices=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 4, 4)
    """

    @takes(BatchNorm.__init__, without=("axis",))
    def __init__(self, in_channels: int = 0, num_devices: int | None = None, **settings: Any) -> None:
        super().__init__(1, in_channels=in_channels, **settings)
        self._kwargs: dict[str, Any] = {
            "eps": settings["epsilon"],
            "momentum": settings["momentum"],
            "fix_gamma": not settings["scale"],
            "use_global_stats": settings["use_global_stats"],
            "ndev": self._get_num_devices() if num_devices is None else num_devices,
            "key": self.prefix,
        }

    def _get_num_devices(self) -> int:
        warnings.warn(
            "Caution using SyncBatchNorm: if not using all the GPUs, please mannually set num_devices", stacklevel=3
        )
        return max(context.num_gpus(), 1)

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any, running_mean: Any, running_var: Any) -> Any:
        return F.contrib.SyncBatchNorm(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)


class _PixelShuffle(HybridBlock):
    """Moves channels into space: of each group of them come the pixels of one cell, ``factor`` long in each direction.

    An input of shape (N, C * f1 * f2, H, W) gives (N, C, H * f1, W * f2).
    """

    _dimensions = 1

    def __init__(self, factor: Any) -> None:
        super().__init__()
        count = self._dimensions
        try:
            self._factors = (int(factor),) * count
        except TypeError:
            self._factors = tuple(int(f) for f in factor)
            _need(len(self._factors) == count, f"{type(self).__name__}: expected {count} factors, but got {factor}")

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        count = self._dimensions
        rest = 1
        for factor in self._factors:
            rest *= factor
        x = F.reshape(x, (0, -4, -1, rest) + (0,) * count)
        for i, factor in enumerate(self._factors[:-1]):  # take the factors apart, one axis each
            rest //= factor
            x = F.reshape(x, (0,) * (2 + i) + (-4, factor, rest) + (0,) * count)
        pairs = [axis for i in range(count) for axis in (2 + count + i, 2 + i)]
        return F.reshape(F.transpose(x, (0, 1, *pairs)), (0, 0) + (-3,) * count)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factors})"


class PixelShuffle1D(_PixelShuffle):
    """Channels into length: (N, C * f, W) becomes (N, C, W * f).

    >>> mx.gluon.contrib.nn.PixelShuffle1D(2)(mx.nd.ones((1, 4, 3))).shape
    (1, 2, 6)
    """

    @property
    def _factor(self) -> int:
        return self._factors[0]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factor})"


class PixelShuffle2D(_PixelShuffle):
    """Channels into height and width: (N, C * f1 * f2, H, W) becomes (N, C, H * f1, W * f2).

    >>> mx.gluon.contrib.nn.PixelShuffle2D(2)(mx.nd.ones((1, 4, 3, 3))).shape
    (1, 1, 6, 6)
    """

    _dimensions = 2


class PixelShuffle3D(_PixelShuffle):
    """Channels into depth, height and width, in the manner of ``PixelShuffle2D``.

    >>> mx.gluon.contrib.nn.PixelShuffle3D(2)(mx.nd.ones((1, 8, 3, 3, 3))).shape
    (1, 1, 6, 6, 6)
    """

    _dimensions = 3
