"""A network as lines of text that do not depend on the process, so that workers can see whether theirs are alike."""

import gc
from collections.abc import Iterable, Iterator
from typing import Any

from mxnet.gluon.block import Block, HybridBlock, SymbolBlock
from mxnet.gluon.parameter import Parameter
from mxnet.kvstore.settings import described, structure_of

# What every block has, and how far a recurrent cell has counted.
_NOT_STRUCTURE = frozenset((*vars(HybridBlock(prefix="")), "_counter", "_init_counter", "_modified"))
_PLAIN = (bool, int, float, str, tuple, list, dict, type, type(None))


def network_of(parameters: Iterable[Parameter]) -> list[str]:
    """The network that a trainer's parameters belong to, in lines; none if that is not certain.

    A parameter does not know who holds it, so the blocks that are alive are looked through, once for each trainer. The
    network is the smallest block that holds all parameters; two that share them (one of which may be for evaluation in
    one worker only) are not compared.
    """
    wanted = {id(parameter) for parameter in parameters}
    smallest = _smallest(wanted)
    if len(smallest) > 1:
        smallest.clear()
        gc.collect()  # a network that nobody has any more does not count
        smallest = _smallest(wanted)
    return list(_lines(smallest[0])) if len(smallest) == 1 else []


def _smallest(wanted: set[int]) -> list[Block]:
    """The blocks alive that hold all parameters wanted, without a child that does."""
    holds: dict[int, bool] = {}
    alive = [item for item in gc.get_objects() if issubclass(type(item), Block) and "_children" in vars(item)]
    return [
        block
        for block in alive
        if _holds(block, wanted, holds) and not any(_holds(child, wanted, holds) for child in block._children.values())
    ]


def _holds(block: Block, wanted: set[int], known: dict[int, bool]) -> bool:
    if id(block) not in known:
        known[id(block)] = wanted <= {id(parameter) for parameter in _parameters(block)}
    return known[id(block)]


def _parameters(block: Block) -> Iterator[Parameter]:
    yield from block.params.values()
    for child in block._children.values():
        yield from _parameters(child)


def _lines(block: Block, path: str = "") -> Iterator[str]:
    """A line for a block, with what its own class says of it, then those of its children."""
    kind, place = type(block), f"block {path} of the network" if path else "the network"
    if isinstance(block, SymbolBlock):
        yield from structure_of(block._cached_graph[1])
    elif kind.__module__.startswith("mxnet.gluon."):
        yield f"{place}: {kind.__name__} with {_arguments(block)}"
    else:  # of a program's own class its attributes may be anything, such as the worker's number
        yield f"{place}: {kind.__qualname__}, whose forward uses {_used(kind)}"
    for name, child in block._children.items():
        yield from _lines(child, f"{path}.{name}" if path else name)


def _arguments(block: Block) -> str:
    """What a layer was told; a function is described by the names it uses."""
    rows = []
    for name, value in sorted(vars(block).items()):
        if name in _NOT_STRUCTURE or name.endswith("initializer"):  # all begin with worker 0's weights
            continue
        if isinstance(value, _PLAIN):
            rows.append(f"{name.lstrip('_')} {described(value)}")
        elif hasattr(value, "__code__"):
            rows.append(f"{value.__name__}, which uses {list(value.__code__.co_names)}")
    return ", ".join(rows) or "nothing more"


def _used(kind: type[Block]) -> list[str]:
    """The names in a class's own forward functions: operators, children, parameters."""
    functions: list[Any] = [getattr(kind, name, None) for name in ("forward", "hybrid_forward")]
    own = [f for f in functions if hasattr(f, "__code__") and not f.__module__.startswith("mxnet.")]
    return [name for function in own for name in function.__code__.co_names]
