"""A Graphviz graph that is worth something even where the ``dot`` program is missing."""

from typing import Any

import graphviz

HOW = (
    "The picture needs the program `dot`: install Graphviz from https://graphviz.org/download (for example with "
    "`apt install graphviz` or `brew install graphviz`), or paste this text at "
    "https://dreampuf.github.io/GraphvizOnline."
)


class Digraph(graphviz.Digraph):
    """As ``graphviz.Digraph``, but a notebook shows the text, and how to get the picture, where it cannot be drawn."""

    def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> dict[str, str]:
        try:
            return dict(super()._repr_mimebundle_(*args, **kwargs))
        except graphviz.ExecutableNotFound:
            return {"text/plain": f"{self.source}\n{HOW}"}
