"""Weights that PyTorch wrote, in networks of ours: state dictionaries of torchvision's and timm's models and others.

Names differ between libraries, structure does not: layers are matched by what they are and by their shapes, and those
that are alike by their order. A ``.safetensors`` file has lost the order of layers, being sorted by name; there it is
that of the numbers in the names. PyTorch itself is needed for nothing but its pickles (``.pth``, ``.pt``, ``.bin``).
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike, fsdecode
from typing import Any

import numpy as np

from mxnet import ndarray
from mxnet._types import Contexts
from mxnet.error import MXNetError
from mxnet.gluon import nn
from mxnet.gluon.block import Block, HybridBlock
from mxnet.gluon.model_zoo.vision._network import register_source
from mxnet.gluon.model_zoo.vision.densenet import DenseNet
from mxnet.gluon.model_zoo.vision.resnet import BottleneckV1, ResNetV1
from mxnet.gluon.parameter import Parameter
from mxnet.ndarray import NDArray

State = Mapping[str, Any] | str | PathLike[str]

# What the arrays of a layer are called there and here.
_LAYER = {"weight": "weight", "bias": "bias"}
_NORM = {"weight": "gamma", "bias": "beta", "running_mean": "running_mean", "running_var": "running_var"}
_COUNTER = "num_batches_tracked"
_PICKLES = (".pth", ".pt", ".bin", ".ckpt")


@dataclass
class Report:
    """What became of a state dictionary: which parameter took which array, which are zero, what was left over."""

    matched: dict[str, str] = field(default_factory=dict)
    zero: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    guessed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"{len(self.matched)} arrays taken, {len(self.missing)} missing, {len(self.unused)} not used"]
        lines += [f"  {ours} <- {theirs}" for ours, theirs in self.matched.items()]
        lines += [f"  {name} is zero: the other network has no such array" for name in self.zero]
        lines += [f"  {name} is missing" for name in self.missing]
        lines += [f"  {name} is not used" for name in self.unused]
        lines += [f"  {pair} are alike, and their order is only that of their names" for pair in self.guessed]
        return "\n".join([*lines, *(f"  {what}" for what in self.changed)])


@dataclass
class _Layer:
    """The arrays of one layer, by what they are called here; ``names`` are those that a report shows."""

    arrays: dict[str, Any]
    names: dict[str, str]

    def signature(self) -> tuple[Any, ...]:
        """What two layers that may be one have in common: biases may be missing."""
        main = "gamma" if "gamma" in self.arrays else "weight"
        return main, tuple(self.arrays[main].shape)


def load_state_dict(
    net: Block,
    state: State,
    allow_missing: bool = False,
    ignore_extra: bool = False,
    trust_names: bool = False,
    input_shape: tuple[int, ...] = (1, 3, 224, 224),
    ctx: Contexts | None = None,
) -> Report:
    """Give a network the weights of a PyTorch network of the same structure.

    Parameters
    ----------
    net : Block
        For example ``mx.gluon.model_zoo.vision.resnet18_v1()``.
    state : dict or str
        What ``model.state_dict()`` gave, or a file of it: ``.safetensors``, ``.npz``, or one of ``torch.save``.
    allow_missing : bool
        Whether layers of the network may keep the values they have.
    ignore_extra : bool
        Whether arrays of the state may stay unused.
    trust_names : bool
        Whether the order of names will do where nothing else tells layers of one kind and shape apart.
    input_shape : tuple of int
        The shape of the data, from which the shapes of a network that has never been called follow.
    ctx : Context
        Where the parameters are to be.

    Returns
    -------
    Report
        Which parameter took which array. What does not match is an error that says so.

    >>> net = mx.gluon.nn.Dense(2, in_units=3)
    >>> state = {"weight": np.ones((2, 3), "float32"), "bias": np.zeros(2, "float32")}
    >>> report = mx.contrib.torch.load_state_dict(net, state, input_shape=(1, 3))
    >>> net(mx.nd.ones((1, 3))).asnumpy()
    array([[3., 3.]], dtype=float32)
    """
    arrays, is_sorted = _in_order(_read(state), _ORDERS.get(type(net), str))
    theirs = list(_their_layers(arrays))
    _know_shapes(net, input_shape)
    ours = list(_our_layers(net))
    report, pairs = _match(ours, theirs)
    report.guessed = list(_guesses(theirs)) if is_sorted and type(net) not in _ORDERS else []
    problems = [*([] if allow_missing else report.missing), *([] if ignore_extra else report.unused)]
    if problems or not report.matched:
        raise MXNetError(
            f"load_state_dict: the weights do not fit {type(net).__name__} '{net.name}'. {report}\n"
            "Layers are matched by kind and shape: is it the same network, with the same number of classes? "
            "allow_missing=True and ignore_extra=True take what fits."
        )
    report.changed = _same_strides(net)
    if report.guessed and not trust_names:
        raise MXNetError(
            f"load_state_dict: the arrays are sorted by name, so their layers' order is lost: {report.guessed[0]} are "
            "of one kind and shape. Give model.state_dict() itself or what torch.save wrote, or write trust_names=True "
            "and compare what the networks give."
        )
    for param, array in pairs:
        param._load_init(ndarray.array(array, dtype=param.dtype), ctx)
    return report


# --- what there is ----------------------------------------------------------------------------------------------------


def _read(state: State) -> dict[str, np.ndarray]:
    """A state dictionary as NumPy arrays."""
    tensors: Any = state
    if isinstance(state, (str, PathLike)):
        location = fsdecode(state)
        tensors = _unpickled(location) if location.endswith(_PICKLES) else _loaded(location)
    for key in ("state_dict", "model", "model_state_dict"):  # a checkpoint holds it beside other things
        if isinstance(tensors.get(key), Mapping):
            tensors = tensors[key]
    return {name.removeprefix("module."): _host(name, array) for name, array in tensors.items()}


def _in_order(state: dict[str, np.ndarray], stage: Callable[[str], str]) -> tuple[dict[str, np.ndarray], bool]:
    """The arrays in the order of their layers, as far as that can be told, and whether names had to tell it."""
    names = [name for name, array in state.items() if not name.endswith(_COUNTER)]
    if names != sorted(names):
        return state, False
    return {name: state[name] for name in sorted(names, key=lambda name: _numbers_as_numbers(stage(name)))}, True


def _numbers_as_numbers(name: str) -> list[tuple[bool, int, str]]:
    """A key to sort names by, in which layer10 comes after layer2."""
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in re.split(r"(\d+)", name)]


def _stage_of_densenet(name: str) -> str:
    """A name that sorts as layers follow in a DenseNet: a transition after the block of its number."""
    _, _, rest = name.partition("features.")
    match = re.match(r"(denseblock|transition)(\d+)", rest)
    if match:
        return f"1.{match.group(2)}.{match.group(1)}.{rest}"
    return f"{'0' if rest.startswith(('conv0', 'norm0')) else '2'}.{name}"


# Networks whose layers stand in the order of their names, or of a stage of them; each was compared with PyTorch's own.
_ORDERS: dict[type, Callable[[str], str]] = {ResNetV1: str, DenseNet: _stage_of_densenet}


def _guesses(layers: list[_Layer]) -> Iterator[str]:
    """Pairs of layers of equal kind and shape whose names differ first in a word, which tells no order."""
    alike: dict[Any, list[_Layer]] = defaultdict(list)
    for layer in layers:
        if "weight" in layer.arrays or "gamma" in layer.arrays:
            alike[layer.signature()].append(layer)
    for group in alike.values():
        for one, other in itertools.pairwise(group):
            first, second = (next(iter(layer.names.values())) for layer in (one, other))
            differing = next((a for a, b in _parts(first, second) if a != b), (True, 0, ""))
            if not differing[0]:
                yield f"{first} and {second}"


def _parts(first: str, second: str) -> Iterator[Any]:
    return zip(_numbers_as_numbers(first), _numbers_as_numbers(second), strict=False)


def _loaded(location: str) -> Mapping[str, Any]:
    arrays = ndarray.load(location)
    if not isinstance(arrays, Mapping):
        raise MXNetError(f"{location}: expected arrays by name, received a list")
    return arrays


def _unpickled(location: str) -> Mapping[str, Any]:
    try:
        import torch
    except ImportError:
        raise MXNetError(
            f"{location}: a pickle of PyTorch's, which only PyTorch reads. Where it is installed, write the weights "
            "with safetensors.torch.save_file(model.state_dict(), 'weights.safetensors')"
        ) from None
    return torch.load(location, map_location="cpu", weights_only=True)  # type: ignore[no-any-return]


def _host(name: str, array: Any) -> np.ndarray:
    if isinstance(array, NDArray):
        return array.asnumpy()
    if hasattr(array, "detach"):  # a tensor; NumPy has no bfloat16 for it to become
        array = array.detach().cpu()
        array = array.float().numpy() if str(array.dtype) == "torch.bfloat16" else array.numpy()
    try:
        return np.asarray(array)
    except (TypeError, ValueError) as error:
        raise MXNetError(f"'{name}': expected an array, received {type(array).__name__}: {error}") from None


def _their_layers(state: Mapping[str, np.ndarray]) -> Iterator[_Layer]:
    """The layers of a state dictionary, in its order."""
    modules: dict[str, dict[str, np.ndarray]] = defaultdict(dict)
    for name, array in state.items():
        module, _, kind = name.rpartition(".")
        modules[module][kind] = array
    for module, arrays in modules.items():
        words = _NORM if arrays.get("weight", np.empty((0, 0))).ndim == 1 else _LAYER
        renamed = {words.get(kind, kind): array for kind, array in arrays.items() if kind != _COUNTER}
        named = {words.get(kind, kind): f"{module}.{kind}" if module else kind for kind in arrays}
        yield _Layer(renamed, named)


def _our_layers(net: Block) -> Iterator[_Layer]:
    """The layers of a network that have parameters, in the order in which they were added."""
    for name, block in _blocks(net, ""):
        arrays: dict[str, Any] = dict(block._reg_params)
        if isinstance(block, nn.BatchNorm):
            arrays = {k: v for k, v in arrays.items() if k in _NORM.values()}
        if arrays:
            yield _Layer(arrays, {kind: f"{name}.{kind}" if name else kind for kind in arrays})


def _blocks(block: Block, name: str) -> Iterator[tuple[str, Block]]:
    yield name, block
    for key, child in block._children.items():
        yield from _blocks(child, f"{name}.{key}" if name else key)


def _know_shapes(net: Block, shape: tuple[int, ...]) -> None:
    unknown = [p.name for p in net.collect_params().values() if not p.shape or 0 in p.shape or -1 in p.shape]
    if unknown and isinstance(net, HybridBlock):
        net.infer_shape(ndarray.zeros(shape))
    elif unknown:
        raise MXNetError(f"load_state_dict: the shape of {unknown[0]} is not known yet: call the network once before")


# --- which is which ---------------------------------------------------------------------------------------------------


def _match(ours: list[_Layer], theirs: list[_Layer]) -> tuple[Report, list[tuple[Parameter, np.ndarray]]]:
    """Layers of equal kind and shape, in their order."""
    report = Report()
    pairs: list[tuple[Parameter, np.ndarray]] = []
    waiting: dict[Any, list[_Layer]] = defaultdict(list)
    for layer in theirs:
        if "weight" in layer.arrays or "gamma" in layer.arrays:
            waiting[layer.signature()].append(layer)
        else:
            report.unused += layer.names.values()
    for layer in ours:
        known = "weight" in layer.arrays or "gamma" in layer.arrays
        candidates = waiting[layer.signature()] if known else []
        if not candidates:
            report.missing += layer.names.values()
            continue
        counterpart = candidates.pop(0)
        for kind, param in layer.arrays.items():
            if kind in counterpart.arrays:
                pairs.append((param, counterpart.arrays[kind]))
                report.matched[layer.names[kind]] = counterpart.names[kind]
            elif kind == "bias":
                pairs.append((param, np.zeros(param.shape, np.float32)))
                report.zero.append(layer.names[kind])
            else:
                report.missing.append(layer.names[kind])
        report.unused += [counterpart.names[kind] for kind in counterpart.arrays if kind not in layer.arrays]
    report.unused += [name for layers in waiting.values() for layer in layers for name in layer.names.values()]
    report.unused = [name for name in report.unused if not name.endswith(_COUNTER)]
    return report, pairs


def _same_strides(net: Block) -> list[str]:
    """Move the strides of a ResNet's bottlenecks from the first convolution to the second, where PyTorch has them."""
    changed = []
    for name, block in _blocks(net, ""):
        if not isinstance(block, BottleneckV1):
            continue
        convolutions = [c for c in block.body._children.values() if isinstance(c, nn.Conv2D)]
        first, second = convolutions[:2]
        if first._kwargs["stride"] != (1, 1):
            first._kwargs["stride"], second._kwargs["stride"] = (1, 1), first._kwargs["stride"]
            changed.append(f"{name}: its stride is now that of the 3x3 convolution, as in PyTorch's networks")
    if changed:  # graphs have the old strides
        net.apply(lambda block: block._clear_cached_op() if isinstance(block, HybridBlock) else None)
    return changed


# --- the Hugging Face Hub ---------------------------------------------------------------------------------------------

# Networks there that have the structure of ours and were trained as torchvision's: the same scaling of pixels.
HUB = {
    **{f"resnet{n}_v1": f"timm/resnet{n}.tv_in1k" for n in (18, 34, 50, 101, 152)},
    **{f"vgg{n}": f"timm/vgg{n}.tv_in1k" for n in (11, 13, 16, 19)},
    **{f"vgg{n}_bn": f"timm/vgg{n}_bn.tv_in1k" for n in (11, 13, 16, 19)},
    **{f"densenet{n}": f"timm/densenet{n}.tv_in1k" for n in (121, 161, 169, 201)},
}


@register_source
def load_from_hub(net: Block, name: str, ctx: Any, reason: Exception) -> bool:
    """Fill a network with weights from the Hugging Face Hub, where its client is installed and it has such."""
    if name not in HUB:
        return False
    try:
        from huggingface_hub import hf_hub_download
    except ImportError:
        return False
    try:
        file = hf_hub_download(HUB[name], "model.safetensors")
    except Exception as error:  # of the client's many classes
        raise RuntimeError(f"{reason} The Hugging Face Hub's {HUB[name]} cannot be had either: {error}") from error
    load_state_dict(net, file, ctx=ctx)
    return True
