"""Containers, dense layers, dropout, embeddings, normalization."""

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, Self, overload

from mxnet import ndarray, symbol
from mxnet.gluon._block import representation
from mxnet.gluon._parameter import InitializerLike
from mxnet.gluon.block import Block, HybridBlock
from mxnet.gluon.nn.activations import Activation
from mxnet.gluon.parameter import Parameter, ParameterDict
from mxnet.gluon.utils import _is_half

__all__ = [
    "BatchNorm",
    "BatchNormReLU",
    "Dense",
    "Dropout",
    "Embedding",
    "Flatten",
    "GroupNorm",
    "HybridLambda",
    "HybridSequential",
    "InstanceNorm",
    "Lambda",
    "LayerNorm",
    "Sequential",
]


# --- containers ------------------------------------------------------------------------------------------------------


class _Stack(Block):
    """Blocks in a row: what Sequential and HybridSequential share."""

    _is_container = True

    def add(self, *blocks: Block) -> None:
        """Put blocks at the end."""
        for block in blocks:
            self.register_child(block)

    def __repr__(self) -> str:
        return representation(self, iter(self._children.items()))

    @overload
    def __getitem__(self, key: int) -> Block: ...
    @overload
    def __getitem__(self, key: slice) -> Self: ...
    def __getitem__(self, key: Any) -> Any:
        chosen = list(self._children.values())[key]
        return self._of(chosen) if isinstance(chosen, list) else chosen

    def _of(self, blocks: list[Block]) -> Block:
        """The same kind of row, of other blocks."""
        row = type(self)(prefix=self._prefix)
        with row.name_scope():
            row.add(*blocks)
        return row

    def __len__(self) -> int:
        return len(self._children)


class Sequential(_Stack):
    """Blocks in a row, each given the result of the one before.

    >>> net = mx.gluon.nn.Sequential()
    >>> net.add(mx.gluon.nn.Dense(10, activation='relu'), mx.gluon.nn.Dense(20))
    >>> len(net)
    2
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def forward(self, x: Any) -> Any:
        """The result of the last block."""
        for block in self._children.values():
            x = block(x)
        return x

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Hybridize each block by itself."""
        if self._children and all(isinstance(child, HybridBlock) for child in self._children.values()):
            warnings.warn(
                f"All children of this Sequential layer '{self.prefix}' are HybridBlocks. "
                "Consider using HybridSequential for the best performance.",
                stacklevel=2,
            )
        super().hybridize(active, **kwargs)


class HybridSequential(_Stack, HybridBlock):
    """Hybrid blocks in a row, which hybridize to one graph.

    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(10, activation='relu'), mx.gluon.nn.Dense(20))
    >>> net.initialize()
    >>> net.hybridize()
    >>> net(mx.nd.ones((2, 5))).shape
    (2, 20)
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """The result of the last block."""
        for block in self._children.values():
            x = block(x)
        return x


# --- layers ----------------------------------------------------------------------------------------------------------


class Dense(HybridBlock):
    """An affine map, ``activation(x @ weight.T + bias)``.

    Parameters
    ----------
    units : int
        The number of outputs.
    activation : str
        The name of a function, see ``Activation``; None for none.
    flatten : bool
        Fold all axes but the first into one; otherwise the map is along the last axis.
    in_units : int
        The number of inputs; 0 to learn it from the first data.

    >>> layer = mx.gluon.nn.Dense(4, activation="relu")
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3))).shape
    (2, 4)
    """

    def __init__(
        self,
        units: int,
        activation: str | None = None,
        use_bias: bool = True,
        flatten: bool = True,
        dtype: Any = "float32",
        weight_initializer: InitializerLike | None = None,
        bias_initializer: InitializerLike = "zeros",
        in_units: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._flatten, self._units, self._in_units = flatten, units, in_units
        with self.name_scope():
            common = {"dtype": dtype, "allow_deferred_init": True}
            self.weight = self.params.get("weight", shape=(units, in_units), init=weight_initializer, **common)
            self.bias = self.params.get("bias", shape=(units,), init=bias_initializer, **common) if use_bias else None
            self.act = None if activation is None else Activation(activation, prefix=activation + "_")

    def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
        out = F.FullyConnected(
            x, weight, bias, no_bias=bias is None, num_hidden=self._units, flatten=self._flatten, name="fwd"
        )
        return out if self.act is None else self.act(out)

    def __repr__(self) -> str:
        outputs, inputs = self.weight.shape
        return f"{type(self).__name__}({inputs or None} -> {outputs}, {self.act or 'linear'})"


class Dropout(HybridBlock):
    """In training, sets elements to zero with probability ``rate`` and scales the others up.

    Along ``axes`` one choice holds for all elements.

    Parameters
    ----------
    rate : float
        The probability of a zero.
    axes : tuple[int, ...]
        Axes along which one draw holds for all elements.

    >>> mx.gluon.nn.Dropout(0.5)(mx.nd.ones((3,))).asnumpy()
    array([1., 1., 1.], dtype=float32)
    """

    def __init__(self, rate: float, axes: tuple[int, ...] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rate, self._axes = rate, axes

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        if self._rate > 0:
            return F.Dropout(x, p=self._rate, axes=self._axes, name="fwd", cudnn_off=False)
        return F.identity(x)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p = {self._rate}, axes={self._axes})"


class Embedding(HybridBlock):
    """Rows of a matrix for integers; with ``sparse_grad`` the gradient holds only the rows that were used.

    Parameters
    ----------
    input_dim : int
        How many vectors there are.
    output_dim : int
        The length of a vector.
    sparse_grad : bool
        Let gradients hold only the rows that were read.

    >>> layer = mx.gluon.nn.Embedding(10, 4)
    >>> layer.initialize()
    >>> layer(mx.nd.array([1, 5])).shape
    (2, 4)
    """

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        dtype: Any = "float32",
        weight_initializer: InitializerLike | None = None,
        sparse_grad: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {
            "input_dim": input_dim,
            "output_dim": output_dim,
            "dtype": dtype,
            "sparse_grad": sparse_grad,
        }
        self.weight = self.params.get(
            "weight",
            shape=(input_dim, output_dim),
            init=weight_initializer,
            dtype=dtype,
            allow_deferred_init=True,
            grad_stype="row_sparse" if sparse_grad else "default",
        )

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        return F.Embedding(x, weight, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return "{name}({input_dim} -> {output_dim}, {dtype})".format(name=type(self).__name__, **self._kwargs)


class Flatten(HybridBlock):
    """All axes but the first folded into one.

    >>> mx.gluon.nn.Flatten()(mx.nd.ones((2, 3, 4))).shape
    (2, 12)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.flatten(x)

    def __repr__(self) -> str:
        return type(self).__name__


# --- normalization ---------------------------------------------------------------------------------------------------


def _settings(kwargs: dict[str, Any]) -> str:
    return ", ".join(f"{key}={value!r}" for key, value in kwargs.items())


class _BatchNorm(HybridBlock):
    """What the batch normalizations share."""

    fuse_relu = False

    def __init__(
        self,
        axis: int = 1,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        use_global_stats: bool = False,
        beta_initializer: InitializerLike = "zeros",
        gamma_initializer: InitializerLike = "ones",
        running_mean_initializer: InitializerLike = "zeros",
        running_variance_initializer: InitializerLike = "ones",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {
            "axis": axis,
            "eps": epsilon,
            "momentum": momentum,
            "fix_gamma": not scale,
            "use_global_stats": use_global_stats,
        }
        if in_channels != 0:
            self.in_channels = in_channels

        def make(name: str, init: Any, learned: bool) -> Any:
            return self.params.get(
                name,
                grad_req="write" if learned else "null",
                shape=(in_channels,),
                init=init,
                allow_deferred_init=True,
                differentiable=learned,
            )

        self.gamma = make("gamma", gamma_initializer, scale)
        self.beta = make("beta", beta_initializer, center)
        self.running_mean = make("running_mean", running_mean_initializer, False)
        self.running_var = make("running_var", running_variance_initializer, False)

    def cast(self, dtype: Any) -> None:
        """Convert the parameters to another type; one of 16 bits makes them float32."""
        super().cast("float32" if _is_half(dtype) else dtype)

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any, running_mean: Any, running_var: Any) -> Any:
        normalize = F.contrib.BatchNormWithReLU if self.fuse_relu else F.BatchNorm
        return normalize(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        channels = self.gamma.shape[0]
        return f"{type(self).__name__}({_settings(self._kwargs)}, in_channels={channels or None})"


class BatchNorm(_BatchNorm):
    """Normalizes each channel over the batch in training, by running statistics otherwise; then scales and shifts.

    Parameters
    ----------
    axis : int
        The axis of channels: 1 for NCHW, 3 for NHWC.
    momentum : float
        How much of the running statistics each batch leaves.
    center, scale : bool
        Whether ``beta`` and ``gamma`` are learned.
    use_global_stats : bool
        Use the running statistics in training too.
    in_channels : int
        0 to learn it from the first data.

    >>> layer = mx.gluon.nn.BatchNorm()
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 4, 4)
    """


class BatchNormReLU(_BatchNorm):
    """BatchNorm followed by a ReLU, with the same arguments.

    Parameters
    ----------
    use_global_stats : bool
        Use the running statistics in training too.

    >>> layer = mx.gluon.nn.BatchNormReLU()
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4, 4)) * -1).sum().asscalar()
    np.float32(0.0)
    """

    fuse_relu = True


class _Norm(HybridBlock):
    """What the normalizations of single samples share: learned ``gamma`` and ``beta`` of one length."""

    gamma: Parameter
    beta: Parameter

    def __init__(
        self,
        settings: dict[str, Any],
        length: int,
        beta_initializer: InitializerLike,
        gamma_initializer: InitializerLike,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._kwargs = settings
        self._epsilon, self._center, self._scale = settings["eps"], settings["center"], settings["scale"]
        for name, init, learned in (
            ("gamma", gamma_initializer, settings["scale"]),
            ("beta", beta_initializer, settings["center"]),
        ):
            request = "write" if learned else "null"
            parameter = self.params.get(name, grad_req=request, shape=(length,), init=init, allow_deferred_init=True)
            setattr(self, name, parameter)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({_settings(self._kwargs)}, in_channels={self.gamma.shape[0]})"


class InstanceNorm(_Norm):
    """Normalizes each channel of each sample; then scales and shifts.

    >>> layer = mx.gluon.nn.InstanceNorm()
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    def __init__(
        self,
        axis: int = 1,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = False,
        beta_initializer: InitializerLike = "zeros",
        gamma_initializer: InitializerLike = "ones",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        settings = {"eps": epsilon, "axis": axis, "center": center, "scale": scale}
        super().__init__(settings, in_channels, beta_initializer, gamma_initializer, **kwargs)
        self._axis = axis

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any) -> Any:
        axis = self._axis
        if axis != 1:
            x = x.swapaxes(1, axis)
        out = F.InstanceNorm(x, gamma, beta, name="fwd", eps=self._epsilon)
        return out if axis == 1 else out.swapaxes(1, axis)


class LayerNorm(_Norm):
    """Normalizes along an axis, each position by itself; then scales and shifts.

    >>> layer = mx.gluon.nn.LayerNorm()
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4))).shape
    (2, 4)
    """

    def __init__(
        self,
        axis: int = -1,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        beta_initializer: InitializerLike = "zeros",
        gamma_initializer: InitializerLike = "ones",
        in_channels: int = 0,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        settings = {"eps": epsilon, "axis": axis, "center": center, "scale": scale}
        super().__init__(settings, in_channels, beta_initializer, gamma_initializer, prefix, params)
        self._axis = axis

    def hybrid_forward(self, F: Any, data: Any, gamma: Any, beta: Any) -> Any:
        return F.LayerNorm(data, gamma=gamma, beta=beta, axis=self._axis, eps=self._epsilon)


class GroupNorm(_Norm):
    """Normalizes groups of channels of each sample; then scales and shifts each group.

    Parameters
    ----------
    num_groups : int
        How many groups the channels are divided into.

    >>> layer = mx.gluon.nn.GroupNorm(num_groups=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4, 3))).shape
    (2, 4, 3)
    """

    def __init__(
        self,
        num_groups: int = 1,
        epsilon: float = 1e-5,
        center: bool = True,
        scale: bool = True,
        beta_initializer: InitializerLike = "zeros",
        gamma_initializer: InitializerLike = "ones",
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        settings = {"eps": epsilon, "num_groups": num_groups, "center": center, "scale": scale}
        super().__init__(settings, num_groups, beta_initializer, gamma_initializer, prefix, params)
        self._num_groups = num_groups

    def hybrid_forward(self, F: Any, data: Any, gamma: Any, beta: Any) -> Any:
        return F.GroupNorm(data, gamma=gamma, beta=beta, num_groups=self._num_groups, eps=self._epsilon)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({_settings(self._kwargs)})"


# --- functions as layers ---------------------------------------------------------------------------------------------


class Lambda(Block):
    """A function of arrays, or the name of one in ``mx.nd``, as a block.

    Parameters
    ----------
    function : str | function
        A function of arrays, or the name of one in ``mx.nd``.

    >>> mx.gluon.nn.Lambda("tanh")(mx.nd.array([0])).asnumpy()
    array([0.], dtype=float32)
    """

    def __init__(self, function: str | Callable[..., Any], prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        if isinstance(function, str):
            if not hasattr(ndarray, function):
                raise AssertionError(f"Function name {function} is not found in ndarray.")
            function = getattr(ndarray, function)
        elif not callable(function):
            raise ValueError(f"Unrecognized function in lambda: {function} of type {type(function)}")
        self._func_impl: Any = function

    def forward(self, *args: Any) -> Any:
        """The function's result."""
        return self._func_impl(*args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_impl.__name__})"


def _call_by_name(name: str, F: Any, *args: Any) -> Any:
    return getattr(F, name)(*args)


class HybridLambda(HybridBlock):
    """A function ``f(F, x, ...)``, or the name of one in ``mx.nd`` and ``mx.sym``, as a hybrid block.

    Parameters
    ----------
    function : str | function
        A function of ``F`` and arrays, or the name of an operator.

    >>> mx.gluon.nn.HybridLambda(lambda F, x: F.relu(x) + 1)(mx.nd.array([-1, 2])).asnumpy()
    array([1., 3.], dtype=float32)
    """

    def __init__(self, function: str | Callable[..., Any], prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        if isinstance(function, str):
            name = function
            if not (hasattr(ndarray, name) and hasattr(symbol, name)):
                raise AssertionError(f"Function name {name} is not found in symbol/ndarray.")
            self._func: Callable[..., Any] = partial(_call_by_name, name)
            self._func_name = name
        elif callable(function):
            self._func, self._func_name = function, function.__name__
        else:
            raise ValueError(f"Unrecognized function in lambda: {function} of type {type(function)}")

    def hybrid_forward(self, F: Any, x: Any, *args: Any) -> Any:
        return self._func(F, x, *args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_name})"
