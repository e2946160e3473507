"""Imports go down the layers and never in circles, only the layers that compute know JAX, nothing is hung in from
elsewhere, and a package's private names stay in it.

What the rules find is a list of lines; the tests at the end show each rule a module that breaks it.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "mxnet"
LAYERS = (
    "base context error util name attribute registry log libinfo _config _files _images _control _scopes _named "
    "_semantics _neighbours _probe _c_interface _progress _traceback _types _vocabulary _fused_rnn _gates _signatures "
    "_importing",
    "_host",
    "_ops _numpy_backend _calls _lazy",
    "_programs",
    "_collectives",
    "_frontend",
    "ndarray symbol numpy numpy_extension autograd executor operator random engine profiler runtime library rtc "
    "_cached_op _namespaces numpy_op_signature _numpy_op_doc numpy_dispatch_protocol",
    "optimizer kvstore io image metric initializer callback monitor visualization recordio lr_scheduler misc _digraph "
    "_checkpoint",
    "gluon module model executor_manager rnn contrib notebook test_utils tools onnx _cli _help _launching __main__",
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}
# Within a layer ``_lazy`` knows ``_calls``, which knows ``_numpy_backend``; otherwise nobody knows a neighbour.
APART = {
    ("_ops", "_lazy"),
    ("_ops", "_calls"),
    ("_ops", "_numpy_backend"),
    ("_lazy", "_ops"),
    ("_calls", "_ops"),
    ("_calls", "_lazy"),
    ("_numpy_backend", "_lazy"),
    ("_numpy_backend", "_calls"),
    ("_numpy_backend", "_ops"),
}
KNOW_JAX = {1, 2, 3, 4, 6}

# Objects whose attributes other modules set. All else is registered by a call of a function with a name.
STATE = {
    "mxnet._lazy.mode.mode": "the flags of a thread: values that go on and off, not functions",
    "mxnet._host.settings.settings": "the engine's settings, of which tests and programs change some for a while",
    "mxnet._host.stats.stats": "the engine's counters",
    "mxnet.context.Context": "set_default_context sets the value of a thread, as in MXNet",
}

# The attributes of ``ndarray.handle.Handle``, and a symbol's heads: what arrays and symbols are to all other packages.
# Anybody may read them, since the everyday calls cannot afford a function for each; see the class. Nobody outside their
# package writes them.
SLOTS = {"_base", "_ctx", "_heads", "_origin", "_seen", "_steps", "_value"}
# MXNet's own private names. Programs written for it read them, so they are part of what we are, and spelled like this.
MXNETS = set(
    """_Null _Symbol _as_list _attr _barrier _cached_graph _check_arguments
    _compose _default_ctx _exec_group _fresh_grad _get_repo_url _grad _internal _load_init _reduce _register_op_hook
    _sanity_check_params _scale _set_attr _subgraph_names _symbol _sync_copyfrom _update_on_kvstore _updater""".split()  # noqa: SIM905
)
# What else another package may read.
SHARED = {
    "_Profiler": "a server of a distributed job keeps a time line of its own",
    "_device": "what the engine remembers on a context, which knows nothing of it",
}
Rule = Callable[["Module"], list[str]]
TUPLES = {"_asdict", "_fields", "_make", "_replace"}  # public names of a NamedTuple
CHANGES = {"add", "append", "clear", "discard", "extend", "insert", "pop", "remove", "setdefault", "update"}


class Imported(NamedTuple):
    """A name that a module imports: ``target`` is a module, ``name`` something in it, or empty for the module."""

    node: ast.stmt
    target: str
    name: str
    local: str

    @property
    def whole(self) -> str:
        return f"{self.target}.{self.name}" if self.name else self.target

    @property
    def part(self) -> str:
        return self.target.split(".")[1]


@dataclass(eq=False)
class Module:
    """A module of ours."""

    name: str
    text: str

    @property
    def part(self) -> str:
        """The package, or the lone module, right below ``mxnet``."""
        return self.name.split(".")[1]

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(ast.parse(self.text)))

    @cached_property
    def imports(self) -> list[Imported]:
        """What is imported while the module runs; what a type checker alone reads does not count."""
        checked = {
            id(inner)
            for node in self.nodes
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            for inner in ast.walk(node)
        }
        return [i for node in self.nodes if id(node) not in checked for i in imports_of(node)]

    @cached_property
    def ours(self) -> list[Imported]:
        """The imports of our own modules."""
        return [i for i in self.imports if i.target.startswith("mxnet.")]

    def at(self, node: ast.AST, what: str) -> str:
        """A line of what a rule found."""
        return f"{self.name}:{getattr(node, 'lineno', 0)} {what}"


def imports_of(node: ast.AST) -> Iterator[Imported]:
    """The names that a statement imports."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield Imported(node, alias.name, "", alias.asname or alias.name.split(".")[0])
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            whole, local = f"{node.module}.{alias.name}", alias.asname or alias.name
            is_module = whole in names() or node.module == "mxnet"
            yield Imported(node, whole, "", local) if is_module else Imported(node, node.module, alias.name, local)


def name_of(path: Path) -> str:
    return ".".join(["mxnet", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")


@cache
def names() -> frozenset[str]:
    return frozenset(map(name_of, SOURCE.rglob("*.py")))


@cache
def modules() -> tuple[Module, ...]:
    """Every module but ``mxnet`` itself, which imports them all."""
    paths = [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"]
    return tuple(Module(name_of(path), path.read_text()) for path in paths)


# --- the rules: what is wrong with a module ---------------------------------------------------------------------------


def upward(module: Module) -> list[str]:
    """Imports that go up the layers, or between the siblings."""
    return [
        module.at(i.node, f"imports {i.whole}")
        for i in module.ours
        if RANK.get(i.part, 0) > RANK[module.part] or (module.part, i.part) in APART
    ]


def inner_imports(module: Module) -> list[str]:
    """Imports of ours inside functions: heavy packages of others are imported so, ours are not."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    inside = {id(inner) for node in module.nodes if isinstance(node, functions) for inner in ast.walk(node)}
    return [module.at(i.node, f"imports {i.whole}") for i in module.ours if id(i.node) in inside]


def root(node: ast.AST) -> str:
    """The name that an expression such as ``a.b[c](d).e`` begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def changed(node: ast.AST) -> Iterator[ast.expr]:
    """The attributes and elements that a statement assigns to, or deletes."""
    targets: list[ast.expr] = []
    if isinstance(node, (ast.Assign, ast.Delete)):
        targets = list(node.targets)
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
        targets = [node.target]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr"):
        targets = [ast.Attribute(node.args[0], "...", ast.Store())]
    while targets:
        target = targets.pop()
        if isinstance(target, (ast.Tuple, ast.List)):
            targets += target.elts
        elif isinstance(target, (ast.Attribute, ast.Subscript)):
            yield target


def late_bound(module: Module) -> list[str]:
    """Places that set an attribute of what another module defines, or change a table of another package."""
    theirs = {i.local: i for i in module.ours if i.whole not in STATE}
    found = []
    for node in module.nodes:
        for target in changed(node):
            source = theirs.get(root(target))
            if source and (isinstance(target, ast.Attribute) or source.part != module.part):
                found.append(module.at(node, f"sets {ast.unparse(target)} of {source.whole}"))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            source = theirs.get(ast.unparse(node.func.value))
            if source and source.local.isupper() and source.part != module.part:
                found.append(module.at(node, f"changes {source.whole}"))
    return found


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def defines(node: ast.AST) -> list[str]:
    """The names that a node defines: functions, classes, variables, attributes."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return [node.id]
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and root(node) in ("self", "cls"):
        return [node.attr]
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__slots__":
        return [str(c.value) for c in ast.walk(node.value) if isinstance(c, ast.Constant)]
    return []


@cache
def owners() -> dict[str, set[str]]:
    """The packages that define a private name."""
    found: dict[str, set[str]] = {}
    for module in modules():
        for name in filter(is_private, (name for node in module.nodes for name in defines(node))):
            found.setdefault(name, set()).add(module.part)
    return found


def private(module: Module) -> list[str]:
    """Private names of another package; but a class may use those of the class that it is made from.

    The underscore of a module says that it is not MXNet's, so other packages of ours may import that. Which object an
    attribute belongs to is not known here: one that the package itself defines somewhere counts as its own.
    """
    allowed = SLOTS | MXNETS | SHARED.keys() | TUPLES
    found = [
        module.at(i.node, f"imports {i.whole}")
        for i in module.ours
        if is_private(i.name) and i.part != module.part and i.name not in allowed
    ]
    for node in module.nodes:
        if not isinstance(node, ast.Attribute) or not is_private(node.attr):
            continue
        having = owners().get(node.attr, {module.part})
        if module.part in having or ast.unparse(node.value) in ("self", "cls", "super()"):
            continue
        if node.attr not in allowed or (node.attr in SLOTS and not isinstance(node.ctx, ast.Load)):
            found.append(module.at(node, f"uses {ast.unparse(node)} of {', '.join(sorted(having))}"))
    return found


def circles(given: Iterable[Module]) -> list[list[str]]:
    """A circle among modules, and one among the packages and lone modules of each package.

    A package's own ``__init__`` shows what is in it, so it counts for none of its parts.
    """
    edges: dict[str, dict[str, set[str]]] = {}
    for module in given:
        for target in {i.target for i in module.ours} - {module.name}:
            edges.setdefault("modules", {}).setdefault(module.name, set()).add(target)
            source, wanted = module.name.split("."), target.split(".")
            common = next((n for n, pair in enumerate(zip(source, wanted)) if pair[0] != pair[1]), len(wanted))  # noqa: B905
            if common < min(len(source), len(wanted)):
                here, there = ".".join(source[: common + 1]), ".".join(wanted[: common + 1])
                edges.setdefault(".".join(source[:common]), {}).setdefault(here, set()).add(there)
    found = []
    for graph in edges.values():
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            found.append(list(error.args[1]))
    return found


# --- our modules keep them --------------------------------------------------------------------------------------------


def test_every_module_has_a_layer() -> None:
    assert {module.part for module in modules()} <= RANK.keys()


@pytest.mark.parametrize("rule", [upward, inner_imports, late_bound, private])
def test_every_module_keeps_a_rule(rule: Rule) -> None:
    assert [line for module in modules() for line in rule(module)] == []


def test_no_circles() -> None:
    assert circles(modules()) == []


def test_only_computing_layers_import_jax() -> None:
    wrong = {m.name for m in modules() if RANK[m.part] not in KNOW_JAX for i in m.imports if i.target.startswith("jax")}
    assert wrong == set()


# --- and the rules see what breaks them -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [("base", "from mxnet import ndarray"), ("_lazy.more", "from mxnet._ops.registry import find")],
)
def test_an_import_that_goes_up_is_seen(name: str, text: str) -> None:
    assert len(upward(Module(f"mxnet.{name}", text))) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("symbol.more", "from mxnet import executor"),
        ("ndarray.more", "from mxnet.symbol import core"),
        ("gluon.nn.more", "from mxnet.gluon.data.vision import transforms"),
        ("ndarray.handle", "from mxnet.ndarray import dense"),
        ("numpy._call", "import mxnet.numpy"),
    ],
)
def test_a_circle_is_seen(name: str, text: str) -> None:
    assert circles([*modules(), Module(f"mxnet.{name}", text)]) != circles(modules())


@pytest.mark.parametrize("text", ["def f():\n    from mxnet import ndarray", "def f():\n    import mxnet.io as io"])
def test_an_import_in_a_function_is_seen(text: str) -> None:
    assert len(inner_imports(Module("mxnet.gluon.more", text))) == 1
    assert len(inner_imports(Module("mxnet.gluon.more", "def f():\n    import ray"))) == 0


@pytest.mark.parametrize(
    "text",
    [
        "from mxnet._ops.registry import find\nfind('x').host = print",
        "from mxnet.ndarray.storage import CHAIN\ndef f():\n    CHAIN.first, x = 1, 2",
        "from mxnet.ndarray import storage\nstorage.zeros = None",
        "from mxnet import numpy\nsetattr(numpy, 'more', 1)",
        "from mxnet.context import current_context\ndel current_context.cache",
        "from mxnet._ops.registry import OPS\nOPS['x'] = 1",
        "from mxnet._ops.registry import OPS\nOPS.update(x=1)",
    ],
)
def test_what_is_set_from_another_module_is_seen(text: str) -> None:
    assert len(late_bound(Module("mxnet.ndarray.more", text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "from mxnet.ndarray.dense import _SHOWN",
        "from mxnet.ndarray import dense\nprint(dense._EVERYTHING)",
        "def f(array):\n    return array._numpy_scalars",
        "def f(array, origin):\n    array._origin = origin",
    ],
)
def test_a_private_name_of_another_package_is_seen(text: str) -> None:
    assert len(private(Module("mxnet.io.more", text))) == 1
    assert len(private(Module("mxnet.ndarray.more", text))) == 0
