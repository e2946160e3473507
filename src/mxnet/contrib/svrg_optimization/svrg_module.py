"""A Module that is trained by stochastic variance-reduced gradients."""

from typing import Any

from mxnet import ndarray as nd
from mxnet import optimizer as opt
from mxnet._signatures import takes
from mxnet.contrib.svrg_optimization.svrg_optimizer import _SVRGOptimizer
from mxnet.kvstore.training import create_kvstore
from mxnet.module import Module
from mxnet.module.base_module import Use
from mxnet.ndarray import NDArray


class SVRGModule(Module):
    """A Module whose gradients are corrected: by the gradient over all data at older weights, less the batch's there.

    ``update_freq`` is after how many epochs the gradient over all data is computed again; the other arguments are those
    of Module.
    """

    @takes(Module.__init__)
    def __init__(self, *, update_freq: Any = None, **arguments: Any) -> None:
        super().__init__(**arguments)
        wanted = "a positive integer to represent the frequency for calculating full gradients"
        if not isinstance(update_freq, int):
            raise TypeError(f"update_freq in SVRGModule must be {wanted}, received {update_freq!r}")
        if update_freq <= 0:
            raise ValueError(f"update_freq in SVRGModule must be {wanted}, received {update_freq}")
        self.update_freq = update_freq
        self._mod_aux = Module(**arguments)  # the older weights
        self._param_dict: Any = None  # the gradients over all data at these, for each context
        self._ctx_len = len(self._context)

    # --- binding ---------------------------------------------------------------------------------------------------

    def _reset_bind(self) -> None:
        super()._reset_bind()
        self._mod_aux._reset_bind()

    def _bind_for(self, data_shapes: Any, label_shapes: Any, use: Use) -> None:
        """Make executors for both weights, for the older ones if they are to be trained."""
        super()._bind_for(data_shapes, label_shapes, use)
        if use.for_training:
            self._mod_aux._bind_for(data_shapes, label_shapes, use)

    def reshape(self, data_shapes: Any, label_shapes: Any = None) -> None:
        """Take batches of other shapes from now on."""
        super().reshape(data_shapes, label_shapes=label_shapes)
        self._mod_aux.reshape(data_shapes, label_shapes=label_shapes)

    # --- the optimizer ---------------------------------------------------------------------------------------------

    def _choose_optimizer(self, kvstore: Any, optimizer: Any, optimizer_params: Any, force: bool) -> None:
        self._param_dict = [
            {name: nd.zeros(array.shape, ctx=context) for name, array in self.get_params()[0].items()}
            for context in self._context
        ]
        svrg_optimizer = self._create_optimizer(_SVRGOptimizer.__name__, optimizer, kvstore, optimizer_params)
        super()._choose_optimizer(kvstore, svrg_optimizer, optimizer_params, force)
        if self._kvstore:
            for name, arrays in zip(self._exec_group.param_names, self._exec_group.param_arrays, strict=True):
                self._kvstore.init(f"{name}_full", nd.zeros(arrays[0].shape))
                if self._update_on_kvstore:
                    # As MXNet does: the first forward run is with weights of zero, what it updates is with the store.
                    self._kvstore.pull(f"{name}_full", arrays)

    def _create_optimizer(self, optimizer: str, default_opt: Any, kvstore: Any, optimizer_params: Any) -> opt.Optimizer:
        """The optimizer of corrected gradients, around the one asked for."""
        store, on_store = create_kvstore(kvstore, self._ctx_len, self._arg_params)
        batch_size = self._exec_group.batch_size
        if store and "dist" in store.type and "_sync" in store.type:  # type: ignore[attr-defined]
            batch_size *= store.num_workers  # type: ignore[attr-defined]
        names = self._exec_group.param_names
        count = 1 if on_store else self._ctx_len
        by_index = {i * count + k: name for k in range(count) for i, name in enumerate(names)}
        by_index.update(enumerate((f"{name}_full" for name in self._param_dict[0]), len(by_index)))
        params = {"rescale_grad": 1.0 / batch_size, **dict(optimizer_params)}
        return opt.create(optimizer, default_optimizer=default_opt, param_idx2name=by_index, **params)

    # --- computing -------------------------------------------------------------------------------------------------

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch; in training at the older weights as well."""
        super().forward(data_batch, is_train)
        if is_train:
            self._mod_aux.forward(data_batch, is_train)

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients at both weights."""
        super().backward(out_grads)
        if self._mod_aux.binded:
            self._mod_aux.backward(out_grads)

    def update(self) -> None:
        """Correct the gradients, and let the optimizer change the parameters by them."""
        self._update_svrg_gradients()
        super().update()

    def prepare(self, data_batch: Any, sparse_row_id_fn: Any = None) -> None:
        """Get ready for a batch."""
        super().prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self._mod_aux.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)

    def update_full_grads(self, train_data: Any) -> None:
        """Let the older weights be the present ones, and compute their gradients over all data."""
        arg_params, aux_params = self.get_params()
        self._mod_aux.set_params(arg_params=arg_params, aux_params=aux_params)
        train_data.reset()
        batches, padding = 0, 0
        for batch in train_data:
            self._mod_aux.forward(batch, is_train=True)
            self._mod_aux.backward()
            batches += 1
            for index, name in enumerate(self._exec_group.param_names):
                for sums, grad in zip(self._param_dict, self._mod_aux._exec_group.grad_arrays[index], strict=True):
                    sums[name] = sums[name] + grad
            padding = batch.pad or 0
        count = batches - padding / train_data.batch_size
        for name in self._exec_group.param_names:
            for sums in self._param_dict:
                sums[name] /= count
            if self._kvstore:
                self._accumulate_kvstore(name, [sums[name] for sums in self._param_dict])

    def _accumulate_kvstore(self, key: str, value: list[NDArray]) -> None:
        """Add up the gradients of all contexts and workers."""
        self._kvstore.push(f"{key}_full", value)
        self._kvstore._barrier()
        self._kvstore.pull(f"{key}_full", value)
        self._allocate_gradients(key, value)

    def _allocate_gradients(self, key: str, value: list[NDArray]) -> None:
        """Give each context its share."""
        for sums, array in zip(self._param_dict, value, strict=True):
            sums[key] = array / self._ctx_len

    def _svrg_grads_update_rule(
        self,
        g_curr_batch_curr_weight: NDArray,
        g_curr_batch_special_weight: NDArray,
        g_special_weight_all_batch: NDArray,
    ) -> NDArray:
        """Correct a gradient, in place."""
        corrected = g_curr_batch_curr_weight - g_curr_batch_special_weight + g_special_weight_all_batch
        g_curr_batch_curr_weight[:] = corrected
        return g_curr_batch_curr_weight

    def _update_svrg_gradients(self) -> None:
        """Correct the gradients of the present weights."""
        group, other = self._exec_group, self._mod_aux._exec_group
        for index, name in enumerate(group.param_names):
            for i, sums in enumerate(self._param_dict):
                grads = group.grad_arrays[index][i], other.grad_arrays[index][i]
                if grads[0] is not None:
                    self._svrg_grads_update_rule(*grads, sums[name])

    def _fit_epoch(self, train_data: Any, epoch: int, *rest: Any) -> None:
        if epoch % self.update_freq == 0:
            self.update_full_grads(train_data)
        train_data.reset()
        super()._fit_epoch(train_data, epoch, *rest)
