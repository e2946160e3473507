"""A Graphviz graph that is worth something even where the ``dot`` program is missing."""

from functools import cache
from typing import Any

HOW = (
    "The picture needs the program `dot`: install Graphviz from https://graphviz.org/download (for example with "
    "`apt install graphviz` or `brew install graphviz`), or paste this text at "
    "https://dreampuf.github.io/GraphvizOnline."
)


@cache
def digraph_class() -> type:
    """``graphviz.Digraph``, made to show the text, and how to get the picture, where a notebook cannot draw it."""
    try:
        import graphviz
    except ImportError:
        raise ImportError("Draw network requires graphviz library: pip install graphviz") from None

    class Digraph(graphviz.Digraph):
        """As ``graphviz.Digraph``, but worth something without the ``dot`` program."""

        def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> dict[str, str]:
            try:
                return dict(super()._repr_mimebundle_(*args, **kwargs))
            except graphviz.ExecutableNotFound:
                return {"text/plain": f"{self.source}\n{HOW}"}

        def __reduce__(self) -> Any:
            return _blank, (), self.__dict__

    return Digraph


def _blank() -> Any:
    """A graph that a pickle fills."""
    return object.__new__(digraph_class())
