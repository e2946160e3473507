"""Modules for batches of several kinds, as sentences of different lengths, that share their parameters."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet import ndarray as nd
from mxnet import symbol as sym
from mxnet._checkpoint import load_params
from mxnet._signatures import takes
from mxnet.module.base_module import BaseModule, Params, Use, _check_input_names
from mxnet.module.module import Module, _names
from mxnet.name import NameManager
from mxnet.ndarray import NDArray

Generator = Callable[[Any], tuple[Any, Any, Any]]


class BucketingModule(BaseModule):
    """A Module for each bucket, all on the parameters of the default one.

    Parameters
    ----------
    sym_gen : function
        Gives a bucket's symbol, data names and label names for its key.
    default_bucket_key
        The bucket that is bound first; it must have all parameters. Best the largest.
    logger, context, work_load_list, fixed_param_names, state_names, group2ctxs, compression_params
        As for Module.

    >>> def graph(length):
    ...     return mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), ("data",), None
    >>> mx.mod.BucketingModule(graph, default_bucket_key=10).data_names
    ('data',)
    """

    @takes(Module.__init__, without=("symbol", "data_names", "label_names"))
    def __init__(self, sym_gen: Generator, default_bucket_key: Any = None, **settings: Any) -> None:
        super().__init__(logger=settings["logger"])
        if default_bucket_key is None:
            raise AssertionError("BucketingModule: expected a default_bucket_key, best that of the largest bucket")
        self._default_bucket_key = default_bucket_key
        self._sym_gen = sym_gen
        symbol, data_names, label_names = self._call_sym_gen(default_bucket_key)
        self._state_names = _names(settings["state_names"])
        self._fixed_param_names = _names(settings["fixed_param_names"])
        _check_input_names(symbol, _names(data_names), "data", True)
        _check_input_names(symbol, _names(label_names), "label", False)
        _check_input_names(symbol, self._state_names, "state", True)
        _check_input_names(symbol, self._fixed_param_names, "fixed_param", True)
        self._context, self._work_load_list = settings["context"], settings["work_load_list"]
        self._group2ctxs, self._compression_params = settings["group2ctxs"], settings["compression_params"]
        self._buckets: dict[Any, Module] = {}
        self._curr_module: Any = None
        self._curr_bucket_key: Any = None
        self._monitor: Any = None
        self._grad_req: Any = None
        self._kept_params: Params | None = None  # those that the buckets had before they were to be bound again

    def _known_params(self) -> Params | None:
        return self.get_params() if self.params_initialized else None

    def _reset_bind(self) -> None:
        self._kept_params = self._known_params()
        self.binded = False
        self._buckets = {}
        self._curr_module = self._curr_bucket_key = None

    def _call_sym_gen(self, key: Any) -> tuple[Any, Any, Any]:
        with NameManager():  # every bucket's nodes are numbered alike
            return self._sym_gen(key)

    def _make(self, key: Any) -> Module:
        symbol, data_names, label_names = self._call_sym_gen(key)
        return Module(symbol, data_names, label_names, **_of_each(self))

    # --- what it is ------------------------------------------------------------------------------------------------

    @property
    def data_names(self) -> list[str]:
        """The names of the data."""
        return self._curr_module.data_names if self.binded else self._call_sym_gen(self._default_bucket_key)[1]

    @property
    def output_names(self) -> list[str]:
        """The names of the outputs."""
        if self.binded:
            return self._curr_module.output_names
        return self._call_sym_gen(self._default_bucket_key)[0].list_outputs()

    @property
    def data_shapes(self) -> list[Any]:
        """The names and shapes of the present bucket's data."""
        self._need(params=False)
        return self._curr_module.data_shapes

    @property
    def label_shapes(self) -> list[Any] | None:
        """The names and shapes of the present bucket's labels; None without labels."""
        self._need(params=False)
        return self._curr_module.label_shapes

    @property
    def output_shapes(self) -> list[Any]:
        """The names and shapes of the present bucket's outputs."""
        self._need(params=False)
        return self._curr_module.output_shapes

    @property
    def symbol(self) -> Any:
        """The present bucket's network."""
        self._need(params=False)
        return self._curr_module.symbol

    # --- parameters ------------------------------------------------------------------------------------------------

    def get_params(self) -> Params:
        """The parameters and the auxiliary states, by name."""
        if not self.params_initialized:
            raise AssertionError("BucketingModule.get_params: call init_params() first")
        # Any bucket may have changed the parameters, which the present one is asked for.
        self._curr_module._params_dirty, self._params_dirty = self._params_dirty, False
        return self._curr_module.get_params()

    _replaces_some = True

    def _replace_params(self, arg_params: Any, aux_params: Any, force: bool, extra: bool) -> None:
        self._curr_module.set_params(arg_params, aux_params, True, force, extra)

    def _fill_params(
        self, initializer: Any, arg_params: Any, aux_params: Any, missing: bool, force: bool, extra: bool
    ) -> None:
        self._curr_module.init_params(initializer, arg_params, aux_params, missing, force, extra)

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        """The present bucket's states, for each a list of every context's."""
        self._need()
        return self._curr_module.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set the present bucket's states."""
        self._need()
        self._curr_module.set_states(states, value)

    # --- binding ---------------------------------------------------------------------------------------------------

    def _bind_for(self, data_shapes: Any, label_shapes: Any, use: Use) -> None:
        """Bind the default bucket; others follow when they come."""
        if use.shared_module is not None:
            raise AssertionError("shared_module for BucketingModule is not supported")
        params, self._kept_params = self._kept_params or self._known_params(), None
        self.for_training, self.inputs_need_grad, self._grad_req = use.for_training, use.inputs_need_grad, use.grad_req
        self.binded = True
        key = self._default_bucket_key
        module = self._buckets.get(key) or self._make(key)
        module.bind(data_shapes, label_shapes, use.for_training, use.inputs_need_grad, grad_req=use.grad_req)
        self._curr_module, self._curr_bucket_key = module, key
        self._buckets[key] = module
        if params is not None:
            self.set_params(*params)

    def switch_bucket(self, bucket_key: Any, data_shapes: Any, label_shapes: Any = None) -> None:
        """Make a bucket the present one; bind it, for these shapes, if it is new."""
        if not self.binded:
            raise AssertionError("call bind before switching bucket")
        module = self._buckets.get(bucket_key)
        if module is None or not module.binded:
            fresh = module is None
            module = module or self._make(bucket_key)
            module.bind(
                data_shapes,
                label_shapes,
                self._curr_module.for_training,
                self._curr_module.inputs_need_grad,
                shared_module=self._buckets[self._default_bucket_key],
                grad_req=self._grad_req,
            )
            if fresh and self._monitor is not None:
                module.install_monitor(self._monitor)
            self._buckets[bucket_key] = module
        module._updated = module._updated or (self._curr_module is not None and self._curr_module._updated)
        self._curr_module, self._curr_bucket_key = module, bucket_key

    def _choose_optimizer(self, kvstore: Any, optimizer: Any, optimizer_params: Any, force: bool) -> None:
        """Choose the optimizer and the store that all buckets use."""
        self._curr_module.init_optimizer(kvstore, optimizer, optimizer_params, force_init=force)
        for module in self._buckets.values():
            if module is not self._curr_module:
                module.borrow_optimizer(self._curr_module)

    def install_monitor(self, mon: Any) -> None:
        """Let a monitor watch every bucket."""
        self._need(params=False)
        self._monitor = mon
        for module in self._buckets.values():
            module.install_monitor(mon)

    # --- computing -------------------------------------------------------------------------------------------------

    def prepare(self, data_batch: Any, sparse_row_id_fn: Any = None) -> None:
        """Get ready for a batch: bind its bucket, and bring the rows of sparse parameters that it needs."""
        self._need()
        before = self._curr_bucket_key
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self._curr_module.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self.switch_bucket(before, None, None)

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch in its bucket."""
        self._need()
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self._curr_module.forward(data_batch, is_train=is_train)

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients; outputs that are no losses need gradients of their own."""
        self._need()
        self._curr_module.backward(out_grads=out_grads)

    def update(self) -> None:
        """Let the optimizer change the parameters by their gradients."""
        self._need(optimizer=True)
        self._params_dirty = True
        self._curr_module.update()

    def get_outputs(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The outputs of the last ``forward``."""
        self._need()
        return self._curr_module.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The gradients of the data from the last ``backward``."""
        self._need()
        return self._curr_module.get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Measure the outputs of the last ``forward`` against labels."""
        self._need()
        self._curr_module.update_metric(eval_metric, labels, pre_sliced)

    # --- files -----------------------------------------------------------------------------------------------------

    def save_checkpoint(self, prefix: str, epoch: int, remove_amp_cast: bool = False) -> None:
        """Write every bucket's symbol, the buckets' keys, which must be whole numbers, and the parameters."""
        if not self._buckets:
            raise AssertionError("Empty BucketingModule cannot be saved: call bind() first")
        for key in self._buckets:
            symbol, _, _ = self._sym_gen(key)
            symbol.save(f"{prefix}-{key}-symbol.json", remove_amp_cast=remove_amp_cast)
        nd.save(f"{prefix}.buckets", nd.array(list(self._buckets), dtype=np.int32))
        self.save_params(f"{prefix}-{epoch:04d}.params")

    @staticmethod
    def load(
        prefix: str, epoch: int, sym_gen: Generator | None = None, default_bucket_key: Any = None, **kwargs: Any
    ) -> "BucketingModule":
        """A module from a checkpoint; other arguments are those of BucketingModule."""
        if sym_gen is None or default_bucket_key is None:
            raise AssertionError("sym_gen and default_bucket_key are required for loading BucketingModule")
        listed: Any = nd.load(f"{prefix}.buckets")
        keys = [int(key) for key in listed[0].asnumpy()]
        symbols = {key: sym.load(f"{prefix}-{key}-symbol.json") for key in keys}
        names = {key: sym_gen(key)[1:] for key in keys}
        return _loaded(symbols, names, sym_gen, default_bucket_key, load_params(prefix, epoch), kwargs)

    @staticmethod
    def load_dict(
        sym_dict: dict[Any, Any] | None = None,
        sym_gen: Generator | None = None,
        default_bucket_key: Any = None,
        arg_params: Any = None,
        aux_params: Any = None,
        **kwargs: Any,
    ) -> "BucketingModule":
        """A module from symbols by bucket key, and parameters; other arguments are those of BucketingModule."""
        required = {
            "sym_dict": sym_dict,
            "sym_gen": sym_gen,
            "default_bucket_key": default_bucket_key,
            "arg_params": arg_params,
            "aux_params": aux_params,
        }
        for name, value in required.items():
            if value is None:
                raise AssertionError(f"{name} needs to be provided for BucketingModule.load_dict")
        names = sym_gen(default_bucket_key)[1:]  # type: ignore[misc]
        every: Any = sym_dict
        params = arg_params, aux_params
        return _loaded(every, dict.fromkeys(every, names), sym_gen, default_bucket_key, params, kwargs)  # type: ignore[arg-type]


def bucket_symbols(module: BucketingModule) -> dict[Any, Any]:
    """The symbols of the buckets that there are so far."""
    return {key: bucket._symbol for key, bucket in module._buckets.items()}


def arguments_of(module: BucketingModule) -> dict[str, Any]:
    """The arguments that make a module like this one."""
    return {"sym_gen": module._sym_gen, "default_bucket_key": module._default_bucket_key, **_of_each(module)}


def _of_each(module: BucketingModule) -> dict[str, Any]:
    """The arguments that the modules of its buckets have in common."""
    return {
        "logger": module.logger,
        "context": module._context,
        "work_load_list": module._work_load_list,
        "fixed_param_names": module._fixed_param_names,
        "state_names": module._state_names,
        "group2ctxs": module._group2ctxs,
        "compression_params": module._compression_params,
    }


def _loaded(
    symbols: dict[Any, Any], names: dict[Any, Any], sym_gen: Generator, default: Any, params: Params, kwargs: Any
) -> BucketingModule:
    module = BucketingModule(sym_gen, default, **kwargs)
    for key, symbol in symbols.items():
        module._buckets[key] = Module(symbol, *names[key], **kwargs)
    if default not in module._buckets:
        raise AssertionError(f"default_bucket_key: expected one of {list(symbols)}, received {default}")
    module._curr_module = module._buckets[default]
    module._curr_module._arg_params, module._curr_module._aux_params = params
    module._curr_module.params_initialized = module.params_initialized = True
    return module
