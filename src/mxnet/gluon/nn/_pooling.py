"""Pooling of one to three dimensions, and padding."""

from typing import Any

from mxnet.base import numeric_types
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.nn._sizes import Size, check_layout, each

_LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}


class _Pooling(HybridBlock):
    """What the poolings share; with ``ceil_mode`` a window that is not full at the end counts too."""

    def __init__(
        self,
        pool_size: Size,
        strides: Size | None,
        padding: Size,
        ceil_mode: bool,
        global_pool: bool,
        pool_type: str,
        layout: str,
        count_include_pad: bool | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        count = len(layout) - 2
        size = each(pool_size, count, "pool_size")
        self._kwargs = {
            "kernel": size,
            "stride": size if strides is None else each(strides, count, "strides"),
            "pad": each(padding, count, "padding"),
            "global_pool": global_pool,
            "pool_type": pool_type,
            "layout": layout,
            "pooling_convention": "full" if ceil_mode else "valid",
        }
        if count_include_pad is not None:
            self._kwargs["count_include_pad"] = count_include_pad

    def _alias(self) -> str:
        return "pool"

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.Pooling(x, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return (
            "{name}(size={kernel}, stride={stride}, padding={pad}, ceil_mode={ceil_mode}, global_pool={global_pool}, "
            "pool_type={pool_type}, layout={layout})"
        ).format(name=type(self).__name__, ceil_mode=self._kwargs["pooling_convention"] == "full", **self._kwargs)


class _Global(_Pooling):
    """Pooling over whole dimensions."""

    def __init__(self, pool_type: str, count: int, layout: str, **kwargs: Any) -> None:
        check_layout(layout, _LAYOUTS[count], f"{count}D Pooling")
        super().__init__((1,) * count, None, 0, True, True, pool_type, layout, **kwargs)


class MaxPool1D(_Pooling):
    """The largest element of each window, along one dimension.

    >>> mx.gluon.nn.MaxPool1D(2)(mx.nd.array([[[1, 3, 5, 7]]])).asnumpy()
    array([[[3., 7.]]], dtype=float32)
    """

    def __init__(
        self,
        pool_size: Size = 2,
        strides: Size | None = None,
        padding: Size = 0,
        layout: str = "NCW",
        ceil_mode: bool = False,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, _LAYOUTS[1], "1D Pooling")
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool2D(_Pooling):
    """The largest element of each window, along two dimensions.

    >>> mx.gluon.nn.MaxPool2D(2)(mx.nd.ones((1, 3, 4, 4))).shape
    (1, 3, 2, 2)
    """

    def __init__(
        self,
        pool_size: Size = (2, 2),
        strides: Size | None = None,
        padding: Size = 0,
        layout: str = "NCHW",
        ceil_mode: bool = False,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, _LAYOUTS[2], "2D Pooling")
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool3D(_Pooling):
    """The largest element of each window, along three dimensions.

    >>> mx.gluon.nn.MaxPool3D(2)(mx.nd.ones((1, 3, 4, 4, 4))).shape
    (1, 3, 2, 2, 2)
    """

    def __init__(
        self,
        pool_size: Size = (2, 2, 2),
        strides: Size | None = None,
        padding: Size = 0,
        ceil_mode: bool = False,
        layout: str = "NCDHW",
        **kwargs: Any,
    ) -> None:
        check_layout(layout, _LAYOUTS[3], "3D Pooling")
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class AvgPool1D(_Pooling):
    """The mean of each window, along one dimension; ``count_include_pad`` says whether padding counts.

    >>> mx.gluon.nn.AvgPool1D(2)(mx.nd.array([[[1, 3, 5, 7]]])).asnumpy()
    array([[[2., 6.]]], dtype=float32)
    """

    def __init__(
        self,
        pool_size: Size = 2,
        strides: Size | None = None,
        padding: Size = 0,
        layout: str = "NCW",
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, _LAYOUTS[1], "1D Pooling")
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class AvgPool2D(_Pooling):
    """The mean of each window, along two dimensions; ``count_include_pad`` says whether padding counts.

    >>> mx.gluon.nn.AvgPool2D(2)(mx.nd.ones((1, 3, 4, 4))).shape
    (1, 3, 2, 2)
    """

    def __init__(
        self,
        pool_size: Size = (2, 2),
        strides: Size | None = None,
        padding: Size = 0,
        ceil_mode: bool = False,
        layout: str = "NCHW",
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, _LAYOUTS[2], "2D Pooling")
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class AvgPool3D(_Pooling):
    """The mean of each window, along three dimensions; ``count_include_pad`` says whether padding counts.

    >>> mx.gluon.nn.AvgPool3D(2)(mx.nd.ones((1, 3, 4, 4, 4))).shape
    (1, 3, 2, 2, 2)
    """

    def __init__(
        self,
        pool_size: Size = (2, 2, 2),
        strides: Size | None = None,
        padding: Size = 0,
        ceil_mode: bool = False,
        layout: str = "NCDHW",
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        check_layout(layout, _LAYOUTS[3], "3D Pooling")
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class GlobalMaxPool1D(_Global):
    """The largest element of each channel, over its dimension.

    >>> mx.gluon.nn.GlobalMaxPool1D()(mx.nd.array([[[1, 3, 2]]])).asnumpy()
    array([[[3.]]], dtype=float32)
    """

    def __init__(self, layout: str = "NCW", **kwargs: Any) -> None:
        super().__init__("max", 1, layout, **kwargs)


class GlobalMaxPool2D(_Global):
    """The largest element of each channel, over all 2 dimensions.

    >>> mx.gluon.nn.GlobalMaxPool2D()(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 1, 1)
    """

    def __init__(self, layout: str = "NCHW", **kwargs: Any) -> None:
        super().__init__("max", 2, layout, **kwargs)


class GlobalMaxPool3D(_Global):
    """The largest element of each channel, over all 3 dimensions.

    >>> mx.gluon.nn.GlobalMaxPool3D()(mx.nd.ones((2, 3, 4, 4, 4))).shape
    (2, 3, 1, 1, 1)
    """

    def __init__(self, layout: str = "NCDHW", **kwargs: Any) -> None:
        super().__init__("max", 3, layout, **kwargs)


class GlobalAvgPool1D(_Global):
    """The mean of each channel, over its dimension.

    >>> mx.gluon.nn.GlobalAvgPool1D()(mx.nd.ones((2, 3, 4))).shape
    (2, 3, 1)
    """

    def __init__(self, layout: str = "NCW", **kwargs: Any) -> None:
        super().__init__("avg", 1, layout, **kwargs)


class GlobalAvgPool2D(_Global):
    """The mean of each channel, over all 2 dimensions.

    >>> mx.gluon.nn.GlobalAvgPool2D()(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 1, 1)
    """

    def __init__(self, layout: str = "NCHW", **kwargs: Any) -> None:
        super().__init__("avg", 2, layout, **kwargs)


class GlobalAvgPool3D(_Global):
    """The mean of each channel, over all 3 dimensions.

    >>> mx.gluon.nn.GlobalAvgPool3D()(mx.nd.ones((2, 3, 4, 4, 4))).shape
    (2, 3, 1, 1, 1)
    """

    def __init__(self, layout: str = "NCDHW", **kwargs: Any) -> None:
        super().__init__("avg", 3, layout, **kwargs)


class ReflectionPad2D(HybridBlock):
    """Pads images by their own mirror image; ``padding`` is one width, or two for each of the four axes.

    >>> mx.gluon.nn.ReflectionPad2D(1)(mx.nd.ones((1, 1, 3, 3))).shape
    (1, 1, 5, 5)
    """

    def __init__(self, padding: Any = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if isinstance(padding, numeric_types):
            padding = (0, 0, 0, 0, padding, padding, padding, padding)
        if len(padding) != 8:
            raise AssertionError(f"padding must be a number or 8 ints, but got {padding}")
        self._padding = padding

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.pad(x, mode="reflect", pad_width=self._padding)
