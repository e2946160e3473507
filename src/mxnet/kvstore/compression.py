"""Gradients of two bits a number, with the error remembered for the next time."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mxnet.error import MXNetError
from mxnet.ndarray import NDArray, zeros_like


class TwoBit:
    """Turns each number into ``-threshold``, 0 or ``threshold``, and adds what is left over to the next gradient."""

    def __init__(self, threshold: float = 0.5) -> None:
        self.threshold = threshold
        self._left: dict[tuple[Any, int], NDArray] = {}

    def squeeze(self, key: Any, number: int, grad: NDArray) -> NDArray:
        """What is sent in place of a gradient; ``number`` says which of the key's devices it is from."""
        left = self._left.get((key, number))
        total = (zeros_like(grad) if left is None else left) + grad
        sent = ((total >= self.threshold) - (total <= -self.threshold)) * self.threshold
        self._left[key, number] = total - sent
        return sent


def compression_of(params: Mapping[str, Any]) -> TwoBit:
    """The compression that ``set_gradient_compression`` asks for."""
    if not isinstance(params, Mapping):
        raise AssertionError(f"unexpected type for param_dict: {type(params)}")
    kind = params.get("type", "none")
    if kind != "2bit":
        raise MXNetError(f"Unknown type for gradient compression {kind}: there is {{'type': '2bit', 'threshold': 0.5}}")
    threshold = float(params.get("threshold", 0.5))
    if not threshold > 0:
        raise MXNetError(f"threshold must be greater than 0, received {threshold}")
    return TwoBit(threshold)


def pack(signs: np.ndarray) -> bytes:
    """Four numbers a byte, of which only the signs count."""
    codes = np.where(signs > 0, 1, np.where(signs < 0, 2, 0)).astype(np.uint8).ravel()
    fours = np.pad(codes, (0, -codes.size % 4)).reshape(-1, 4)
    return (fours[:, 0] | fours[:, 1] << 2 | fours[:, 2] << 4 | fours[:, 3] << 6).tobytes()


def unpack(packed: bytes, size: int, threshold: float) -> np.ndarray:
    """What was packed, as ``size`` numbers."""
    octets = np.frombuffer(packed, np.uint8)
    codes = np.stack([octets >> shift & 3 for shift in (0, 2, 4, 6)], axis=-1).reshape(-1)[:size]
    return ((codes == 1).astype(np.float32) - (codes == 2).astype(np.float32)) * np.float32(threshold)
