"""Trainer: applies an optimizer to a set of parameters."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from mxnet import optimizer as opt
from mxnet._files import paths
from mxnet._lazy.cuts import Event
from mxnet._programs.device import emit
from mxnet._traceback import short
from mxnet.context import Context
from mxnet.gluon._description import network_of
from mxnet.gluon._sharding import leaves
from mxnet.gluon.parameter import Parameter, ParameterDict
from mxnet.kvstore import KVStore
from mxnet.kvstore.settings import settings_of
from mxnet.kvstore.training import begin, create_kvstore, create_sparse_kvstore, exchange
from mxnet.ndarray import NDArray

_ON_STORE = (
    "{what}() when parameters are updated on kvstore is not supported. "
    "Try setting `update_on_kvstore` to False when creating trainer."
)


class Trainer:
    """Updates parameters by their gradients after each ``backward``.

    Parameters
    ----------
    params : ParameterDict, dict or list of Parameter
    optimizer : str or Optimizer
    optimizer_params : dict
        Arguments of the optimizer, if that is a name.
    kvstore : str, KVStore or None
        What adds up gradients over several contexts; one context needs none.
    compression_params : dict
        How the store compresses gradients.
    update_on_kvstore : bool
        Whether the store makes the update, once, and sends out the result, or each context makes it for itself.

    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize(mx.init.One())
    >>> trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    >>> with mx.autograd.record():
    ...     loss = net(mx.nd.ones((1, 2))).sum()
    >>> loss.backward()
    >>> trainer.step(batch_size=1)
    >>> net.weight.data().asnumpy()
    array([[0.5, 0.5]], dtype=float32)
    """

    _kvstore: Any = None
    _distributed: bool | None = None
    _update_on_kvstore: bool | None = None

    def __init__(
        self,
        params: Any,
        optimizer: str | opt.Optimizer,
        optimizer_params: Mapping[str, Any] | None = None,
        kvstore: Any = "device",
        compression_params: dict[str, Any] | None = None,
        update_on_kvstore: bool | None = None,
    ) -> None:
        if isinstance(params, (dict, ParameterDict)):
            params = [params[key] for key in sorted(params.keys())]
        if not isinstance(params, (list, tuple)):
            raise ValueError(f"First argument must be a list or dict of Parameters, got {type(params)}.")
        self._params: list[Parameter] = []
        self._param2idx: dict[str, int] = {}
        for i, param in enumerate(params):
            if not isinstance(param, Parameter):
                raise ValueError(f"First argument must be a list or dict of Parameters, got list of {type(param)}.")
            self._param2idx[param.name] = i
            self._params.append(param)
            param._set_trainer(self)
        self._contains_sparse_weight = any(param._stype != "default" for param in self._params)
        self._contains_sparse_grad = any(param._grad_stype != "default" for param in self._params)
        self._compression_params = compression_params
        self._contexts = self._check_contexts()
        self._init_optimizer(optimizer, dict(optimizer_params or {}))
        self._scale = self._optimizer.rescale_grad
        self._kvstore_params = {"kvstore": kvstore, "update_on_kvstore": update_on_kvstore}
        self._reset_kvstore()
        emit(Event.TRAINING_PREPARED)

    # --- getting ready --------------------------------------------------------------------------------------------

    def _check_contexts(self) -> list[Context]:
        contexts = None
        for param in self._params:
            ctx = param.list_ctx()
            if contexts is not None and contexts != ctx:
                raise AssertionError(
                    "All Parameters must be initialized on the same set of contexts, but Parameter "
                    f"{param.name} is initialized on {ctx} while previous Parameters are initialized on {contexts}."
                )
            contexts = ctx
        return contexts or []

    def _param_dict(self) -> dict[int, Parameter]:
        return dict(enumerate(self._params))

    def _init_optimizer(self, optimizer: str | opt.Optimizer, optimizer_params: dict[str, Any]) -> None:
        if isinstance(optimizer, opt.Optimizer):
            if optimizer_params:
                raise AssertionError(
                    "optimizer_params must be None if optimizer is an instance of Optimizer instead of str"
                )
            self._optimizer = optimizer
            self._optimizer.param_dict = self._param_dict()
        else:
            self._optimizer = opt.create(optimizer, param_dict=self._param_dict(), **optimizer_params)
        self._updaters = [opt.get_updater(self._optimizer) for _ in self._contexts]

    def _reset_kvstore(self) -> None:
        if self._kvstore and "dist" in self._kvstore.type:
            raise RuntimeError("Cannot reset distributed KVStore.")
        self._kvstore = self._distributed = self._update_on_kvstore = None
        self._kv_initialized, self._params_to_init = False, list(self._params)

    def _prepare(self, only_trained: bool = False) -> None:
        """Make the store, and begin in it with the parameters that have got their values since."""
        if not self._kv_initialized:
            self._init_kvstore()
        if self._params_to_init:
            self._init_params(only_trained and not self._distributed)

    def _init_params(self, only_trained: bool = False) -> None:
        if not self._kv_initialized:
            raise AssertionError("Cannot initialize parameters in KVStore when KVStore is not initialized.")
        if not self._kvstore:
            self._params_to_init = []
            return
        later, rows = [], []
        for param in self._params_to_init:
            if param._deferred_init or (only_trained and param.grad_req == "null"):
                later.append(param)
                continue
            arrays = param._check_and_get(param._data, list)
            index = self._param2idx[param.name]
            rows.append((index, arrays[0], None if param._stype != "default" else arrays))
        begin(self._kvstore, rows)
        self._params_to_init = later

    def _init_kvstore(self) -> None:
        wanted = self._kvstore_params["update_on_kvstore"]
        if self._contains_sparse_weight:
            kvstore, on_store = self._choose_for_sparse_weights(wanted)
        elif self._contains_sparse_grad:
            kvstore, on_store = self._choose_for_sparse_grads(wanted)
        else:
            kvstore, on_store = self._choose(wanted)
        if kvstore and on_store and getattr(self, "_amp_loss_scaler", None) is not None:
            on_store = self._update_here(wanted, kvstore)
        if isinstance(kvstore, KVStore):
            network = network_of(self._params) if self._distributed else ()
            kvstore.check_same("gluon.Trainer", self._settings(on_store), network)
        if kvstore:
            if self._compression_params:
                kvstore.set_gradient_compression(self._compression_params)
            if on_store:
                kvstore.set_optimizer(self._optimizer)
        self._kvstore = kvstore or None
        self._update_on_kvstore = on_store if kvstore else None
        self._kv_initialized = True

    def _settings(self, on_store: bool) -> list[str]:
        """What must be the same in every worker; parameters' names need not be."""
        rows = [
            f"parameter {i}: {p.shape} {np.dtype(p.dtype).name} {p._stype}, grad_req {p.grad_req} {p._grad_stype}"
            for i, p in enumerate(self._params)
        ]
        more = [f"update_on_kvstore {on_store}", f"compression {self._compression_params}"]
        return [*rows, *settings_of(self._optimizer), *more]

    def _update_here(self, wanted: bool | None, kvstore: Any) -> bool:
        """With AMP the sum of the gradients is looked at before an update; a store would have updated by then."""
        if wanted or "async" in kvstore.type or self._contains_sparse_weight or self._contains_sparse_grad:
            raise ValueError(
                "AMP skips an update when gradients overflow, so the store must not make it by itself: write "
                "gluon.Trainer(..., update_on_kvstore=False), with a store that is not dist_async, for parameters and "
                f"gradients that are dense. Received kvstore {kvstore.type!r} that updates."
            )
        return False

    def _candidate(self) -> tuple[Any, bool]:
        """The store that suits the parameters, and whether it would update them; says if there are many workers."""
        arrays = {param.name: param.data(self._contexts[0]) for param in self._params}
        kvstore, on_store = create_kvstore(self._kvstore_params["kvstore"], len(self._contexts), arrays)
        self._distributed = "dist" in kvstore.type if kvstore else False
        return kvstore, on_store

    def _choose_for_sparse_weights(self, wanted: bool | None) -> tuple[Any, bool]:
        kvstore, on_store = create_sparse_kvstore(self._kvstore_params["kvstore"])
        self._distributed = "dist" in kvstore.type
        if wanted is False:
            raise ValueError("Cannot set update_on_kvstore=False when sparse weights are present.")
        return kvstore, on_store

    def _choose_for_sparse_grads(self, wanted: bool | None) -> tuple[Any, bool]:
        kvstore, _ = self._candidate()
        if wanted is False and self._distributed:
            raise ValueError("Cannot set update_on_kvstore=False on dist kvstore when sparse gradients are present.")
        if kvstore is not None and not isinstance(kvstore, KVStore):
            raise ValueError(f"Cannot use {type(kvstore)} for multi-device training with sparse gradients")
        return kvstore, bool(self._distributed if wanted is None else wanted)

    def _choose(self, wanted: bool | None) -> tuple[Any, bool]:
        kvstore, on_store = self._candidate()
        if self._distributed and "async" in kvstore.type:
            on_store = True
            if wanted is False:
                raise ValueError("Please set update_on_kvstore=True when training in async mode.")
        if wanted is not None:
            on_store = wanted
        if on_store and kvstore is not None and not kvstore.is_capable("optimizer"):
            if wanted:
                raise ValueError(f"Please set update_on_kvstore=False when training with {type(kvstore)}")
            on_store = False
        return kvstore, on_store

    # --- the learning rate ----------------------------------------------------------------------------------------

    @property
    def optimizer(self) -> opt.Optimizer:
        """The optimizer."""
        if not isinstance(self._optimizer, opt.Optimizer):
            raise UserWarning("Optimizer has not been initialized yet")
        return self._optimizer

    @property
    def learning_rate(self) -> float:
        """The learning rate now."""
        if not isinstance(self._optimizer, opt.Optimizer):
            raise UserWarning("Optimizer has to be defined before its learning rate can be accessed.")
        return self._optimizer.learning_rate

    def set_learning_rate(self, lr: float) -> None:
        """Change the learning rate."""
        if not isinstance(self._optimizer, opt.Optimizer):
            raise UserWarning("Optimizer has to be defined before its learning rate is mutated.")
        self._optimizer.set_learning_rate(lr)

    # --- steps ----------------------------------------------------------------------------------------------------

    @short
    def step(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """Add up gradients over contexts and update the parameters, by gradients divided by ``batch_size``.

        A parameter whose gradient ``backward`` has not renewed is an error, or, with ``ignore_stale_grad``, stays.
        """
        self._check_and_rescale_grad(self._scale / batch_size)
        # Running means, say, are copied from the first device to the others: not in the middle of the step.
        self._prepare(only_trained=True)
        self._allreduce_grads()
        self._update(ignore_stale_grad)
        emit(Event.STEP_ENDED)
        if self._params_to_init:
            self._init_params()

    def allreduce_grads(self) -> None:
        """Add up gradients over contexts only; ``update`` then updates the parameters."""
        self._prepare()
        self._need_own_update("allreduce_grads")
        self._allreduce_grads()

    def update(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """Update the parameters only, after ``allreduce_grads``."""
        self._prepare()
        self._need_own_update("update")
        self._check_and_rescale_grad(self._scale / batch_size)
        self._update(ignore_stale_grad)
        emit(Event.STEP_ENDED)

    def _need_own_update(self, what: str) -> None:
        if self._kvstore and self._update_on_kvstore:
            raise AssertionError(_ON_STORE.format(what=what))

    def _check_and_rescale_grad(self, scale: float) -> None:
        on_servers = self._update_on_kvstore and self._distributed and self._kv_initialized
        if on_servers and self._optimizer.rescale_grad != scale:
            raise UserWarning(
                "Possible change in the `batch_size` from previous `step` detected. Optimizer gradient normalizing "
                "factor will not change w.r.t new batch_size when update_on_kvstore=True and when distributed kvstore "
                "is used."
            )
        self._optimizer.rescale_grad = scale

    def _allreduce_grads(self) -> None:
        if not self._kvstore:
            return
        keys, grads, outs = [], [], []
        for i, param in enumerate(self._params):
            if param.grad_req == "null":
                continue
            replicas = param.list_grad()
            if replicas[0].stype != "default":
                self._kvstore.push(i, replicas, priority=-i)
                if param._stype == "default":
                    targets = param.list_data() if self._update_on_kvstore else replicas
                    self._kvstore.pull(i, targets, priority=-i, ignore_sparse=self._distributed)
                continue
            keys.append(i)
            grads.append(replicas)
            outs.append(param.list_data() if self._update_on_kvstore else replicas)
        exchange(self._kvstore, keys, grads, outs)

    def _update(self, ignore_stale_grad: bool = False) -> None:
        scaler = getattr(self, "_amp_loss_scaler", None)
        if scaler is not None and scaler.has_overflow(self._params, everywhere=not self._kvstore):
            return
        on_store = self._kvstore and self._update_on_kvstore
        updates: list[list[tuple[int, NDArray, NDArray]]] = [[] for _ in self._updaters]
        for i, param in enumerate(self._params):
            if param.grad_req == "null":
                continue
            if on_store:
                if not ignore_stale_grad:
                    self._check_fresh(param, param._check_and_get(param._data, list))
                continue
            for rows, array, grad in zip(updates, param.list_data(), param.list_grad(), strict=True):
                fresh = array._fresh_grad
                if not fresh and not ignore_stale_grad:
                    self._check_fresh(param, [array])
                if fresh:
                    rows.append((i, grad, array))
        for updater, rows in zip(self._updaters, updates, strict=True):
            if not rows:
                continue
            indices, grads, arrays = zip(*rows, strict=True)
            for array in arrays:
                array._fresh_grad = False
            divided = [row for row in rows if self._params[row[0]]._placement is not None]
            self._keep_divided([(i, [grad]) for i, grad, _ in divided])
            updater(indices, grads, arrays)
            self._keep_divided([(i, [array, *leaves(updater.states[i])]) for i, _, array in divided])

    def _keep_divided(self, rows: Iterable[tuple[int, list[NDArray]]]) -> None:
        """Let arrays of parameters that are divided over a mesh stay so."""
        for index, arrays in rows:
            parameter = self._params[index]
            if parameter._placement is not None:
                parameter._placement.keep(arrays, parameter.shape)

    def _check_fresh(self, param: Parameter, arrays: Sequence[NDArray]) -> None:
        for array in arrays:
            if not array._fresh_grad:
                raise UserWarning(
                    f"Gradient of Parameter `{param.name}` on context {array.context} has not been updated by backward "
                    "since last `step`. This could mean a bug in your model that made it only use a subset of the "
                    "Parameters (Blocks) for this iteration. If you are intentionally only using a subset, call step "
                    "with ignore_stale_grad=True to suppress this warning and skip updating of Parameters with stale "
                    "gradient"
                )

    def _row_sparse_pull(self, parameter: Parameter, out: Any, row_id: NDArray, full_idx: bool = False) -> None:
        """Bring rows of a row_sparse parameter from the store."""
        self._prepare()
        index = self._param2idx[parameter.name]
        if full_idx and "dist" not in self._kvstore.type:
            if row_id.size != out.shape[0]:
                raise AssertionError(f"expected all {out.shape[0]} rows of {parameter.name}, received {row_id.size}")
            self._kvstore.pull(index, out=out, priority=-index, ignore_sparse=False)
        else:
            self._kvstore.row_sparse_pull(index, out=out, row_ids=row_id, priority=-index)

    # --- files ----------------------------------------------------------------------------------------------------

    def save_states(self, fname: str) -> None:
        """Write the optimizer and its states into a file, which MXNet can read too."""
        self._prepare()
        if self._update_on_kvstore:
            if self._params_to_init:
                raise AssertionError(
                    "Cannot save trainer states when some parameters are not yet initialized in kvstore."
                )
            self._kvstore.save_optimizer_states(fname, dump_optimizer=True)
        else:
            paths.write_atomic(fname, [self._updaters[0].get_states(dump_optimizer=True)])

    def load_states(self, fname: str) -> None:
        """Read the optimizer and its states from a file that ``save_states``, here or in MXNet, wrote."""
        self._prepare()
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
            self._optimizer = self._kvstore._updater.optimizer
        else:
            states = paths.read_bytes(fname)
            for updater in self._updaters:
                updater.set_states(states)
                updater.optimizer = self._updaters[0].optimizer
            self._optimizer = self._updaters[0].optimizer
        self._optimizer.param_dict = self._param_dict()
