"""A symbol that is trained on one or several contexts."""

import logging
import warnings
from collections.abc import Sequence
from typing import Any

from mxnet import ndarray as nd
from mxnet import optimizer as opt
from mxnet._checkpoint import load_checkpoint
from mxnet._files import paths
from mxnet._lazy.cuts import Event
from mxnet._programs.device import device_of, emit
from mxnet._traceback import short
from mxnet._types import Contexts
from mxnet.context import Context, cpu
from mxnet.initializer import InitDesc
from mxnet.io import DataDesc
from mxnet.kvstore import KVStore
from mxnet.kvstore.settings import settings_of, structure_of
from mxnet.kvstore.training import create_kvstore, initialize_kvstore, update_params, update_params_on_kvstore
from mxnet.module._named import Named
from mxnet.module.base_module import BaseModule, Params, Use, _check_input_names, _parse_data_desc
from mxnet.module.executor_group import DataParallelExecutorGroup
from mxnet.ndarray import NDArray
from mxnet.symbol import Symbol


def _names(names: Sequence[str] | None) -> list[str]:
    return [] if names is None else list(names)


class Module(Named, BaseModule):
    """A symbol with its parameters and an optimizer.

    Parameters
    ----------
    symbol : Symbol
    data_names, label_names : list of str
        The inputs that batches fill. What remains are parameters.
    logger : Logger
    context : Context or list of Context
        With several, each gets a part of every batch.
    work_load_list : list of numbers
        How large the parts are, relative to each other.
    fixed_param_names : list of str
        Parameters that are not trained.
    state_names : list of str
        Inputs that neither batches nor the optimizer fill; see ``set_states``.
    group2ctxs : dict of str to Context, or list of dict
        Where groups of nodes (``AttrScope(ctx_group=...)``) are.
    compression_params : dict
        How the store compresses gradients.

    >>> net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2), name='softmax')
    >>> batches = mx.io.NDArrayIter(np.eye(4), np.array([0, 0, 1, 1]), batch_size=2)
    >>> module = mx.mod.Module(net)
    >>> module.fit(batches, num_epoch=20, optimizer_params={'learning_rate': 1})
    >>> module.score(batches, 'acc')
    [('accuracy', 1.0)]
    """

    def __init__(
        self,
        symbol: Symbol,
        data_names: Sequence[str] | None = ("data",),
        label_names: Sequence[str] | None = ("softmax_label",),
        logger: Any = logging,
        context: Contexts = cpu(),  # noqa: B008
        work_load_list: Sequence[float] | None = None,
        fixed_param_names: Sequence[str] | None = None,
        state_names: Sequence[str] | None = None,
        group2ctxs: Any = None,
        compression_params: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(logger=logger)
        self._context: list[Context] = [context] if isinstance(context, Context) else list(context)
        self._work_load_list = [1] * len(self._context) if work_load_list is None else list(work_load_list)
        if len(self._work_load_list) != len(self._context):
            raise AssertionError(
                f"work_load_list: expected {len(self._context)} numbers, one a context, received {work_load_list}"
            )
        self._group2ctxs = group2ctxs
        self._symbol = symbol
        self._data_names, self._label_names = _names(data_names), _names(label_names)
        self._state_names, self._fixed_param_names = _names(state_names), _names(fixed_param_names)
        _check_input_names(symbol, self._data_names, "data", True)
        _check_input_names(symbol, self._label_names, "label", False)
        _check_input_names(symbol, self._state_names, "state", True)
        _check_input_names(symbol, self._fixed_param_names, "fixed_param", True)
        inputs = {*self._data_names, *self._label_names, *self._state_names}
        self._param_names = [name for name in symbol.list_arguments() if name not in inputs]
        self._aux_names = symbol.list_auxiliary_states()
        self._output_names = symbol.list_outputs()
        self._compression_params = compression_params
        self._arg_params: Any = None
        self._aux_params: Any = None
        self._updated = False  # whether an update is waiting on the tape
        self._optimizer: Any = None
        self._kvstore: Any = None
        self._update_on_kvstore: Any = None
        self._updater: Any = None
        self._preload_opt_states: str | None = None
        self._grad_req: Any = None
        self._exec_group: Any = None
        self._data_shapes: Any = None
        self._label_shapes: Any = None
        self._labelled: Any = None  # the labels it was bound for; batches may come without

    # --- files -----------------------------------------------------------------------------------------------------

    @staticmethod
    def load(prefix: str, epoch: int, load_optimizer_states: bool = False, **kwargs: Any) -> "Module":
        """A module from a checkpoint; other arguments are those of Module."""
        symbol, args, auxs = load_checkpoint(prefix, epoch)
        module = Module(symbol=symbol, **kwargs)
        module._arg_params, module._aux_params = args, auxs
        module.params_initialized = True
        if load_optimizer_states:
            module._preload_opt_states = f"{prefix}-{epoch:04d}.states"
        return module

    def save_checkpoint(
        self, prefix: str, epoch: int, save_optimizer_states: bool = False, remove_amp_cast: bool = True
    ) -> None:
        """Write ``prefix-symbol.json``, ``prefix-0001.params`` and perhaps ``prefix-0001.states``.

        The parameters come last: where they are, the checkpoint is whole.
        """
        self._symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
        if save_optimizer_states:
            states = f"{prefix}-{epoch:04d}.states"
            self.save_optimizer_states(states)
            logging.info('Saved optimizer state to "%s"', states)
        params = f"{prefix}-{epoch:04d}.params"
        self.save_params(params)
        logging.info('Saved checkpoint to "%s"', params)

    def save_optimizer_states(self, fname: str) -> None:
        """Write the optimizer's states to a file."""
        self._need(optimizer=True)
        if self._update_on_kvstore:
            self._kvstore.save_optimizer_states(fname)
        else:
            paths.write_atomic(fname, [self._updater.get_states()])

    def load_optimizer_states(self, fname: str) -> None:
        """Read the optimizer's states from a file."""
        self._need(optimizer=True)
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
        else:
            self._updater.set_states(paths.read_bytes(fname))

    # --- what it is ------------------------------------------------------------------------------------------------

    @property
    def label_names(self) -> list[str]:
        """The names of the labels."""
        return self._label_names

    @property
    def data_shapes(self) -> list[DataDesc]:
        """The names and shapes of the data."""
        self._need(params=False)
        return self._data_shapes

    @property
    def label_shapes(self) -> list[DataDesc] | None:
        """The names and shapes of the labels; None without labels."""
        self._need(params=False)
        return self._label_shapes

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """The names and shapes of the outputs."""
        self._need(params=False)
        return self._exec_group.get_output_shapes()

    # --- parameters ------------------------------------------------------------------------------------------------

    def get_params(self) -> Params:
        """The parameters and the auxiliary states, by name."""
        if not self.params_initialized:
            raise AssertionError("Module.get_params: call init_params() first")
        if self._params_dirty:
            self._sync_params_from_devices()
        return self._arg_params, self._aux_params

    def _say_initialized(self) -> None:
        warnings.warn("Parameters already initialized and force_init=False. init_params call ignored.", stacklevel=3)

    def _fill_params(
        self, initializer: Any, arg_params: Any, aux_params: Any, missing: bool, force: bool, extra: bool
    ) -> None:
        attributes = self._symbol.attr_dict()
        for own, params in ((self._arg_params, arg_params), (self._aux_params, aux_params)):
            for name, array in sorted(own.items()):
                param = None if params is None else params.get(name)
                if param is not None:
                    if param is not array:
                        param.copyto(array)
                elif (params is not None and not missing) or (params is None and initializer is None):
                    raise RuntimeError(f"{name} is not presented: give it, or allow_missing=True with an initializer")
                elif initializer is not None:
                    initializer(InitDesc(name, attributes.get(name)), array)
        self._exec_group.set_params(self._arg_params, self._aux_params, allow_extra=extra)

    _replaces_some = True

    def _replace_params(self, arg_params: Any, aux_params: Any, force: bool, extra: bool) -> None:
        self._exec_group.set_params(arg_params, aux_params, allow_extra=extra)

    def _spread_params(self) -> Params:
        if type(self).set_params is not Module.set_params or (len(self._context) > 1 and not self._kvstore):
            return super()._spread_params()
        params = self.get_params()
        if len(self._context) > 1:  # parameters are the same everywhere: they all come from the store's gradients
            self._exec_group.set_params({}, params[1])
        return params

    def _sync_params_from_devices(self) -> None:
        self._exec_group.get_params(self._arg_params, self._aux_params)
        self._params_dirty = False
        if not (self._kvstore and self._update_on_kvstore):
            return
        sparse = {name: array for name, array in self._arg_params.items() if array.stype == "row_sparse"}
        for name, array in sorted(sparse.items()):
            self._kvstore.row_sparse_pull(name, array, row_ids=nd.arange(0, len(array), dtype="int64"))

    # --- binding ---------------------------------------------------------------------------------------------------

    def _bind_for(self, data_shapes: Any, label_shapes: Any, use: Use) -> None:
        self._note(use)
        self._grad_req = use.grad_req
        shapes = _parse_data_desc(self.data_names, self.label_names, data_shapes, label_shapes)
        self._data_shapes, self._label_shapes = shapes
        self._labelled = self._label_shapes
        self._exec_group = DataParallelExecutorGroup(
            self._symbol,
            self._context,
            self._work_load_list,
            *shapes,
            self._param_names,
            use.for_training,
            use.inputs_need_grad,
            self._shared_group(use.shared_module),
            logger=self.logger,
            fixed_param_names=self._fixed_param_names,
            grad_req=use.grad_req,
            group2ctxs=self._group2ctxs,
            state_names=self._state_names,
        )
        self._total_exec_bytes = self._exec_group._total_exec_bytes
        shared_module = use.shared_module
        if shared_module is not None:
            self.params_initialized = True
            self._arg_params, self._aux_params = shared_module._arg_params, shared_module._aux_params
        elif self.params_initialized:
            self._exec_group.set_params(self._arg_params, self._aux_params)
        else:
            self._make_params()
        self.binded = True
        if shared_module is not None and shared_module.optimizer_initialized:
            self.borrow_optimizer(shared_module)

    def _reset_bind(self) -> None:
        if self.binded and self.params_initialized and self._params_dirty:
            self._sync_params_from_devices()
        self.binded = False
        self._exec_group = self._data_shapes = self._label_shapes = None

    def _shared_group(self, shared_module: Any) -> DataParallelExecutorGroup | None:
        if shared_module is None:
            return None
        if not (isinstance(shared_module, Module) and shared_module.binded and shared_module.params_initialized):
            raise AssertionError("shared_module: expected a Module that is bound and has its parameters")
        group = shared_module._exec_group
        if len(group.execs) < len(self._context):
            raise AssertionError(f"shared_module: expected one on {len(self._context)} contexts at least")
        return group

    def _make_params(self) -> None:
        """Arrays on the host for parameters and auxiliary states, which the executors' begin with."""
        group = self._exec_group

        def like(array: Any) -> Any:
            return nd.zeros(array.shape, dtype=array.dtype, stype=array.stype)

        self._arg_params = {n: like(x[0]) for n, x in zip(self._param_names, group.param_arrays, strict=True)}
        self._aux_params = {n: like(x[0]) for n, x in zip(self._aux_names, group.aux_arrays, strict=True)}

    @short
    def reshape(self, data_shapes: Any, label_shapes: Any = None) -> None:
        """Take batches of other shapes from now on."""
        self._need(params=False)
        shapes = _parse_data_desc(self.data_names, self.label_names, data_shapes, label_shapes)
        self._data_shapes, self._label_shapes = shapes
        self._exec_group.reshape(*shapes)

    def install_monitor(self, mon: Any) -> None:
        """Let a monitor watch every executor."""
        self._need(params=False)
        self._exec_group.install_monitor(mon)

    # --- the optimizer ---------------------------------------------------------------------------------------------

    def _choose_optimizer(self, kvstore: Any, optimizer: Any, optimizer_params: Any, force: bool) -> None:
        if self._params_dirty:
            self._sync_params_from_devices()
        store, on_store = create_kvstore(kvstore, len(self._context), self._arg_params)
        self._optimizer = self._make_optimizer(optimizer, optimizer_params, store, on_store)
        self._kvstore, self._update_on_kvstore, self._updater = store, on_store, None
        if isinstance(store, KVStore):
            lines = [*structure_of(self._symbol), *settings_of(self._optimizer), f"update_on_kvstore {on_store}"]
            store.check_same("Module.init_optimizer", lines)
        if store:
            if self._compression_params:
                store.set_gradient_compression(self._compression_params)  # type: ignore[attr-defined]
            if on_store:
                store.set_optimizer(self._optimizer)  # type: ignore[attr-defined]
            arrays = self._exec_group.param_arrays
            initialize_kvstore(store, arrays, self._arg_params, self._param_names, on_store)
        if not on_store:
            self._updater = opt.get_updater(self._optimizer)
        self.optimizer_initialized = True
        if self._preload_opt_states is not None:
            self.load_optimizer_states(self._preload_opt_states)
            self._preload_opt_states = None

    def _make_optimizer(self, optimizer: Any, params: Any, store: Any, on_store: bool) -> opt.Optimizer:
        batch_size = self._exec_group.batch_size or 1
        if store and "dist" in store.type and "_sync" in store.type:
            batch_size *= store.num_workers
        scale, count = 1.0 / batch_size, len(self._context)
        names = self._exec_group.param_names
        by_index: dict[Any, str] = dict(enumerate(names))
        if not on_store:
            by_index = {i * count + k: name for k in range(count) for i, name in enumerate(names)}
        if isinstance(optimizer, str):
            params = {"rescale_grad": scale, **dict(params)}
            return opt.create(optimizer, sym=self.symbol, param_idx2name=by_index, **params)
        if not isinstance(optimizer, opt.Optimizer):
            raise AssertionError(f"optimizer: expected a name or an Optimizer, received {type(optimizer).__name__}")
        if optimizer.rescale_grad != scale:
            warnings.warn(
                "Optimizer created manually outside Module but rescale_grad is not normalized to "
                f"1.0/batch_size/num_workers ({optimizer.rescale_grad} vs. {scale}). Is this intended?",
                stacklevel=4,
            )
        if not optimizer.idx2name:
            optimizer.idx2name = by_index
        return optimizer

    def borrow_optimizer(self, shared_module: Any) -> None:
        """Use the optimizer of another module, and its states."""
        if not shared_module.optimizer_initialized:
            raise AssertionError("shared_module: call its init_optimizer() first")
        for part in ("_optimizer", "_kvstore", "_update_on_kvstore", "_updater", "optimizer_initialized"):
            setattr(self, part, getattr(shared_module, part))

    # --- computing -------------------------------------------------------------------------------------------------

    @short
    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch; a batch of another shape rebinds the executors on the same parameters.

        A list of batches is one for each context. ``is_train`` is by default whether the module is bound for training.
        """
        self._need()
        if self._updated:  # so that an iteration is always the same program
            emit(Event.RECORD_ENTERED)
            self._updated = False
        train = self.for_training if is_train is None else is_train
        if train and self._updater is not None and not self._updater.states:
            self._make_states()
        several = isinstance(data_batch, list)
        shapes = _shapes_of(data_batch) if several else tuple([array.shape for array in data_batch.data])
        unlabelled = self._label_shapes is None and self._labelled and getattr(data_batch, "label", None)
        if unlabelled or shapes != tuple([desc.shape for desc in self._data_shapes]):
            self._follow(data_batch, shapes)
        self._exec_group.forward(data_batch, is_train)

    def _make_states(self) -> None:
        """Make the optimizer's states before the first iteration, which is then the same program as the others."""
        kind = type(self._optimizer)
        if self._optimizer.multi_precision or not kind.__module__.startswith("mxnet.optimizer") or kind is opt.DCASGD:
            return  # a state may begin as a copy of its weight, which may yet change
        group, count = self._exec_group, len(self._context)
        for i, (arrays, grads) in enumerate(zip(group.param_arrays, group.grad_arrays or (), strict=False)):
            for k, array in enumerate(arrays):
                if grads[0] is not None:
                    index = i * count + k
                    self._updater.states[index] = self._optimizer.create_state_multi_precision(index, array)
                    self._updater.states_synced[index] = True
        emit(Event.TRAINING_PREPARED)

    def _step(self, data_batch: Any, eval_metric: Any) -> None:
        if len({device_of(context) for context in self._context}) == 1:
            super()._step(data_batch, eval_metric)
            return
        self.forward_backward(data_batch)
        self._measure(eval_metric, data_batch)  # with the outputs, before devices wait for each other's gradients
        self.update()

    def _follow(self, data_batch: Any, shapes: tuple[Any, ...]) -> None:
        """Take the shapes of a batch."""
        data = getattr(data_batch, "provide_data", None) or [
            DataDesc(desc.name, shape, desc.dtype, desc.layout)
            for desc, shape in zip(self._data_shapes, shapes, strict=False)
        ]
        label = getattr(data_batch, "provide_label", None)
        if not label and getattr(data_batch, "label", None):
            known = self._label_shapes or self._labelled or ()
            label = [
                DataDesc(desc.name, array.shape, desc.dtype, desc.layout)
                for desc, array in zip(known, data_batch.label, strict=False)
            ]
        self.reshape(data, label or None)

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients; outputs that are no losses need gradients of their own."""
        self._need()
        self._exec_group.backward(out_grads=out_grads)

    def update(self) -> None:
        """Let the optimizer change the parameters by their gradients."""
        self._need(optimizer=True)
        self._params_dirty = self._updated = True
        group = self._exec_group
        if self._update_on_kvstore:
            update_params_on_kvstore(group.param_arrays, group.grad_arrays, self._kvstore, group.param_names)
        else:
            update_params(
                group.param_arrays,
                group.grad_arrays,
                updater=self._updater,
                num_device=len(self._context),
                kvstore=self._kvstore,
                param_names=group.param_names,
            )

    def get_outputs(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The outputs of the last ``forward``, joined over contexts, or a list of each context's for every one."""
        self._need()
        return self._exec_group.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The gradients of the data from the last ``backward``."""
        self._need()
        return self._exec_group.get_input_grads(merge_multi_context=merge_multi_context)

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        """The states, for each a list of every context's."""
        self._need()
        return self._exec_group.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set the states from arrays like those of ``get_states``, or all to one number."""
        self._need()
        self._exec_group.set_states(states, value)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Measure the outputs of the last ``forward`` against labels."""
        self._exec_group.update_metric(eval_metric, labels, pre_sliced)

    def prepare(self, data_batch: Any, sparse_row_id_fn: Any = None) -> None:
        """Get ready for a batch: bring the rows of sparse parameters that it needs.

        ``sparse_row_id_fn(data_batch)`` gives the numbers of these rows by the parameters' names.
        """
        self._need(params=False)
        if sparse_row_id_fn is None:
            return
        if not self._kvstore or not self._update_on_kvstore:
            warnings.warn(
                "Parameters are not updated in the KVStore. No need to call sparse_row_id_fn.",
                UserWarning,
                stacklevel=2,
            )
            return
        rows = sparse_row_id_fn(data_batch)
        if not isinstance(rows, dict):
            raise AssertionError(f"Expected dict output from sparse_row_id_fn, received {type(rows).__name__}")
        for name, ids in rows.items():
            index = self._exec_group.param_names.index(name)
            arrays = self._exec_group.param_arrays[index]
            if arrays[0].stype == "row_sparse":
                self._kvstore.row_sparse_pull(name, arrays, row_ids=ids, priority=-index)
            else:
                warnings.warn(
                    f"{name}.stype is not 'row_sparse'. No need to perform row_sparse_pull.", UserWarning, stacklevel=2
                )


def _shapes_of(batches: list[Any]) -> tuple[Any, ...]:
    """The shapes of batches for several contexts taken together."""
    if not batches:
        raise AssertionError("Encountered empty data batch")
    shapes = []
    for i, array in enumerate(batches[0].data):
        if any(batch.data[i].shape != array.shape for batch in batches):
            raise AssertionError("All data batches in a list need to have the same shape")
        shapes.append((len(batches) * array.shape[0], *array.shape[1:]))
    return tuple(shapes)
