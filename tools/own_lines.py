"""Every line our own: fail where a function, or five lines in a row, read like MXNet 1.9.1's Python.

python tools/own_lines.py                  check src/mxnet
python tools/own_lines.py --write GITDIR   write the fingerprints again, from a git directory of apache/mxnet

MXNet's sources are not here; fingerprints of them are, in ``own_lines.bin``. A function's is one byte of a hash for
each token, docstring and comments left out: enough to say how much of it stands in another function of the same name in
the same order, too little to read it back (names, numbers and strings by the thousand share 256 values). A run of five
lines has a hash of 40 bits. What reads alike because it must is named in FORCED, with the reason.
"""

import argparse
import ast
import io
import json
import subprocess
import sys
import tarfile
import tokenize
import zlib
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "mxnet"
STORE = Path(__file__).with_suffix(".bin")
TAG, FOLDER = "1.9.1", "python/mxnet"

ALIKE = 0.8  # part of the tokens of two functions that stand in the same order in both
STATEMENTS = 5  # functions of fewer are too short to have a form of their own
LINES = 5  # so many equal lines in a row are a run
MOST_FORCED = 40

# Functions that must read like MXNet's, as ``path:name``, and why.
FORCED: dict[str, str] = {}


class Function(NamedTuple):
    """A function's name, line and fingerprint."""

    name: str
    line: int
    tokens: bytes


class Fingerprints(NamedTuple):
    """What is known of MXNet's sources: fingerprints of functions by name, and hashes of runs of lines."""

    functions: dict[str, list[bytes]]
    runs: frozenset[bytes]


class Finding(NamedTuple):
    """A place of ours that reads like MXNet's; ``name`` is a function's, or empty for a run of lines."""

    path: str
    line: int
    name: str
    what: str


def main() -> int:
    """Check, or write the fingerprints; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", metavar="GITDIR", help="a git directory of apache/mxnet to take fingerprints from")
    asked = parser.parse_args()
    if asked.write:
        save(fingerprints(mxnet_sources(asked.write)))
        print(f"{STORE.name} written")
        return 0
    paths = sorted(SOURCE.rglob("*.py"))
    found = list(look(((str(path.relative_to(ROOT)), path.read_text()) for path in paths), load()))
    problems = judge(found, FORCED)
    print("\n".join([*problems, f"own lines: {len(paths)} files, {len(problems)} places to look at"]))
    return int(bool(problems))


def judge(found: Iterable[Finding], forced: dict[str, str]) -> list[str]:
    """What is wrong: a place that is not forced, a forced one that no longer reads alike, too many of these."""
    problems, used = [], set()
    for finding in found:
        key = f"{finding.path}:{finding.name}"
        if finding.name and key in forced:
            used.add(key)
        else:
            problems.append(f"{finding.path}:{finding.line}: {finding.what}")
    problems += [f"FORCED: {key} reads like MXNet's no longer: remove it" for key in forced if key not in used]
    if len(forced) > MOST_FORCED:
        problems.append(f"FORCED: {len(forced)} functions are too many, at most {MOST_FORCED}")
    return problems


# --- what is compared ------------------------------------------------------------------------------------------------


def look(sources: Iterable[tuple[str, str]], known: Fingerprints) -> Iterator[Finding]:
    """The places of these sources, pairs of path and text, that read like those which are known."""
    for path, text in sources:
        tree = ast.parse(text)
        for function in functions(tree):
            likeness = max(
                (alike(function.tokens, other) for other in known.functions.get(function.name, ())), default=0
            )
            if likeness >= ALIKE:
                yield Finding(path, function.line, function.name, f"{function.name} is {likeness:.0%} MXNet's")
        yield from _runs(path, code_lines(tree, text), known.runs)


def _runs(path: str, lines: list[tuple[int, str]], known: frozenset[bytes]) -> Iterator[Finding]:
    last = -2
    for i, key in enumerate(windows(lines)):
        if key in known:
            if i > last + 1:
                yield Finding(path, lines[i][0], "", f"{LINES} lines in a row are MXNet's, from {lines[i][1]!r} on")
            last = i


def functions(tree: ast.AST) -> Iterator[Function]:
    """The functions that are long enough to be compared."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body[1:] if _is_text(node.body[0]) else node.body
            if sum(isinstance(part, ast.stmt) for statement in body for part in ast.walk(statement)) >= STATEMENTS:
                yield Function(node.name, node.lineno, _tokens(body))


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


class _Plain(ast.NodeTransformer):
    """Makes a formatted string one token, as it is up to Python 3.11 and no longer since."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return ast.Constant(ast.unparse(node))


def _tokens(body: list[ast.stmt]) -> bytes:
    code = "\n".join(ast.unparse(_Plain().visit(statement)) for statement in body)
    read = tokenize.generate_tokens(io.StringIO(code).readline)
    return bytes(_byte(token.string) for token in read if token.string.strip())


@cache
def _byte(token: str) -> int:
    return blake2b(token.encode(), digest_size=1).digest()[0]


def alike(first: bytes, second: bytes) -> float:
    """The part of the tokens of two functions that stand in the same order in both; 0 if that is below ``ALIKE``."""
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    for bound in (matcher.real_quick_ratio, matcher.quick_ratio):  # upper bounds, which cost little
        if bound() < ALIKE:
            return 0.0
    return matcher.ratio()


def code_lines(tree: ast.AST, text: str) -> list[tuple[int, str]]:
    """Numbers and text of the lines of code, without imports, docstrings, comments and closing brackets."""
    silent: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and _is_text(node) and isinstance(node.value.value, str):  # type: ignore[attr-defined]
            silent.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    stripped = ((number, line.split("  #")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return [
        (number, line)
        for number, line in stripped
        if number not in silent and len(line) > 3 and not line.startswith(("#", "import ", "from "))
    ]


def windows(lines: list[tuple[int, str]]) -> Iterator[bytes]:
    """A hash for each run of lines, by the line it begins with."""
    for i in range(len(lines) - LINES + 1):
        yield blake2b("\n".join(line for _, line in lines[i : i + LINES]).encode(), digest_size=5).digest()


# --- MXNet's side ----------------------------------------------------------------------------------------------------


def mxnet_sources(gitdir: str) -> Iterator[str]:
    """The text of MXNet's Python files."""
    command = ["git", f"--git-dir={gitdir}", "archive", TAG, FOLDER]
    archive = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files.getmembers():
            content = files.extractfile(member) if member.isfile() and member.name.endswith(".py") else None
            if content is not None:
                yield content.read().decode("utf-8", "replace")


def fingerprints(sources: Iterable[str]) -> Fingerprints:
    """The fingerprints of sources that Python can read."""
    by_name: dict[str, list[bytes]] = {}
    runs: set[bytes] = set()
    for text in sources:
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        for function in functions(tree):
            by_name.setdefault(function.name, []).append(function.tokens)
        runs.update(windows(code_lines(tree, text)))
    return Fingerprints(by_name, frozenset(runs))


def save(made: Fingerprints) -> None:
    """Write fingerprints, always the same bytes for the same ones."""
    by_name = {name: sorted(tokens.hex() for tokens in several) for name, several in sorted(made.functions.items())}
    content = json.dumps({"functions": by_name, "runs": b"".join(sorted(made.runs)).hex()})
    STORE.write_bytes(zlib.compress(content.encode(), 9))


def load() -> Fingerprints:
    """Read what ``save`` wrote."""
    content = json.loads(zlib.decompress(STORE.read_bytes()))
    by_name = {name: [bytes.fromhex(tokens) for tokens in several] for name, several in content["functions"].items()}
    runs = bytes.fromhex(content["runs"])
    return Fingerprints(by_name, frozenset(runs[i : i + 5] for i in range(0, len(runs), 5)))


if __name__ == "__main__":
    sys.exit(main())
