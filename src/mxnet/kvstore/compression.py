"""Gradients of two bits a number, with the error remembered for the next time."""

from collections.abc import Mapping
from typing import Any

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
