"""The tutorials run, and their code is the same in every language."""

from pathlib import Path

import pytest

from tools import notebooks

ENGLISH, CHINESE = notebooks.FOLDERS
ALL = sorted(ENGLISH.glob("*.ipynb"))


def name(path: Path) -> str:
    return path.stem


def test_languages_have_the_same_code() -> None:
    assert len(ALL) >= 9
    assert [path.name for path in sorted(CHINESE.glob("*.ipynb"))] == [path.name for path in ALL]
    for path in ALL:
        assert notebooks.code(CHINESE / path.name) == notebooks.code(path)


@pytest.mark.parametrize("path", ALL, ids=name)
def test_it_runs(path: Path) -> None:
    assert len(notebooks.run(path)) == len(notebooks.code(path))
