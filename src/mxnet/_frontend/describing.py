"""What is said of an operator: a sentence or more, each parameter, an example.

It is read off the docstring that stands beside the operator's function. After the sentences come lines
``name: text`` for parameters, a longer text going on in indented lines, then an example that begins with ``>>>``. A
parameter without a line of its own is described by its family (``PARAMETERS`` of the module), or by the table of
parameters that recur.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from mxnet._ops.attrs import spell_type
from mxnet._ops.parameters import RECURRING
from mxnet._ops.registry import Op

_IMPORTS = {
    "mx": "import mxnet as mx",
    "nd": "from mxnet import nd",
    "sym": "from mxnet import sym",
    "autograd": "from mxnet import autograd",
    "np": "import numpy as np",
    "numpy": "import numpy",
}


class LateText(str):
    """A docstring that is put together when somebody is about to show it; until then the text in the source.

    A function's docstring must be a string. ``inspect.cleandoc``, by which ``help``, notebooks and doctest read it,
    begins with ``expandtabs``.
    """

    __slots__ = ()

    def whole(self) -> str:
        """What is shown."""
        raise NotImplementedError

    @property
    def plain(self) -> str:
        """The text in the source."""
        return self[:]

    def __str__(self) -> str:
        return self.whole()

    def __repr__(self) -> str:
        return repr(self.whole())

    def expandtabs(self, tabsize: Any = 8) -> str:
        """The whole text."""
        return self.whole().expandtabs(tabsize)


class OperatorText(LateText):
    """The docstring of an operator's public functions."""

    __slots__ = ("op",)
    op: Op

    def whole(self) -> str:
        """What ``documentation`` says of the operator."""
        return documentation(self.op)


class Description(NamedTuple):
    """The parts of a docstring."""

    summary: str
    parameters: Mapping[str, str]
    example: str


def split(doc: str, names: Iterable[str]) -> Description:
    """The parts of a docstring in which lines of parameters begin with one of these names."""
    text, mark, example = doc.partition("\n>>> ")
    known = set(names)
    summary: list[str] = []
    parameters: dict[str, list[str]] = {}
    current = summary
    for line in text.splitlines():
        name, colon, rest = line.partition(": ")
        if colon and name in known:
            current = parameters.setdefault(name, [])
            line = rest
        elif current is not summary and not line.startswith(" "):
            current = summary
        current.append(line)
    joined = {name: " ".join(" ".join(lines).split()) for name, lines in parameters.items()}
    return Description("\n".join(summary).strip(), joined, f">>> {example}".strip() if mark else "")


@cache
def describe(op: Op) -> Description:
    """All that is said of an operator; a parameter that nobody describes is missing."""
    names = parameter_names(op)
    own = split(op.doc, names)
    family: Mapping[str, str] = getattr(sys.modules[op.function.__module__], "PARAMETERS", {})
    texts = {name: own.parameters.get(name) or family.get(name) or RECURRING.get(name) for name in names}
    return own._replace(parameters={name: text for name, text in texts.items() if text})


def parameter_names(op: Op) -> list[str]:
    """The arrays and attributes of an operator, in order; any number of arrays is ``data``."""
    return [*(["data"] if op.variadic else op.inputs), *op.attrs]


@cache
def late(op: Op) -> OperatorText:
    """The documentation of an operator, written when it is first looked at: all of them take 22 ms of an import."""
    text = OperatorText(op.doc)
    text.op = op
    return text


@cache
def documentation(op: Op) -> str:
    """What ``help`` shows of an operator."""
    said = describe(op)
    lines = [said.summary, "", "Parameters", "----------"]
    for name in parameter_names(op):
        lines += [f"{'*' if op.variadic and name == 'data' else ''}{name} : {kind(op, name)}"]
        lines += [f"    {said.parameters[name]}"] if name in said.parameters else []
    lines += ["out : NDArray, optional", f"    {RECURRING['out']}", "name : str, optional", f"    {RECURRING['name']}"]
    if said.example:
        lines += ["", "Examples", "--------", *example(said)]
    return "\n".join(lines)


def kind(op: Op, name: str) -> str:
    """The type of a parameter, and whether it may be left out."""
    attr = op.attrs.get(name)
    if attr is None:
        return f"NDArray or Symbol{', optional' if name in op.optional else ''}"
    return f"{spell_type(attr.annotation)}, {'required' if attr.required else f'default {attr.default!r}'}"


def example(said: Description) -> list[str]:
    """The lines of an example, after the imports that it needs."""
    return [*(f">>> {line}" for line in imports(said.example)), *said.example.splitlines()]


def imports(code: str) -> list[str]:
    """The imports of the names that examples use."""
    return [line for name, line in _IMPORTS.items() if re.search(rf"(?<![\w.]){name}\.", code)]
