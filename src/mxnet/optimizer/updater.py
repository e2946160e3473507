"""The function that a key-value store or a trainer calls: it keeps the states of an optimizer."""

import pickle
from typing import Any

from mxnet import ndarray as nd
from mxnet._files import pickles
from mxnet.context import Context
from mxnet.ndarray import NDArray
from mxnet.optimizer.base import Index, Optimizer, builtin


@builtin
class Test(Optimizer):
    """Adds the gradient to the weight and remembers the result; for tests.

    >>> isinstance(mx.optimizer.Test(), mx.optimizer.Optimizer)
    True
    """

    __test__ = False  # no class of tests, whatever its name

    def create_state(self, index: Index, weight: NDArray) -> Any:
        """An array of the weight's shape."""
        return nd.zeros(weight.shape, weight.context)

    def update(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Add the gradient to the weight."""
        weight[:] += grad * self.rescale_grad
        state[:] = weight


class Updater:
    """Applies an optimizer to weights known by index, and keeps their states.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer.

    >>> update = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5))
    >>> weight = mx.nd.ones((2,))
    >>> update(0, mx.nd.ones((2,)), weight)
    >>> weight.asnumpy()
    array([0.5, 0.5], dtype=float32)
    """

    __module__ = "mxnet.optimizer.optimizer"

    def __init__(self, optimizer: Optimizer) -> None:
        self.optimizer = optimizer
        self.states: dict[Index, Any] = {}
        self.states_synced: dict[Index, bool] = {}

    @property
    def aggregate_updates(self) -> bool:
        """Whether the optimizer takes several weights in one call."""
        return self.optimizer.aggregate_num > 0

    def __call__(self, index: Any, grad: Any, weight: Any) -> None:
        """Change a weight by its gradient, or each of a list of them."""
        many = isinstance(index, (list, tuple))
        indices, grads, weights = (list(x) if many else [x] for x in (index, grad, weight))
        if not weights:
            return
        indices = [i.decode() if isinstance(i, bytes) else i for i in indices]
        self.optimizer._set_current_context(weights[0].context.device_id)
        self.make_states(list(zip(indices, weights, strict=True)))
        if self.aggregate_updates and not self.optimizer._takes_all:
            self._update_many(indices, weights, grads)
        else:
            self.optimizer._update_all(indices, weights, grads, [self.states[i] for i in indices])

    def make_states(self, weights: list[tuple[Index, NDArray]]) -> None:
        """Make the states of weights that have none yet, and bring others to where the weights are."""
        for one, array in weights:
            if one not in self.states:
                self.states[one] = self.optimizer.create_state_multi_precision(one, array)
            elif not self.states_synced[one]:
                self.states[one] = self.sync_state_context(self.states[one], array.context)
            self.states_synced[one] = True

    def counts(self) -> dict[str, int]:
        """How often weights have been updated: in all, and each by its index."""
        optimizer = self.optimizer
        return {"all": optimizer.num_update, **{str(index): n for index, n in optimizer._index_update_count.items()}}

    def set_counts(self, counts: dict[str, int], context: Context) -> None:
        """Take over what ``counts`` gave, for weights on a context."""
        names = {str(index): index for index in self.states}
        optimizer = self.optimizer
        optimizer.num_update = counts.get("all", optimizer.num_update)
        optimizer._all_index_update_counts = {
            context.device_id: {names[name]: count for name, count in counts.items() if name in names}
        }
        optimizer._set_current_context(context.device_id)

    def _update_many(self, indices: list[Index], weights: list[NDArray], grads: list[NDArray]) -> None:
        """Hand the optimizer as many weights at a time as it takes, all of one type."""
        by_type: dict[Any, list[tuple[Any, ...]]] = {}
        for row in zip(indices, weights, grads, strict=True):
            by_type.setdefault(row[1].dtype, []).append((*row, self.states[row[0]]))
        size = self.optimizer.aggregate_num
        for rows in by_type.values():
            for at in range(0, len(rows), size):
                columns = [list(column) for column in zip(*rows[at : at + size], strict=True)]
                self.optimizer.update_multi_precision(*columns)  # type: ignore[arg-type]

    def sync_state_context(self, state: Any, context: Context) -> Any:
        """A state with its arrays on the context given."""
        if isinstance(state, NDArray):
            return state.as_in_context(context)
        if isinstance(state, (tuple, list)):
            return type(state)([self.sync_state_context(part, context) for part in state])
        return state

    def move_states(self, before: Context, context: Context) -> None:
        """Bring all states from a context to another."""
        if before.device_id != context.device_id:
            self.optimizer._copy_counts(before.device_id, context.device_id)
        for index, state in self.states.items():
            self.states[index] = self.sync_state_context(state, context)
            self.states_synced[index] = True

    def mirrored(self, home: Context, context: Context) -> "Updater":
        """An updater of the same optimizer, with copies of its states, for the same weights on another context."""
        updater = Updater(self.optimizer)
        updater.states = {index: self.sync_state_context(state, context) for index, state in self.states.items()}
        updater.states_synced = dict.fromkeys(updater.states, True)
        self.optimizer._copy_counts(home.device_id, context.device_id)
        return updater

    def set_states(self, states: bytes) -> None:
        """Take over states, and the optimizer if it is with them, as ``get_states`` or MXNet wrote them."""
        content = pickles.loads(states, "optimizer states")
        has_optimizer = isinstance(content, tuple) and len(content) == 2
        self.states, self.optimizer = content if has_optimizer else (content, self.optimizer)
        self.states_synced = dict.fromkeys(self.states, False)

    def get_states(self, dump_optimizer: bool = False) -> bytes:
        """All states as bytes that ``set_states``, here or in MXNet, reads; with the optimizer if asked for."""
        return pickle.dumps((self.states, self.optimizer) if dump_optimizer else self.states)


def get_updater(optimizer: Optimizer) -> Updater:
    """The function that updates weights by this optimizer.

    >>> update = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5))
    >>> weight = mx.nd.array([2])
    >>> update(0, mx.nd.array([1]), weight)
    >>> weight.asnumpy()
    array([1.5], dtype=float32)
    """
    return Updater(optimizer)
