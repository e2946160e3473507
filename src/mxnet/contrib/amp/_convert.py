"""Models of float32 made into models of mixed precision, for inference."""

from collections.abc import Mapping
from typing import Any

from mxnet._ops.attrs import DTYPES
from mxnet._signatures import takes
from mxnet.context import Context, gpu
from mxnet.contrib.amp._rewrite import CastInserter, CastPlan, annotate
from mxnet.contrib.amp._tables import (
    NARROW,
    list_conditional_fp32_ops,
    list_fp32_ops,
    list_lp16_fp32_ops,
    list_lp16_ops,
    list_widest_type_cast,
)
from mxnet.gluon import HybridBlock, SymbolBlock
from mxnet.module import BucketingModule
from mxnet.module.bucketing_module import arguments_of, bucket_symbols
from mxnet.ndarray import NDArray
from mxnet.symbol import Symbol
from mxnet.symbol.types import NUMBERS

Conditions = list[tuple[str, str, list[str]]]
_BY_NUMBER = {str(number): name for name, number in NUMBERS.items()}


def convert_symbol(
    sym: Symbol,
    target_dtype: str = "float16",
    target_dtype_ops: list[str] | None = None,
    fp32_ops: list[str] | None = None,
    conditional_fp32_ops: Conditions | None = None,
    excluded_sym_names: list[str] | None = None,
    data_names: list[str] | None = None,
    cast_optional_params: bool = False,
) -> Symbol:
    """A symbol with casts, so that its operators run in the types that the lists say; its outputs stay float32.

    Parameters
    ----------
    target_dtype : 'float16' or 'bfloat16'
    target_dtype_ops, fp32_ops : list of str
        Operators for the narrow type and for float32, in place of ``list_lp16_ops`` and ``list_fp32_ops``.
    conditional_fp32_ops : list of (operator, parameter, list of values)
        Operators for float32 where a parameter has one of these values.
    excluded_sym_names : list of str
        Nodes that stay in float32.
    data_names : list of str
        The inputs that are not parameters; without it, those that were made without a type.
    cast_optional_params : bool
        Whether parameters that are only ever cast are declared in the narrow type.

    >>> net = mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=2, name='fc')
    >>> [n.name for n in mx.contrib.amp.convert_symbol(net).get_internals()][-2:]
    ['fc', 'fc_output_amp_cast_float32']
    """
    _expect(isinstance(sym, Symbol), "sym", "a Symbol", sym)
    _expect(
        isinstance(target_dtype, str) and target_dtype in NARROW, "target_dtype", "float16 or bfloat16", target_dtype
    )
    lower = list_lp16_ops(target_dtype) if target_dtype_ops is None else target_dtype_ops
    wide = list_fp32_ops(target_dtype) if fp32_ops is None else fp32_ops
    conditions = list_conditional_fp32_ops(target_dtype) if conditional_fp32_ops is None else conditional_fp32_ops
    excluded = excluded_sym_names or []
    for name, value in (("target_dtype_ops", lower), ("fp32_ops", wide), ("excluded_sym_names", excluded)):
        _expect(isinstance(value, list), name, "a list of str", value)
    conditional = _conditions(conditions)
    _check_lists(target_dtype, {"target_dtype_ops": lower, "fp32_ops": wide, "conditional_fp32_ops": [*conditional]})
    if data_names is None:
        attrs = sym.attr_dict()
        data_names = [n for n in sym.list_inputs() if "__dtype__" not in attrs.get(n, {})]
    widest = frozenset(list_widest_type_cast(target_dtype))
    plan = CastPlan(
        target_dtype,
        frozenset(lower),
        frozenset(wide),
        widest,
        conditional,
        frozenset(excluded),
        frozenset(data_names),
        bool(cast_optional_params),
    )
    heads = CastInserter(plan).run(sym._heads)
    annotate(heads, plan)
    return type(sym)(heads)


def _expect(holds: bool, where: str, expected: str, received: Any) -> None:
    if not holds:
        raise AssertionError(f"{where}: expected {expected}, received {received!r}")


def _conditions(rows: Conditions) -> dict[str, dict[str, list[str]]]:
    """The conditions by operator and parameter."""
    _expect(isinstance(rows, list), "conditional_fp32_ops", "a list of (str, str, list of str)", rows)
    out: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        fits = len(row) == 3 and isinstance(row[0], str) and isinstance(row[1], str) and isinstance(row[2], list)
        _expect(fits, "conditional_fp32_ops", "rows of (str, str, list of str)", row)
        out.setdefault(row[0], {}).setdefault(row[1], []).extend(row[2])
    return out


def _check_lists(target_dtype: str, lists: Mapping[str, list[str]]) -> None:
    """An operator is in one list at most, and among those that may be chosen."""
    seen: dict[str, str] = {}
    for name, ops in lists.items():
        for op in set(ops):
            if op in seen:
                raise AssertionError(f"{op}: expected in one list, received in both {seen[op]} and {name}")
            seen[op] = name
    allowed = {*list_lp16_ops(target_dtype), *list_fp32_ops(target_dtype), *list_lp16_fp32_ops(target_dtype)}
    allowed.update(row[0] for row in list_conditional_fp32_ops(target_dtype))
    wrong = sorted(set(seen) - allowed)
    if wrong:
        raise AssertionError(
            f"Operators {wrong}: expected those of amp.list_lp16_ops, list_fp32_ops, list_lp16_fp32_ops or "
            f"list_conditional_fp32_ops for {target_dtype}; the others have no choice of type"
        )


@takes(convert_symbol, without=("data_names",))
def convert_model(
    sym: Symbol, arg_params: dict[str, NDArray], aux_params: dict[str, NDArray], **how: Any
) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
    """A symbol with casts as ``convert_symbol`` makes it, and its parameters, cast where their type changed.

    The dictionaries are changed and returned, as in MXNet.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> narrow, arguments, states = mx.contrib.amp.convert_model(network, values, {}, "bfloat16")
    >>> narrow.eval(data=mx.nd.ones((1, 3)), **arguments)[0].shape
    (1, 2)
    """
    _expect(isinstance(sym, Symbol), "sym", "a Symbol", sym)
    _expect(isinstance(arg_params, dict), "arg_params", "a dict of arrays by name", arg_params)
    _expect(isinstance(aux_params, dict), "aux_params", "a dict of arrays by name", aux_params)
    data_names = [n for n in sym.list_inputs() if n not in arg_params and n not in aux_params]
    sym = convert_symbol(sym, data_names=data_names, **how)
    types = _declared(sym)
    for params, names in ((arg_params, sym.list_arguments()), (aux_params, sym.list_auxiliary_states())):
        for name in names:
            if name in types and name in params:
                params[name] = params[name].astype(types[name])
    return sym, arg_params, aux_params


def _declared(sym: Symbol) -> dict[str, Any]:
    """The types of the inputs that have one."""
    attrs = sym.attr_dict()
    numbers = {name: attrs.get(name, {}).get("__dtype__", "-1") for name in sym.list_inputs()}
    return {name: DTYPES[_BY_NUMBER[number]] for name, number in numbers.items() if number != "-1"}


@takes(convert_symbol, without=("sym", "data_names"))
def convert_hybrid_block(
    block: HybridBlock,
    *,
    ctx: Context | list[Context] = gpu(0),  # noqa: B008  a context is a name, nothing is allocated
    cast_optional_params: bool = False,
    **how: Any,
) -> SymbolBlock:
    """A block of mixed precision from a hybridized one that has been called; its parameters live on ``ctx``.

    The other arguments are those of ``convert_symbol``.

    >>> net = mx.gluon.nn.HybridSequential()
    >>> net.add(mx.gluon.nn.Dense(2, in_units=3))
    >>> net.initialize()
    >>> net.hybridize()
    >>> _ = net(mx.nd.ones((1, 3)))
    >>> narrow = mx.contrib.amp.convert_hybrid_block(net, "bfloat16", ctx=mx.cpu())
    >>> narrow(mx.nd.ones((1, 3))).shape
    (1, 2)
    """
    _expect(isinstance(block, HybridBlock), "block", "a HybridBlock", block)
    if not block._cached_graph:
        raise RuntimeError(
            "Please first call block.hybridize() and then run forward with this block at least once before "
            "converting it."
        )
    inputs, sym = block._cached_graph
    names_of_data = [data.name for data in inputs]
    converted = convert_symbol(sym, data_names=names_of_data, cast_optional_params=cast_optional_params, **how)
    types = _declared(converted)
    names = set(converted.list_inputs())
    arrays = {}
    for name, param in block.collect_params().items():
        if name not in names:
            raise AssertionError(f"Parameter {name}: expected among the graph's inputs, which are {sorted(names)}")
        value = param._reduce()
        arrays[name] = value.astype(types[name]) if name in types else value
    converted_block = SymbolBlock(converted, inputs)
    for name, param in converted_block.collect_params().items():
        if name in arrays and param.dtype != arrays[name].dtype:
            param.cast(arrays[name].dtype)
    converted_block.collect_params().load_dict(arrays, ctx=ctx)
    return converted_block


@takes(convert_symbol, without=("sym", "data_names"))
def convert_bucketing_module(bucketing_mod: BucketingModule, **how: Any) -> BucketingModule:
    """A bucketing module of mixed precision from an initialized one; arguments as of ``convert_symbol``."""
    _expect(isinstance(bucketing_mod, BucketingModule), "bucketing_mod", "a BucketingModule", bucketing_mod)
    buckets = bucket_symbols(bucketing_mod)
    _expect(len(buckets) > 0, "bucketing_mod", "a module with buckets: bind it first", bucketing_mod)
    _expect(bucketing_mod.params_initialized, "bucketing_mod", "initialized parameters", bucketing_mod)
    arg_params, aux_params = (dict(params) for params in bucketing_mod.get_params())
    symbols = {}
    for key, bucket_symbol in buckets.items():
        symbols[key], arg_params, aux_params = convert_model(bucket_symbol, arg_params, aux_params, **how)
    return BucketingModule.load_dict(
        symbols, arg_params=arg_params, aux_params=aux_params, **arguments_of(bucketing_mod)
    )
