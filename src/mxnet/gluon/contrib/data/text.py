"""Texts for language models."""

import shutil
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from mxnet import ndarray
from mxnet._signatures import with_defaults
from mxnet._vocabulary import Vocabulary, count_tokens_from_str
from mxnet.gluon.data.dataset import _DownloadedDataset
from mxnet.gluon.data.vision.datasets import Named, _default_root, _fetch
from mxnet.gluon.utils import check_sha1

__all__ = ["WikiText2", "WikiText103"]

_END = "<eos>"


class _LanguageModelDataset(_DownloadedDataset):
    """A text as numbers of words, with the words it knows and how often each occurs."""

    def __init__(self, root: str, namespace: str, vocabulary: Vocabulary | None) -> None:
        self._vocab = vocabulary
        self._counter: Counter | None = None
        self._namespace = namespace
        super().__init__(root, None)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words with their numbers: those given, or those of the text."""
        return self._vocab  # type: ignore[return-value]

    @property
    def frequencies(self) -> Counter:
        """How often each word occurs in the text."""
        return self._counter  # type: ignore[return-value]

    def _build_vocab(self, content: str) -> None:
        if not self._counter:
            self._counter = count_tokens_from_str(content)
        if not self._vocab:
            self._vocab = Vocabulary(counter=self._counter, reserved_tokens=[_END])


class _WikiText(_LanguageModelDataset):
    """Samples of ``seq_len`` words, their labels being the words that follow each."""

    _archive_file: Named
    _data_file: dict[str, Named]

    def __init__(
        self, root: str = "", segment: str = "train", vocab: Vocabulary | None = None, seq_len: int = 35
    ) -> None:
        if segment not in self._data_file:
            raise ValueError(
                f"{type(self).__name__}: expected segment to be one of {', '.join(self._data_file)}, but got "
                f"{segment!r}"
            )
        self._segment = segment
        self._seq_len = seq_len
        super().__init__(root, self._archive_file[0].removesuffix("-v1.zip"), vocab)

    def _read_batch(self, filename: str) -> tuple[np.ndarray, np.ndarray]:
        """The words of a file and, for each, the next one."""
        content = Path(filename).read_text(encoding="utf8")
        self._build_vocab(content)
        words: list[str] = []
        for line in content.splitlines():
            tokens = line.split()
            if tokens:
                words += [*tokens, _END]
        numbers = np.array(self.vocabulary.to_indices(words), dtype=np.int32)
        return numbers[:-1], numbers[1:]

    def _get_data(self) -> None:
        name, sha1 = self._data_file[self._segment]
        path = Path(self._root) / name
        if not path.exists() or not check_sha1(str(path), sha1):
            archive = _fetch(self._root, self._namespace, self._archive_file, [self._archive_file[0], name])
            self._extract(archive)
        data, label = self._read_batch(str(path))
        whole = len(data) // self._seq_len * self._seq_len
        self._data, self._label = (
            ndarray.array(part[:whole].reshape(-1, self._seq_len), dtype=part.dtype) for part in (data, label)
        )

    def _extract(self, archive: str) -> None:
        """Put the archive's files beside it, without their folders."""
        with zipfile.ZipFile(archive) as files:
            for member in files.namelist():
                name = Path(member).name
                if name and not member.endswith("/"):
                    with files.open(member) as source, (Path(self._root) / name).open("wb") as target:
                        shutil.copyfileobj(source, target)

    def __getitem__(self, idx: Any) -> Any:
        return self._data[idx], self._label[idx]


class WikiText2(_WikiText):
    """Two million words of good articles of Wikipedia.

    Parameters
    ----------
    root : str
        The folder that holds the original files, which are downloaded if they are not there.
    segment : str
        'train', 'validation' or 'test'.
    vocab : Vocabulary
        Numbers of words, such as the ``vocabulary`` of the training text; new ones by default.
    seq_len : int
        The number of words in a sample.
    """

    _archive_file = ("wikitext-2-v1.zip", "3c914d17d80b1459be871a5039ac23e752a53cbe")
    _data_file = {  # noqa: RUF012
        "train": ("wiki.train.tokens", "863f29c46ef9d167fff4940ec821195882fe29d1"),
        "validation": ("wiki.valid.tokens", "0418625c8b4da6e4b5c7a0b9e78d4ae8f7ee5422"),
        "test": ("wiki.test.tokens", "c7b8ce0aa086fb34dab808c5c49224211eb2b172"),
    }

    __init__ = with_defaults(_WikiText.__init__, root=_default_root("wikitext-2"))


class WikiText103(_WikiText):
    """A hundred million words of good articles of Wikipedia; for the arguments see ``WikiText2``."""

    _archive_file = ("wikitext-103-v1.zip", "0aec09a7537b58d4bb65362fee27650eeaba625a")
    _data_file = {  # noqa: RUF012
        "train": ("wiki.train.tokens", "b7497e2dfe77e72cfef5e3dbc61b7b53712ac211"),
        "validation": ("wiki.valid.tokens", "c326ac59dc587676d58c422eb8a03e119582f92b"),
        "test": ("wiki.test.tokens", "8a5befc548865cec54ed4273cf87dbbad60d1e47"),
    }

    __init__ = with_defaults(_WikiText.__init__, root=_default_root("wikitext-103"))
