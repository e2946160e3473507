"""Run the notebooks of ``docs/tutorials``, each in a process and a folder of its own, and keep what they print.

python tools/notebooks.py [NAME ...]            run, and write the outputs into the notebooks, in all languages
python tools/notebooks.py --check [NAME ...]    run, and change nothing
"""

import ast
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "docs" / "tutorials", ROOT / "docs" / "zh" / "tutorials")


def main() -> int:
    """Run the notebooks that are named, or all; the exit status."""
    if sys.argv[1:2] == ["--cells"]:
        json.dump(outputs(json.load(sys.stdin)), sys.__stdout__)
        return 0
    check = "--check" in sys.argv
    names = [word for word in sys.argv[1:] if word != "--check"]
    paths = [FOLDERS[0] / f"{name}.ipynb" for name in names] or sorted(FOLDERS[0].glob("*.ipynb"))
    for path in paths:
        results = run(path)
        print(f"{path.name}: {len(results)} cells")
        for folder in () if check else FOLDERS:
            keep(folder / path.name, results)
    return 0


def code(path: Path) -> list[str]:
    """The cells of Python of a notebook."""
    cells = json.loads(path.read_text())["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(path: Path) -> list[list[dict[str, Any]]]:
    """What each cell prints; a cell that fails is an error."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, str(Path(__file__).resolve()), "--cells"],
            input=json.dumps(code(path)),
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]),
                "MPLBACKEND": "Agg",
            },
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    if done.returncode:
        raise SystemExit(f"{path.name}: {done.stderr[-4000:]}")
    found: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return found


def outputs(cells: list[str]) -> list[list[dict[str, Any]]]:
    """Run cells one after the other in one namespace, as a notebook does."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [one(cell, names, number) for number, cell in enumerate(cells, 1)]


def one(cell: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What a cell prints, and the value of the expression that it ends with."""
    tree = ast.parse(cell)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        found.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        data = {"text/plain": repr(value).strip("\n").splitlines(keepends=True)}
        found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def keep(path: Path, results: list[list[dict[str, Any]]]) -> None:
    """Write outputs into a notebook."""
    if not path.exists():
        return
    book = json.loads(path.read_text())
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    for number, (cell, found) in enumerate(zip(cells, results, strict=True), 1):
        cell["outputs"], cell["execution_count"] = found, number
    path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
