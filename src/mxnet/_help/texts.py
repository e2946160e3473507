"""The whole text of a class or a function: sentences, parameters, what else its docstring has, an example."""

import inspect
import re
from collections.abc import Iterable
from functools import cache
from types import FunctionType
from typing import Any

from mxnet._frontend.describing import imports
from mxnet._help import classes, functions
from mxnet._help.pages import NUMPY, OTHERS

_TITLES = re.compile(r"^(Parameters|Examples?|Returns|Attributes|Inputs|Outputs)\n-+(?:\n|$)", re.M)


@cache
def of_class(kind: type, doc: str) -> str:
    """What ``help`` shows of a class; its docstring if it is not a public one."""
    name = _public_classes().get(kind)
    if name is None:
        return doc
    summary, texts, example = classes.describe(name, kind)
    return _whole(summary, classes.signature(kind).parameters.values(), texts, _other_sections(doc), example)


@cache
def of_function(function: FunctionType, doc: str) -> str:
    """What ``help`` shows of a function; its docstring if it is not a public one."""
    place = _public_functions().get(function)
    if place is None:
        return doc
    summary, texts, example = place[0](*place[1:], function)
    return _whole(summary, inspect.signature(function).parameters.values(), texts, _other_sections(doc), example)


@cache
def _public_classes() -> dict[type, str]:
    return {kind: name for _, name, kind in classes.all_classes()}


@cache
def _public_functions() -> dict[FunctionType, tuple[Any, str, str]]:
    """Where each function is described: by what, on which page, by which name; the first page if there are several."""
    descriptions: dict[FunctionType, tuple[Any, str, str]] = {}
    for table, list_of, describe in (
        (OTHERS, functions.others, functions.describe_other),
        (NUMPY, functions.public, functions.describe),
    ):
        for page in table:
            for name, function in list_of(page).items():
                descriptions.setdefault(function, (describe, page, name))
    return descriptions


def _other_sections(doc: str) -> list[str]:
    """The sections of a docstring beside parameters and examples, as they stand."""
    text = inspect.cleandoc(doc).partition("\n>>> ")[0]
    _, *parts = _TITLES.split(text)
    kept = [(t, body) for t, body in zip(parts[::2], parts[1::2], strict=True) if t[:3] not in ("Par", "Exa")]
    return [f"{title}\n{'-' * len(title)}\n{body.strip()}" for title, body in kept]


def _whole(
    summary: str, parameters: Iterable[inspect.Parameter], texts: dict[str, str], sections: list[str], example: str
) -> str:
    rows = []
    for parameter in parameters:
        stars = "*" * {"VAR_POSITIONAL": 1, "VAR_KEYWORD": 2}.get(parameter.kind.name, 0)
        typed = annotation(parameter, "default {}")
        rows.append(f"{stars}{parameter.name}{f' : {typed}' if typed else ''}")
        rows += [f"    {texts[parameter.name]}"] if texts.get(parameter.name) else []
    parts = [summary]
    parts += ["\n".join(["Parameters", "----------", *rows])] if rows else []
    parts += sections
    if example:
        lines = [*(f">>> {line}" for line in imports(example) if f">>> {line}" not in example), example]
        parts.append("\n".join(["Examples", "--------", *lines]))
    return "\n\n".join(parts)


def annotation(parameter: inspect.Parameter, optional: str) -> str:
    """The type of a parameter, in words; what it may be left out for, written in this form."""
    kind = parameter.annotation
    text = kind if isinstance(kind, str) else getattr(kind, "__name__", "") if isinstance(kind, type) else str(kind)
    text = re.sub(r"(?:typing|collections\.abc|mxnet(?:\.\w+)*)\.", "", "" if kind is parameter.empty else text)
    text = "" if text == "Any" else text
    left_out = "" if parameter.default is parameter.empty else optional.format(default(parameter.default))
    return ", ".join(part for part in (text, left_out) if part)


def default(value: Any) -> str:
    """A default, written as a caller would."""
    return (
        value.__name__
        if inspect.isclass(value) or inspect.isfunction(value)
        else repr(value).partition(" object at ")[0]
    )
