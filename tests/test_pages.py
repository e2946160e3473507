"""The pages of documentation: their Python runs, their links lead somewhere, what is derived is up to date."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mxnet as mx
from mxnet._config import IGNORED, VARIABLES
from mxnet._frontend.functions import NUMPY
from mxnet._help import classes
from mxnet._ops.registry import OPS
from tools import environment, operators, reference

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.S | re.M)
LINK = re.compile(r"(?<!\\)\[[^\]\n]*\]\(([^)\s]+)\)")
# Stands before the blocks of each page: nothing is downloaded, so nothing may be needed from elsewhere.
REFUSING = """
import mxnet

def _refuse(url, *args):
    raise SystemExit(f"a page downloads {url}")  # which no handler of errors takes for a network that is away

mxnet.gluon.utils._fetch = _refuse
"""
IN_ORDER = {
    "en": "The blocks of Python on this page run in order, each after those above it.",
    "zh": "本页的 Python 代码按顺序运行，后面的接着前面的。",
}


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> list[str]:
    return [code for language, code in BLOCK.findall(page.read_text()) if language == "python"]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's titles, as GitHub and the site make them."""
    text = BLOCK.sub("", page.read_text())
    titles = re.findall(r"^#+ +(.+?) *$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_pages_that_share_names_say_so() -> None:
    for page in PAGES:
        if len(blocks(page)) > 1:
            assert any(sentence in page.read_text() for sentence in IN_ORDER.values()), name(page)


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p)], ids=name)
def test_python_runs(page: Path, tmp_path: Path) -> None:
    """In a process of its own, since pages change settings; as one program, in an empty folder."""
    done = subprocess.run(
        [sys.executable, "-c", "\n".join([REFUSING, *blocks(page)])],
        cwd=tmp_path,
        env={
            **{k: v for k, v in os.environ.items() if not k.startswith(("DMLC_", "MXNET_"))},
            "PYTHONPATH": str(Path(mx.__file__).parent.parent),
            "JAX_PLATFORMS": "cpu",
            "MPLBACKEND": "Agg",
            "MXNET_HOME": str(tmp_path / "home"),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(BLOCK.sub("", page.read_text())):
        if "://" in link or link.startswith("mailto:"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name(page)}: {link}"
        if anchor:
            assert anchor in anchors(target), f"{name(page)}: {link}"


def test_every_environment_variable_is_on_its_page() -> None:
    text = (ROOT / "docs" / "environment.md").read_text()
    assert text == environment.page()
    for variable in VARIABLES:
        assert f"| `{variable}` |" in text
    for group in IGNORED.values():
        assert all(f"`{variable}`" in text for variable in group.split())


def test_the_list_of_operators_is_up_to_date() -> None:
    assert (ROOT / "docs" / "operators.md").read_text() == operators.page()


def test_the_site_has_every_page() -> None:
    listed = (ROOT / "mkdocs.yml").read_text()
    for page in (ROOT / "docs").rglob("*.md"):
        assert str(page.relative_to(ROOT / "docs")) in listed, name(page)
    for notebook in (ROOT / "docs" / "tutorials").glob("*.ipynb"):
        assert f"tutorials/{notebook.stem}.md" in listed


def test_the_reference_has_every_operator_and_class() -> None:
    made = reference.pages()
    text = "\n".join(made.values())
    for name, op in OPS.items():
        if not name.startswith(NUMPY):
            first = next(n for n in (op.name, *op.aliases) if not n.startswith(NUMPY))
            assert f"## {operators.public(first)}\n" in text, name
    for _, name, _ in classes.all_classes():
        assert f"## mx.{name}\n" in text, name
    listed = (ROOT / "mkdocs.yml").read_text()
    assert [page for page in made if f"reference/{page}" not in listed] == []


def test_links_of_the_index_of_operators_lead_to_entries() -> None:
    made = reference.pages()
    links = re.findall(r"\]\((operators/\w+\.md)#([^)]+)\)", reference.index())
    assert len(links) >= 400
    for page, anchor in links:
        titles = re.findall(r"^## (.+)$", made[page], re.M)
        assert anchor in {reference.anchor(title) for title in titles}, (page, anchor)
