"""What all modules can do, and the training loop."""

import logging
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mxnet import metric, ndarray
from mxnet._lazy.cuts import Event
from mxnet._programs.device import emit
from mxnet._progress import Bar
from mxnet._traceback import short
from mxnet.base import _as_list as _as_list
from mxnet.context import Context
from mxnet.initializer import Uniform
from mxnet.io import DataBatch, DataDesc, DataIter
from mxnet.module._defaults import RATE
from mxnet.module._events import BatchEndParam, Callbacks, batches_in, tell
from mxnet.module.executor_group import described
from mxnet.monitor import Monitor
from mxnet.ndarray import NDArray

Arrays = dict[str, NDArray]
Params = tuple[Arrays, Arrays]
RowIds = Callable[..., Any]  # from a batch to the rows of sparse parameters that it needs


def _check_input_names(symbol: Any, names: Sequence[str], typename: str, throw: bool) -> None:
    """Raise, or only warn, if the symbol has no argument of one of these names."""
    args = symbol.list_arguments()
    for name in names:
        if name in args:
            continue
        likely = [arg for arg in args if not arg.endswith(("_weight", "_bias", "_gamma", "_beta"))]
        message = (
            f"You created Module with Module(..., {typename}_names={names}) but input with name '{name}' is not found "
            "in symbol.list_arguments(). Did you mean one of:\n\t" + "\n\t".join(likely)
        )
        if throw:
            raise ValueError(message)
        warnings.warn(message, stacklevel=3)


def _check_names_match(names: Sequence[str], shapes: Sequence[Any], kind: str, throw: bool) -> None:
    """Raise, or only warn, if the shapes are not for just these names."""
    if sorted(names) == sorted(shape[0] for shape in shapes):
        return
    message = f"Data provided by {kind}_shapes don't match names specified by {kind}_names ({shapes} vs. {names})"
    if throw:
        raise ValueError(message)
    warnings.warn(message, stacklevel=4)


def _parse_data_desc(
    data_names: Sequence[str], label_names: Sequence[str], data_shapes: Any, label_shapes: Any
) -> tuple[list[DataDesc], list[DataDesc] | None]:
    """Descriptions of the shapes given, which must be for the names given."""
    data, label = described(data_shapes) or [], described(label_shapes)
    _check_names_match(data_names, data, "data", True)
    _check_names_match(label_names, label or [], "label", False)
    return data, label


def _padless(outputs: Sequence[NDArray], pad: int | None) -> list[NDArray]:
    return [out[0 : out.shape[0] - (pad or 0)] for out in outputs]


@dataclass(frozen=True, slots=True)
class Use:
    """What a module is bound for."""

    for_training: bool
    inputs_need_grad: bool
    grad_req: Any
    shared_module: Any
    again: bool  # it may have been bound before


class BaseModule:
    """A network that can be bound, initialized, trained and asked for predictions.

    What is asked for again and again is checked here; subclasses do the work, in ``_bind_for``, ``_fill_params``,
    ``_choose_optimizer`` and ``_replace_params``, and compute in ``forward``, ``backward`` and ``update``.

    >>> isinstance(mx.mod.Module(mx.sym.var("data"), label_names=None), mx.mod.BaseModule)
    True
    """

    binded = for_training = inputs_need_grad = False
    params_initialized = optimizer_initialized = False
    _symbol: Any = None
    _total_exec_bytes = 0
    _params_dirty = False  # whether the computing parts' parameters are newer than those that ``get_params`` knows
    _has_params = True  # whether there are parameters to be initialized and trained

    def __init__(self, logger: Any = logging) -> None:
        self.logger = logger

    def _need(self, params: bool = True, optimizer: bool = False) -> None:
        """Raise unless the module is bound, and initialized as far as asked for."""
        if self.binded and self.params_initialized and self.optimizer_initialized:
            return
        for done, call in (
            (self.binded, "bind"),
            (self.params_initialized or not params, "init_params"),
            (self.optimizer_initialized or not optimizer, "init_optimizer"),
        ):
            if not done:
                raise AssertionError(f"{type(self).__name__}: call {call}() first")

    # --- all at once -----------------------------------------------------------------------------------------------

    def forward_backward(self, data_batch: Any) -> None:
        """Compute outputs and gradients for a batch."""
        self.forward(data_batch, is_train=True)
        self.backward()

    def _evaluated(
        self, eval_data: DataIter, num_batch: int | None, reset: bool, sparse_row_id_fn: RowIds | None
    ) -> Iterator[tuple[int, Any]]:
        """Number and batch for each batch, once its outputs are there."""
        self._need()
        if reset:
            eval_data.reset()
        for nbatch, eval_batch in enumerate(eval_data):
            if num_batch is not None and nbatch == num_batch:
                return
            self.prepare(eval_batch, sparse_row_id_fn=sparse_row_id_fn)
            self.forward(eval_batch, is_train=False)
            yield nbatch, eval_batch

    @short
    def score(
        self,
        eval_data: DataIter,
        eval_metric: Any,
        num_batch: int | None = None,
        batch_end_callback: Callbacks | None = None,
        score_end_callback: Callbacks | None = None,
        reset: bool = True,
        epoch: int = 0,
        sparse_row_id_fn: RowIds | None = None,
    ) -> list[tuple[str, float]]:
        """Measure predictions against labels; returns pairs of name and value."""
        self._need()
        if not isinstance(eval_metric, metric.EvalMetric):
            eval_metric = metric.create(eval_metric)
        eval_metric.reset()
        actual_num_batch = 0
        for nbatch, eval_batch in self._evaluated(eval_data, num_batch, reset, sparse_row_id_fn):
            self._measure(eval_metric, eval_batch)
            emit(Event.STEP_ENDED)
            if batch_end_callback is not None:
                tell(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals()))
            actual_num_batch += 1
        if score_end_callback:
            tell(score_end_callback, BatchEndParam(epoch, actual_num_batch, eval_metric, locals()))
        return eval_metric.get_name_value()

    def _measure(self, eval_metric: Any, batch: Any) -> None:
        if isinstance(batch, list):
            self.update_metric(eval_metric, [each.label for each in batch], pre_sliced=True)
        else:
            self.update_metric(eval_metric, batch.label)

    def iter_predict(
        self, eval_data: Any, num_batch: int | None = None, reset: bool = True, sparse_row_id_fn: RowIds | None = None
    ) -> Iterator[tuple[list[NDArray], int, Any]]:
        """Outputs without padding, number and batch, batch by batch."""
        for nbatch, eval_batch in self._evaluated(eval_data, num_batch, reset, sparse_row_id_fn):
            yield _padless(self.get_outputs(), eval_batch.pad), nbatch, eval_batch

    @short
    def predict(
        self,
        eval_data: DataIter | NDArray | np.ndarray,
        num_batch: int | None = None,
        merge_batches: bool = True,
        reset: bool = True,
        always_output_list: bool = False,
        sparse_row_id_fn: RowIds | None = None,
    ) -> NDArray:
        """The outputs for all batches, joined, or with ``merge_batches=False`` a list for each batch.

        ``eval_data`` is an iterator, or one array.
        """
        self._need()
        if isinstance(eval_data, (NDArray, np.ndarray)):
            self.forward(DataBatch([eval_data if isinstance(eval_data, NDArray) else ndarray.array(eval_data)]))
            return self.get_outputs()[0]
        if not isinstance(eval_data, DataIter):
            raise ValueError(f"eval_data must be of type NDArray or DataIter, received {type(eval_data).__name__}")
        batches: Any = []
        for _, eval_batch in self._evaluated(eval_data, num_batch, reset, sparse_row_id_fn):
            batches.append([out.copy() for out in _padless(self.get_outputs(), eval_batch.pad)])
            emit(Event.STEP_ENDED)
        if not batches or not merge_batches:
            return batches
        if any(len(outputs) != len(batches[0]) for outputs in batches):
            raise AssertionError(
                "Cannot merge batches, as num of outputs is not the same in mini-batches. Maybe bucketing is used? "
                "Use merge_batches=False."
            )
        joined: Any = [ndarray.concatenate([outputs[i] for outputs in batches]) for i in range(len(batches[0]))]
        return joined[0] if len(joined) == 1 and not always_output_list else joined

    @short
    def fit(
        self,
        train_data: Any,
        eval_data: DataIter | None = None,
        eval_metric: Any = "acc",
        epoch_end_callback: Callbacks | None = None,
        batch_end_callback: Callbacks | None = None,
        kvstore: Any = "local",
        optimizer: Any = "sgd",
        optimizer_params: Any = RATE,
        eval_end_callback: Callbacks | None = None,
        eval_batch_end_callback: Callbacks | None = None,
        initializer: Any = Uniform(0.01),  # noqa: B008
        arg_params: Arrays | None = None,
        aux_params: Arrays | None = None,
        allow_missing: bool = False,
        force_rebind: bool = False,
        force_init: bool = False,
        begin_epoch: int = 0,
        num_epoch: int | None = None,
        validation_metric: Any = None,
        monitor: Monitor | None = None,
        sparse_row_id_fn: RowIds | None = None,
    ) -> None:
        """Train for ``num_epoch`` epochs, counted from ``begin_epoch``.

        Binds and initializes first what is not yet; ``force_rebind`` and ``force_init`` do it anyhow. Parameters
        begin with ``arg_params`` and ``aux_params`` where these have them (``allow_missing``), else with what
        ``initializer`` gives. After an epoch, ``epoch_end_callback(epoch, symbol, arg_params, aux_params)`` is called
        and ``eval_data`` is scored by ``validation_metric``, or by ``eval_metric``.
        """
        if num_epoch is None:
            raise AssertionError("please specify number of epochs: fit(..., num_epoch=10)")
        self.bind(
            data_shapes=train_data.provide_data,
            label_shapes=train_data.provide_label,
            for_training=True,
            force_rebind=force_rebind,
        )
        if monitor is not None:
            self.install_monitor(monitor)
        self.init_params(
            initializer=initializer,
            arg_params=arg_params,
            aux_params=aux_params,
            allow_missing=allow_missing,
            force_init=force_init,
        )
        self.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params)
        validation_metric = eval_metric if validation_metric is None else validation_metric
        if not isinstance(eval_metric, metric.EvalMetric):
            eval_metric = metric.create(eval_metric)
        total = batches_in(train_data)
        for epoch in range(begin_epoch, num_epoch):
            tic = time.time()
            with Bar(f"Epoch {epoch}", total) as bar:
                self._fit_epoch(train_data, epoch, eval_metric, batch_end_callback, monitor, sparse_row_id_fn, bar)
            total = bar.done
            self.logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - tic)
            arg_params, aux_params = self._spread_params()
            tell(epoch_end_callback, epoch, self.symbol, arg_params, aux_params)
            if eval_data is not None:
                ends: dict[str, Any] = {
                    "score_end_callback": eval_end_callback,
                    "batch_end_callback": eval_batch_end_callback,
                }
                for name, value in self.score(eval_data, validation_metric, epoch=epoch, **ends):
                    self.logger.info("Epoch[%d] Validation-%s=%f", epoch, name, value)
            train_data.reset()

    def _fit_epoch(
        self,
        train_data: Any,
        epoch: int,
        eval_metric: Any,
        batch_end_callback: Any,
        monitor: Any,
        sparse_row_id_fn: Any,
        bar: Bar,
    ) -> None:
        """Train on every batch once; callbacks find these names in ``locals``."""
        data_iter, nbatch, end_of_batch = iter(train_data), 0, False
        eval_metric.reset()
        data_batch = next(data_iter)
        while not end_of_batch:
            if monitor is not None:
                monitor.tic()
            self._step(data_batch, eval_metric)
            emit(Event.STEP_ENDED)
            next_data_batch = next(data_iter, None)  # only now: some iterators use the memory of a batch again
            end_of_batch = next_data_batch is None
            if not end_of_batch:
                self.prepare(next_data_batch, sparse_row_id_fn=sparse_row_id_fn)
            if monitor is not None:
                monitor.toc_print()
            # Before callbacks, which may reset the metric.
            eval_name_vals = eval_metric.get_global_name_value() if end_of_batch else []
            bar.step(values=eval_metric.get_global_name_value)
            if batch_end_callback is not None:
                tell(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals()))
            data_batch, nbatch = next_data_batch, nbatch + 1
        bar.write(eval_name_vals)
        for name, value in eval_name_vals:
            self.logger.info("Epoch[%d] Train-%s=%f", epoch, name, value)

    def _step(self, data_batch: Any, eval_metric: Any) -> None:
        """One iteration of training."""
        self.forward_backward(data_batch)
        self.update()
        self._measure(eval_metric, data_batch)

    def _spread_params(self) -> Params:
        """Let all contexts have the same parameters and auxiliary states again, and return them."""
        params = self.get_params()
        self.set_params(*params)
        return params

    # --- what it is ------------------------------------------------------------------------------------------------

    @property
    def symbol(self) -> Any:
        """The network."""
        return self._symbol

    @property
    def data_names(self) -> list[str]:
        """The names of the data."""
        raise NotImplementedError

    @property
    def output_names(self) -> list[str]:
        """The names of the outputs."""
        raise NotImplementedError

    @property
    def data_shapes(self) -> list[Any]:
        """The names and shapes of the data."""
        raise NotImplementedError

    @property
    def label_shapes(self) -> list[Any] | None:
        """The names and shapes of the labels; None without labels."""
        raise NotImplementedError

    @property
    def output_shapes(self) -> list[Any]:
        """The names and shapes of the outputs."""
        raise NotImplementedError

    # --- parameters ------------------------------------------------------------------------------------------------

    def get_params(self) -> Params:
        """The parameters and the auxiliary states, by name."""
        raise NotImplementedError

    def init_params(
        self,
        initializer: Callable[..., Any] | None = Uniform(0.01),  # noqa: B008
        arg_params: Arrays | None = None,
        aux_params: Arrays | None = None,
        allow_missing: bool = False,
        force_init: bool = False,
        allow_extra: bool = False,
    ) -> None:
        """Give parameters and auxiliary states their first values: those given, or what the initializer makes.

        With ``allow_missing`` the initializer makes what is not given; ``allow_extra`` ignores what there is not.
        """
        if not self._has_params:
            return
        if self.params_initialized and not force_init:
            self._say_initialized()
            return
        if not self.binded:
            raise AssertionError("call bind before initializing the parameters")
        self._fill_params(initializer, arg_params, aux_params, allow_missing, force_init, allow_extra)
        self.params_initialized, self._params_dirty = True, False

    def _say_initialized(self) -> None:
        """Say, if at all, that the parameters keep the values they have."""

    def _fill_params(
        self, initializer: Any, arg_params: Any, aux_params: Any, missing: bool, force: bool, extra: bool
    ) -> None:
        raise NotImplementedError

    def set_params(
        self,
        arg_params: Arrays | None,
        aux_params: Arrays | None,
        allow_missing: bool = False,
        force_init: bool = True,
        allow_extra: bool = False,
    ) -> None:
        """Give parameters and auxiliary states new values; with ``allow_missing`` the others keep theirs."""
        if not (allow_missing and self._replaces_some):
            self.init_params(None, arg_params, aux_params, allow_missing, force_init, allow_extra)
        elif self.params_initialized and not force_init:
            warnings.warn("Parameters already initialized and force_init=False. set_params call ignored.", stacklevel=2)
        else:
            self._replace_params(arg_params, aux_params, force_init, allow_extra)
            self.params_initialized = self._params_dirty = True

    _replaces_some = False  # whether parameters can be replaced without the others

    def _replace_params(self, arg_params: Any, aux_params: Any, force: bool, extra: bool) -> None:
        raise NotImplementedError

    def save_params(self, fname: str) -> None:
        """Write parameters and auxiliary states to a file."""
        arg_params, aux_params = self.get_params()
        home = Context("cpu", 0)
        named = {f"arg:{name}": array.as_in_context(home) for name, array in arg_params.items()}
        named.update({f"aux:{name}": array.as_in_context(home) for name, array in aux_params.items()})
        ndarray.save(fname, named)

    def load_params(self, fname: str) -> None:
        """Read parameters and auxiliary states from a file."""
        params: dict[str, dict[str, NDArray]] = {"arg": {}, "aux": {}}
        loaded: Any = ndarray.load(fname)
        for key, array in loaded.items():
            kind, _, name = key.partition(":")
            if kind not in params:
                raise ValueError(
                    f"Invalid param file {fname}: expected names that begin with arg: or aux:, found {key}"
                )
            params[kind][name] = array
        self.set_params(params["arg"], params["aux"])

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        """The states; this module has none."""
        self._need()
        if merge_multi_context:
            raise AssertionError("expected merge_multi_context=False")
        return []

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set the states; this module has none."""
        self._need()
        if states or value:
            raise AssertionError(f"{type(self).__name__} has no states")

    # --- computing -------------------------------------------------------------------------------------------------

    @short
    def bind(
        self,
        data_shapes: Sequence[Any],
        label_shapes: Sequence[Any] | None = None,
        for_training: bool = True,
        inputs_need_grad: bool = False,
        force_rebind: bool = False,
        shared_module: "BaseModule | None" = None,
        grad_req: str | list[str] | dict[str, str] = "write",
    ) -> None:
        """Make executors for inputs of these names and shapes, on the parameters of ``shared_module`` if there is one.

        A module can be bound again, for other uses, with ``force_rebind``; it keeps its parameters.
        """
        if force_rebind:
            self._reset_bind()
        elif self.binded:
            self.logger.warning("Already bound, ignoring bind()")
            return
        use = Use(for_training, inputs_need_grad, grad_req, shared_module, force_rebind)
        self._bind_for(data_shapes, label_shapes, use)

    def _reset_bind(self) -> None:
        """Get ready to be bound again."""

    def _bind_for(self, data_shapes: Any, label_shapes: Any, use: Use) -> None:
        raise NotImplementedError

    def _note(self, use: Use) -> None:
        if use.inputs_need_grad and not use.for_training:
            raise AssertionError("inputs_need_grad needs for_training=True")
        self.for_training, self.inputs_need_grad = use.for_training, use.inputs_need_grad

    def init_optimizer(
        self, kvstore: Any = "local", optimizer: Any = "sgd", optimizer_params: Any = RATE, force_init: bool = False
    ) -> None:
        """Choose the optimizer and the store that ``update`` uses.

        An optimizer given by name divides gradients by the batch size, unless ``optimizer_params`` has a
        ``rescale_grad``.
        """
        if not self._has_params:
            return
        self._need()
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring...")
            return
        self._choose_optimizer(kvstore, optimizer, optimizer_params, force_init)
        self.optimizer_initialized = True

    def _choose_optimizer(self, kvstore: Any, optimizer: Any, optimizer_params: Any, force: bool) -> None:
        raise NotImplementedError

    def install_monitor(self, mon: Any) -> None:
        """Let a monitor watch every executor."""
        raise NotImplementedError

    def prepare(self, data_batch: Any, sparse_row_id_fn: Any = None) -> None:
        """Get ready for a batch, before ``forward``."""
        if sparse_row_id_fn is not None:
            warnings.warn("sparse_row_id_fn is not invoked for BaseModule.", UserWarning, stacklevel=2)

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch."""
        raise NotImplementedError

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients; outputs that are no losses need gradients of their own."""
        raise NotImplementedError

    def get_outputs(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The outputs of the last ``forward``."""
        raise NotImplementedError

    def get_input_grads(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The gradients of the data from the last ``backward``."""
        raise NotImplementedError

    def update(self) -> None:
        """Let the optimizer change the parameters by their gradients."""
        raise NotImplementedError

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Measure the outputs of the last ``forward`` against labels."""
        raise NotImplementedError
