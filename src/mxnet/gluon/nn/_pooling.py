"""Pooling of one to three dimensions, and padding."""

from typing import Any

from mxnet._signatures import with_defaults
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


class _Windows(_Pooling):
    """Pooling over windows; subclasses say over how many dimensions."""

    _dims: int
    _kind: str

    def _pool(
        self, size: Size, strides: Size | None, padding: Size, layout: str, ceil_mode: bool, **kwargs: Any
    ) -> None:
        check_layout(layout, _LAYOUTS[self._dims], f"{self._dims}D Pooling")
        super().__init__(size, strides, padding, ceil_mode, False, self._kind, layout, **kwargs)


class _MaxWindows(_Windows):
    _kind = "max"

    def __init__(
        self,
        pool_size: Size = 2,
        strides: Size | None = None,
        padding: Size = 0,
        layout: str = "NCW",
        ceil_mode: bool = False,
        **kwargs: Any,
    ) -> None:
        self._pool(pool_size, strides, padding, layout, ceil_mode, **kwargs)


class MaxPool1D(_MaxWindows):
    """The largest element of each window, along one dimension.

    >>> mx.gluon.nn.MaxPool1D(2)(mx.nd.array([[[1, 3, 5, 7]]])).asnumpy()
    array([[[3., 7.]]], dtype=float32)
    """

    _dims = 1


class MaxPool2D(_MaxWindows):
    """The largest element of each window, along two dimensions.

    >>> mx.gluon.nn.MaxPool2D(2)(mx.nd.ones((1, 3, 4, 4))).shape
    (1, 3, 2, 2)
    """

    _dims = 2
    __init__ = with_defaults(_MaxWindows.__init__, pool_size=(2, 2), layout="NCHW")


class MaxPool3D(_Windows):
    """The largest element of each window, along three dimensions.

    >>> mx.gluon.nn.MaxPool3D(2)(mx.nd.ones((1, 3, 4, 4, 4))).shape
    (1, 3, 2, 2, 2)
    """

    _dims, _kind = 3, "max"

    def __init__(
        self,
        pool_size: Size = (2, 2, 2),
        strides: Size | None = None,
        padding: Size = 0,
        ceil_mode: bool = False,
        layout: str = "NCDHW",
        **kwargs: Any,
    ) -> None:
        self._pool(pool_size, strides, padding, layout, ceil_mode, **kwargs)


class AvgPool1D(_Windows):
    """The mean of each window, along one dimension; ``count_include_pad`` says whether padding counts.

    >>> mx.gluon.nn.AvgPool1D(2)(mx.nd.array([[[1, 3, 5, 7]]])).asnumpy()
    array([[[2., 6.]]], dtype=float32)
    """

    _dims, _kind = 1, "avg"

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
        self._pool(pool_size, strides, padding, layout, ceil_mode, count_include_pad=count_include_pad, **kwargs)


class _AvgWindows(_Windows):
    _kind = "avg"

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
        self._pool(pool_size, strides, padding, layout, ceil_mode, count_include_pad=count_include_pad, **kwargs)


class AvgPool2D(_AvgWindows):
    """The mean of each window, along two dimensions; ``count_include_pad`` says whether padding counts.

    >>> mx.gluon.nn.AvgPool2D(2)(mx.nd.ones((1, 3, 4, 4))).shape
    (1, 3, 2, 2)
    """

    _dims = 2


class AvgPool3D(_AvgWindows):
    """The mean of each window, along three dimensions; ``count_include_pad`` says whether padding counts.

    >>> mx.gluon.nn.AvgPool3D(2)(mx.nd.ones((1, 3, 4, 4, 4))).shape
    (1, 3, 2, 2, 2)
    """

    _dims = 3
    __init__ = with_defaults(_AvgWindows.__init__, pool_size=(2, 2, 2), layout="NCDHW")


class _Global(_Pooling):
    """Pooling over whole dimensions."""

    _dims: int
    _kind: str

    def __init__(self, layout: str = "NCHW", **kwargs: Any) -> None:
        check_layout(layout, _LAYOUTS[self._dims], f"{self._dims}D Pooling")
        super().__init__((1,) * self._dims, None, 0, True, True, self._kind, layout, **kwargs)


class GlobalMaxPool1D(_Global):
    """The largest element of each channel, over its dimension.

    >>> mx.gluon.nn.GlobalMaxPool1D()(mx.nd.array([[[1, 3, 2]]])).asnumpy()
    array([[[3.]]], dtype=float32)
    """

    _dims, _kind = 1, "max"
    __init__ = with_defaults(_Global.__init__, layout="NCW")


class GlobalMaxPool2D(_Global):
    """The largest element of each channel, over all 2 dimensions.

    >>> mx.gluon.nn.GlobalMaxPool2D()(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 1, 1)
    """

    _dims, _kind = 2, "max"


class GlobalMaxPool3D(_Global):
    """The largest element of each channel, over all 3 dimensions.

    >>> mx.gluon.nn.GlobalMaxPool3D()(mx.nd.ones((2, 3, 4, 4, 4))).shape
    (2, 3, 1, 1, 1)
    """

    _dims, _kind = 3, "max"
    __init__ = with_defaults(_Global.__init__, layout="NCDHW")


class GlobalAvgPool1D(_Global):
    """The mean of each channel, over its dimension.

    >>> mx.gluon.nn.GlobalAvgPool1D()(mx.nd.ones((2, 3, 4))).shape
    (2, 3, 1)
    """

    _dims, _kind = 1, "avg"
    __init__ = with_defaults(_Global.__init__, layout="NCW")


class GlobalAvgPool2D(_Global):
    """The mean of each channel, over all 2 dimensions.

    >>> mx.gluon.nn.GlobalAvgPool2D()(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 1, 1)
    """

    _dims, _kind = 2, "avg"


class GlobalAvgPool3D(_Global):
    """The mean of each channel, over all 3 dimensions.

    >>> mx.gluon.nn.GlobalAvgPool3D()(mx.nd.ones((2, 3, 4, 4, 4))).shape
    (2, 3, 1, 1, 1)
    """

    _dims, _kind = 3, "avg"
    __init__ = with_defaults(_Global.__init__, layout="NCDHW")


class ReflectionPad2D(HybridBlock):
    """Pads images by their own mirror image; ``padding`` is one width, or two for each of the four axes.

    >>> mx.gluon.nn.ReflectionPad2D(1)(mx.nd.ones((1, 1, 3, 3))).shape
    (1, 1, 5, 5)
    """

    def __init__(self, padding: Any = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._padding = (0,) * 4 + (padding,) * 4 if isinstance(padding, numeric_types) else padding
        if len(self._padding) != 8:
            raise AssertionError(f"padding must be a number or 8 ints, but got {padding}")

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.pad(x, mode="reflect", pad_width=self._padding)
