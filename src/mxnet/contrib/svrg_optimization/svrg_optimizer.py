"""The optimizer of SVRGModule: another one, that leaves the gradients over all data as they are."""

from typing import Any

from mxnet import optimizer as opt
from mxnet.ndarray import NDArray

_OF_EVERY = """rescale_grad param_idx2name wd clip_gradient learning_rate lr_scheduler sym begin_num_update
multi_precision param_dict""".split()  # noqa: SIM905


@opt.register
class _AssignmentOptimizer(opt.Optimizer):
    """Makes a weight what its gradient is, so that a store adds up gradients and nothing else."""

    def create_state(self, index: Any, weight: NDArray) -> None:
        """Nothing to remember."""

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Let the weight be the gradient."""
        weight[:] = grad


@opt.register
class _SVRGOptimizer(opt.Optimizer):
    """Steps by another optimizer; weights with "full" in their names are gradients, and only assigned."""

    def __init__(self, default_optimizer: Any, **kwargs: Any) -> None:
        super().__init__(**self._check_params(**kwargs))
        named = isinstance(default_optimizer, str)
        self.default_opt = opt.create(default_optimizer, **kwargs) if named else default_optimizer
        self.aux_opt = opt.create(_AssignmentOptimizer.__name__)

    @staticmethod
    def _check_params(**kwargs: Any) -> dict[str, Any]:
        """The options that every optimizer has."""
        return {name: value for name, value in kwargs.items() if name in _OF_EVERY}

    def _which(self, index: Any) -> opt.Optimizer:
        return self.aux_opt if "full" in self._check_index(index) else self.default_opt

    def update(self, index: Any, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change a weight by one step, or assign a gradient over all data."""
        self._which(index).update(index, weight, grad, state)

    def create_state(self, index: Any, weight: NDArray) -> Any:
        """What the optimizer remembers of a weight."""
        return self._which(index).create_state(index, weight)

    def _check_index(self, index: Any) -> str:
        """The name of a weight given by number or name."""
        return index if index in self.idx2name.values() else self.idx2name[index]
