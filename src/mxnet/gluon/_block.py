"""The base of layers and networks."""

import re
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, overload

from mxnet import ndarray
from mxnet._programs.watch import watch
from mxnet._traceback import short, shorten
from mxnet._types import Contexts
from mxnet.error import MXNetError
from mxnet.gluon import _model_files
from mxnet.gluon._naming import _BlockScope
from mxnet.gluon._sharding import Mesh, Placement, combined, replicated
from mxnet.gluon._summary import SummaryTable
from mxnet.gluon.parameter import Parameter, ParameterDict
from mxnet.gluon.utils import HookHandle, _check_all_np_ndarrays, _indent
from mxnet.ndarray import NDArray
from mxnet.numpy import ndarray as np_ndarray
from mxnet.symbol import Symbol
from mxnet.util import is_np_array

Hook = Callable[..., Any]


def representation(block: "Block", children: Iterator[tuple[str, "Block"]]) -> str:
    """A block with its children, each on its lines."""
    lines = "\n".join(f"  ({name}): {_indent(repr(child), 2)}" for name, child in children)
    return f"{type(block).__name__}(\n{lines}\n)"


class Block:
    """The base of layers and networks: override ``forward``.

    Blocks and parameters assigned to attributes are the block's children and parameters. Those made inside
    ``with self.name_scope():`` carry the block's prefix.

    Parameters
    ----------
    prefix : str
        What names begin with; by default the class's name and a number.
    params : ParameterDict
        Parameters to share, such as ``other.params``.

    Examples
    --------
    >>> class Net(mx.gluon.Block):
    ...     def __init__(self, **kwargs):
    ...         super().__init__(**kwargs)
    ...         with self.name_scope():
    ...             self.hidden = mx.gluon.nn.Dense(4)
    ...     def forward(self, x):
    ...         return mx.nd.relu(self.hidden(x))
    >>> net = Net(prefix='net_')
    >>> net.initialize()
    >>> net(mx.nd.ones((2, 3))).shape
    (2, 4)
    >>> list(net.collect_params())
    ['net_dense0_weight', 'net_dense0_bias']
    """

    __module__ = "mxnet.gluon.block"

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        self._empty_prefix = prefix == ""
        self._prefix, self._params = _BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix.removesuffix("_")
        self._scope = _BlockScope(self)
        self._children: OrderedDict[str, Block] = OrderedDict()
        self._reg_params: dict[str, Parameter] = {}
        self._forward_hooks: OrderedDict[int, Hook] = OrderedDict()
        self._forward_pre_hooks: OrderedDict[int, Hook] = OrderedDict()

    def __repr__(self) -> str:
        return representation(self, ((k, v) for k, v in self.__dict__.items() if isinstance(v, Block)))

    def __setattr__(self, name: str, value: Any) -> None:
        """Assign an attribute, and register it if it is a block or a parameter."""
        existing = getattr(self, name, None)
        if isinstance(existing, (Parameter, Block)) and not isinstance(value, type(existing)):
            raise TypeError(
                f"Changing attribute type for {name} from {type(existing)} to {type(value)} is not allowed."
            )
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            if name in self._reg_params:
                raise AssertionError(
                    f"Overriding Parameter attribute {name} is not allowed. If you want to share parameters between "
                    "blocks, please set 'params' at Block construction instead."
                )
            self._reg_params[name] = value
        super().__setattr__(name, value)

    def _alias(self) -> str:
        return type(self).__name__.lower()

    # --- names and children ------------------------------------------------------------------------------------------

    @property
    def prefix(self) -> str:
        """What the names of the block's parameters begin with."""
        return self._prefix

    @property
    def name(self) -> str:
        """The prefix without the underscore at its end."""
        return self._name

    def name_scope(self) -> _BlockScope:
        """A with-statement in which new blocks and parameters carry this block's prefix."""
        return self._scope

    @property
    def params(self) -> ParameterDict:
        """The block's own parameters, without those of its children; see ``collect_params``."""
        return self._params

    def register_child(self, block: "Block", name: str | None = None) -> None:
        """Make a block a child: its parameters and modes are the parent's too."""
        self._children[str(len(self._children)) if name is None else name] = block

    def apply(self, fn: Callable[["Block"], Any]) -> "Block":
        """Call a function with every child and then with the block itself."""
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def register_forward_pre_hook(self, hook: Hook) -> HookHandle:
        """Call ``hook(block, inputs)`` before each ``forward``."""
        handle = HookHandle()
        handle.attach(self._forward_pre_hooks, hook)
        return handle

    def register_forward_hook(self, hook: Hook) -> HookHandle:
        """Call ``hook(block, inputs, output)`` after each ``forward``."""
        handle = HookHandle()
        handle.attach(self._forward_hooks, hook)
        return handle

    def register_op_hook(self, callback: Hook, monitor_all: bool = False) -> None:
        """Call ``callback(name, operator, array)`` for what operators in hybridized children give."""
        for child in self._children.values():
            child.register_op_hook(callback, monitor_all)

    # --- parameters --------------------------------------------------------------------------------------------------

    def collect_params(self, select: str | None = None) -> ParameterDict:
        """The parameters of the block and of all its children, or those whose names match a regular expression.

        >>> net = mx.gluon.nn.Dense(2, prefix='fc_')
        >>> list(net.collect_params('.*weight'))
        ['fc_weight']
        """
        self._check_container_with_block()
        parameters = ParameterDict(self._params.prefix)
        pattern = re.compile(select) if select else None
        parameters.update({k: v for k, v in self.params.items() if pattern is None or pattern.match(k)})
        for child in self._children.values():
            parameters.update(child.collect_params(select=select))
        return parameters

    def _check_container_with_block(self) -> None:
        """Warn of blocks in lists or dictionaries, which are nobody's children."""
        children = {id(child) for child in self._children.values()}
        for key, value in self.__dict__.items():
            if key.startswith("__") or key == "_children" or not isinstance(value, (list, tuple, dict)):
                continue
            if any(id(block) not in children for block in _blocks_in(value)):
                warnings.warn(
                    f'"{type(self).__name__}.{key}" is an unregistered container with Blocks. Note that Blocks inside '
                    "the list, tuple or dict will not be registered automatically. Make sure to register them using "
                    "register_child() or switching to nn.Sequential/nn.HybridSequential instead. ",
                    stacklevel=3,
                )

    def _collect_params_with_prefix(self, prefix: str = "") -> dict[str, Parameter]:
        """The parameters by the attributes that lead to them: ``hidden.weight``."""
        start = f"{prefix}." if prefix else ""
        own = {start + key: param for key, param in self._reg_params.items()}
        below = [child._collect_params_with_prefix(start + name) for name, child in self._children.items()]
        return {name: param for params in (own, *below) for name, param in params.items()}

    def initialize(
        self, init: Any = None, ctx: Contexts | None = None, verbose: bool = False, force_reinit: bool = False
    ) -> None:
        """Give all parameters their first values: those of their own initializers, or else of ``init`` (Uniform)."""
        self.collect_params().initialize(init, ctx, verbose, force_reinit)

    def shard(self, mesh: Mesh, rules: Any = replicated) -> None:
        """Divide the parameters among the devices of a mesh, now or when they are initialized.

        ``rules`` is one of ``gluon.sharding``, or a list of them and of pairs of a regular expression for names and a
        tuple that has, for each axis of the parameter, an axis of the mesh or None.

        >>> mesh = mx.gluon.sharding.Mesh(data=1)
        >>> net = mx.gluon.nn.Dense(4, in_units=2)
        >>> net.shard(mesh, mx.gluon.sharding.fsdp())
        >>> net.initialize()
        >>> net(mesh.split(mx.nd.ones((3, 2)))).shape
        (3, 4)
        """
        rule = combined(rules)
        for name, parameter in self._collect_params_with_prefix().items():
            parameter.shard(Placement(mesh, rule, [parameter.name, name]))

    def cast(self, dtype: Any) -> None:
        """Convert the parameters to another type."""
        for child in self._children.values():
            child.cast(dtype)
        for param in self.params.values():
            param.cast(dtype)

    # --- files -------------------------------------------------------------------------------------------------------

    def save_parameters(self, filename: str, deduplicate: bool = False) -> None:
        """Write the parameters to a file, by the attributes that lead to them; shared ones once if ``deduplicate``."""
        params = self._collect_params_with_prefix()
        if deduplicate:
            last = {param: name for name, param in params.items()}
            params = {name: param for param, name in last.items()}
        ndarray.save(filename, {name: param._reduce() for name, param in params.items()})

    @short
    def load_parameters(
        self,
        filename: str,
        ctx: Contexts | None = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        cast_dtype: bool = False,
        dtype_source: str = "current",
    ) -> None:
        """Read the parameters from a file that any way of saving wrote.

        With ``cast_dtype`` types may differ: ``dtype_source`` says whether the 'current' or the 'saved' ones win.
        """
        _model_files.load_parameters(self, filename, ctx, allow_missing, ignore_extra, cast_dtype, dtype_source)

    def save_params(self, filename: str) -> None:
        """Write the parameters by their full names without the block's prefix (MXNet's older way)."""
        warnings.warn(
            "save_params is deprecated. Please use save_parameters. Note that if you want load from SymbolBlock later, "
            "please use export instead.",
            stacklevel=2,
        )
        self.collect_params().save(filename, strip_prefix=self.prefix)

    def load_params(
        self, filename: str, ctx: Contexts | None = None, allow_missing: bool = False, ignore_extra: bool = False
    ) -> None:
        """The same as ``load_parameters`` (MXNet's older name)."""
        warnings.warn("load_params is deprecated. Please use load_parameters.", stacklevel=2)
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    def save(self, prefix: str) -> None:
        """Write the graphs of hybridized children to ``prefix-model.json``, parameters to ``prefix-model.params``."""
        _model_files.save_model(self, prefix)

    def load(self, prefix: str) -> None:
        """Read what ``save`` wrote into a block of the same structure."""
        _model_files.load_model(self, prefix)

    # --- running -----------------------------------------------------------------------------------------------------

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Run the hybrid children as graphs from now on, or no longer."""
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    # What most blocks do. One that gives several arrays gives a list, which unpacks as an array does to a type checker.
    @overload
    def __call__(self, x: Symbol, /, *args: Any) -> Symbol: ...
    @overload
    def __call__(self, x: np_ndarray, /, *args: Any) -> np_ndarray: ...
    @overload
    def __call__(self, x: NDArray, /, *args: Any) -> NDArray: ...
    @overload
    def __call__(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any:
        if self._forward_pre_hooks:
            for hook in list(self._forward_pre_hooks.values()):
                hook(self, args)
        try:
            if watch.on:
                with watch.layer(self._name):
                    out = self.forward(*args)
            else:
                out = self.forward(*args)
        except MXNetError as error:
            _name_layer(error, self)
            shorten(error)
            raise
        except Exception as error:
            shorten(error)
            raise
        if self._forward_hooks:
            for hook in list(self._forward_hooks.values()):
                hook(self, args, out)
        if is_np_array():
            _check_all_np_ndarrays(out)
        return out

    def forward(self, *args: Any) -> Any:
        """What the block computes: override it."""
        raise NotImplementedError(f"{type(self).__name__} must define forward(self, ...)")

    def summary(self, *inputs: Any) -> None:
        """Print each layer's output shape and number of parameters for these inputs; not once it is hybridized."""
        table, hooks = SummaryTable(inputs), []

        def watch(block: Block) -> None:
            if getattr(block, "_active", False):
                raise AssertionError(f'"{block.name}" must not be hybridized to print summary.')
            if not getattr(block, "_is_container", False):
                hooks.append(block.register_forward_hook(table.note))

        try:
            self.apply(watch)
            self(*inputs)
            print(table)
        finally:
            for hook in hooks:
                hook.detach()


def _name_layer(error: MXNetError, block: Block) -> None:
    """Say in the message in which layer it happened: the innermost one, which is the first to be asked."""
    if type(error).__str__ is Exception.__str__ and "\n  layer: " not in str(error):
        error.args = (f"{error}\n  layer: {type(block).__name__} '{block.name}'", *error.args[1:])


def _blocks_in(data: Any) -> Iterator[Block]:
    """The blocks in lists, tuples and dictionaries, however deep."""
    if isinstance(data, Block):
        yield data
    elif isinstance(data, (list, tuple, dict)):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _blocks_in(item)
