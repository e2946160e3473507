"""The autograd of MXNet 0.x, kept for programs that were written for it; new ones use ``mx.autograd``."""

from collections.abc import Callable, Sequence
from typing import Any

from mxnet import autograd
from mxnet._scopes import Setting
from mxnet.ndarray.handle import Handle


def set_is_training(is_train: bool) -> bool:
    """Switch recording and training mode on or off together; return what training mode was.

    >>> mx.contrib.autograd.set_is_training(True)
    False
    >>> mx.contrib.autograd.set_is_training(False)
    True
    """
    before = autograd.set_training(is_train)
    autograd.set_recording(is_train)
    return before


class TrainingStateScope(Setting[bool]):
    """A with-block in which arrays are recorded and trained with, or neither."""

    def __init__(self, enter_state: bool) -> None:
        super().__init__(set_is_training, enter_state)


def train_section() -> TrainingStateScope:
    """A scope for training; what happens in it can be differentiated.

    >>> with mx.contrib.autograd.train_section():
    ...     mx.autograd.is_recording(), mx.autograd.is_training()
    (True, True)
    """
    return TrainingStateScope(True)


def test_section() -> TrainingStateScope:
    """A scope for testing inside one for training.

    >>> with mx.contrib.autograd.train_section():
    ...     with mx.contrib.autograd.test_section():
    ...         mx.autograd.is_training()
    False
    """
    return TrainingStateScope(False)


def mark_variables(variables: Any, gradients: Any, grad_reqs: str | Sequence[str] = "write") -> None:
    """Make arrays leaves whose gradients go into the arrays given.

    >>> x, gradient = mx.nd.array([3]), mx.nd.array([5])
    >>> mx.contrib.autograd.mark_variables([x], [gradient])
    >>> x.grad.asnumpy()
    array([5.], dtype=float32)
    """
    autograd.mark_variables(variables, gradients, grad_reqs)


def backward(outputs: Sequence[Any], out_grads: Sequence[Any] | None = None, retain_graph: bool = False) -> None:
    """Compute the gradients of outputs with respect to every marked variable behind them.

    >>> x, gradient = mx.nd.array([3]), mx.nd.zeros((1,))
    >>> mx.contrib.autograd.mark_variables([x], [gradient])
    >>> with mx.contrib.autograd.train_section():
    ...     y = x * x
    >>> mx.contrib.autograd.backward([y])
    >>> gradient.asnumpy()
    array([6.], dtype=float32)
    """
    autograd.backward(outputs, out_grads, retain_graph)


def compute_gradient(outputs: Sequence[Any]) -> None:
    """Another name of ``backward``.

    >>> x = mx.nd.array([3])
    >>> x.attach_grad()
    >>> with mx.contrib.autograd.train_section():
    ...     loss = x.square()
    >>> mx.contrib.autograd.compute_gradient([loss])
    >>> x.grad.asscalar()
    np.float32(6.0)
    """
    backward(outputs)


def grad_and_loss(func: Callable[..., Any], argnum: int | Sequence[int] | None = None) -> Callable[..., Any]:
    """A function that gives the gradients of ``func``, for all arguments or those numbered, and what it returned.

    >>> slope = mx.contrib.autograd.grad_and_loss(lambda x: x * x)
    >>> gradients, loss = slope(mx.nd.array([3]))
    >>> gradients[0].asnumpy(), loss.asnumpy()
    (array([6.], dtype=float32), array([9.], dtype=float32))
    """

    def wrapped(*args: Any) -> tuple[list[Any], Any]:
        numbers = range(len(args)) if argnum is None else [argnum] if isinstance(argnum, int) else argnum
        variables = [args[number] for number in numbers]
        for variable in variables:
            if not isinstance(variable, Handle):
                raise TypeError(f"grad_and_loss: expected NDArrays to differentiate for, received {variable!r}")
        gradients = [variable.zeros_like() for variable in variables]
        mark_variables(variables, gradients)
        with train_section():
            outputs = func(*args)
        backward([outputs] if isinstance(outputs, Handle) else outputs)
        return gradients, outputs

    return wrapped


def grad(func: Callable[..., Any], argnum: int | Sequence[int] | None = None) -> Callable[..., Any]:
    """A function that gives the gradients of ``func``, for all arguments or those numbered.

    >>> slope = mx.contrib.autograd.grad(lambda x: x * x)
    >>> slope(mx.nd.array([3]))[0].asnumpy()
    array([6.], dtype=float32)
    """
    differentiate = grad_and_loss(func, argnum)
    return lambda *args: differentiate(*args)[0]
