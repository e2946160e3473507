"""Put the documentation site together and build it: ``build/docs`` are its pages, ``build/site`` is the site.

python tools/site.py             pages and site, without a warning or not at all
python tools/site.py --pages     the pages alone, which needs nothing but this package

Pages are those of ``docs/``, the notebooks of its tutorials as Markdown, and the reference, which is made from the
registry of operators and from the classes themselves.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import reference  # noqa: E402

DOCS, STAGE = ROOT / "docs", ROOT / "build" / "docs"


def main() -> int:
    """Assemble the pages, and build; the exit status."""
    assemble()
    if "--pages" in sys.argv:
        return 0
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def assemble() -> None:
    """Write every page to ``build/docs``."""
    shutil.rmtree(STAGE, ignore_errors=True)
    for path in sorted(DOCS.rglob("*")):
        target = STAGE / path.relative_to(DOCS)
        if path.is_dir() or path.suffix not in (".md", ".png", ".svg", ".css", ".ipynb"):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            target.with_suffix(".md").write_text(notebook(path))
        elif path.suffix == ".md":
            target.write_text(re.sub(r"(\]\([^)\s]*?)\.ipynb", r"\1.md", path.read_text()))
        else:
            shutil.copy(path, target)
    write("reference/index.md", reference.index())
    for name, text in reference.pages().items():
        write(f"reference/{name}", text)


def write(name: str, text: str) -> None:
    """Write one page."""
    target = STAGE / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)


def notebook(path: Path) -> str:
    """A notebook as Markdown: text, code, and what it printed."""
    parts = []
    for cell in json.loads(path.read_text())["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        printed = "".join("".join(o.get("text") or o["data"]["text/plain"]) + "\n" for o in cell["outputs"])
        if printed.strip():
            parts.append("```text\n" + printed.strip("\n") + "\n```")
    name = path.relative_to(DOCS)
    return "\n\n".join(parts) + f"\n\n*The notebook: `docs/{name}`.*\n"


if __name__ == "__main__":
    raise SystemExit(main())
