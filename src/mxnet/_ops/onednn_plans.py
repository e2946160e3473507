"""Convolution, pooling and batch normalisation as primitives of oneDNN.

Images have the channels last in memory, which the library computes as fast as in blocks of its own (3x3, 64 channels,
8 of 56x56: 17.4 ms of processor time against 16.8; in plain NCHW 28.1). Weights are as MXNet has them, and packed at
each call: 1.1 ms for 512x512x3x3. For prediction packing is a primitive of its own, whose result ``_programs`` keeps.
"""

import ast
import functools
import math
from contextlib import nullcontext
from ctypes import c_float, c_void_p
from typing import Any, Literal, NamedTuple

import numpy as np

from mxnet._ops.onednn import Argument, Library, Plan, Shape, Unsupported, library, sizes

# Numbers of the C API, version 3.
_TRAINING, _INFERENCE, _BACKWARD = 64, 96, 128
_DIRECT, _MAX, _AVERAGE_WITH_MARGINS, _AVERAGE = 1, 0x1FF, 0x2FF, 0x3FF
_SOURCE, _TARGET, _WEIGHTS, _BIAS, _KEPT, _SOURCES = 1, 17, 33, 41, 64, 1024
_DIFF_SOURCE, _DIFF_TARGET, _DIFF_WEIGHTS, _DIFF_BIAS = 129, 145, 161, 169
_MEAN, _VARIANCE, _SCALE, _SHIFT, _DIFF_SCALE, _DIFF_SHIFT = 49, 50, 51, 52, 255, 256
_STATISTICS_KNOWN, _SCALED, _SHIFTED, _RECTIFIED = 1, 2, 4, 8
_WEIGHTS_MD, _DIFF_WEIGHTS_MD, _KEPT_MD = 131, 132, 135
_ADD, _MULTIPLY, _RELU, _CLIP = 0x1FFF0, 0x1FFF1, 0x20, 0x2E
_STEP, _OPERAND = 32768, 2

# Where a gradient of weights is computed by one thread.
_FEW_CHANNELS = 32
_FEW_THREADS = 4


class Convolution(NamedTuple):
    """A convolution, perhaps with a bias, or one of its gradients.

    Shapes have the channels second; ``before`` and ``after`` are margins.

    forward
        data, weight, (bias) → out
    data
        gradient of out, weight → gradient of data
    weight
        data, gradient of out → gradient of weight, (of bias)
    """

    kind: Literal["forward", "data", "weight"]
    data: Shape
    weight: Shape
    out: Shape
    stride: Shape
    dilate: Shape
    before: Shape
    after: Shape
    groups: int
    bias: bool = False

    def empty(self) -> bool:
        return 0 in (*self.data, *self.weight, *self.out)


class FusedConvolution(NamedTuple):
    """A convolution for prediction, with what follows it, or the packing of its weight.

    ``scaled``: each channel times its scale. ``shifted``: plus its shift. ``other``: plus an image of the shape of out.
    ``bounds``: then no less than the first number and no more than the second; (0, None) is a rectifier.
    ``packed_bytes``: how long the packed weight is.

    whole
        data, (other), weight, (scale), (shift) → out
    packing
        weight → packed weight
    packed
        data, (other), packed weight, (scale), (shift) → out
    """

    data: Shape
    weight: Shape
    out: Shape
    stride: Shape
    dilate: Shape
    before: Shape
    after: Shape
    groups: int
    scaled: bool
    shifted: bool
    other: bool
    bounds: tuple[float, float | None] | None
    kind: Literal["whole", "packing", "packed"] = "whole"
    packed_bytes: int = 0

    def empty(self) -> bool:
        return 0 in (*self.data, *self.weight, *self.out)


class MaxPooling(NamedTuple):
    """A maximum over windows, or its gradient, of images with their channels last in memory or second.

    inference
        data → out
    training
        data → out, places of the maxima
    backward
        gradient of out, places → gradient of data
    """

    kind: Literal["inference", "training", "backward"]
    data: Shape
    out: Shape
    window: Shape
    stride: Shape
    before: Shape
    after: Shape
    channels_last: bool = True

    def empty(self) -> bool:
        return 0 in (*self.data, *self.out)


class AveragePooling(NamedTuple):
    """An average over windows, or its gradient, of images with their channels last in memory.

    ``with_margins``: the sum is divided by the size of the window, else by how many elements of the data it has.

    forward
        data → out
    backward
        gradient of out → gradient of data
    """

    kind: Literal["forward", "backward"]
    data: Shape
    out: Shape
    window: Shape
    stride: Shape
    before: Shape
    after: Shape
    with_margins: bool

    def empty(self) -> bool:
        return 0 in (*self.data, *self.out)


class BatchNormalization(NamedTuple):
    """Batch normalisation in training, perhaps with a rectifier after it, or its gradient.

    forward
        data, gamma, beta → out, mean, variance, (where the rectifier lets through)
    scaling
        data, gamma, beta, mean, variance → out, (where the rectifier lets through)
    backward
        data, gradient of out, mean, variance, gamma, (where the rectifier lets through) → gradient of data, of gamma,
        of beta
    """

    kind: Literal["forward", "scaling", "backward"]
    data: Shape
    eps: float
    rectified: bool

    def empty(self) -> bool:
        return 0 in self.data


class Joining(NamedTuple):
    """Images, with their channels last in memory, joined by their channels.

    images of these shapes → all
    """

    images: tuple[Shape, ...]

    @property
    def out(self) -> Shape:
        batch, _, *spatial = self.images[0]
        return (batch, sum([channels for _, channels, *_ in self.images]), *spatial)

    def empty(self) -> bool:
        return any(0 in shape for shape in self.images)


Description = Convolution | FusedConvolution | MaxPooling | AveragePooling | BatchNormalization | Joining


def _weight_shape(d: Convolution | FusedConvolution) -> Shape:
    """The shape of a weight, with an axis for groups if there are several."""
    return d.weight if d.groups == 1 else (d.groups, d.weight[0] // d.groups, *d.weight[1:])


def _window(d: Convolution | FusedConvolution) -> list[Any]:
    return [sizes(v) for v in (d.stride, [n - 1 for n in d.dilate], d.before, d.after)]


def _pooling_window(d: MaxPooling | AveragePooling) -> list[Any]:
    undilated = [0] * len(d.window)
    return [sizes(v) for v in (d.stride, d.window, undilated, d.before, d.after)]


class _WeightedPlan(Plan):
    def _packed_form(self, weight: Argument, descriptor: object) -> Argument:
        """The weight as the primitive wants it: another buffer, unless that is how it is held."""
        if self.library.same(weight.descriptor, descriptor):  # type: ignore[arg-type]
            return weight
        return Argument(weight.code, descriptor, self.PACKED)  # type: ignore[arg-type]


def _waits(dnnl: Library, d: Convolution) -> bool:
    """Whether several threads would wait for each other in a loop: for a gradient of weights of few channels.

    They share out images then, since there is no more than a block or two of channels for each, and add up what they
    have at the end. On two busy cores a training step of TinySSD takes 98 ms of processor time with two threads
    there, 79 with one; of DenseNet-121 278 and 266, of LeNet 11.4 and 9.7. With more channels there is little to gain
    (up to 64: ResNet-18, 8x160x160, 211 and 202), and one thread would need longer where cores are idle.
    """
    few = d.kind == "weight" and d.groups == 1 and d.weight[0] <= _FEW_CHANNELS
    return few and dnnl.threads() <= _FEW_THREADS


class _ConvolutionPlan(_WeightedPlan):
    def __init__(self, dnnl: Library, d: Convolution) -> None:
        super().__init__(dnnl)
        with dnnl.one_thread() if _waits(dnnl, d) else nullcontext():
            self._describe_all(dnnl, d)

    def _describe_all(self, dnnl: Library, d: Convolution) -> None:
        engine, shape, window = dnnl.engine, _weight_shape(d), _window(d)
        data, out, held, chosen = self.image(d.data), self.image(d.out), self.plain(shape), self.chosen(shape)
        bias = self.plain((d.weight[0],)) if d.bias else None
        forward = self.describe("convolution_forward", engine, _TRAINING, _DIRECT, data, chosen, bias, out, *window)
        if d.kind == "weight":
            name = "convolution_backward_weights"
            description = self.describe(name, engine, _DIRECT, data, chosen, bias, out, *window, forward)
            weight = Argument(_DIFF_WEIGHTS, held, 2)
            packed = self._packed_form(weight, self.needs(description, _DIFF_WEIGHTS_MD))
            rest = [Argument(_SOURCE, data, 0), Argument(_DIFF_TARGET, out, 1)]
            self.add(description, *rest, packed, *([] if bias is None else [Argument(_DIFF_BIAS, bias, 3)]))
            if packed != weight:
                self.copy(packed, weight)
            return
        if d.kind == "forward":
            description = forward
            rest = [Argument(_SOURCE, data, 0), Argument(_TARGET, out, 2 if bias is None else 3)]
            rest += [] if bias is None else [Argument(_BIAS, bias, 2)]
        else:
            description = self.describe(
                "convolution_backward_data", engine, _DIRECT, data, chosen, out, *window, forward
            )
            rest = [Argument(_DIFF_TARGET, out, 0), Argument(_DIFF_SOURCE, data, 2)]
        weight = Argument(_WEIGHTS, held, 1)
        packed = self._packed_form(weight, self.needs(description, _WEIGHTS_MD))
        if packed != weight:
            self.copy(weight, packed)
        self.add(description, *rest, packed)


class _FusedConvolutionPlan(_WeightedPlan):
    """``packed_bytes`` counts those of the weight as the primitive wants it; 0 if that is how it is held."""

    def __init__(self, dnnl: Library, d: FusedConvolution) -> None:
        super().__init__(dnnl)
        shape, window, vector = _weight_shape(d), _window(d), (1, d.out[1], *[1] * (len(d.out) - 2))
        data, out, held, chosen = self.image(d.data), self.image(d.out), self.plain(shape), self.chosen(shape)
        first = 2 + d.other  # the buffer of the scale, or of the shift
        bias = self.plain(vector[1:2]) if d.shifted and not d.scaled else None
        arguments = [] if bias is None else [Argument(_BIAS, bias, first)]
        steps: list[tuple[int, Any]] = []
        if d.scaled:
            steps += [(_MULTIPLY, self.plain(vector)), *([(_ADD, self.plain(vector))] if d.shifted else [])]
        buffers = [first, first + 1][: len(steps)]
        if d.other:
            steps, buffers = [*steps, (_ADD, out)], [*buffers, 1]
        for number, (buffer, (_, descriptor)) in enumerate(zip(buffers, steps, strict=True), 1):
            arguments.append(Argument(_STEP * number | _OPERAND, descriptor, buffer))
        if d.bounds is not None:
            low, high = d.bounds
            steps.append((_RELU, (0.0, 0.0)) if high is None else (_CLIP, (low, high)))
        kind = (dnnl.engine, _INFERENCE, _DIRECT)
        arrays = (data, chosen, bias, out)
        forward = self.describe("convolution_forward", *kind, *arrays, *window, attributes=self.followed(steps))
        weight = Argument(_WEIGHTS, held, 1 + d.other)
        packed = self._packed_form(weight, self.needs(forward, _WEIGHTS_MD))
        self.layout = packed.descriptor
        self.packed_bytes = 0 if packed == weight else dnnl.size(packed.descriptor)
        if d.kind != "whole" and d.packed_bytes < self.packed_bytes:
            raise Unsupported("another layout of the weight than the one that the program was compiled with")
        if d.kind == "packing":
            self.copy(weight._replace(buffer=0), packed._replace(buffer=1))
            return
        if d.kind == "packed":
            packed = packed._replace(buffer=weight.buffer)
        elif packed != weight:
            self.copy(weight, packed)
        result = Argument(_TARGET, out, first + d.scaled + d.shifted)
        self.add(forward, Argument(_SOURCE, data, 0), packed, *arguments, result)


class _MaxPoolingPlan(Plan):
    """``kept`` counts the bytes of the places."""

    def __init__(self, dnnl: Library, d: MaxPooling) -> None:
        super().__init__(dnnl)
        described = self.image if d.channels_last else self.plain
        data, out, window = described(d.data), described(d.out), _pooling_window(d)
        mode = _INFERENCE if d.kind == "inference" else _TRAINING
        forward = self.describe("pooling_forward", dnnl.engine, mode, _MAX, data, out, *window)
        kept = self.needs(forward, _KEPT_MD)
        self.kept = 0 if d.kind == "inference" else dnnl.size(kept)
        if d.kind != "backward":
            places = [Argument(_KEPT, kept, 2)] if d.kind == "training" else []
            self.add(forward, Argument(_SOURCE, data, 0), Argument(_TARGET, out, 1), *places)
            return
        backward = self.describe("pooling_backward", dnnl.engine, _MAX, data, out, *window, forward)
        self.add(backward, Argument(_DIFF_TARGET, out, 0), Argument(_KEPT, kept, 1), Argument(_DIFF_SOURCE, data, 2))


class _AveragePoolingPlan(Plan):
    def __init__(self, dnnl: Library, d: AveragePooling) -> None:
        super().__init__(dnnl)
        data, out, window = self.image(d.data), self.image(d.out), _pooling_window(d)
        how = _AVERAGE_WITH_MARGINS if d.with_margins else _AVERAGE
        forward = self.describe("pooling_forward", dnnl.engine, _TRAINING, how, data, out, *window)
        if d.kind == "forward":
            self.add(forward, Argument(_SOURCE, data, 0), Argument(_TARGET, out, 1))
            return
        backward = self.describe("pooling_backward", dnnl.engine, how, data, out, *window, forward)
        self.add(backward, Argument(_DIFF_TARGET, out, 0), Argument(_DIFF_SOURCE, data, 1))


class _JoiningPlan(Plan):
    def __init__(self, dnnl: Library, d: Joining) -> None:
        super().__init__(dnnl)
        images, out = [self.image(shape) for shape in d.images], self.image(d.out)
        count = len(images)
        description = self.describe("concat", dnnl.engine, out, count, 1, (c_void_p * count)(*images))
        arguments = [Argument(_SOURCES + i, image, i) for i, image in enumerate(images)]
        self.add(description, *arguments, Argument(_TARGET, out, count))


class _BatchNormalizationPlan(Plan):
    """``kept`` counts the bytes that say where the rectifier lets through; 0 without one.

    One thread computes it. Several would wait for each other in a loop, twice in a call: on two busy cores that takes
    ten times the processor time, and one thread needs less time than two of XLA's (``host_convolution``). Where the
    statistics are known before, no thread waits, and all compute.
    """

    def __init__(self, dnnl: Library, d: BatchNormalization) -> None:
        super().__init__(dnnl)
        self._description = d
        with nullcontext() if d.kind == "scaling" else dnnl.one_thread():
            self._describe_all(dnnl, d)

    def _describe_all(self, dnnl: Library, d: BatchNormalization) -> None:
        engine, flags = dnnl.engine, _SCALED | _SHIFTED | (_RECTIFIED if d.rectified else 0)
        flags |= _STATISTICS_KNOWN if d.kind == "scaling" else 0
        data, channels = self.image(d.data), self.plain((d.data[1],))
        how = (c_float(d.eps), flags)
        forward = self.describe("batch_normalization_forward", engine, _TRAINING, data, data, *how)
        kept = self.needs(forward, _KEPT_MD)
        self.kept = dnnl.size(kept) if d.rectified else 0
        if d.kind != "backward":
            out, mean = (3, 4) if d.kind == "forward" else (5, 3)  # their buffers
            codes = {_SCALE: 1, _SHIFT: 2, _MEAN: mean, _VARIANCE: mean + 1}
            rest = [Argument(_KEPT, kept, 6)] if d.rectified else []
            images, description = [Argument(_SOURCE, data, 0), Argument(_TARGET, data, out)], forward
        else:
            first = 5 + d.rectified  # the buffer of the gradient of data
            codes = {_MEAN: 2, _VARIANCE: 3, _SCALE: 4, _DIFF_SCALE: first + 1, _DIFF_SHIFT: first + 2}
            rest = [Argument(_KEPT, kept, 5)] if d.rectified else []
            images = [Argument(_SOURCE, data, 0), Argument(_DIFF_TARGET, data, 1), Argument(_DIFF_SOURCE, data, first)]
            name = "batch_normalization_backward"
            description = self.describe(name, engine, _BACKWARD, data, data, data, *how, forward)
        vectors = [Argument(code, channels, buffer) for code, buffer in codes.items()]
        self.add(description, *images, *vectors, *rest)

    def run(self, addresses: list[int], workspace: int) -> None:
        super().run(addresses, workspace)
        if self._description.kind != "backward" and self._description.rectified:
            self._keep_nans(addresses, *((3, 5) if self._description.kind == "forward" else (5, 4)))

    def _keep_nans(self, addresses: list[int], result: int, variance: int) -> None:
        """The library's rectifier makes zeros of NaNs: write them again, in each channel that has become NaN."""
        shape = self._description.data
        vectors = [_floats(addresses[buffer], shape[1]) for buffer in (1, 2, variance)]  # gamma, beta
        nans = np.isnan(vectors).any(0)
        if nans.any():
            out = _floats(addresses[result], math.prod(shape)).reshape(-1, shape[1])
            out[:, nans] = np.nan


def _floats(address: int, size: int) -> np.ndarray:
    """The array of so many numbers at an address."""
    return np.ctypeslib.as_array((c_float * size).from_address(address))


@functools.lru_cache(maxsize=4096)
def plan(description: Description) -> Plan | None:
    """The plan of a description, if the library has one for it."""
    dnnl = library()
    if dnnl is None or description.empty():
        return None
    try:
        if isinstance(description, Convolution):
            return _ConvolutionPlan(dnnl, description)
        if isinstance(description, FusedConvolution):
            return _FusedConvolutionPlan(dnnl, description)
        if isinstance(description, BatchNormalization):
            return _BatchNormalizationPlan(dnnl, description)
        if isinstance(description, AveragePooling):
            return _AveragePoolingPlan(dnnl, description)
        if isinstance(description, Joining):
            return _JoiningPlan(dnnl, description)
        return _MaxPoolingPlan(dnnl, description)
    except Unsupported:
        return None


def kept_bytes(description: MaxPooling | BatchNormalization) -> int:
    """How many bytes a forward pass keeps for its gradient: places of maxima, or where a rectifier lets through."""
    forward_plan = plan(description)
    return forward_plan.kept if isinstance(forward_plan, _MaxPoolingPlan | _BatchNormalizationPlan) else 0


def packed_bytes(description: FusedConvolution) -> int:
    """How many bytes the packed weight takes; 0 if the primitive reads it as it is held, or if there is none."""
    fused_plan = plan(description)
    return fused_plan.packed_bytes if isinstance(fused_plan, _FusedConvolutionPlan) else 0


# Plans of packing with different layouts: what they pack is the same if their weights and layouts are.
_LAYOUTS: list[_FusedConvolutionPlan] = []


@functools.lru_cache(maxsize=4096)
def layout_number(packing: FusedConvolution) -> int:
    """A number for the layout in which a weight is packed, the same for all convolutions that read it."""
    packing_plan = plan(packing)
    assert isinstance(packing_plan, _FusedConvolutionPlan)
    for number, other in enumerate(_LAYOUTS):
        if packing_plan.library.same(packing_plan.layout, other.layout):
            return number
    _LAYOUTS.append(packing_plan)
    return len(_LAYOUTS) - 1


KINDS: dict[str, type[Description]] = {
    kind.__name__: kind
    for kind in (Convolution, FusedConvolution, MaxPooling, AveragePooling, BatchNormalization, Joining)
}


def to_text(description: Description, workspace: int) -> str:
    """A description, and how many bytes of workspace it has, as text that any process understands."""
    return repr((type(description).__name__, workspace, *description))


def from_text(text: str) -> tuple[Description, int]:
    """The reverse of ``to_text``."""
    kind, workspace, *fields = ast.literal_eval(text)
    return KINDS[kind](*fields), workspace
