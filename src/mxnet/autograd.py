"""Automatic differentiation: record what happens, then ask for gradients."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any

from mxnet._lazy.cuts import Event
from mxnet._lazy.mode import mode
from mxnet._programs.device import emit
from mxnet.error import MXNetError
from mxnet.ndarray import gradients as differentiation
from mxnet.ndarray.handle import Handle, new, value_of
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol import history


def set_recording(is_recording: bool) -> bool:
    """Switch recording on or off for this thread; return what it was.

    >>> mx.autograd.set_recording(True)
    False
    >>> mx.autograd.set_recording(False)
    True
    """
    before, mode.recording = mode.recording, bool(is_recording)
    return before


def set_training(train_mode: bool) -> bool:
    """Switch training mode on or off for this thread; return what it was.

    >>> before = mx.autograd.set_training(True)
    >>> mx.autograd.set_training(before), mx.autograd.is_training()
    (True, False)
    """
    before, mode.training = mode.training, bool(train_mode)
    return before


def is_recording() -> bool:
    """Whether this thread is recording.

    >>> with mx.autograd.record():
    ...     mx.autograd.is_recording()
    True
    """
    return mode.recording


def is_training() -> bool:
    """Whether this thread is in training mode, where Dropout drops and BatchNorm measures.

    >>> with mx.autograd.record():
    ...     mx.autograd.is_training()
    True
    """
    return mode.training


class _Scope:
    """Sets the flags of this thread for the length of a with-block; None leaves one as it is."""

    def __init__(self, recording: bool | None, training: bool | None) -> None:
        self._wanted = recording, training
        self._before: tuple[bool, bool] = (False, False)

    def __enter__(self) -> None:
        recording, training = self._wanted
        self._before = mode.recording, mode.training
        if recording and not mode.recording:
            emit(Event.RECORD_ENTERED)
        if recording is not None:
            mode.recording = recording
        if training is not None:
            mode.training = training

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        mode.recording, mode.training = self._before


def record(train_mode: bool = True) -> _Scope:
    """A scope whose operations are remembered for ``backward``.

    >>> x = mx.nd.array([1.0, 2.0, 3.0])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = (x * x).sum()
    >>> y.backward()
    >>> x.grad.asnumpy()
    array([2., 4., 6.], dtype=float32)
    """
    return _Scope(True, train_mode)


def pause(train_mode: bool = False) -> _Scope:
    """A scope inside ``record`` whose operations are not remembered.

    >>> with mx.autograd.record():
    ...     with mx.autograd.pause():
    ...         mx.autograd.is_recording()
    False
    """
    return _Scope(False, train_mode)


def train_mode() -> _Scope:
    """A scope in training mode, recording or not.

    >>> with mx.autograd.train_mode():
    ...     bool(mx.nd.Dropout(mx.nd.ones((100,)), p=0.5).sum().asscalar() != 100)
    True
    """
    return _Scope(None, True)


def predict_mode() -> _Scope:
    """A scope in prediction mode, recording or not.

    >>> with mx.autograd.record():
    ...     with mx.autograd.predict_mode():
    ...         mx.autograd.is_recording(), mx.autograd.is_training()
    (True, False)
    """
    return _Scope(None, False)


def mark_variables(variables: Any, gradients: Any, grad_reqs: str | Sequence[str] = "write") -> None:
    """Make arrays leaves whose gradients go into the arrays given.

    >>> x, gradient = mx.nd.array([3]), mx.nd.zeros((1,))
    >>> mx.autograd.mark_variables([x], [gradient])
    >>> with mx.autograd.record():
    ...     y = x * x
    >>> y.backward()
    >>> gradient.asnumpy()
    array([6.], dtype=float32)
    """
    if isinstance(variables, Handle):
        variables, gradients = [variables], [gradients]
    requests = [grad_reqs] * len(variables) if isinstance(grad_reqs, str) else list(grad_reqs)
    if not len(variables) == len(gradients) == len(requests):
        raise ValueError(
            f"mark_variables: {len(variables)} variables, {len(gradients)} gradients and {len(requests)} requests; "
            "give as many of each"
        )
    for variable, gradient, request in zip(variables, gradients, requests, strict=True):
        differentiation.mark(variable, gradient, request)


def _as_list(arrays: Any) -> list[Any]:
    return [arrays] if isinstance(arrays, Handle) else list(arrays)


def backward(heads: Any, head_grads: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
    """Compute the gradients of the heads with respect to every leaf behind them.

    ``head_grads`` weigh the heads; without them every element of a head counts once. The graph is released unless
    ``retain_graph``.

    >>> x = mx.nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * x
    >>> mx.autograd.backward([y])
    >>> x.grad.asnumpy()
    array([2., 4.], dtype=float32)
    """
    grads = None if head_grads is None else _as_list(head_grads)
    differentiation.backward(_as_list(heads), grads, retain_graph)


def grad(
    heads: Any,
    variables: Any,
    head_grads: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    train_mode: bool = True,
) -> list[NDArray]:
    """The gradients of the heads with respect to some leaves, as a list of new arrays.

    With ``create_graph`` the result can be differentiated again, to any order.

    >>> x = mx.nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x**3
    >>> mx.autograd.grad(y, [x])[0].asnumpy()
    array([3., 12.], dtype=float32)
    """
    retain = create_graph if retain_graph is None else retain_graph
    grads = None if head_grads is None else _as_list(head_grads)
    wanted = _as_list(variables)
    if not wanted:
        raise ValueError("variables cannot be an empty list: name the leaves to differentiate with respect to")
    return differentiation.grad(_as_list(heads), wanted, grads, retain, create_graph)


class Function:
    """An operation with a gradient of your own: override ``forward`` and ``backward``, on arrays, then call it once.

    >>> class Twice(mx.autograd.Function):
    ...     def forward(self, x):
    ...         return x * 2
    ...     def backward(self, dy):
    ...         return dy * 2
    >>> x = mx.nd.ones((2,))
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = Twice()(x)
    >>> y.backward()
    >>> x.grad.asnumpy()
    array([2., 2.], dtype=float32)
    """

    def __init__(self) -> None:
        self._used = False
        self.saved_tensors: tuple[Any, ...] = ()

    def save_for_backward(self, *args: Any) -> None:
        """Keep arrays for ``backward`` as ``self.saved_tensors``."""
        self.saved_tensors = args

    def forward(self, *inputs: Any) -> Any:
        """Compute the outputs from the inputs."""
        raise NotImplementedError(f"{type(self).__name__} must define forward(self, ...)")

    def backward(self, *output_grads: Any) -> Any:
        """Compute a gradient for each input from those of the outputs."""
        raise NotImplementedError(f"{type(self).__name__} must define backward(self, ...)")

    def __call__(self, *inputs: Any) -> Any:
        if self._used:
            raise MXNetError("Each Function instance can only be called once. Please create another instance.")
        self._used = True
        with pause(train_mode=mode.training):
            outputs = self.forward(*inputs)
        results: list[Any] = [outputs] if isinstance(outputs, Handle) else list(outputs)
        if mode.recording and any(i._origin is not None for i in inputs):
            results = [r.copy() if r._origin is not None else r for r in results]
            call = differentiation.PythonCall(
                type(self).__name__, len(inputs), lambda cotangents: self._pull(cotangents, inputs)
            )
            differentiation.record_python(call, inputs, results)
        return results[0] if isinstance(outputs, Handle) else tuple(results)

    def _pull(self, cotangents: list[Any], inputs: Sequence[Any]) -> list[Any]:
        arrays = [_like(inputs[0], c) for c in cotangents]
        with _Scope(mode.recording, True):
            gradients = self.backward(*arrays)
        gradients = [gradients] if isinstance(gradients, Handle) else list(gradients)
        if len(gradients) != len(inputs):
            raise MXNetError(
                f"{type(self).__name__}.backward must return {len(inputs)} gradients, one for each input, "
                f"but returned {len(gradients)}"
            )
        return gradients


def _like(model: Any, held: Any) -> Any:
    """A cotangent as an array of the user's class."""
    return new(type(model), value_of(held), model._ctx, held._origin)


def get_symbol(x: NDArray) -> Any:
    """The recorded history of an array as a Symbol.

    >>> x = mx.nd.ones((2,))
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * x + 1
    >>> mx.autograd.get_symbol(y).list_arguments()
    ['var0']
    """
    return history.get_symbol(x)
