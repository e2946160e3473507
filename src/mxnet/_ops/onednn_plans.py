"""Convolution and maximum pooling as primitives of oneDNN.

Images have the channels last in memory, which the library computes as fast as in blocks of its own (3x3, 64 channels,
8 of 56x56: 17.4 ms of processor time against 16.8; in plain NCHW 28.1). Weights are as MXNet has them, and packed at
each call: 1.1 ms for 512x512x3x3.
"""

import functools
from typing import Any, Literal, NamedTuple

from mxnet._ops.onednn import Argument, Library, Plan, Shape, Unsupported, library, sizes

# Numbers of the C API, version 3.
_TRAINING, _INFERENCE = 64, 96
_DIRECT, _MAX = 1, 0x1FF
_SOURCE, _TARGET, _WEIGHTS, _BIAS, _KEPT = 1, 17, 33, 41, 64
_DIFF_SOURCE, _DIFF_TARGET, _DIFF_WEIGHTS, _DIFF_BIAS = 129, 145, 161, 169
_WEIGHTS_MD, _DIFF_WEIGHTS_MD, _KEPT_MD = 131, 132, 135
_ADD, _MULTIPLY, _RELU, _CLIP = 0x1FFF0, 0x1FFF1, 0x20, 0x2E
_STEP, _OPERAND = 32768, 2


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
    """A convolution for prediction, with what follows it: data, (other), weight, (scale), (shift) → out.

    ``scaled``: each channel times its scale. ``shifted``: plus its shift. ``other``: plus an image of the shape of out.
    ``bounds``: then no less than the first number and no more than the second; (0, None) is a rectifier.
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

    def empty(self) -> bool:
        return 0 in (*self.data, *self.weight, *self.out)


class MaxPooling(NamedTuple):
    """A maximum over windows, or its gradient.

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

    def empty(self) -> bool:
        return 0 in (*self.data, *self.out)


Description = Convolution | FusedConvolution | MaxPooling


def _weight_shape(d: Convolution | FusedConvolution) -> Shape:
    """The shape of a weight, with an axis for groups if there are several."""
    return d.weight if d.groups == 1 else (d.groups, d.weight[0] // d.groups, *d.weight[1:])


def _window(d: Convolution | FusedConvolution) -> list[Any]:
    return [sizes(v) for v in (d.stride, [n - 1 for n in d.dilate], d.before, d.after)]


class _WeightedPlan(Plan):
    def _packed_form(self, weight: Argument, descriptor: object) -> Argument:
        """The weight as the primitive wants it: another buffer, unless that is how it is held."""
        if self.library.same(weight.descriptor, descriptor):  # type: ignore[arg-type]
            return weight
        return Argument(weight.code, descriptor, self.PACKED)  # type: ignore[arg-type]


class _ConvolutionPlan(_WeightedPlan):
    def __init__(self, found: Library, d: Convolution) -> None:
        super().__init__(found)
        engine, shape, window = found.engine, _weight_shape(d), _window(d)
        data, out, held, chosen = self.image(d.data), self.image(d.out), self.plain(shape), self.chosen(shape)
        bias = self.plain((d.weight[0],)) if d.bias else None
        forward = self.describe("convolution_forward", engine, _TRAINING, _DIRECT, data, chosen, bias, out, *window)
        if d.kind == "weight":
            name = "convolution_backward_weights"
            made = self.describe(name, engine, _DIRECT, data, chosen, bias, out, *window, forward)
            weight = Argument(_DIFF_WEIGHTS, held, 2)
            packed = self._packed_form(weight, self.needs(made, _DIFF_WEIGHTS_MD))
            rest = [Argument(_SOURCE, data, 0), Argument(_DIFF_TARGET, out, 1)]
            self.add(made, *rest, packed, *([] if bias is None else [Argument(_DIFF_BIAS, bias, 3)]))
            if packed != weight:
                self.copy(packed, weight)
            return
        if d.kind == "forward":
            made = forward
            rest = [Argument(_SOURCE, data, 0), Argument(_TARGET, out, 2 if bias is None else 3)]
            rest += [] if bias is None else [Argument(_BIAS, bias, 2)]
        else:
            made = self.describe("convolution_backward_data", engine, _DIRECT, data, chosen, out, *window, forward)
            rest = [Argument(_DIFF_TARGET, out, 0), Argument(_DIFF_SOURCE, data, 2)]
        weight = Argument(_WEIGHTS, held, 1)
        packed = self._packed_form(weight, self.needs(made, _WEIGHTS_MD))
        if packed != weight:
            self.copy(weight, packed)
        self.add(made, *rest, packed)


class _FusedConvolutionPlan(_WeightedPlan):
    def __init__(self, found: Library, d: FusedConvolution) -> None:
        super().__init__(found)
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
        kind = (found.engine, _INFERENCE, _DIRECT)
        arrays = (data, chosen, bias, out)
        made = self.describe("convolution_forward", *kind, *arrays, *window, attributes=self.followed(steps))
        weight = Argument(_WEIGHTS, held, 1 + d.other)
        packed = self._packed_form(weight, self.needs(made, _WEIGHTS_MD))
        if packed != weight:
            self.copy(weight, packed)
        result = Argument(_TARGET, out, first + d.scaled + d.shifted)
        self.add(made, Argument(_SOURCE, data, 0), packed, *arguments, result)


class _MaxPoolingPlan(Plan):
    """``kept`` counts the bytes of the places."""

    def __init__(self, found: Library, d: MaxPooling) -> None:
        super().__init__(found)
        data, out, none = self.image(d.data), self.image(d.out), [0] * len(d.window)
        window = [sizes(v) for v in (d.stride, d.window, none, d.before, d.after)]
        mode = _INFERENCE if d.kind == "inference" else _TRAINING
        forward = self.describe("pooling_forward", found.engine, mode, _MAX, data, out, *window)
        kept = self.needs(forward, _KEPT_MD)
        self.kept = 0 if d.kind == "inference" else found.size(kept)
        if d.kind != "backward":
            places = [Argument(_KEPT, kept, 2)] if d.kind == "training" else []
            self.add(forward, Argument(_SOURCE, data, 0), Argument(_TARGET, out, 1), *places)
            return
        made = self.describe("pooling_backward", found.engine, _MAX, data, out, *window, forward)
        self.add(made, Argument(_DIFF_TARGET, out, 0), Argument(_KEPT, kept, 1), Argument(_DIFF_SOURCE, data, 2))


@functools.lru_cache(maxsize=4096)
def plan(description: Description) -> Plan | None:
    """The plan of a description, if the library has one for it."""
    found = library()
    if found is None or description.empty():
        return None
    try:
        if isinstance(description, Convolution):
            return _ConvolutionPlan(found, description)
        if isinstance(description, FusedConvolution):
            return _FusedConvolutionPlan(found, description)
        return _MaxPoolingPlan(found, description)
    except Unsupported:
        return None


def kept_bytes(description: MaxPooling) -> int:
    """How many bytes the places of maxima take."""
    found = plan(description)
    return found.kept if isinstance(found, _MaxPoolingPlan) else 0


KINDS: dict[str, type[Convolution] | type[FusedConvolution] | type[MaxPooling]] = {
    kind.__name__: kind for kind in (Convolution, FusedConvolution, MaxPooling)
}


def to_text(description: Description, workspace: int) -> str:
    """A description, and how many bytes of workspace it has, as text that any process understands."""
    return repr((type(description).__name__, workspace, *description))
