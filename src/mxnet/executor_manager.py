"""Helpers of the time before Module that programs still take from here."""

from typing import Any

from mxnet.module._splitting import split_input_slice as _split_input_slice
from mxnet.ndarray import NDArray

__all__ = ["_check_arguments", "_load_data", "_load_general", "_load_label", "_split_input_slice"]


def _check_arguments(symbol: Any) -> None:
    """Raise if two arguments, or two auxiliary states, of a network have the same name."""
    for kind, names in (
        ("argument", symbol.list_arguments()),
        ("auxiliary param", symbol.list_auxiliary_states()),
    ):
        seen: set[str] = set()
        for name in names:
            if name in seen:
                raise ValueError(
                    f'Find duplicated {kind} name "{name}", please make the weight name non-duplicated(using name '
                    f"arguments), {kind}s are {names}"
                )
            seen.add(name)


def _load_general(data: Any, targets: Any) -> None:
    """Copy arrays into arrays, or into lists of a part and an array."""
    for source, target in zip(data, targets, strict=False):
        if isinstance(target, NDArray):
            source.copyto(target)
            continue
        if target[-1][0].stop != source.shape[0]:
            raise AssertionError(f"Batch size miss match. Expected {target[-1][0].stop}, got {source.shape[0]}")
        for part, into in target:
            source[part].copyto(into)


def _load_data(batch: Any, targets: Any) -> None:
    """Copy a batch's data into arrays."""
    _load_general(batch.data, targets)


def _load_label(batch: Any, targets: Any) -> None:
    """Copy a batch's labels into arrays."""
    _load_general(batch.label, targets)
