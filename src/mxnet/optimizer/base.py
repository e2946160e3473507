"""What all optimizers share: learning rates, weight decay, their multipliers, counting, and the table of names."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np

from mxnet import ndarray as nd
from mxnet._named import register_by_name
from mxnet._programs import sharding
from mxnet._programs.sharding import MeshContext
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.handle import new, value_of
from mxnet.util import is_np_array

K = TypeVar("K", bound=type)
Index = int | str
# The optimizers of this package: what a step of theirs is, nobody has changed.
BUILTIN: set[type] = set()


def is_half(weight: NDArray) -> bool:
    """Whether a weight has so few digits that training should keep a float32 copy of it."""
    return np.dtype(weight.dtype).name in ("float16", "bfloat16")


def zeros_like(weight: NDArray, stype: str = "default") -> NDArray:
    """A state of the weight's shape, type and device, stored as ``stype`` says.

    Dense ones stand on no tape: the first iteration is then the same program as the others.
    """
    if isinstance(weight.context, MeshContext):
        return new(type(weight), sharding.zeros_like(value_of(weight)), weight.context)
    if stype == "default":
        return from_host(np.zeros(weight.shape, weight.dtype), weight.context)
    return nd.zeros(weight.shape, weight.context, dtype=weight.dtype, stype=stype)


class Optimizer:
    """The base of optimizers: subclasses make a weight's state in ``create_state`` and use it in ``update``.

    ``param_idx2name`` gives weights names; those that do not end in ``_weight`` or ``_gamma`` get no weight decay.
    ``sym`` is a network whose variables may carry ``lr_mult`` and ``wd_mult``, ``param_dict`` maps weights' indices to
    objects that do.

    >>> optimizer = mx.optimizer.create("sgd", learning_rate=0.5)
    >>> weight = mx.nd.array([1])
    >>> optimizer.update(0, weight, mx.nd.array([1]), optimizer.create_state(0, weight))
    >>> weight.asnumpy()
    array([0.5], dtype=float32)
    """

    __module__ = "mxnet.optimizer.optimizer"  # where pickles, MXNet's and ours, look for it

    opt_registry: ClassVar[dict[str, type]] = {}
    # Whether equal weights, states, counts and gradients give equal results, however often they are asked for.
    repeatable: ClassVar[bool] = False

    def __init__(
        self,
        rescale_grad: float = 1.0,
        param_idx2name: dict[Index, str] | None = None,
        wd: float = 0.0,
        clip_gradient: float | None = None,
        learning_rate: float | None = None,
        lr_scheduler: Any = None,
        sym: Any = None,
        begin_num_update: int = 0,
        multi_precision: bool = False,
        param_dict: dict[Index, Any] | None = None,
    ) -> None:
        if param_idx2name is not None and not isinstance(param_idx2name, dict):
            raise AssertionError(
                f"param_idx2name should be a dict of param indexes to names, received {type(param_idx2name).__name__}"
            )
        self.rescale_grad = rescale_grad
        self.lr_scheduler = lr_scheduler
        if lr_scheduler is None and learning_rate is None:
            learning_rate = 0.01
        self.lr = learning_rate
        if lr_scheduler is not None and learning_rate is not None and lr_scheduler.base_lr != learning_rate:
            text = "learning rate from ``lr_scheduler`` has been overwritten by ``learning_rate`` in optimizer."
            print(UserWarning(text))
            lr_scheduler.base_lr = learning_rate
        self.wd = wd
        self.lr_mult: dict[Index, float] = {}
        self.wd_mult: dict[Index, float] = {}
        self.begin_num_update = begin_num_update
        self.num_update = begin_num_update
        self._all_index_update_counts: dict[int, dict[Index, int]] = {0: {}}
        self._index_update_count = self._all_index_update_counts[0]
        self.clip_gradient = clip_gradient
        self.multi_precision = multi_precision
        self.aggregate_num = 0
        self.idx2name = dict(param_idx2name or {})
        self.sym_info = (sym.attr_dict(), sym.list_arguments()) if sym is not None else ()
        self.param_dict: dict[Any, Any] = param_dict or {}
        self.allow_np_array = is_np_array()
        self._floats: dict[Any, float] = {}
        self.set_lr_mult({})
        self.set_wd_mult({})

    # --- the table of names ---------------------------------------------------------------------------------------

    @staticmethod
    def register(klass: K) -> K:
        """Make an optimizer known by its lower-case name.

        >>> @mx.optimizer.register
        ... class Backward(mx.optimizer.Optimizer):
        ...     def create_state(self, index, weight):
        ...         return None
        ...     def update(self, index, weight, grad, state):
        ...         weight[:] = weight + self.lr * grad
        >>> type(mx.optimizer.create("backward")).__name__
        'Backward'
        """
        return register_by_name(klass, Optimizer.opt_registry, "optimizer")

    @staticmethod
    def create_optimizer(name: str, **kwargs: Any) -> "Optimizer":
        """Make an optimizer from its name, in any case, and its arguments.

        >>> mx.optimizer.create("sgd", learning_rate=0.1).lr
        0.1
        """
        klass = Optimizer.opt_registry.get(name.lower())
        if klass is None:
            raise ValueError(f"Cannot find optimizer {name}: there are {', '.join(sorted(Optimizer.opt_registry))}")
        return klass(**kwargs)

    # --- states and steps -----------------------------------------------------------------------------------------

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """What is remembered of a weight between steps: None, an array, or a tuple of them."""

    def create_state_multi_precision(self, index: Index, weight: NDArray) -> Any:
        """The state of a weight, with a float32 copy of it in front if it is to have one."""
        if self._keeps_copy(weight):
            copy = weight.astype(np.float32)
            return copy, self.create_state(index, copy)
        return self.create_state(index, weight)

    def update(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change a weight and its state by one step."""
        raise NotImplementedError(f"{type(self).__name__} must override update(self, index, weight, grad, state)")

    def update_multi_precision(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change a weight by one step, through its float32 copy if it has one."""
        if not (self.multi_precision and is_half(weight)):
            self.update(index, weight, grad, state)
            return
        copy, rest = state
        self.update(index, copy, grad.astype(np.float32), rest)
        nd.cast(copy, dtype=weight.dtype, out=weight)

    @property
    def _takes_all(self) -> bool:
        """Whether ``_update_all`` changes all weights at once, however many."""
        return False

    def _update_all(self, indices: Sequence[Index], weights: Any, grads: Any, states: Any) -> None:
        """Change many weights by one step each."""
        for row in zip(indices, weights, grads, states, strict=True):
            self.update_multi_precision(*row)

    def _keeps_copy(self, weight: NDArray) -> bool:
        if not is_half(weight):
            return False
        if not self.multi_precision:
            warnings.warn(
                f"Accumulating with {np.dtype(weight.dtype).name} in optimizer can lead to poor accuracy or slow "
                f"convergence. Consider using multi_precision=True option of the {type(self).__name__} optimizer",
                stacklevel=4,
            )
        return self.multi_precision

    # --- learning rates and weight decay --------------------------------------------------------------------------

    @property
    def learning_rate(self) -> Any:
        """The learning rate now."""
        return self.lr if self.lr_scheduler is None else self.lr_scheduler(self.num_update)

    def set_learning_rate(self, lr: float) -> None:
        """Change the learning rate; one that follows a scheduler is not to be changed."""
        if self.lr_scheduler is not None:
            raise UserWarning(
                "LRScheduler of the optimizer has already been defined. set_learning_rate can change the learning rate "
                "only of an optimizer without one: set optimizer.lr_scheduler.base_lr instead."
            )
        self.lr = lr

    def set_lr_scale(self, args_lrscale: Any) -> None:
        """Gone from MXNet too: use ``set_lr_mult``."""
        raise DeprecationWarning("set_lr_scale is gone: use set_lr_mult")

    def set_lr_mult(self, args_lr_mult: dict[Index, float]) -> None:
        """Set weights' own factors of the learning rate, by index or name, above those of ``sym``."""
        self.lr_mult = {**self._declared("__lr_mult__"), **args_lr_mult}

    def set_wd_mult(self, args_wd_mult: dict[Index, float]) -> None:
        """Set weights' own factors of the weight decay, by index or name, above those of ``sym``."""
        self.wd_mult = self._undecayed(("_weight", "_gamma"))
        self.wd_mult.update(self._declared("__wd_mult__"))
        self.wd_mult.update(args_wd_mult)

    def _undecayed(self, decayed: tuple[str, ...]) -> dict[Index, float]:
        return {name: 0.0 for name in self.idx2name.values() if not name.endswith(decayed)}

    def _declared(self, key: str) -> dict[Index, float]:
        """The factors that variables of the network carry."""
        if not self.sym_info:
            return {}
        attrs, names = self.sym_info
        return {name: float(attrs[name][key]) for name in names if key in attrs.get(name, ())}

    def _multiplier(self, kind: str, index: Index) -> float:
        """A weight's factor of ``lr_mult`` or ``wd_mult``: its parameter's, or set by index, or set by name."""
        if index in self.param_dict:
            return getattr(self.param_dict[index], kind)
        factors = getattr(self, kind)
        if index in factors:
            return factors[index]
        return factors.get(self.idx2name[index], 1.0) if index in self.idx2name else 1.0

    def _one(self, key: Any, value: float) -> float:
        """The float object that stands for a value under a key as long as the value is the same.

        The engine sends a float to the device once for each object, so weights with one learning rate share one.
        """
        shared = self._floats.get(key)
        if shared is None or shared != value:
            shared = self._floats[key] = float(value)
        return shared

    def _shared(self, kind: str, value: float) -> Callable[[float], float]:
        """Products of a value with factors; equal factors share one float."""
        known: dict[float, float] = {}

        def product(factor: float) -> float:
            shared = known.get(factor)
            if shared is None:
                shared = known[factor] = self._one((kind, factor), value * factor)
            return shared

        return product

    def _get_lrs(self, indices: Sequence[Index]) -> list[float]:
        lr = self.learning_rate
        shared = self._shared("lr", lr)
        return [shared(self._multiplier("lr_mult", index)) for index in indices]

    def _get_lr(self, index: Index) -> float:
        return self._get_lrs([index])[0]

    def _get_wds(self, indices: Sequence[Index]) -> list[float]:
        shared = self._shared("wd", self.wd)
        return [shared(self._multiplier("wd_mult", index)) for index in indices]

    def _get_wd(self, index: Index) -> float:
        return self._get_wds([index])[0]

    def _get_step(self, index: Index) -> int:
        """The number of the step being made on a weight, from one."""
        return self._index_update_count[index]

    # --- counting -------------------------------------------------------------------------------------------------

    def _set_current_context(self, device_id: int) -> None:
        self._index_update_count = self._all_index_update_counts.setdefault(device_id, {})

    def _copy_counts(self, one: int, other: int) -> None:
        """Let weights on one device have been updated as often as those on another."""
        self._all_index_update_counts[other] = dict(self._all_index_update_counts.get(one, {}))

    def _update_count(self, index: Index | Sequence[Index]) -> None:
        counts = self._index_update_count
        for one in index if isinstance(index, (list, tuple)) else (index,):
            counts[one] = counts.get(one, self.begin_num_update) + 1
            self.num_update = max(counts[one], self.num_update)

    # --- what update operators take -------------------------------------------------------------------------------

    def _options(self, clip: str = "clip_gradient") -> dict[str, Any]:
        """The arguments that every update operator has."""
        options = {"rescale_grad": self.rescale_grad}
        if self.clip_gradient:
            options[clip] = self.clip_gradient
        return options

    def _clipped(self, grad: NDArray) -> NDArray:
        if self.clip_gradient is None:
            return grad
        return nd.clip(grad, -self.clip_gradient, self.clip_gradient)

    # --- pickling -------------------------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("param_dict", "_floats")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = state
        self.param_dict = {}
        self._floats = {}


register = Optimizer.register
create = Optimizer.create_optimizer


def builtin(klass: K) -> K:
    """Register an optimizer of MXNet's, under the module in which MXNet has it: pickles name it."""
    klass.__module__ = "mxnet.optimizer.optimizer"
    BUILTIN.add(klass)
    return register(klass)


def is_repeatable(optimizer: Optimizer) -> bool:
    """Whether a class says so of itself; what a subclass of it does nobody knows."""
    return bool(vars(type(optimizer)).get("repeatable", False))


def check_arrays(name: str, weight: Any, grad: Any) -> None:
    """Raise unless weight and gradient are arrays."""
    for what, array in (("weight", weight), ("gradient", grad)):
        if not isinstance(array, NDArray):
            raise AssertionError(f"{name}: expected the {what} as an NDArray, received {type(array).__name__}")
