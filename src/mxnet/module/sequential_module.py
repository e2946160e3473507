"""Modules one after another."""

import copy
import logging
from typing import Any

from mxnet.module.base_module import BaseModule, Params, Use
from mxnet.ndarray import NDArray


class SequentialModule(BaseModule):
    """A chain of modules: the outputs of each are the data of the next.

    >>> chain = mx.mod.SequentialModule()
    >>> chain = chain.add(first).add(last, take_labels=True, auto_wiring=True)  # doctest: +SKIP
    """

    META_TAKE_LABELS = "take_labels"
    META_AUTO_WIRING = "auto_wiring"

    def __init__(self, logger: Any = logging) -> None:
        super().__init__(logger=logger)
        self._modules: list[Any] = []
        self._metas: list[dict[str, Any]] = []
        self._label_shapes: Any = None
        self._data_shapes: Any = None
        self._meta_keys = {getattr(type(self), name) for name in dir(type(self)) if name.startswith("META_")}

    def add(self, module: Any, **kwargs: Any) -> "SequentialModule":
        """Append a module; ``take_labels`` gives it the labels, ``auto_wiring`` its inputs whatever their names are."""
        for key in kwargs:
            if key not in self._meta_keys:
                raise AssertionError(f'Unknown meta "{key}", a typo? There are {sorted(self._meta_keys)}')
        self._modules.append(module)
        self._metas.append(kwargs)
        self.binded = self.params_initialized = self.optimizer_initialized = False
        return self

    def _takes_labels(self, index: int) -> bool:
        return bool(self._metas[index].get(self.META_TAKE_LABELS))

    # --- what it is ------------------------------------------------------------------------------------------------

    @property
    def data_names(self) -> list[str]:
        """The names of the first module's data."""
        return self._modules[0].data_names if self._modules else []

    @property
    def output_names(self) -> list[str]:
        """The names of the last module's outputs."""
        return self._modules[-1].output_names if self._modules else []

    @property
    def data_shapes(self) -> list[Any]:
        """The names and shapes of the first module's data."""
        self._need(params=False)
        return self._modules[0].data_shapes

    @property
    def label_shapes(self) -> list[Any] | None:
        """The names and shapes of the labels; None if no module takes them."""
        self._need(params=False)
        return self._label_shapes

    @property
    def output_shapes(self) -> list[Any]:
        """The names and shapes of the last module's outputs."""
        self._need(params=False)
        return self._modules[-1].output_shapes

    # --- parameters ------------------------------------------------------------------------------------------------

    def get_params(self) -> Params:
        """The parameters and the auxiliary states of all modules, by name."""
        self._need()
        arg_params: dict[str, Any] = {}
        aux_params: dict[str, Any] = {}
        for module in self._modules:
            arg, aux = module.get_params()
            arg_params.update(arg)
            aux_params.update(aux)
        return arg_params, aux_params

    def _fill_params(
        self, initializer: Any, arg_params: Any, aux_params: Any, missing: bool, force: bool, extra: bool
    ) -> None:
        """Give the parameters of all modules their first values; no two modules may have one of the same name."""
        for module in self._modules:
            module.init_params(initializer, arg_params, aux_params, missing, force, extra)
        for kind in range(2):
            owners: dict[str, int] = {}
            for i, module in enumerate(self._modules):
                for name in module.get_params()[kind]:
                    if owners.setdefault(name, i) != i:
                        raise AssertionError(
                            f'Duplicated parameter names: name "{name}" in layer {i} ({type(module)}) is already used '
                            f"in layer {owners[name]} ({type(self._modules[owners[name]])})."
                        )

    # --- binding ---------------------------------------------------------------------------------------------------

    def _bind_for(self, data_shapes: Any, label_shapes: Any, use: Use) -> None:
        """Bind all modules, each for the outputs of the one before."""
        self._note(use)
        if use.shared_module is not None:
            raise AssertionError("Shared module is not supported")
        if not self._modules:
            raise AssertionError("Attempting to bind an empty SequentialModule: call add() first")
        self.binded = True
        self._label_shapes = label_shapes if any(map(self._takes_labels, range(len(self._modules)))) else None
        shapes = data_shapes
        for i, module in enumerate(self._modules):
            if self._metas[i].get(self.META_AUTO_WIRING):
                if len(module.data_names) != len(shapes):
                    raise AssertionError(f"layer {i}: expected inputs {module.data_names}, received {shapes}")
                shapes = [(name, shape[1]) for name, shape in zip(module.data_names, shapes, strict=True)]
            module.bind(
                data_shapes=shapes,
                label_shapes=label_shapes if self._takes_labels(i) else None,
                for_training=use.for_training,
                inputs_need_grad=bool(use.inputs_need_grad or (use.for_training and i > 0)),
                force_rebind=use.again,
                grad_req=use.grad_req,
            )
            shapes = module.output_shapes

    def _choose_optimizer(self, kvstore: Any, optimizer: Any, optimizer_params: Any, force: bool) -> None:
        """Choose the optimizer and the store of all modules."""
        for module in self._modules:
            module.init_optimizer(kvstore, optimizer, optimizer_params, force)

    def install_monitor(self, mon: Any) -> None:
        """Let a monitor watch every module."""
        self._need(params=False)
        for module in self._modules:
            module.install_monitor(mon)

    # --- computing -------------------------------------------------------------------------------------------------

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch, module by module."""
        self._need()
        batch = copy.copy(data_batch)
        for i, module in enumerate(self._modules):
            module.forward(batch, is_train=is_train)
            if i + 1 == len(self._modules):
                return
            batch.data = module.get_outputs()
            if hasattr(batch, "provide_data"):
                names = [shape[0] for shape in module.output_shapes]
                batch.provide_data = [(name, x.shape) for name, x in zip(names, batch.data, strict=True)]

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients, the last module first."""
        self._need()
        for i, module in reversed(list(enumerate(self._modules))):
            module.backward(out_grads=out_grads)
            if i:
                out_grads = module.get_input_grads()

    def update(self) -> None:
        """Let the optimizers change the parameters by their gradients."""
        self._need(optimizer=True)
        for module in self._modules:
            module.update()

    def get_outputs(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The outputs of the last module."""
        self._need()
        return self._modules[-1].get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[NDArray]:
        """The gradients of the first module's data."""
        self._need()
        return self._modules[0].get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Measure the outputs of the modules that take labels."""
        self._need()
        for i, module in enumerate(self._modules):
            if self._takes_labels(i):
                module.update_metric(eval_metric, labels, pre_sliced)
