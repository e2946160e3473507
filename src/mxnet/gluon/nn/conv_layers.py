"""Convolutions, transposed ones, and pooling, of one to three dimensions."""

from typing import Any

from mxnet._signatures import takes, with_defaults
from mxnet.base import numeric_types
from mxnet.gluon._parameter import InitializerLike
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.nn._pooling import AvgPool1D as AvgPool1D
from mxnet.gluon.nn._pooling import AvgPool2D as AvgPool2D
from mxnet.gluon.nn._pooling import AvgPool3D as AvgPool3D
from mxnet.gluon.nn._pooling import GlobalAvgPool1D as GlobalAvgPool1D
from mxnet.gluon.nn._pooling import GlobalAvgPool2D as GlobalAvgPool2D
from mxnet.gluon.nn._pooling import GlobalAvgPool3D as GlobalAvgPool3D
from mxnet.gluon.nn._pooling import GlobalMaxPool1D as GlobalMaxPool1D
from mxnet.gluon.nn._pooling import GlobalMaxPool2D as GlobalMaxPool2D
from mxnet.gluon.nn._pooling import GlobalMaxPool3D as GlobalMaxPool3D
from mxnet.gluon.nn._pooling import MaxPool1D as MaxPool1D
from mxnet.gluon.nn._pooling import MaxPool2D as MaxPool2D
from mxnet.gluon.nn._pooling import MaxPool3D as MaxPool3D
from mxnet.gluon.nn._pooling import ReflectionPad2D as ReflectionPad2D
from mxnet.gluon.nn._pooling import _Pooling as _Pooling
from mxnet.gluon.nn._sizes import Size, check_layout, described, each
from mxnet.gluon.nn.activations import Activation
from mxnet.gluon.parameter import ParameterDict

__all__ = [
    "AvgPool1D",
    "AvgPool2D",
    "AvgPool3D",
    "Conv1D",
    "Conv1DTranspose",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "GlobalAvgPool1D",
    "GlobalAvgPool2D",
    "GlobalAvgPool3D",
    "GlobalMaxPool1D",
    "GlobalMaxPool2D",
    "GlobalMaxPool3D",
    "MaxPool1D",
    "MaxPool2D",
    "MaxPool3D",
    "ReflectionPad2D",
]


class _Conv(HybridBlock):
    """What the convolutions share.

    Parameters
    ----------
    channels : int
        The number of output channels.
    kernel_size, strides, padding, dilation : int or tuple of int
    groups : int
        Into how many parts, each convolved by itself, the channels are divided.
    layout : str
        The order of the axes: N batch, C channels, D, H and W the dimensions.
    in_channels : int
        0 to learn it from the first data.
    activation : str
        The name of a function, see ``Activation``; None for none.
    """

    def __init__(
        self,
        channels: int,
        kernel_size: Size,
        strides: Size,
        padding: Size,
        dilation: Size,
        groups: int,
        layout: str,
        in_channels: int = 0,
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: InitializerLike | None = None,
        bias_initializer: InitializerLike = "zeros",
        op_name: str = "Convolution",
        adj: Size | None = None,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._channels, self._in_channels, self._op_name = channels, in_channels, op_name
        kernel = (kernel_size,) if isinstance(kernel_size, numeric_types) else tuple(kernel_size)
        count = len(kernel)
        self._kwargs: dict[str, Any] = {
            "kernel": kernel,
            "stride": each(strides, count, "strides"),
            "dilate": each(dilation, count, "dilation"),
            "pad": each(padding, count, "padding"),
            "num_filter": channels,
            "num_group": groups,
            "no_bias": not use_bias,
            "layout": layout,
        }
        if adj is not None:
            self._kwargs["adj"] = adj
        shape = _weight_shape(op_name.lower() == "deconvolution", channels, in_channels, groups, kernel, layout)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=shape, init=weight_initializer, allow_deferred_init=True)
            self.bias = None
            if use_bias:
                self.bias = self.params.get("bias", shape=(channels,), init=bias_initializer, allow_deferred_init=True)
            self.act = None if activation is None else Activation(activation, prefix=activation + "_")

    def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
        arrays = (x, weight) if bias is None else (x, weight, bias)
        out = getattr(F, self._op_name)(*arrays, name="fwd", **self._kwargs)
        return out if self.act is None else self.act(out)

    def _alias(self) -> str:
        return "conv"

    def __repr__(self) -> str:
        return described(self, self._kwargs, self.weight.shape, self.bias)


def _weight_shape(
    transposed: bool, channels: int, in_channels: int, groups: int, kernel: tuple[int, ...], layout: str
) -> tuple[int, ...]:
    """The weight's shape: the channels of one side first, those of the other where the layout has them."""
    if transposed:
        first, other = in_channels, channels // groups
    else:
        first, other = channels, in_channels // groups
    return (first, other, *kernel) if layout.find("C") == 1 else (first, *kernel, other)


class _Convolution(_Conv):
    """The constructor of ``Conv1D`` to ``Conv3D``, whose defaults and layouts differ."""

    _layouts: tuple[str, ...]

    def __init__(
        self,
        channels: int,
        kernel_size: Size,
        strides: Size = 1,
        padding: Size = 0,
        dilation: Size = 1,
        groups: int = 1,
        layout: str = "NCW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: InitializerLike | None = None,
        bias_initializer: InitializerLike = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, self._layouts, type(self).__name__)
        kernel = each(kernel_size, len(layout) - 2, "kernel_size")
        geometry = (kernel, strides, padding, dilation, groups, layout)
        initializers = (weight_initializer, bias_initializer)
        super().__init__(channels, *geometry, in_channels, activation, use_bias, *initializers, **kwargs)


class Conv1D(_Convolution):
    """A convolution along one dimension.

    >>> layer = mx.gluon.nn.Conv1D(8, 3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4, 10))).shape
    (2, 8, 8)
    """

    _layouts = ("NCW",)


class Conv2D(_Convolution):
    """A convolution along two dimensions, of images for example.

    >>> layer = mx.gluon.nn.Conv2D(8, 3, padding=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 10, 10))).shape
    (2, 8, 10, 10)
    """

    _layouts = ("NCHW", "NHWC")
    __init__ = with_defaults(_Convolution.__init__, strides=(1, 1), padding=(0, 0), dilation=(1, 1), layout="NCHW")


class Conv3D(_Convolution):
    """A convolution along three dimensions.

    >>> layer = mx.gluon.nn.Conv3D(8, 3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 6, 6, 6))).shape
    (2, 8, 4, 4, 4)
    """

    _layouts = ("NCDHW", "NDHWC")
    __init__ = with_defaults(
        _Convolution.__init__, strides=(1, 1, 1), padding=(0, 0, 0), dilation=(1, 1, 1), layout="NCDHW"
    )


class _ConvTranspose(_Convolution):
    """The constructor of ``Conv1DTranspose`` to ``Conv3DTranspose``; ``output_padding`` lengthens the result."""

    @takes(_Convolution.__init__, after="padding")
    def __init__(self, *, output_padding: Size = 0, **settings: Any) -> None:
        adj = each(output_padding, len(settings["layout"]) - 2, "output_padding")
        super().__init__(**{"op_name": "Deconvolution", "adj": adj, **settings})
        self.outpad = adj


class Conv1DTranspose(_ConvTranspose):
    """The transpose of a convolution along one dimension.

    >>> layer = mx.gluon.nn.Conv1DTranspose(8, 3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4, 10))).shape
    (2, 8, 12)
    """

    _layouts = ("NCW",)


class Conv2DTranspose(_ConvTranspose):
    """The transpose of a convolution along two dimensions.

    >>> layer = mx.gluon.nn.Conv2DTranspose(8, 2, strides=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 10, 10))).shape
    (2, 8, 20, 20)
    """

    _layouts = ("NCHW", "NHWC")
    __init__ = with_defaults(
        _ConvTranspose.__init__,
        strides=(1, 1),
        padding=(0, 0),
        output_padding=(0, 0),
        dilation=(1, 1),
        layout="NCHW",
    )


class Conv3DTranspose(_ConvTranspose):
    """The transpose of a convolution along three dimensions.

    >>> layer = mx.gluon.nn.Conv3DTranspose(8, 2, strides=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4, 4, 4))).shape
    (2, 8, 8, 8, 8)
    """

    _layouts = ("NCDHW", "NDHWC")
    __init__ = with_defaults(
        _ConvTranspose.__init__,
        strides=(1, 1, 1),
        padding=(0, 0, 0),
        output_padding=(0, 0, 0),
        dilation=(1, 1, 1),
        layout="NCDHW",
    )
