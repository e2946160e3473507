"""Write ``docs/operators.md``, the page of operators, from the registry.

python tools/operators.py            write it
python tools/operators.py --check    say whether it is as it should be
"""

import sys
from pathlib import Path
from typing import Any

import mxnet._ops as families
from mxnet._frontend.describing import describe
from mxnet._frontend.functions import NUMPY, home
from mxnet._ops.attrs import spell_type
from mxnet._ops.registry import OPS, Attr, Op

PAGE = Path(__file__).resolve().parent.parent / "docs" / "operators.md"
HEADER = """# Operators

Made by `tools/operators.py` from the registry: {count} operators under {names} names. `mx.nd` calls each of them on
arrays and `mx.sym` on symbols, by the names below, with the arrays and attributes below, and with `out=` or `name=`
besides. An array in [brackets] may be left out; `*data` takes any number. An attribute with `=` has that default.
"""


def main() -> int:
    """Write or check the page; the exit status."""
    text = page()
    stale = not PAGE.exists() or PAGE.read_text() != text
    if stale and "--check" in sys.argv:
        print(f"{PAGE.name} is out of date: run python tools/operators.py")
        return 1
    if stale:
        PAGE.write_text(text)
    print(f"{PAGE.name} {'written' if stale else 'is up to date'}")
    return 0


def page() -> str:
    """The page: a section for each family, in which operators are in the order of their names."""
    public = {name: op for name, op in OPS.items() if not name.startswith(NUMPY)}
    ops = list({id(op): op for op in public.values()}.values())
    lines = [HEADER.format(count=len(ops), names=len(public))]
    for module in sorted({op.function.__module__ for op in ops}):
        lines.append(f"## {title(module)}\n")
        for op in sorted((o for o in ops if o.function.__module__ == module), key=lambda o: o.name.lower()):
            lines += entry(op)
    return "\n".join(lines)


def title(module: str) -> str:
    """What a family says of itself, up to the first full stop or line."""
    said = (getattr(families, module.rpartition(".")[2]).__doc__ or module).strip().splitlines()[0]
    return said.rstrip(".")


def entry(op: Op) -> list[str]:
    """The lines of one operator."""
    names = [n for n in (op.name, *op.aliases) if not n.startswith(NUMPY)]
    arrays = ["*data"] if op.variadic else [f"[{n}]" if n in op.optional else n for n in op.inputs]
    given = [*arrays, *[attribute(a) for a in op.attrs.values()], *(["..."] if op.open else [])]
    lines = [
        f"### {public(names[0])}\n",
        f"`{public(names[0])}({', '.join(given)})`\n",
        " ".join(describe(op).summary.split()) + "\n",
    ]
    if len(names) > 1:
        lines.append(f"Also {', '.join(f'`{public(n)}`' for n in names[1:])}.\n")
    return lines


def public(name: str) -> str:
    """A name as one writes it after ``mx.nd.`` or ``mx.sym.``."""
    space, short = home(name)
    return f"{space}.{short}" if space else short


def attribute(attr: Attr) -> str:
    """An attribute with its type and its default."""
    kind = spell_type(attr.annotation)
    return f"{attr.name}: {kind}" if attr.required else f"{attr.name}: {kind} = {default(attr.default)}"


def default(value: Any) -> str:
    """A default, written as a caller would."""
    return repr(value)


if __name__ == "__main__":
    raise SystemExit(main())
