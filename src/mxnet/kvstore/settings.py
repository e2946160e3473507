"""What training depends on besides weights and gradients, as lines of text that workers can compare."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import optimizer as opt
from mxnet._frontend.casting import CASTS
from mxnet.ndarray import NDArray

# Counts of what has been done, and what is known by other names elsewhere.
_NOT_SETTINGS = frozenset(("param_dict", "num_update", "sym_info", "aggregate_num"))
_DEEPEST = 8


def settings_of(optimizer: opt.Optimizer) -> list[str]:
    """An optimizer's class and arguments, its scheduler's, multipliers, and whether operators cast (AMP)."""
    lines = [f"optimizer {type(optimizer).__name__}"]
    for name, value in sorted(vars(optimizer).items()):
        if not name.startswith("_") and name not in _NOT_SETTINGS:
            lines.append(f"{type(optimizer).__name__} with {name} {described(value)}")
    for index, parameter in sorted(optimizer.param_dict.items()):
        factors = (getattr(parameter, "lr_mult", 1.0), getattr(parameter, "wd_mult", 1.0))
        if factors != (1.0, 1.0):
            lines.append(f"parameter {index} with lr_mult {factors[0]!r}, wd_mult {factors[1]!r}")
    return [*lines, casting()]


def changing(optimizer: opt.Optimizer) -> str:
    """Those arguments that are plain numbers, which a program may change between two steps."""
    kinds = (int, float, bool, str, type(None))
    arguments = [f"{n} {v!r}" for n, v in vars(optimizer).items() if n[0] != "_" and isinstance(v, kinds)]
    return f"{type(optimizer).__name__} with {', '.join(sorted(arguments))}"


def casting() -> str:
    """What automatic mixed precision does, in a line."""
    if not CASTS:
        return "AMP off"
    rows = sorted(
        f"{op.name} {cast.dtype} {cast.narrow} {sorted(cast.kept)} {described(cast.conditions)}"
        for op, cast in CASTS.items()
    )
    narrow = ", ".join(sorted({cast.narrow for cast in CASTS.values()}))
    return f"AMP with {narrow}, {len(rows)} operators ({digest(rows)})"


def first_difference(own: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    """The first line in which two descriptions differ."""
    for i in range(max(len(own), len(other))):
        a, b = (lines[i] if i < len(lines) else "nothing more" for lines in (own, other))
        if a != b:
            return a, b
    return "", ""


def structure_of(symbol: Any) -> list[str]:
    """A network as lines: each operator with its attributes and inputs, and the names of variables.

    Other names do not count: they have numbers in them, of everything that a process has made before.
    """
    nodes = json.loads(symbol.tojson())["nodes"]
    return [
        f"node {i} of the network: {node['name'] if node['op'] == 'null' else node['op']} "
        f"{described(node.get('attrs', {}))} of {[link[:2] for link in node['inputs']]}"
        for i, node in enumerate(nodes)
    ]


def digest(lines: Sequence[str]) -> str:
    """Lines in sixteen letters."""
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def described(value: Any, depth: int = 0) -> str:
    """A value without addresses, the same in every process."""
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if isinstance(value, (np.generic, np.ndarray, NDArray)):
        array = np.asarray(value.asnumpy() if isinstance(value, NDArray) else value)
        return (
            repr(array.item())
            if array.ndim == 0
            else f"{array.dtype.name}{array.shape} {digest([array.tobytes().hex()])}"
        )
    if depth > _DEEPEST:
        return type(value).__name__
    if isinstance(value, dict):
        rows = sorted(f"{described(k, depth + 1)}: {described(v, depth + 1)}" for k, v in value.items())
        return "{" + ", ".join(rows) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(described(item, depth + 1) for item in value) + "]"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(described(item, depth + 1) for item in value)) + "}"
    if callable(value) and hasattr(value, "__qualname__"):
        return str(value.__qualname__)
    parts = [
        f"{name} {described(item, depth + 1)}"
        for name, item in sorted(getattr(value, "__dict__", {}).items())
        if not name.startswith("_")
    ]
    return f"{type(value).__name__}({', '.join(parts)})"
