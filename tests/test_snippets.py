"""The Python blocks of the documents run: those of a page one after the other, as a reader would paste them."""

import re
from pathlib import Path

import pytest

import mxnet as mx
from mxnet.contrib.amp.amp import _stop

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
BLOCKS = {page.name: re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE) for page in PAGES}
# Lines of our own sources, which a page shows to those who work on them.
EXCERPTS = {"numpy-backend.md": 2, "onnx.md": 1}


@pytest.mark.parametrize("page", [name for name, blocks in BLOCKS.items() if blocks])
def test_the_blocks_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))  # nothing is downloaded, so nothing may be needed there
    monkeypatch.setattr(mx.gluon.utils, "download", _refuse)
    names: dict[str, object] = {"__name__": "page"}
    try:
        for number, block in enumerate(BLOCKS[page]):
            exec(compile(block, f"{page}, block {number}", "exec"), names)
        mx.nd.waitall()
    finally:
        _stop()


def _refuse(url: str, *_: object, **__: object) -> str:
    raise AssertionError(f"a page downloads {url}")


def test_few_blocks_are_excerpts() -> None:
    found = {page.name: page.read_text().count("```python excerpt\n") for page in PAGES}
    assert {name: count for name, count in found.items() if count} == EXCERPTS
    assert sum(map(len, BLOCKS.values())) >= 15
