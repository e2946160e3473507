"""The pages of the reference, as Markdown: every operator by family, every public class by module, ``mx.np``."""

import inspect
import re
from collections.abc import Iterable, Iterator
from types import FunctionType

from mxnet._frontend import describing
from mxnet._frontend.functions import NUMPY
from mxnet._help import classes, functions
from mxnet._help.pages import CLASSES, OTHERS
from mxnet._help.pages import NUMPY as NUMPYS
from mxnet._help.texts import annotation, default
from mxnet._ops.registry import OPS, Op
from tools import operators

OPERATORS_HEAD = """# Operators: {title}

Each is a function of `mx.nd`, on arrays, and of `mx.sym`, on symbols. Besides the parameters below they take `out=`, an
array that receives the result, and `name=`, of a symbol's node.

"""


def pages() -> dict[str, str]:
    """Every page by its path below ``reference/``."""
    made = {f"operators/{family}.md": text for family, text in operator_pages()}
    made |= {f"classes/{page}.md": class_page(page) for page in CLASSES}
    made |= {f"numpy/{page}.md": numpy_page(page) for page in NUMPYS}
    made |= {f"functions/{page}.md": other_page(page) for page in OTHERS if functions.others(page)}
    return made


def operator_pages() -> Iterator[tuple[str, str]]:
    """The name and the text of each family's page."""
    public = {id(op): op for name, op in OPS.items() if not name.startswith(NUMPY)}
    for module in sorted({op.function.__module__ for op in public.values()}):
        ops = sorted((op for op in public.values() if op.function.__module__ == module), key=lambda op: op.name.lower())
        title = operators.title(module)
        lines = [OPERATORS_HEAD.format(title=title[:1].lower() + title[1:])]
        for op in ops:
            lines += operator(op)
        yield module.rpartition(".")[2], "\n".join(lines)


def operator(op: Op) -> list[str]:
    """The lines of an operator."""
    names = [operators.public(name) for name in (op.name, *op.aliases) if not name.startswith(NUMPY)]
    said = describing.describe(op)
    arrays = ["*data"] if op.variadic else list(op.inputs)
    given = ", ".join([*arrays, *(f"{a.name}" if a.required else f"{a.name}={a.default!r}" for a in op.attrs.values())])
    rows = [(n, describing.kind(op, n), said.parameters.get(n, "")) for n in describing.parameter_names(op)]
    also = [f"Also {', '.join(f'`{name}`' for name in names[1:])}."] if len(names) > 1 else []
    shown = describing.example(said)
    return entry(names[0], f"{names[0]}({given})", [said.summary, *also], rows, shown)


def entry(
    name: str, call: str, texts: Iterable[str], rows: list[tuple[str, str, str]], example: Iterable[str]
) -> list[str]:
    """A heading, the call, sentences, a table of parameters, and an example."""
    lines = [f"## {name}", "", "```text", call, "```", ""]
    for text in texts:
        lines += [markdown(text), ""]
    if rows:
        lines += ["| Parameter | Type | Meaning |", "|---|---|---|"]
        lines += [f"| `{n}` | {cell(kind)} | {cell(markdown(text))} |" for n, kind, text in rows]
        lines.append("")
    shown = list(example)
    return [*lines, "```pycon", *shown, "```", ""] if shown else lines


def markdown(text: str) -> str:
    """A docstring's text as Markdown."""
    text = re.sub(r"``(.+?)``", r"`\1`", text)
    return re.sub(r"(?<![`\w])\*(?=\w)", r"\\*", text) if "`" not in text else text


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def class_page(page: str) -> str:
    """The page of a group of classes."""
    title, _ = CLASSES[page]
    lines = [f"# {title}", ""]
    for where, name, kind in classes.all_classes():
        if where == page:
            lines += class_entry(name, kind)
    return "\n".join(lines)


def class_entry(name: str, kind: type) -> list[str]:
    """The lines of a class: what it is, its parameters, an example, its methods."""
    summary, texts, shown = classes.describe(name, kind)
    parameters = classes.signature(kind).parameters
    rows = [(p.name, annotation(p, "default `{}`"), texts.get(p.name, "")) for p in parameters.values()]
    example = [*(f">>> {line}" for line in describing.imports(shown)), *shown.splitlines()]
    lines = entry(f"mx.{name}", f"mx.{name}({', '.join(map(spelled, parameters.values()))})", [summary], rows, example)
    public = {k: n for _, n, k in classes.all_classes()}
    base = next((b for b in kind.__mro__[1:] if b in public), None)
    methods = dict(own_methods(kind, base))
    if methods:
        lines += ["| Method | |", "|---|---|"]
        lines += [f"| `{method}` | {cell(markdown(text))} |" for method, text in sorted(methods.items())]
        lines.append("")
    return lines if base is None else [*lines, f"It also has the methods of `mx.{public[base]}`.", ""]


def own_methods(kind: type, base: type | None) -> Iterator[tuple[str, str]]:
    """The public methods of a class, with their first sentences; those of a base that is documented itself left out."""
    inherited = () if base is None else base.__mro__
    for owner in kind.__mro__[:-1]:
        if owner in inherited or not owner.__module__.startswith("mxnet."):
            continue
        for name, value in vars(owner).items():
            doc = (
                inspect.getdoc(value) if isinstance(value, (FunctionType, classmethod, staticmethod, property)) else ""
            )
            if not name.startswith("_") and doc:
                yield name, doc.split("\n\n")[0].replace("\n", " ")


def spelled(parameter: inspect.Parameter) -> str:
    """A parameter as it stands in a call."""
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    shown = "" if parameter.default is parameter.empty else f"={default(parameter.default)}"
    return f"{stars}{parameter.name}{shown}"


def numpy_page(page: str) -> str:
    """The page of a group of ``mx.np``'s functions."""
    lines = [f"# {functions.spell(page)}", ""]
    for name, function in functions.public(page).items():
        lines += function_entry(f"{functions.spell(page)}.{name}", function, functions.describe(page, name, function))
    return "\n".join(lines)


def other_page(page: str) -> str:
    """The page of a module's functions."""
    title, module = OTHERS[page]
    lines = [f"# Functions of {title}", ""]
    for name, function in functions.others(page).items():
        said = functions.describe_other(page, name, function)
        lines += function_entry(f"mx.{module}.{name}", function, said)
    return "\n".join(lines)


def function_entry(name: str, function: FunctionType, said: tuple[str, dict[str, str], str]) -> list[str]:
    """The lines of a function."""
    summary, texts, shown = said
    parameters = inspect.signature(function).parameters
    rows = [(p.name, annotation(p, "default `{}`"), texts.get(p.name, "")) for p in parameters.values()]
    example = [*(f">>> {line}" for line in describing.imports(shown)), *shown.splitlines()]
    return entry(name, f"{name}({', '.join(map(spelled, parameters.values()))})", [summary], rows, example)


def index() -> str:
    """The list of all operators, each with a link to its entry."""
    public = {id(op): op for name, op in OPS.items() if not name.startswith(NUMPY)}
    lines = [
        "# All operators",
        "",
        f"{len(public)} operators of `mx.nd` and `mx.sym`, by name.",
        "",
        "| Operator | |",
        "|---|---|",
    ]
    for op in sorted(public.values(), key=lambda op: operators.public(op.name).lower()):
        name = operators.public(next(n for n in (op.name, *op.aliases) if not n.startswith(NUMPY)))
        family = op.function.__module__.rpartition(".")[2]
        sentence = describing.describe(op).summary.split("\n\n")[0].replace("\n", " ")
        lines.append(f"| [`{name}`](operators/{family}.md#{anchor(name)}) | {cell(markdown(sentence))} |")
    return "\n".join(lines) + "\n"


def anchor(title: str) -> str:
    """The anchor that the site gives a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title.lower()).strip())
