"""Tokens as vectors, from files that others trained."""

import logging
import os
import tarfile
import warnings
import zipfile
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from mxnet import base, registry
from mxnet import ndarray as nd
from mxnet._signatures import with_defaults
from mxnet.contrib.text.vocab import UNKNOWN, Vocabulary
from mxnet.gluon.utils import _get_repo_url, check_sha1, download
from mxnet.ndarray import NDArray

_ROOT = os.path.join(base.data_dir(), "embeddings")  # noqa: PTH118  a default that MXNet has as text


@cache
def _hashes(embedding: str, kind: str) -> dict[str, str]:
    """The sha1 of each pre-trained file, or of each archive, of an embedding."""
    lines = (Path(__file__).parent / "pretrained.txt").read_text().split("\n")
    rows = [line.split() for line in lines if line]
    return {name: sha1 for owner, what, name, sha1 in rows if (owner, what) == (embedding, kind)}


def register(embedding_cls: type) -> type:
    """Let ``create`` know a class of embeddings by its name, in lower case.

    >>> @mx.contrib.text.embedding.register
    ... class Own(mx.contrib.text.embedding.CustomEmbedding):
    ...     pass
    >>> Own.__name__
    'Own'
    """
    return registry.get_register_func(_TokenEmbedding, "token embedding")(embedding_cls)


def create(embedding_name: str, **kwargs: Any) -> "_TokenEmbedding":
    """An embedding by the name of its class: ``create('glove', pretrained_file_name='glove.6B.50d.txt')``.

    >>> with open("vectors.txt", "w") as file:
    ...     _ = file.write("hello 0.1 0.2\\nworld 0.3 0.4\\n")
    >>> @mx.contrib.text.embedding.register
    ... class FromFile(mx.contrib.text.embedding.CustomEmbedding):
    ...     pass
    >>> mx.contrib.text.embedding.create("fromfile", pretrained_file_path="vectors.txt").vec_len
    2
    """
    return registry.get_create_func(_TokenEmbedding, "token embedding")(embedding_name, **kwargs)


def get_pretrained_file_names(embedding_name: str | None = None) -> Any:
    """The files there are for an embedding, or a dictionary of them for all embeddings.

    >>> "glove.6B.50d.txt" in mx.contrib.text.embedding.get_pretrained_file_names("glove")
    True
    """
    known: dict[str, Any] = registry.get_registry(_TokenEmbedding)
    if embedding_name is None:
        return {name: list(kind.pretrained_file_name_sha1) for name, kind in known.items()}
    if embedding_name not in known:
        raise KeyError(f"Cannot find `embedding_name` {embedding_name}. There are {', '.join(known)}.")
    return list(known[embedding_name].pretrained_file_name_sha1)


class _TokenEmbedding(Vocabulary):
    """A vocabulary whose tokens have vectors. That of unknown tokens is the first."""

    pretrained_file_name_sha1: ClassVar[dict[str, str]] = {}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._vec_len = 0
        self._idx_to_vec: Any = None

    # --- files -----------------------------------------------------------------------------------------------------

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name: str) -> str:
        """The archive that holds a file."""
        return pretrained_file_name

    @classmethod
    def _get_pretrained_file_url(cls, pretrained_file_name: str) -> str:
        file_name = cls._get_download_file_name(pretrained_file_name)
        return f"{_get_repo_url()}gluon/embeddings/{cls.__name__.lower()}/{file_name}"

    @classmethod
    def _get_pretrained_file(cls, embedding_root: str, pretrained_file_name: str) -> str:
        """The path of a file, downloaded and unpacked if it is not there."""
        folder = Path(embedding_root).expanduser() / cls.__name__.lower()
        path = folder / pretrained_file_name
        wanted = cls.pretrained_file_name_sha1[pretrained_file_name]
        if path.exists() and check_sha1(str(path), wanted):
            return str(path)
        url = cls._get_pretrained_file_url(pretrained_file_name)
        archive = folder / url.rsplit("/", 1)[-1]
        hashes = getattr(cls, "pretrained_archive_name_sha1", None)
        download(url, str(archive), sha1_hash=wanted if hashes is None else hashes[archive.name])
        if archive.suffix == ".zip":
            with zipfile.ZipFile(archive) as packed:
                packed.extractall(folder)
        elif archive.suffix == ".gz":
            with tarfile.open(archive, "r:gz") as packed_tar:
                packed_tar.extractall(folder, filter="data")
        return str(path)

    @classmethod
    def _check_pretrained_file_names(cls, pretrained_file_name: str) -> None:
        if pretrained_file_name not in cls.pretrained_file_name_sha1:
            name = cls.__name__.lower()
            raise KeyError(
                f"Cannot find pretrained file {pretrained_file_name} for token embedding {name}. Valid pretrained "
                f"files for embedding {name}: {', '.join(cls.pretrained_file_name_sha1)}"
            )

    def _load_embedding(
        self, pretrained_file_path: str, elem_delim: str, init_unknown_vec: Any, encoding: str = "utf8"
    ) -> None:
        """Read a file of lines that hold a token and its numbers."""
        path = Path(pretrained_file_path).expanduser()
        if not path.is_file():
            raise ValueError(
                "`pretrained_file_path` must be a valid path to the pre-trained token embedding file, received "
                f"{pretrained_file_path!r}"
            )
        logging.info("Loading pre-trained token embedding vectors from %s", path)
        vectors: list[np.ndarray] = []
        unknown: np.ndarray | None = None
        seen: set[str] = set()
        with path.open(encoding=encoding) as file:
            for number, line in enumerate(file, 1):
                token, *texts = line.rstrip().split(elem_delim)
                if not texts:
                    raise AssertionError(
                        f"At line {number} of the pre-trained text embedding file: the data format of the pre-trained "
                        f"token embedding file {path} is unexpected: {line[:40]!r}"
                    )
                vector = np.array([float(text) for text in texts], np.float32)
                if token == self.unknown_token and unknown is None:
                    unknown = vector
                    seen.add(token)
                elif self._is_row(number, token, vector, seen, vectors):
                    vectors.append(vector)
                    self._idx_to_token.append(token)
                    self._token_to_idx[token] = len(self._idx_to_token) - 1
                    seen.add(token)
        self._stack(vectors, unknown, init_unknown_vec)

    @staticmethod
    def _is_row(number: int, token: str, vector: np.ndarray, seen: set[str], vectors: list[np.ndarray]) -> bool:
        """Whether a line is a new token's; duplicates and headers are left out, with a warning."""
        where = f"At line {number} of the pre-trained token embedding file:"
        if token in seen:
            warnings.warn(
                f"{where} the embedding vector for token {token} has been loaded and a duplicate embedding for the "
                "same token is seen and skipped.",
                stacklevel=5,
            )
            return False
        if len(vector) == 1:
            warnings.warn(
                f"{where} token {token} with 1-dimensional vector {vector.tolist()} is likely a header and is skipped.",
                stacklevel=5,
            )
            return False
        if vectors and len(vector) != len(vectors[0]):
            raise AssertionError(
                f"{where} the dimension of token {token} is {len(vector)} but the dimension of previous tokens is "
                f"{len(vectors[0])}. Dimensions of all the tokens must be the same."
            )
        return True

    def _stack(self, vectors: list[np.ndarray], unknown: np.ndarray | None, init_unknown_vec: Any) -> None:
        """Make one array of all vectors, that of unknown tokens first, and zeros for reserved ones."""
        if not vectors:
            raise AssertionError("the pre-trained token embedding file has no vectors of two numbers or more")
        self._vec_len = len(vectors[0])
        leading = len(self._idx_to_token) - len(vectors)
        self._idx_to_vec = nd.array(np.concatenate([np.zeros((leading, self._vec_len), np.float32), np.stack(vectors)]))
        self._idx_to_vec[UNKNOWN] = init_unknown_vec(shape=self._vec_len) if unknown is None else nd.array(unknown)

    # --- vocabularies ----------------------------------------------------------------------------------------------

    def _index_tokens_from_vocabulary(self, vocabulary: Vocabulary) -> None:
        self._token_to_idx = dict(vocabulary.token_to_idx)
        self._idx_to_token = list(vocabulary.idx_to_token)
        self._unknown_token = vocabulary.unknown_token
        reserved = vocabulary.reserved_tokens
        self._reserved_tokens = None if reserved is None else list(reserved)

    def _set_idx_to_vec_by_embeddings(self, token_embeddings: list[Any], vocab_len: int, tokens: list[Any]) -> None:
        """Put the vectors that embeddings have for tokens side by side."""
        parts = []
        for embedding in token_embeddings:
            part = embedding.get_vecs_by_tokens(tokens[:vocab_len])
            part[0] = embedding.idx_to_vec[0]
            parts.append(part)
        self._vec_len = sum(embedding.vec_len for embedding in token_embeddings)
        self._idx_to_vec = nd.concat(*parts, dim=1) if len(parts) > 1 else parts[0]

    def _build_embedding_for_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Keep only the tokens of a vocabulary, numbered as there."""
        if vocabulary is None:
            return
        _need_vocabulary(vocabulary)
        self._set_idx_to_vec_by_embeddings([self], len(vocabulary), vocabulary.idx_to_token)
        self._index_tokens_from_vocabulary(vocabulary)

    # --- vectors ---------------------------------------------------------------------------------------------------

    @property
    def vec_len(self) -> int:
        """The length of the vectors."""
        return self._vec_len

    @property
    def idx_to_vec(self) -> NDArray:
        """The vectors, in the order of the tokens' numbers."""
        return self._idx_to_vec

    def get_vecs_by_tokens(self, tokens: Any, lower_case_backup: bool = False) -> NDArray:
        """The vector of a token, or the vectors of a list of them.

        With ``lower_case_backup``, a token that is unknown is looked for in lower case.
        """
        known = self.token_to_idx

        def number(token: Any) -> int:
            if token not in known and lower_case_backup:
                token = token.lower()
            return known.get(token, UNKNOWN)

        numbers = nd.array([number(token) for token in (tokens if isinstance(tokens, list) else [tokens])])
        rows, width = self.idx_to_vec.shape
        vectors = nd.Embedding(numbers, self.idx_to_vec, input_dim=rows, output_dim=width)
        return vectors if isinstance(tokens, list) else vectors[0]

    def update_token_vectors(self, tokens: Any, new_vectors: NDArray) -> None:
        """Change the vectors of tokens; the unknown token is changed by its own name only."""
        if self.idx_to_vec is None:
            raise AssertionError("The property `idx_to_vec` has not been properly set.")
        single = not isinstance(tokens, list) or len(tokens) == 1
        tokens = tokens if isinstance(tokens, list) else [tokens]
        if not isinstance(new_vectors, NDArray) or len(new_vectors.shape) not in ((1, 2) if single else (2,)):
            raise AssertionError(
                "`new_vectors` must be a 2-D NDArray, or for a single token a 1-D one, received "
                f"{getattr(new_vectors, 'shape', type(new_vectors).__name__)}"
            )
        if len(new_vectors.shape) == 1:
            new_vectors = new_vectors.expand_dims(axis=0)  # type: ignore[attr-defined]
        if new_vectors.shape != (len(tokens), self.vec_len):
            raise AssertionError(
                f"`new_vectors`: expected one vector a token, shape {(len(tokens), self.vec_len)}, received "
                f"{new_vectors.shape}"
            )
        unknown = [token for token in tokens if token not in self.token_to_idx]
        if unknown:
            raise ValueError(
                f"Token {unknown[0]} is unknown. To update the embedding vector for an unknown token, please specify "
                f"it explicitly as the `unknown_token` {self.idx_to_token[UNKNOWN]} in `tokens`. This is to avoid "
                "unintended updates."
            )
        self._idx_to_vec[nd.array([self.token_to_idx[token] for token in tokens])] = new_vectors


def _need_vocabulary(vocabulary: Any) -> None:
    if not isinstance(vocabulary, Vocabulary):
        raise AssertionError(
            "The argument `vocabulary` must be an instance of mxnet.contrib.text.vocab.Vocabulary, received "
            f"{type(vocabulary).__name__}"
        )


class _Pretrained(_TokenEmbedding):
    """Vectors that others have trained, from a file that is known by its name."""

    def __init__(
        self,
        pretrained_file_name: str = "glove.840B.300d.txt",
        embedding_root: str = _ROOT,
        init_unknown_vec: Any = nd.zeros,
        vocabulary: Vocabulary | None = None,
        **kwargs: Any,
    ) -> None:
        self._check_pretrained_file_names(pretrained_file_name)
        super().__init__(**kwargs)
        self._load_embedding(self._get_pretrained_file(embedding_root, pretrained_file_name), " ", init_unknown_vec)
        self._build_embedding_for_vocabulary(vocabulary)


@register
class GloVe(_Pretrained):
    """Stanford's GloVe vectors; see ``get_pretrained_file_names('glove')``.

    >>> "glove.6B.50d.txt" in mx.contrib.text.embedding.get_pretrained_file_names("glove")
    True
    """

    pretrained_archive_name_sha1: ClassVar[dict[str, str]] = _hashes("glove", "archive")
    pretrained_file_name_sha1: ClassVar[dict[str, str]] = _hashes("glove", "file")

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name: str) -> str:
        by_corpus = {archive.split(".")[1]: archive for archive in cls.pretrained_archive_name_sha1}
        return by_corpus[pretrained_file_name.split(".")[1]]


@register
class FastText(_Pretrained):
    """Facebook's fastText vectors; see ``get_pretrained_file_names('fasttext')``.

    >>> "wiki.simple.vec" in mx.contrib.text.embedding.get_pretrained_file_names("fasttext")
    True
    """

    pretrained_archive_name_sha1: ClassVar[dict[str, str]] = _hashes("fasttext", "archive")
    pretrained_file_name_sha1: ClassVar[dict[str, str]] = _hashes("fasttext", "file")

    @classmethod
    def _get_download_file_name(cls, pretrained_file_name: str) -> str:
        return pretrained_file_name.rpartition(".")[0] + ".zip"

    __init__ = with_defaults(_Pretrained.__init__, pretrained_file_name="wiki.simple.vec")


class CustomEmbedding(_TokenEmbedding):
    """Vectors of a file of your own, whose lines are a token and its numbers with ``elem_delim`` between.

    Parameters
    ----------
    pretrained_file_path : str
        The file: a token and its numbers in each line.
    elem_delim : str
        What stands between them.
    encoding : str
        The file's encoding.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "vectors.txt")
    >>> with open(path, "w") as file:
    ...     print("hello 1 2", "world 3 4", sep=chr(10), file=file)
    >>> mx.contrib.text.embedding.CustomEmbedding(path).get_vecs_by_tokens("world").asnumpy()
    array([3., 4.], dtype=float32)
    """

    def __init__(
        self,
        pretrained_file_path: str,
        elem_delim: str = " ",
        encoding: str = "utf8",
        init_unknown_vec: Any = nd.zeros,
        vocabulary: Vocabulary | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._load_embedding(pretrained_file_path, elem_delim, init_unknown_vec, encoding)
        self._build_embedding_for_vocabulary(vocabulary)


class CompositeEmbedding(_TokenEmbedding):
    """The vectors of one or several embeddings, side by side, for the tokens of a vocabulary.

    Parameters
    ----------
    token_embeddings
        The embeddings whose vectors are joined.

    >>> isinstance(mx.contrib.text.embedding.CompositeEmbedding, type)
    True
    """

    def __init__(self, vocabulary: Vocabulary, token_embeddings: Any) -> None:
        super().__init__()
        _need_vocabulary(vocabulary)
        embeddings = token_embeddings if isinstance(token_embeddings, list) else [token_embeddings]
        for embedding in embeddings:
            if not isinstance(embedding, _TokenEmbedding):
                raise AssertionError(
                    "The argument `token_embeddings` must be an embedding or a list of them, received "
                    f"{type(embedding).__name__}"
                )
        self._index_tokens_from_vocabulary(vocabulary)
        self._set_idx_to_vec_by_embeddings(embeddings, len(self), self.idx_to_token)
