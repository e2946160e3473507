"""Convolutions that learn where to look: each output position shifts the points its kernel reads."""

from typing import Any

from mxnet._signatures import with_defaults
from mxnet.gluon._parameter import InitializerLike
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.nn import Activation
from mxnet.gluon.nn._sizes import Size, check_layout, described, each
from mxnet.gluon.parameter import ParameterDict

__all__ = ["DeformableConvolution", "ModulatedDeformableConvolution"]


class _Deformable(HybridBlock):
    """What both layers share: a convolution for the offsets, and one that reads where they say.

    Parameters
    ----------
    num_deformable_group : int
        Into how many parts, each with offsets of its own, the channels are divided.
    offset_use_bias : bool
        Whether the convolution that gives the offsets has a bias.
    offset_weight_initializer
        How the weight that gives displacements is filled first.
    offset_bias_initializer
        How the bias beside it is filled first.
    op_name : str
        The operator that computes it.
    adj : int | sequence | None
        Accepted; no effect.
    """

    _per_point = 2
    _offset_first = True  # the order in which parameters are made and drawn

    def __init__(
        self,
        channels: int,
        kernel_size: Size = (1, 1),
        strides: Size = (1, 1),
        padding: Size = (0, 0),
        dilation: Size = (1, 1),
        groups: int = 1,
        num_deformable_group: int = 1,
        layout: str = "NCHW",
        use_bias: bool = True,
        in_channels: int = 0,
        activation: str | None = None,
        weight_initializer: InitializerLike | None = None,
        bias_initializer: InitializerLike = "zeros",
        offset_weight_initializer: InitializerLike = "zeros",
        offset_bias_initializer: InitializerLike = "zeros",
        offset_use_bias: bool = True,
        op_name: str = "",
        adj: Size | None = None,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        check_layout(layout, ("NCHW", "NHWC"), type(self).__name__)
        self._channels, self._in_channels, self._op_name = channels, in_channels, op_name
        kernel = each(kernel_size, 2, "kernel_size")
        points = kernel[0] * kernel[1] * num_deformable_group
        self._points = points
        common: dict[str, Any] = {
            "kernel": kernel,
            "stride": each(strides, 2, "strides"),
            "dilate": each(dilation, 2, "dilation"),
            "pad": each(padding, 2, "padding"),
            "num_group": groups,
            "layout": layout,
        }
        if adj:
            common["adj"] = adj
        offset_channels = self._per_point * points
        self._kwargs_offset = {**common, "num_filter": offset_channels, "no_bias": not offset_use_bias}
        self._kwargs_deformable_conv = {
            **common,
            "num_filter": channels,
            "num_deformable_group": num_deformable_group,
            "no_bias": not use_bias,
        }
        shape = (in_channels // groups, *kernel) if layout == "NCHW" else (*kernel, in_channels // groups)

        def make(name: str, shape: tuple[int, ...], init: Any, wanted: bool = True) -> Any:
            return self.params.get(name, shape=shape, init=init, allow_deferred_init=True) if wanted else None

        def make_offset() -> None:
            self.offset_weight = make("offset_weight", (offset_channels, *shape), offset_weight_initializer)
            self.offset_bias = make("offset_bias", (offset_channels,), offset_bias_initializer, offset_use_bias)

        def make_convolution() -> None:
            self.deformable_conv_weight = make("deformable_conv_weight", (channels, 0, *kernel), weight_initializer)
            self.deformable_conv_bias = make("deformable_conv_bias", (channels,), bias_initializer, use_bias)

        with self.name_scope():
            for step in (make_offset, make_convolution) if self._offset_first else (make_convolution, make_offset):
                step()
            self.act = Activation(activation, prefix=activation + "_") if activation else None

    def hybrid_forward(
        self,
        F: Any,
        x: Any,
        offset_weight: Any,
        deformable_conv_weight: Any,
        offset_bias: Any = None,
        deformable_conv_bias: Any = None,
    ) -> Any:
        biases = [] if offset_bias is None else [offset_bias]
        offset = F.Convolution(x, offset_weight, *biases, cudnn_off=True, **self._kwargs_offset)
        weights = {"weight": deformable_conv_weight}
        if deformable_conv_bias is not None:
            weights["bias"] = deformable_conv_bias
        out = self._convolve(F, x, offset, weights)
        return self.act(out) if self.act else out

    def _convolve(self, F: Any, x: Any, offset: Any, weights: dict[str, Any]) -> Any:
        return F.contrib.DeformableConvolution(
            data=x, offset=offset, name="fwd", **weights, **self._kwargs_deformable_conv
        )


class DeformableConvolution(_Deformable):
    """A convolution with learned offsets (Dai et al., 2017).

    >>> layer = mx.gluon.contrib.cnn.DeformableConvolution(4, kernel_size=3, padding=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 3, 5, 5))).shape
    (1, 4, 5, 5)
    """

    __init__ = with_defaults(_Deformable.__init__, op_name="DeformableConvolution")

    def _alias(self) -> str:
        return "deformable_conv"

    def __repr__(self) -> str:
        weight, bias = self.deformable_conv_weight, self.deformable_conv_bias
        return described(self, self._kwargs_deformable_conv, weight.shape, bias)


class ModulatedDeformableConvolution(_Deformable):
    """A convolution with learned offsets and a learned weight for each point (Zhu et al., 2018).

    >>> layer = mx.gluon.contrib.cnn.ModulatedDeformableConvolution(4, kernel_size=3, padding=1)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((1, 3, 5, 5))).shape
    (1, 4, 5, 5)
    """

    _per_point = 3
    _offset_first = False

    __init__ = with_defaults(_Deformable.__init__, op_name="ModulatedDeformableConvolution")

    @property
    def offset_split_index(self) -> int:
        """How many channels of the offsets' convolution are offsets; the others are weights."""
        return 2 * self._points

    def _alias(self) -> str:
        return "modulated_deformable_conv"

    def _convolve(self, F: Any, x: Any, offset: Any, weights: dict[str, Any]) -> Any:
        split = self.offset_split_index
        where = F.slice_axis(offset, axis=1, begin=0, end=split)
        mask = F.sigmoid(F.slice_axis(offset, axis=1, begin=split, end=None)) * 2
        return F.contrib.ModulatedDeformableConvolution(
            data=x, offset=where, mask=mask, name="fwd", **weights, **self._kwargs_deformable_conv
        )
