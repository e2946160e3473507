"""Optimizers that MXNet counts as experimental."""

from typing import Any

from mxnet import ndarray as nd
from mxnet.ndarray import NDArray
from mxnet.optimizer.base import Index, Optimizer, check_arrays, register


@register
class GroupAdaGrad(Optimizer):
    """AdaGrad with one step size for each row of a matrix; it knows no weight decay."""

    def __init__(self, eps: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """A sum of squares for each row."""
        if len(weight.shape) != 2:
            raise AssertionError(f"GroupAdaGrad takes matrices, received a weight of shape {weight.shape}")
        return nd.zeros((weight.shape[0], 1), weight.context, stype=weight.stype)

    def update(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change a weight by one step."""
        check_arrays("GroupAdaGrad", weight, grad)
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        if wd != 0:
            raise AssertionError(f"Weight decay is not supported for GroupAdaGrad, received wd={wd}")
        if grad.stype == "row_sparse":
            options = {**self._options(), "epsilon": self.float_stable_eps, "lr": lr}
            nd.contrib.group_adagrad_update(weight, grad, state, out=weight, **options)
            return
        grad = self._clipped(grad * self.rescale_grad)
        state[:] += nd.mean(nd.square(grad), axis=1, keepdims=True)
        weight[:] -= lr * grad / nd.sqrt(state + self.float_stable_eps)
