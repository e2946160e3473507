"""FeedForward, the training interface before Module, and checkpoints."""

import logging
import time
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import io, metric
from mxnet import ndarray as nd
from mxnet import optimizer as opt
from mxnet import symbol as sym
from mxnet._checkpoint import load_checkpoint as load_checkpoint
from mxnet._checkpoint import load_params as load_params
from mxnet._checkpoint import save_checkpoint as save_checkpoint
from mxnet._lazy.cuts import Event
from mxnet._programs.device import emit
from mxnet._progress import Bar
from mxnet._types import Contexts
from mxnet.callback import LogValidationMetricsCallback
from mxnet.context import Context, cpu
from mxnet.executor_manager import _check_arguments
from mxnet.initializer import InitDesc, Uniform
from mxnet.io import DataDesc
from mxnet.kvstore.training import create_kvstore as _create_kvstore
from mxnet.kvstore.training import create_sparse_kvstore as _create_sparse_kvstore
from mxnet.kvstore.training import initialize_kvstore as _initialize_kvstore
from mxnet.kvstore.training import update_params as _update_params
from mxnet.kvstore.training import update_params_on_kvstore as _update_params_on_kvstore
from mxnet.module import BucketingModule, Module
from mxnet.module._events import BatchEndParam as BatchEndParam
from mxnet.module._events import Callbacks, batches_in
from mxnet.module._events import tell as _multiple_callbacks
from mxnet.monitor import Monitor
from mxnet.ndarray import NDArray

__all__ = ["SKLEARN_INSTALLED", "BatchEndParam", "FeedForward", "load_checkpoint", "load_params", "save_checkpoint"]

# Client code takes these from here.
_SHARED = (_create_kvstore, _create_sparse_kvstore, _initialize_kvstore, _update_params, _update_params_on_kvstore)

SKLEARN_INSTALLED = False

Arrays = dict[str, NDArray]


def _as_desc(desc: Any) -> DataDesc:
    return desc if isinstance(desc, DataDesc) else DataDesc(*desc)


class FeedForward:
    """A network that is trained with ``fit``. Deprecated by MXNet in favour of Module.

    Parameters
    ----------
    symbol : Symbol or function
        The network, or a function that gives it for a bucket key.
    ctx : Context or list of Context
    num_epoch : int
        The epoch after the last one.
    epoch_size : int
        Batches an epoch; by default all.
    optimizer : str or Optimizer
    initializer : Initializer
    numpy_batch_size : int
        The batch size for arrays.
    arg_params, aux_params : dict of str to NDArray
        Parameters to begin with.
    allow_extra_params : bool
        Whether to ignore parameters that the network does not have.
    begin_epoch : int
    kwargs
        Options of the optimizer, such as ``learning_rate``.

    >>> mx.model.FeedForward(mx.sym.var("data"), num_epoch=1).num_epoch
    1
    """

    def __init__(
        self,
        symbol: Any,
        ctx: Contexts | None = None,
        num_epoch: int | None = None,
        epoch_size: int | None = None,
        optimizer: Any = "sgd",
        initializer: Any = Uniform(0.01),  # noqa: B008
        numpy_batch_size: int = 128,
        arg_params: Arrays | None = None,
        aux_params: Arrays | None = None,
        allow_extra_params: bool = False,
        begin_epoch: int = 0,
        **kwargs: Any,
    ) -> None:
        warnings.warn(
            "mxnet.model.FeedForward has been deprecated. Please use mxnet.mod.Module instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        generated = not isinstance(symbol, sym.Symbol)
        if generated and not callable(symbol):
            raise AssertionError(f"symbol: expected a Symbol or a function of a bucket key, received {symbol!r}")
        self.symbol: Any = None if generated else symbol
        self.sym_gen: Any = symbol if generated else None
        self.arg_params: Any = arg_params
        self.aux_params: Any = aux_params
        self.allow_extra_params = allow_extra_params
        self.argument_checked = False
        if not generated:
            self._check_arguments()
        self.ctx: list[Context] = [cpu()] if ctx is None else [ctx] if isinstance(ctx, Context) else list(ctx)
        self.begin_epoch, self.num_epoch, self.epoch_size = begin_epoch, num_epoch, epoch_size
        self.optimizer, self.kwargs = optimizer, kwargs
        self.initializer = initializer
        self.numpy_batch_size = numpy_batch_size
        self._pred_exec: Any = None

    def _check_arguments(self) -> None:
        """Refuse a network with duplicate names; drop parameters that it does not have, if allowed."""
        if self.argument_checked:
            return
        self.argument_checked = True
        _check_arguments(self.symbol)
        if self.allow_extra_params:
            args, aux = set(self.symbol.list_arguments()), set(self.symbol.list_auxiliary_states())
            self.arg_params = self.arg_params and {k: v for k, v in self.arg_params.items() if k in args}
            self.aux_params = self.aux_params and {k: v for k, v in self.aux_params.items() if k in aux}

    @staticmethod
    def _is_data_arg(name: str) -> bool:
        return name.endswith(("data", "label"))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pred_exec": None}

    # --- data ------------------------------------------------------------------------------------------------------

    def _init_iter(self, X: Any, y: Any, is_train: bool) -> Any:
        """An iterator over arrays; an iterator as it is."""
        if not isinstance(X, (np.ndarray, NDArray)):
            if not isinstance(X, io.DataIter):
                raise TypeError(f"X must be DataIter, NDArray or numpy.ndarray, received {type(X).__name__}")
            return X
        if y is None:
            if is_train:
                raise ValueError("y must be specified when X is numpy.ndarray")
            y = np.zeros(X.shape[0])
        if not isinstance(y, (np.ndarray, NDArray)):
            raise TypeError(f"y must be ndarray when X is numpy.ndarray, received {type(y).__name__}")
        if X.shape[0] != y.shape[0]:
            raise ValueError(f"The numbers of data points and labels not equal: {X.shape[0]} and {y.shape[0]}")
        if y.ndim == 2 and y.shape[1] == 1:
            y = y.reshape((-1,))
        if y.ndim != 1:
            raise ValueError(f"Label must be 1D or 2D (with 2nd dimension being 1), received shape {y.shape}")
        size = min(X.shape[0], self.numpy_batch_size)
        handling = {"shuffle": True, "last_batch_handle": "roll_over"} if is_train else {"shuffle": False}
        return io.NDArrayIter(X, y, size, **handling)  # type: ignore[arg-type]

    def _init_eval_iter(self, eval_data: Any) -> Any:
        """An iterator over a pair of data and labels; an iterator as it is."""
        if eval_data is None or isinstance(eval_data, io.DataIter):
            return eval_data
        if not isinstance(eval_data, (tuple, list)) or len(eval_data) != 2:
            raise TypeError(
                "Eval data must be DataIter, or NDArray/numpy.ndarray/list pair (i.e. tuple/list of length 2), "
                f"received {type(eval_data).__name__}"
            )
        data, label = eval_data
        if data is None:
            raise ValueError("Eval data is NONE")
        if label is None and isinstance(data, io.DataIter):
            return data
        data, label = (np.array(each) if isinstance(each, list) else each for each in (data, label))
        return self._init_iter(data, label, is_train=True)

    # --- parameters ------------------------------------------------------------------------------------------------

    def _init_params(self, inputs: Any, overwrite: bool = False) -> tuple[list[str], list[str], list[str]]:
        """Make the parameters for inputs; those there are keep their values, unless ``overwrite``."""
        descs = [_as_desc(each) for each in inputs]
        shapes, _, aux_shapes = self.symbol.infer_shape(**{desc.name: desc.shape for desc in descs})
        types, _, aux_types = self.symbol.infer_type(**{desc.name: desc.dtype for desc in descs})
        if shapes is None or types is None:
            raise AssertionError(f"the inputs {descs} do not decide all shapes and types of the network")
        input_names = {desc.name for desc in descs}
        names, aux_names = self.symbol.list_arguments(), self.symbol.list_auxiliary_states()
        rows = [row for row in zip(names, shapes, types, strict=True) if row[0] not in input_names]
        aux_rows = zip(aux_names, aux_shapes, aux_types, strict=True)
        self.arg_params = {row[0]: self._initial(*row, None if overwrite else self.arg_params) for row in rows}
        self.aux_params = {row[0]: self._initial(*row, None if overwrite else self.aux_params) for row in aux_rows}
        return names, [row[0] for row in rows], aux_names

    def _initial(self, name: str, shape: Any, dtype: Any, known: Any) -> NDArray:
        array = nd.zeros(shape, dtype=dtype)
        if known and name in known:
            array[:] = known[name]
        else:
            self.initializer(InitDesc(name, self.symbol.attr_dict().get(name)), array)
        return array

    # --- predicting ------------------------------------------------------------------------------------------------

    def _init_predictor(self, input_shapes: Any, type_dict: Any = None) -> None:
        """Bind the network for inputs of these shapes."""
        shapes = {name: array.shape for name, array in self.arg_params.items()}
        shapes.update({each[0]: tuple(each[1]) for each in input_shapes})
        if self._pred_exec is not None:
            wanted, _, _ = self.symbol.infer_shape(**shapes)
            if wanted is None:
                raise AssertionError("Incomplete input shapes")
            if list(wanted) == [array.shape for array in self._pred_exec.arg_arrays]:
                return
        _check_arguments(self.symbol)
        executor = self.symbol.simple_bind(self.ctx[0], grad_req="null", type_dict=type_dict, **shapes)
        executor.copy_params_from(self.arg_params, self.aux_params)
        self._pred_exec = executor

    def _predicted(self, X: Any, num_batch: int | None, reset: bool) -> Any:
        """Number and batch for each batch, once its outputs are there."""
        if reset:
            X.reset()
        types = {name: array.dtype for name, array in self.arg_params.items()}
        types.update({desc.name: desc.dtype for desc in map(_as_desc, X.provide_data)})
        self._init_predictor(X.provide_data, types)
        arrays = [self._pred_exec.arg_dict[each[0]] for each in X.provide_data]
        for number, batch in enumerate(X):
            if num_batch is not None and number == num_batch:
                return
            for source, array in zip(batch.data, arrays, strict=False):
                source.copyto(array)
            self._pred_exec.forward(is_train=False)
            yield number, batch

    def predict(self, X: Any, num_batch: int | None = None, return_data: bool = False, reset: bool = True) -> Any:
        """The outputs as NumPy arrays, a list if there are several; with ``return_data``, data and labels as well."""
        X = self._init_iter(X, None, is_train=False)
        columns: list[list[list[np.ndarray]]] = []
        for _, batch in self._predicted(X, num_batch, reset):
            size = X.batch_size - (batch.pad or 0)
            groups = [self._pred_exec.outputs, batch.data, batch.label] if return_data else [self._pred_exec.outputs]
            rows = [[array[0:size].asnumpy() for array in arrays] for arrays in groups]
            columns.append(rows)
        joined = [[np.concatenate(parts) for parts in zip(*group, strict=True)] for group in zip(*columns, strict=True)]
        results = [group[0] if len(group) == 1 else group for group in joined]
        return tuple(results) if return_data else results[0]

    def score(
        self,
        X: Any,
        eval_metric: Any = "acc",
        num_batch: int | None = None,
        batch_end_callback: Any = None,
        reset: bool = True,
    ) -> Any:
        """Measure predictions against the iterator's labels; returns the metric's value."""
        if not isinstance(eval_metric, metric.EvalMetric):
            eval_metric = metric.create(eval_metric)
        X = self._init_iter(X, None, is_train=False)
        for i, batch in self._predicted(X, num_batch, reset):
            eval_metric.update(batch.label, self._pred_exec.outputs)
            if batch_end_callback is not None:
                _multiple_callbacks(batch_end_callback, BatchEndParam(0, i, eval_metric, locals()))
        return eval_metric.get()[1]

    # --- training --------------------------------------------------------------------------------------------------

    def fit(
        self,
        X: Any,
        y: Any = None,
        eval_data: io.DataIter | tuple[Any, Any] | None = None,
        eval_metric: Any = "acc",
        epoch_end_callback: Callbacks | None = None,
        batch_end_callback: Callbacks | None = None,
        kvstore: Any = "local",
        logger: Any = None,
        work_load_list: Sequence[float] | None = None,
        monitor: Monitor | None = None,
        eval_end_callback: Callbacks | None = LogValidationMetricsCallback(),  # noqa: B008
        eval_batch_end_callback: Callbacks | None = None,
    ) -> None:
        """Train on an iterator, or on arrays ``X`` and ``y``, from ``begin_epoch`` to ``num_epoch``.

        After each epoch, ``epoch_end_callback(epoch, symbol, arg_params, aux_params)`` is called and ``eval_data``, an
        iterator or a pair of arrays, is measured. Batches are counted from 1 for ``batch_end_callback``.
        """
        if self.num_epoch is None:
            raise AssertionError("please specify number of epochs: FeedForward(..., num_epoch=10)")
        data, eval_data = self._init_iter(X, y, is_train=True), self._init_eval_iter(eval_data)
        if self.sym_gen:
            self.symbol = self.sym_gen(data.default_bucket_key)
            self._check_arguments()
        self._init_params(data.provide_data + data.provide_label)
        if not isinstance(eval_metric, metric.EvalMetric):
            eval_metric = metric.create(eval_metric)
        logger = logging if logger is None else logger
        module = self._module(data, kvstore, logger, work_load_list, monitor)
        logger.info("Start training with %s", self.ctx)
        data.reset()
        total = self.epoch_size or batches_in(data)
        for epoch in range(self.begin_epoch, self.num_epoch):
            tic = time.time()
            with Bar(f"Epoch {epoch}", total) as bar:
                self._fit_epoch(module, data, epoch, eval_metric, batch_end_callback, monitor, logger, bar)
            total = bar.done
            logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - tic)
            if epoch_end_callback or epoch + 1 == self.num_epoch:
                self.arg_params, self.aux_params = (dict(params) for params in module.get_params())
            _multiple_callbacks(epoch_end_callback, epoch, self.symbol, self.arg_params, self.aux_params)
            if eval_data:
                self._evaluate(module, eval_data, epoch, eval_metric, eval_batch_end_callback, eval_end_callback)
        self._pred_exec = None

    def _module(self, data: Any, kvstore: Any, logger: Any, work_load_list: Any, monitor: Any) -> Any:
        """A module with our parameters and optimizer."""
        names = [each[0] for each in data.provide_data], [each[0] for each in data.provide_label]
        options = {"logger": logger, "context": self.ctx, "work_load_list": work_load_list}
        module: Any
        if self.sym_gen:
            generate = self.sym_gen
            module = BucketingModule(lambda key: (generate(key), *names), data.default_bucket_key, **options)
        else:
            module = Module(self.symbol, *names, **options)
        module.bind(data.provide_data, data.provide_label)
        if monitor is not None:
            module.install_monitor(monitor)
        module.init_params(arg_params=self.arg_params, aux_params=self.aux_params)
        own = isinstance(self.optimizer, opt.Optimizer)
        with warnings.catch_warnings():
            if own:  # how it scales gradients is up to the caller
                warnings.filterwarnings("ignore", "Optimizer created manually")
            module.init_optimizer(kvstore, self.optimizer, {} if own else self.kwargs)
        return module

    def _fit_epoch(
        self,
        module: Any,
        train_data: Any,
        epoch: int,
        eval_metric: Any,
        batch_end_callback: Any,
        monitor: Any,
        logger: Any,
        bar: Bar,
    ) -> None:
        """Train on all batches, or on ``epoch_size`` of them; callbacks find these names in ``locals``."""
        eval_metric.reset()
        nbatch = 0
        whole = False
        while not whole:
            for data_batch in train_data:
                if monitor is not None:
                    monitor.tic()
                module.forward_backward(data_batch)
                module.update()
                if monitor is not None:
                    monitor.toc_print()
                module.update_metric(eval_metric, data_batch.label)
                emit(Event.STEP_ENDED)
                nbatch += 1
                bar.step(values=eval_metric.get_global_name_value)
                if batch_end_callback is not None:
                    _multiple_callbacks(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, locals()))
                if self.epoch_size is not None and nbatch >= self.epoch_size:
                    return
            logger.info("Epoch[%d] Resetting Data Iterator", epoch)
            train_data.reset()
            whole = self.epoch_size is None

    def _evaluate(
        self, module: Any, eval_data: Any, epoch: int, eval_metric: Any, batch_callback: Any, end_callback: Any
    ) -> None:
        eval_metric.reset()
        eval_data.reset()
        count = 0
        for i, eval_batch in enumerate(eval_data):
            module.forward(eval_batch, is_train=False)
            module.update_metric(eval_metric, eval_batch.label)
            if batch_callback is not None:
                _multiple_callbacks(batch_callback, BatchEndParam(epoch, i, eval_metric, locals()))
            count += 1
        if end_callback is not None:
            _multiple_callbacks(end_callback, BatchEndParam(epoch, count, eval_metric, locals()))
        eval_data.reset()

    # --- files -----------------------------------------------------------------------------------------------------

    def save(self, prefix: str, epoch: int | None = None, remove_amp_cast: bool = True) -> None:
        """Write ``prefix-symbol.json`` and the parameters, ``prefix-0001.params``, by default of the last epoch."""
        epoch = self.num_epoch if epoch is None else epoch
        if epoch is None:
            raise AssertionError("expected an epoch, or one made with num_epoch")
        save_checkpoint(prefix, epoch, self.symbol, self.arg_params, self.aux_params, remove_amp_cast)

    @staticmethod
    def load(prefix: str, epoch: int, ctx: Contexts | None = None, **kwargs: Any) -> "FeedForward":
        """A model from a checkpoint, which ``fit`` goes on with; other arguments are those of FeedForward."""
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        return FeedForward(symbol, ctx=ctx, arg_params=arg_params, aux_params=aux_params, begin_epoch=epoch, **kwargs)

    @staticmethod
    def create(
        symbol: Any,
        X: Any,
        y: Any = None,
        ctx: Contexts | None = None,
        num_epoch: int | None = None,
        epoch_size: int | None = None,
        optimizer: Any = "sgd",
        initializer: Any = Uniform(0.01),  # noqa: B008
        eval_data: io.DataIter | tuple[Any, Any] | None = None,
        eval_metric: Any = "acc",
        epoch_end_callback: Callbacks | None = None,
        batch_end_callback: Callbacks | None = None,
        kvstore: Any = "local",
        logger: Any = None,
        work_load_list: Sequence[float] | None = None,
        eval_end_callback: Callbacks | None = LogValidationMetricsCallback(),  # noqa: B008
        eval_batch_end_callback: Callbacks | None = None,
        **kwargs: Any,
    ) -> "FeedForward":
        """A model that ``fit`` has trained."""
        model = FeedForward(
            symbol,
            ctx=ctx,
            num_epoch=num_epoch,
            epoch_size=epoch_size,
            optimizer=optimizer,
            initializer=initializer,
            **kwargs,
        )
        while_training = (epoch_end_callback, batch_end_callback, kvstore, logger, work_load_list)
        while_evaluating = (eval_end_callback, eval_batch_end_callback)
        model.fit(X, y, eval_data, eval_metric, *while_training, None, *while_evaluating)
        return model
