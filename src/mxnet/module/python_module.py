"""Modules written in Python, most often without parameters."""

import logging
from collections.abc import Callable
from typing import Any

from mxnet import ndarray as nd
from mxnet.module._named import Named
from mxnet.module.base_module import BaseModule, Params, Use
from mxnet.ndarray import NDArray


def _list(names: Any) -> Any:
    return list(names) if isinstance(names, tuple) else names


class PythonModule(Named, BaseModule):
    """The base of modules of your own: override ``forward``, ``backward``, and ``_compute_output_shapes``.

    What concerns parameters and optimizers does nothing here.

    >>> mx.mod.PythonModule(["data"], ["label"], ["output"]).output_names
    ['output']
    """

    def __init__(self, data_names: Any, label_names: Any, output_names: Any, logger: Any = logging) -> None:
        super().__init__(logger=logger)
        self._data_names, self._label_names = _list(data_names), _list(label_names)
        self._output_names = output_names
        self._data_shapes: Any = None
        self._label_shapes: Any = None
        self._output_shapes: Any = None

    @property
    def data_shapes(self) -> list[Any]:
        """The names and shapes of the data."""
        return self._data_shapes

    @property
    def label_shapes(self) -> list[Any] | None:
        """The names and shapes of the labels; None without labels."""
        return self._label_shapes

    @property
    def output_shapes(self) -> list[Any]:
        """The names and shapes of the outputs."""
        return self._output_shapes

    def get_params(self) -> Params:
        """No parameters and no auxiliary states."""
        return {}, {}

    _has_params = False

    def update(self) -> None:
        """Nothing."""

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Measure the outputs against labels, if the module takes any."""
        if self._label_shapes is not None:
            if pre_sliced:
                raise RuntimeError("PythonModule does not support presliced labels")
            eval_metric.update(labels, self.get_outputs())

    def _bind_for(self, data_shapes: Any, label_shapes: Any, use: Use) -> None:
        """Note the shapes of the inputs, which come in the order of their names."""
        if use.grad_req != "write":
            raise AssertionError(f"Python module only support write gradient, received grad_req={use.grad_req!r}")
        self.for_training, self.inputs_need_grad = use.for_training, use.inputs_need_grad
        for kind, names, shapes in (
            ("data", self._data_names, data_shapes),
            ("label", self._label_names, label_shapes),
        ):
            if shapes is not None and [shape[0] for shape in shapes] != names:
                raise AssertionError(f"{kind}_shapes: expected {names} in this order, received {shapes}")
        self._data_shapes, self._label_shapes = data_shapes, label_shapes
        self._output_shapes = self._compute_output_shapes()

    def _compute_output_shapes(self) -> list[Any]:
        """Pairs of name and shape of the outputs, once ``_data_shapes`` and ``_label_shapes`` are known."""
        raise NotImplementedError


class PythonLossModule(PythonModule):
    """A loss for the end of a SequentialModule: passes scores on, and makes gradients of them.

    ``grad_func(scores, labels)`` gives the gradients of the scores; or override ``_backward_impl``.

    Parameters
    ----------
    grad_func : function | None
        The gradient of the scores, a function of scores and labels.

    >>> mx.mod.PythonLossModule().data_names
    ['data']
    """

    def __init__(
        self,
        name: str = "pyloss",
        data_names: Any = ("data",),
        label_names: Any = ("softmax_label",),
        logger: Any = logging,
        grad_func: Callable[[NDArray, NDArray], Any] | None = None,
    ) -> None:
        super().__init__(data_names, label_names, [f"{name}_output"], logger=logger)
        if len(data_names) != 1 or len(label_names) != 1:
            raise AssertionError(f"{name}: expected one name of data and one of labels")
        if grad_func is not None and not callable(grad_func):
            raise AssertionError(f"grad_func: expected a function of scores and labels, received {grad_func!r}")
        self._name = name
        self._scores: Any = None
        self._labels: Any = None
        self._scores_grad: Any = None
        self._grad_func = grad_func

    def _compute_output_shapes(self) -> list[Any]:
        return [(f"{self._name}_output", self._data_shapes[0][1])]

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Note the scores, and the labels in training."""
        self._scores = data_batch.data[0]
        if self.for_training if is_train is None else is_train:
            self._labels = data_batch.label[0]

    def get_outputs(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The scores."""
        if not merge_multi_context:
            raise AssertionError("expected merge_multi_context=True")
        return [self._scores]

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients of the scores."""
        if out_grads is not None:
            raise AssertionError("For a loss module, out_grads should be None")
        if not self.for_training:
            raise AssertionError("re-bind with for_training=True to run backward")
        self._backward_impl()

    def _backward_impl(self) -> None:
        if self._grad_func is None:
            raise NotImplementedError("give a grad_func, or override _backward_impl")
        grad = self._grad_func(self._scores, self._labels)
        self._scores_grad = grad if isinstance(grad, NDArray) else nd.array(grad)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The gradients of the scores."""
        if not merge_multi_context:
            raise AssertionError("expected merge_multi_context=True")
        return [self._scores_grad]

    def install_monitor(self, mon: Any) -> None:
        """There is nothing to watch."""
        raise NotImplementedError("PythonLossModule has no executor to watch")
