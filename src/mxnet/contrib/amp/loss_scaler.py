"""The loss scale: as large as gradients in a narrow type can bear."""

import logging
from collections.abc import Iterable
from typing import Any

from mxnet import autograd
from mxnet.ndarray import NDArray, multi_all_finite, ones

_AT_ONCE = 200


class LossScaler:
    """A factor for losses that halves when gradients overflow and doubles after 2000 steps without that.

    >>> mx.contrib.amp.loss_scaler.LossScaler().loss_scale
    65536.0
    """

    _max_loss_scale = 2.0**24
    _scale_seq_len = 2000  # steps without an overflow before the factor is doubled
    _unskipped = 0  # how many of them there have been

    def __init__(self) -> None:
        self._loss_scale = self._next_loss_scale = 2.0**16

    @property
    def loss_scale(self) -> float:
        """The factor now."""
        return self._loss_scale

    def has_overflow(self, params: Iterable[Any], everywhere: bool = False) -> bool:
        """Whether a gradient of these parameters is infinite or not a number; adjusts the factor by the answer.

        Where a store has added gradients up, all contexts have the same ones; else they are looked at ``everywhere``.
        """
        gradients = [p._grad for p in params if p._grad is not None]
        contexts = len(gradients[0]) if gradients and everywhere else 1
        overflow = not all(_all_finite([_dense(grads[i]) for grads in gradients]) for i in range(contexts))
        self._loss_scale = self._next_loss_scale
        self._unskipped = 0 if overflow else self._unskipped + 1
        if overflow:
            self._change("decreasing", self._loss_scale / 2.0)
        elif self._unskipped == self._scale_seq_len:
            self._change("increasing", min(self._max_loss_scale, self._loss_scale * 2.0))
        return overflow

    def _change(self, how: str, to: float) -> None:
        """Let another factor hold from the next step on, and count the steps after it."""
        self._next_loss_scale, self._unskipped = to, 0
        logging.info("AMP: %s loss scale to %f", how, to)


def _all_finite(grads: list[NDArray]) -> bool:
    if not grads:
        return True
    with autograd.pause():
        finite = ones((1,), ctx=grads[0].context)
        for start in range(0, len(grads), _AT_ONCE):
            part = grads[start : start + _AT_ONCE]
            multi_all_finite(*part, num_arrays=len(part), init_output=False, out=finite)
    return bool(finite.asscalar())


def _dense(grad: Any) -> NDArray:
    """The elements that a gradient stores."""
    return grad if grad.stype == "default" else grad.data
