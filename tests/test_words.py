"""The documents say what is there, and a word or a class name has one meaning."""

import ast
import importlib
import re
import runpy
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.test_layers import LAYERS

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "mxnet"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
ENGINE = (ROOT / "docs" / "engine.md").read_text()

# Class names that stand in two files and mean the same in both, or are MXNet's own in one of them.
SHARED = {
    "Arithmetic": "the signs of arrays: mx.nd and mx.np",
    "Constant": "MXNet's: an initializer and a parameter",
    "Device": "what recording needs of one, and the class that is it",
    "Dense": "MXNet's layer; an array of a file beside RowSparse and CSR",
    "Event": "MXNet's profiler; the engine's events",
    "FactorScheduler": "MXNet's, old and new",
    "Fluent": "methods of arrays and of symbols",
    "Instance": "a user's operator: what _ops needs of it, and the class that is it",
    "Kind": "likewise",
    "Loss": "MXNet's: a layer and a metric",
    "Node": "of a tape and of a symbol",
    "One": "MXNet's initializer; a NumPy array that is also a number",
    "Operation": "what a sign of Python's stands for; one that the profiler has timed",
    "Task": "MXNet's profiler; work for a thread",
}
# The engine is four packages, and what sums over devices.
PACKAGES = ("_host", "_calls", "_lazy", "_programs", "_collectives")
# Names that say how something came to be there, and not what it is.
EMPTY_NAMES = {"found", "given", "made"}
# MXNet has the cells of recurrent networks twice, as symbols and as blocks.
CELLS = re.compile(r"\w*Cell")


def test_the_model_of_the_engine_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sketch = re.search(r"```python\n(.*?)```", ENGINE, re.DOTALL)
    assert sketch is not None
    script = tmp_path / "sketch.py"
    script.write_text(sketch.group(1))
    runpy.run_path(str(script))
    assert capsys.readouterr().out.strip() == "[ 2.  6. 12.]"


def test_every_package_is_in_the_architecture() -> None:
    layers = ARCHITECTURE.split("\n### ")[1 : len(LAYERS) + 1]
    assert [names for names, text in zip(map(str.split, LAYERS), layers, strict=True) if missing(names, text)] == []


def missing(names: list[str], text: str) -> list[str]:
    return [name for name in names if f"`{name}`" not in text]


def test_every_file_of_the_engine_is_in_its_document() -> None:
    files = {path.name for package in PACKAGES for path in (SOURCE / package).glob("*.py")} - {"__init__.py"}
    assert missing(sorted(files), ENGINE) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_files_are_there(document: Path) -> None:
    text = document.read_text()
    for target, anchor in re.findall(r"\]\(([^):#]+\.md)(?:#([^)]+))?\)", text):
        path = document.parent / target
        assert path.exists(), target
        headings = re.findall(r"^#+ (.+)", path.read_text(), re.MULTILINE)
        anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
        assert not anchor or anchor in anchors, anchor
    named = re.findall(r"`((?:\w+/)+\w+\.py)`", text)
    bases = (ROOT, SOURCE, ROOT / "src", *[SOURCE / package for package in PACKAGES])
    assert [name for name in named if not any((base / name).exists() for base in bases)] == []


def is_in_the_code(name: str) -> bool:
    """Whether a dotted name, seen from the engine or from the package, is something."""
    places = ["mxnet", *[f"mxnet.{package}" for package in PACKAGES]]
    return any(resolves(f"{place}.{name.replace('/', '.')}") for place in places)


def resolves(name: str) -> bool:
    module, _, attribute = name.rpartition(".")
    try:
        return bool(importlib.import_module(name))
    except ImportError:
        pass
    owner: Any = None
    while module and owner is None:
        try:
            owner = importlib.import_module(module)
        except ImportError:
            module, _, first = module.rpartition(".")
            attribute = f"{first}.{attribute}"
    for part in attribute.split("."):
        if not hasattr(owner, part):
            return False
        owner = getattr(owner, part)
    return True


def test_every_word_of_the_glossary_is_in_the_code() -> None:
    table = ARCHITECTURE.split("\n## Words\n")[1].split("\n## ")[0]
    cells = [row.split("|")[3] for row in table.splitlines() if row.startswith("| ")][1:]
    names = [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
    assert len(names) > 40
    assert [name for name in names if not is_in_the_code(name.removesuffix(".py"))] == []


# Words of the engine that had no plain meaning, or a second one.
GONE = (
    "restless|orphaned|foretold|travelled|ENGINE_WALK|obey|doubted|unmet|not_?here|let_go|look_again|jax_aside",
    r"\b_?walk(ed)?\(|\b(doubt|met|told|beside|begin_with|expects|remark)\(|\bcuts\.(apart|behind)|\bjudge\b",
    "no_order_of_complex|with_digits_of|whoever is interrupted|a thread beside",
)


def test_words_that_are_gone() -> None:
    gone = re.compile("|".join(GONE), re.IGNORECASE)
    texts = [*SOURCE.rglob("*.py"), *DOCUMENTS, *(ROOT / "benchmarks").glob("*.py")]
    lines = [f"{path.name}: {line}" for path in texts for line in path.read_text().splitlines() if gone.search(line)]
    assert [line for line in lines if not re.search(r"(os|ast)\.walk\(", line)] == []


def bound_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The names that a module gives to variables, parameters and attributes, each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name is not None:
            yield node.lineno, node.name


def test_bound_names_are_seen() -> None:
    text = """
def f(a, *b, c=None, **d):
    e, g = a
    h: int = (i := 1)
    e.j = [k for k in a]
    try:
        return lambda l: None
    except ValueError as m:
        pass
    match a:
        case [n, *o]:
            pass
"""
    assert sorted(name for _, name in bound_names(ast.parse(text))) == list("abcdeghijklmno")


def test_names_say_what_they_hold() -> None:
    assert [
        f"{path.relative_to(SOURCE.parent)}:{line} {name}"
        for path in sorted(SOURCE.parent.rglob("*.py"))
        for line, name in bound_names(ast.parse(path.read_text()))
        if name in EMPTY_NAMES
    ] == []


def test_a_class_name_has_one_meaning() -> None:
    owners = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not CELLS.fullmatch(node.name):
                owners[node.name].add(str(path.relative_to(SOURCE)))
    repeated = {name for name, paths in owners.items() if len(paths) > 1}
    assert repeated - SHARED.keys() == set()
    assert SHARED.keys() - repeated == set()
