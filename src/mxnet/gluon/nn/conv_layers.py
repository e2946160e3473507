"""Convolutions, transposed ones, and pooling, of one to three dimensions."""

from typing import Any

from mxnet.base import numeric_types
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
from mxnet.gluon.nn._sizes import Size, check_layout, each
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
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
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
        given, shape = self._kwargs, self.weight.shape
        count = len(given["kernel"])
        parts = [f"{shape[1] or None} -> {shape[0]}", f"kernel_size={given['kernel']}", f"stride={given['stride']}"]
        if given["pad"] != (0,) * count:
            parts.append(f"padding={given['pad']}")
        if given["dilate"] != (1,) * count:
            parts.append(f"dilation={given['dilate']}")
        if given["num_group"] != 1:
            parts.append(f"groups={given['num_group']}")
        if self.bias is None:
            parts.append("bias=False")
        if self.act:
            parts.append(repr(self.act))
        return f"{type(self).__name__}({', '.join(parts)})"


def _weight_shape(
    transposed: bool, channels: int, in_channels: int, groups: int, kernel: tuple[int, ...], layout: str
) -> tuple[int, ...]:
    """The weight's shape: the channels of one side first, those of the other where the layout has them."""
    if transposed:
        first, other = in_channels, channels // groups
    else:
        first, other = channels, in_channels // groups
    return (first, other, *kernel) if layout.find("C") == 1 else (first, *kernel, other)


class Conv1D(_Conv):
    """A convolution along one dimension.

    >>> layer = mx.gluon.nn.Conv1D(8, 3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4, 10))).shape
    (2, 8, 8)
    """

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
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, ("NCW",), "Conv1D")
        super().__init__(
            channels,
            each(kernel_size, 1, "kernel_size"),
            strides,
            padding,
            dilation,
            groups,
            layout,
            in_channels,
            activation,
            use_bias,
            weight_initializer,
            bias_initializer,
            **kwargs,
        )


class Conv2D(_Conv):
    """A convolution along two dimensions, of images for example.

    >>> layer = mx.gluon.nn.Conv2D(8, 3, padding=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 10, 10))).shape
    (2, 8, 10, 10)
    """

    def __init__(
        self,
        channels: int,
        kernel_size: Size,
        strides: Size = (1, 1),
        padding: Size = (0, 0),
        dilation: Size = (1, 1),
        groups: int = 1,
        layout: str = "NCHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, ("NCHW", "NHWC"), "Conv2D")
        super().__init__(
            channels,
            each(kernel_size, 2, "kernel_size"),
            strides,
            padding,
            dilation,
            groups,
            layout,
            in_channels,
            activation,
            use_bias,
            weight_initializer,
            bias_initializer,
            **kwargs,
        )


class Conv3D(_Conv):
    """A convolution along three dimensions.

    >>> layer = mx.gluon.nn.Conv3D(8, 3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 6, 6, 6))).shape
    (2, 8, 4, 4, 4)
    """

    def __init__(
        self,
        channels: int,
        kernel_size: Size,
        strides: Size = (1, 1, 1),
        padding: Size = (0, 0, 0),
        dilation: Size = (1, 1, 1),
        groups: int = 1,
        layout: str = "NCDHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, ("NCDHW", "NDHWC"), "Conv3D")
        super().__init__(
            channels,
            each(kernel_size, 3, "kernel_size"),
            strides,
            padding,
            dilation,
            groups,
            layout,
            in_channels,
            activation,
            use_bias,
            weight_initializer,
            bias_initializer,
            **kwargs,
        )


class _ConvTranspose(_Conv):
    """What the transposed convolutions share; ``output_padding`` lengthens the result."""

    def __init__(
        self,
        channels: int,
        kernel_size: tuple[int, ...],
        strides: Size,
        padding: Size,
        output_padding: Size,
        dilation: Size,
        groups: int,
        layout: str,
        activation: str | None,
        use_bias: bool,
        weight_initializer: Any,
        bias_initializer: Any,
        in_channels: int,
        **kwargs: Any,
    ) -> None:
        adj = each(output_padding, len(kernel_size), "output_padding")
        super().__init__(
            channels,
            kernel_size,
            strides,
            padding,
            dilation,
            groups,
            layout,
            in_channels,
            activation,
            use_bias,
            weight_initializer,
            bias_initializer,
            op_name=kwargs.pop("op_name", "Deconvolution"),
            adj=adj,
            **kwargs,
        )
        self.outpad = adj


class Conv1DTranspose(_ConvTranspose):
    """The transpose of a convolution along one dimension.

    >>> layer = mx.gluon.nn.Conv1DTranspose(8, 3)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 4, 10))).shape
    (2, 8, 12)
    """

    def __init__(
        self,
        channels: int,
        kernel_size: Size,
        strides: Size = 1,
        padding: Size = 0,
        output_padding: Size = 0,
        dilation: Size = 1,
        groups: int = 1,
        layout: str = "NCW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, ("NCW",), "Conv1DTranspose")
        super().__init__(
            channels,
            each(kernel_size, 1, "kernel_size"),
            strides,
            padding,
            output_padding,
            dilation,
            groups,
            layout,
            activation,
            use_bias,
            weight_initializer,
            bias_initializer,
            in_channels,
            **kwargs,
        )


class Conv2DTranspose(_ConvTranspose):
    """The transpose of a convolution along two dimensions.

    >>> layer = mx.gluon.nn.Conv2DTranspose(8, 2, strides=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 10, 10))).shape
    (2, 8, 20, 20)
    """

    def __init__(
        self,
        channels: int,
        kernel_size: Size,
        strides: Size = (1, 1),
        padding: Size = (0, 0),
        output_padding: Size = (0, 0),
        dilation: Size = (1, 1),
        groups: int = 1,
        layout: str = "NCHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, ("NCHW", "NHWC"), "Conv2DTranspose")
        super().__init__(
            channels,
            each(kernel_size, 2, "kernel_size"),
            strides,
            padding,
            output_padding,
            dilation,
            groups,
            layout,
            activation,
            use_bias,
            weight_initializer,
            bias_initializer,
            in_channels,
            **kwargs,
        )


class Conv3DTranspose(_ConvTranspose):
    """The transpose of a convolution along three dimensions.

    >>> layer = mx.gluon.nn.Conv3DTranspose(8, 2, strides=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 4, 4, 4))).shape
    (2, 8, 8, 8, 8)
    """

    def __init__(
        self,
        channels: int,
        kernel_size: Size,
        strides: Size = (1, 1, 1),
        padding: Size = (0, 0, 0),
        output_padding: Size = (0, 0, 0),
        dilation: Size = (1, 1, 1),
        groups: int = 1,
        layout: str = "NCDHW",
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, ("NCDHW", "NDHWC"), "Conv3DTranspose")
        super().__init__(
            channels,
            each(kernel_size, 3, "kernel_size"),
            strides,
            padding,
            output_padding,
            dilation,
            groups,
            layout,
            activation,
            use_bias,
            weight_initializer,
            bias_initializer,
            in_channels,
            **kwargs,
        )
