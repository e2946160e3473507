"""Executors of one symbol on several contexts, each with its part of the batch."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mxnet._ops.attrs import DTYPES
from mxnet.context import Context
from mxnet.executor import Executor
from mxnet.io import DataDesc
from mxnet.module._splitting import (
    groups_of,
    load_general,
    merged,
    part_of,
    split_input_slice,
)
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import from_host
from mxnet.symbol.executor import copy_monitor

_KEPT = 8  # executors for other shapes that are kept
_MX_TYPES = ("float32", "float64", "float16", "uint8", "int32", "int8", "int64", "bool")


def described(shapes: Any) -> list[DataDesc] | None:
    """Pairs of name and shape as descriptions."""
    if shapes is None:
        return None
    return [_description(x if isinstance(x, DataDesc) else DataDesc(*x)) for x in shapes]


def _description(desc: DataDesc) -> DataDesc:
    if type(desc.shape) is tuple and all(type(size) is int for size in desc.shape):
        return desc
    if not isinstance(desc.shape, (tuple, list)) or not all(isinstance(n, (int, np.integer)) for n in desc.shape):
        raise TypeError(f"{desc.name}: expected a shape, a tuple of whole numbers, received {desc.shape!r}")
    return DataDesc(desc.name, tuple(int(n) for n in desc.shape), desc.dtype, desc.layout)


def _apart(array: NDArray, dtype: Any, ctx: Context) -> NDArray:
    """A copy in memory of its own, even if nobody writes to either.

    A training step overwrites the memory of parameters that nobody else can see, and is another program if it cannot.
    """
    cast = array if array.dtype == dtype else array.astype(dtype)
    return from_host(cast.asnumpy(), ctx) if cast.stype == "default" else cast.copy()


def _mean(arrays: Sequence[NDArray], dtype: Any, ctx: Context) -> NDArray:
    """The mean of the arrays of several contexts, in memory of its own."""
    if len(arrays) == 1:
        return _apart(arrays[0], dtype, ctx)
    if arrays[0].stype != "default":
        home = arrays[0].context
        return _apart(sum(a.as_in_context(home) for a in arrays) / len(arrays), dtype, ctx)  # type: ignore[arg-type]
    mean = sum(a.asnumpy() for a in arrays) / len(arrays)
    return from_host(np.asarray(mean, dtype), ctx)


class DataParallelExecutorGroup:
    """One executor a context; batches are split among them along the axis that a layout calls N.

    ``workload`` says how large a part each context gets. Parameters, gradients and auxiliary states are those of
    ``shared_group`` where it has them.
    """

    def __init__(
        self,
        symbol: Any,
        contexts: Sequence[Context],
        workload: Sequence[float],
        data_shapes: Any,
        label_shapes: Any,
        param_names: Sequence[str],
        for_training: bool,
        inputs_need_grad: bool,
        shared_group: "DataParallelExecutorGroup | None" = None,
        logger: Any = logging,
        fixed_param_names: Sequence[str] | None = None,
        grad_req: Any = "write",
        state_names: Sequence[str] | None = None,
        group2ctxs: Any = None,
    ) -> None:
        self.symbol = symbol
        self.contexts = contexts
        self.workload = workload
        self.param_names = param_names
        self.arg_names = symbol.list_arguments()
        self.aux_names = symbol.list_auxiliary_states()
        self.group2ctxs = groups_of(group2ctxs, len(contexts))
        self.for_training = for_training
        self.inputs_need_grad = inputs_need_grad
        self.logger = logger
        self.fixed_param_names = fixed_param_names or []
        self.state_names = state_names or []
        data, label = described(data_shapes) or [], described(label_shapes)
        self.grad_req = self._requests(grad_req if for_training else "null", [desc.name for desc in data])
        self.shared_data_arrays: list[dict[str, NDArray]] = (
            [{} for _ in contexts] if shared_group is None else shared_group.shared_data_arrays
        )
        self.output_names = symbol.list_outputs()
        self.num_outputs = len(self.output_names)
        self.output_layouts = [DataDesc.get_batch_axis(symbol[i].attr("__layout__")) for i in range(self.num_outputs)]
        self.batch_size: int | None = None
        self.slices: list[slice] = []
        self.execs: list[Executor] = []
        self._default_execs: list[Executor] | None = None
        self._others: dict[Any, list[Executor]] = {}
        self._total_exec_bytes = 0
        self._monitors: list[Any] = []
        self.bind_exec(data, label, shared_group)

    def _requests(self, grad_req: Any, data_names: Sequence[str]) -> dict[str, str]:
        """What to do with the gradient of each argument."""
        if isinstance(grad_req, (list, tuple)):
            if len(grad_req) != len(self.arg_names):
                raise AssertionError(f"grad_req: expected one for each of {self.arg_names}, received {len(grad_req)}")
            return dict(zip(self.arg_names, grad_req, strict=True))
        if not isinstance(grad_req, (str, dict)):
            raise ValueError(
                f"grad_req must be one of str, list, tuple, or dict, received {type(grad_req).__name__}: write 'write'"
            )
        usual = grad_req if isinstance(grad_req, str) else "write"
        wanted = {name for name in self.param_names if name not in self.fixed_param_names}
        if self.inputs_need_grad:
            wanted.update(data_names)
        requests = {name: usual if name in wanted else "null" for name in self.arg_names}
        if isinstance(grad_req, dict):
            requests.update(grad_req)
        return requests

    # --- binding ---------------------------------------------------------------------------------------------------

    def decide_slices(self, data_shapes: Sequence[DataDesc]) -> list[int]:
        """The axes that examples lie along; notes the batch size, and the part of each context."""
        if not data_shapes:
            raise AssertionError("expected at least one input, received no shapes")
        axes = [DataDesc.get_batch_axis(desc.layout) for desc in data_shapes]
        for desc, axis in zip(data_shapes, axes, strict=True):
            if axis == -1:
                continue
            size = desc.shape[axis]
            if self.batch_size is None:
                self.batch_size = size
                self.slices = split_input_slice(size, self.workload)
            elif size != self.batch_size:
                raise AssertionError(
                    f"all data must have the same batch size: batch_size = {self.batch_size}, but {desc.name} has "
                    f"shape {desc.shape}"
                )
        return axes

    def bind_exec(
        self,
        data_shapes: Any,
        label_shapes: Any,
        shared_group: "DataParallelExecutorGroup | None" = None,
        reshape: bool = False,
    ) -> None:
        """Make the executors; with ``reshape``, those for other shapes on the same parameters."""
        if self.execs and not reshape:
            raise AssertionError("the executors are bound already: call reshape()")
        data_shapes, label_shapes = described(data_shapes), described(label_shapes)
        self.batch_size = None
        self.slices = []
        self.data_layouts = self.decide_slices(data_shapes)
        self.label_layouts = [] if label_shapes is None else self.decide_slices(label_shapes)
        self.slices = self.slices or [slice(i, i + 1) for i in range(len(self.contexts))]
        pairs = list(zip([*data_shapes, *(label_shapes or ())], self.data_layouts + self.label_layouts, strict=True))
        key = tuple((d.name, d.shape, np.dtype(d.dtype), axis) for d, axis in pairs)
        shared = self._default_execs if shared_group is None else shared_group.execs
        self.execs = self._others.get(key) or [self._bind(i, pairs, shared) for i in range(len(self.contexts))]
        self._keep(key)
        self.data_shapes, self.label_shapes = data_shapes, label_shapes
        self.data_names = [desc.name for desc in data_shapes]
        self.label_names = None if label_shapes is None else [desc.name for desc in label_shapes]
        self._collect()

    def _keep(self, key: Any) -> None:
        """Remember the present executors, which hold little of their own, for when these shapes come again."""
        self._others[key] = self._others.pop(key, self.execs)
        if len(self._others) > _KEPT:
            del self._others[next(iter(self._others))]

    def _bind(self, i: int, pairs: Sequence[tuple[DataDesc, int]], shared: Sequence[Executor] | None) -> Executor:
        """The executor of a context, on the parameters of another one where it has them."""
        part = self.slices[i]
        shapes, types = {}, {}
        for desc, axis in pairs:
            size = desc.shape if axis < 0 else (*desc.shape[:axis], part.stop - part.start, *desc.shape[axis + 1 :])
            shapes[desc.name], types[desc.name] = size, desc.dtype
        attributes = self.symbol.attr_dict()
        for desc, _ in pairs[: len(self.data_layouts)]:
            number = int(attributes.get(desc.name, {}).get("__dtype__", -1))
            if number >= 0:
                types[desc.name] = DTYPES[_MX_TYPES[number]]
        other = None if shared is None else shared[i]
        known = set() if other is None else other.arg_dict.keys()
        executor = self.symbol.simple_bind(
            ctx=self.contexts[i],
            grad_req=self.grad_req,
            type_dict=types,
            shared_arg_names=[name for name in self.param_names if name in known],
            shared_exec=other,
            group2ctx=self.group2ctxs[i],
            shared_buffer={},
            **shapes,
        )
        for name, array in executor.arg_dict.items():
            if name not in self.param_names:
                self.shared_data_arrays[i].setdefault(name, array)
        for mon in self._monitors:
            mon.install(executor)
        arrays = [*executor.arg_arrays, *executor.aux_arrays, *(g for g in executor.grad_arrays if g is not None)]
        dense = [array for array in arrays if array.stype == "default"]
        self._total_exec_bytes += sum(array.size * np.dtype(array.dtype).itemsize for array in dense)
        return executor

    def _collect(self) -> None:
        """Sort the executors' arrays by what they are for."""
        execs, names = self.execs, self.arg_names
        args = [executor.arg_dict for executor in execs]

        def inputs(shapes: Sequence[DataDesc]) -> list[list[tuple[slice, NDArray]]]:
            return [[(s, arg[desc.name]) for s, arg in zip(self.slices, args, strict=True)] for desc in shapes]

        self.data_arrays = inputs(self.data_shapes)
        self.label_arrays = None if self.label_shapes is None else inputs(self._fed(self.label_shapes))
        self.state_arrays = [[arg[name] for arg in args] for name in self.state_names]
        places = [i for i, name in enumerate(names) if name in self.param_names]
        self.param_arrays = [[e.arg_arrays[i] for e in execs] for i in places]
        self.grad_arrays = [[e.grad_arrays[i] for e in execs] for i in places] if self.for_training else None
        self.aux_arrays = [[e.aux_arrays[i] for e in execs] for i in range(len(self.aux_names))]
        self.input_grad_arrays = None
        if self.inputs_need_grad:
            chosen = [names.index(name) for name in self.data_names if name in names]
            self.input_grad_arrays = [[e.grad_arrays[i] for e in execs] for i in chosen]

    def _fed(self, shapes: Sequence[DataDesc]) -> list[DataDesc]:
        missing = [desc.name for desc in shapes if desc.name not in self.execs[0].arg_dict]
        if missing:
            raise KeyError(f"{missing[0]!r} is no argument of the symbol: they are {self.arg_names}")
        return list(shapes)

    def reshape(self, data_shapes: Any, label_shapes: Any) -> None:
        """Take batches of other shapes from now on."""
        data_shapes, label_shapes = described(data_shapes), described(label_shapes)
        if data_shapes == self.data_shapes and label_shapes == self.label_shapes:
            return
        if self._default_execs is None:
            self._default_execs = self.execs
        self.bind_exec(data_shapes, label_shapes, reshape=True)
        for first, executor in zip(self._default_execs, self.execs, strict=True):
            copy_monitor(first, executor)

    # --- parameters ------------------------------------------------------------------------------------------------

    def set_params(
        self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray] | None, allow_extra: bool = False
    ) -> None:
        """Copy values into the parameters and auxiliary states of all contexts."""
        for executor in self.execs:
            for what, params, own in (
                ("arguments", arg_params, executor.arg_dict),
                ("auxiliary states", aux_params or {}, executor.aux_dict),
            ):
                for name, array in params.items():
                    if name in own:
                        _apart(array, own[name].dtype, own[name].context).copyto(own[name])
                    elif not allow_extra:
                        raise ValueError(f'Find name "{name}" that is not in the {what}: set allow_extra=True')

    def get_params(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray]) -> None:
        """Copy the parameters and auxiliary states, averaged over contexts, into arrays."""
        for names, blocks, into in (
            (self.param_names, self.param_arrays, arg_params),
            (self.aux_names, self.aux_arrays, aux_params),
        ):
            for name, block in zip(names, blocks, strict=True):
                _mean(block, into[name].dtype, into[name].context).copyto(into[name])

    # --- running ---------------------------------------------------------------------------------------------------

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Give each context its part of a batch, or its batch of a list of them, and compute the outputs."""
        several = isinstance(data_batch, list)
        first = data_batch[0] if several else data_batch
        every = range(len(first.data))
        data = [[batch.data[i] for batch in data_batch] for i in every] if several else data_batch.data
        load_general(data, self.data_arrays, self.data_layouts)
        labels = getattr(first, "label", None)
        if self.label_arrays is not None and labels:
            label_parts = [[batch.label[i] for batch in data_batch] for i in range(len(labels))] if several else labels
            load_general(label_parts, self.label_arrays, self.label_layouts)
        train = self.for_training if is_train is None else is_train
        for executor in self.execs:
            executor.forward(is_train=train)

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients; ``out_grads`` are gradients of the outputs, split as batches are."""
        if not self.for_training:
            raise AssertionError("re-bind with for_training=True to run backward")
        head_grads = [out_grads] if isinstance(out_grads, NDArray) else out_grads or []
        for executor, part, context in zip(self.execs, self.slices, self.contexts, strict=True):
            grads = [
                part_of(grad, part, axis).as_in_context(context)
                for grad, axis in zip(head_grads, self.output_layouts, strict=False)
            ]
            executor.backward(out_grads=grads)

    def get_output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """The names and shapes of the outputs, of all contexts together."""
        named_shapes = []
        for name, array, axis in zip(self.output_names, self.execs[0].outputs, self.output_layouts, strict=True):
            shape = list(array.shape)
            if axis >= 0 and shape and self.batch_size is not None:
                shape[axis] = self.batch_size
            named_shapes.append((name, tuple(shape)))
        return named_shapes

    def get_outputs(self, merge_multi_context: bool = True, begin: int = 0, end: int | None = None) -> list[Any]:
        """The outputs, joined over contexts, or a list of each context's for every one."""
        every = range(begin, self.num_outputs if end is None else end)
        outputs = [[executor.outputs[i] for executor in self.execs] for i in every]
        return merged(outputs, self.output_layouts[begin:end]) if merge_multi_context else outputs

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """The gradients of the data."""
        if self.input_grad_arrays is None:
            raise AssertionError("bind with inputs_need_grad=True to have gradients of the data")
        if merge_multi_context:
            return merged(self.input_grad_arrays, self.data_layouts)
        return self.input_grad_arrays

    def get_states(self, merge_multi_context: bool = True) -> list[list[NDArray]]:
        """The states, for each a list of every context's."""
        if merge_multi_context:
            raise AssertionError("merge_multi_context=True is not supported for get_states yet.")
        return self.state_arrays

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set the states from arrays like those of ``get_states``, or all to one number."""
        if (states is None) == (value is None):
            raise AssertionError("Only one of states & value can be specified, and one must be.")
        if states is not None:
            load_general(states, self.state_arrays, (0,) * len(states))
            return
        for arrays in self.state_arrays:
            for array in arrays:
                array[:] = value

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Measure the outputs against labels of the whole batch, or, ``pre_sliced``, of every context."""
        names = self.label_names or []
        for i, (executor, part) in enumerate(zip(self.execs, self.slices, strict=True)):
            if pre_sliced:
                mine = labels[i]
            else:
                pairs = zip(labels or (), self.label_layouts, strict=False)
                mine = [part_of(label, part, axis) for label, axis in pairs]
            eval_metric.update_dict(
                dict(zip(names, mine, strict=False)), dict(zip(self.output_names, executor.outputs, strict=True))
            )

    def install_monitor(self, mon: Any) -> None:
        """Let a monitor watch every executor, those for other shapes as well."""
        self._monitors.append(mon)
        for executor in self.execs:
            mon.install(executor)
