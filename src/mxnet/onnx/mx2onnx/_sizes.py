"""The sizes of a graph's values, and which of them depend on sizes that are free.

A free size is tried out: shapes are inferred again with another number in its place, and what differs depends on it.
Where the graph does not allow another number (the channels of an image, which weights fix), the size is not free.
"""

from collections.abc import Iterator, Mapping, Sequence

from mxnet.error import MXNetError
from mxnet.symbol.node import Head, Node, topo
from mxnet.symbol.shapes import infer_shapes, is_known

FreeShape = Sequence[int | str | None]
Shape = tuple[int, ...]
Place = tuple[Node, int]


class Sizes:
    """The shapes of every value of a graph; ``vary`` puts None where sizes are free."""

    def __init__(self, heads: Sequence[Head], variable_shapes: Mapping[Node, Shape], types: Mapping[Node, str]) -> None:
        self._heads, self._variable_shapes, self._types = heads, dict(variable_shapes), types
        self._known = self._infer(self._variable_shapes)
        self.shapes: dict[Head, tuple[int | None, ...]] = dict(self._known)

    def _infer(self, variable_shapes: Mapping[Node, Shape]) -> dict[Head, Shape]:
        facts = infer_shapes(self._heads, variable_shapes, self._types)
        shapes = {(node, i): facts[node, i] for node in topo(self._heads) for i in range(node.visible)}
        for (node, _), shape in shapes.items():
            if not is_known(shape):
                raise MXNetError(f"{node!r}: nothing says its shape; write it with in_shapes, or in the symbol")
        return shapes  # type: ignore[return-value]

    def vary(self, free: Mapping[Node, FreeShape]) -> None:
        """Find what depends on the sizes that are None or a name; those of one name are one size."""
        named: dict[str, list[Place]] = {}
        alone: list[Place] = []
        for node, shape in free.items():
            for axis, size in enumerate(shape):
                if isinstance(size, str):
                    named.setdefault(size, []).append((node, axis))
                elif size is None:
                    alone.append((node, axis))
        for places in named.values():
            if not self._try(places):
                alone += places
        for place in alone:
            if not self._try([place]):
                any(self._try(group) for group in self._together(place, alone))

    def _together(self, place: Place, places: Sequence[Place]) -> Iterator[list[Place]]:
        """Sizes of other inputs that may have to be the same: on the same axis, or of the same number."""
        node, axis = place
        yield [p for p in places if p[1] == axis]
        yield [p for p in places if self._variable_shapes[p[0]][p[1]] == self._variable_shapes[node][axis]]

    def _try(self, places: Sequence[Place]) -> bool:
        """Infer the shapes with twice the sizes at some places; False where the graph does not allow that."""
        doubled = {node: list(shape) for node, shape in self._variable_shapes.items()}
        for node, axis in places:
            doubled[node][axis] *= 2
        try:
            inferred = self._infer({node: tuple(shape) for node, shape in doubled.items()})
        except MXNetError:
            return False
        if any(len(inferred[head]) != len(shape) for head, shape in self._known.items()):
            return False
        for head, shape in self._known.items():
            pairs = zip(self.shapes[head], shape, inferred[head], strict=True)
            self.shapes[head] = tuple(old if one == other else None for old, one, other in pairs)
        return True
