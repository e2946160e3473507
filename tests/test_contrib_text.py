"""Vocabularies, embeddings, and Gluon's loaders as iterators."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib import text


def test_counting() -> None:
    counter = text.utils.count_tokens_from_str(" Life is great ! \n life is good . \n", to_lower=True)
    assert counter == Counter({"life": 2, "is": 2, "great": 1, "!": 1, "good": 1, ".": 1})
    again = text.utils.count_tokens_from_str("a<tok>b<seq>a", "<tok>", "<seq>", counter_to_update=Counter(a=1))
    assert again == Counter(a=3, b=1)


def test_numbers_of_tokens() -> None:
    counter = Counter({"c": 2, "b": 3, "a": 2, "rare": 1})
    words = text.vocab.Vocabulary(counter, min_freq=2, reserved_tokens=["<pad>"])
    assert words.idx_to_token == ["<unk>", "<pad>", "b", "a", "c"]
    assert (words.to_indices(["a", "rare"]), words.to_indices("b"), len(words)) == ([3, 0], 2, 5)
    assert (words.to_tokens([0, 4]), words.to_tokens(2)) == (["<unk>", "c"], "b")
    assert text.vocab.Vocabulary(counter, most_freq_count=1).idx_to_token == ["<unk>", "b"]
    with pytest.raises(ValueError, match="Token index 9"):
        words.to_tokens(9)
    with pytest.raises(AssertionError, match="unknown token"):
        text.vocab.Vocabulary(reserved_tokens=["<unk>"])


@pytest.fixture
def vectors(tmp_path: Path) -> str:
    path = tmp_path / "vectors.txt"
    path.write_text("a 1 2 3\nb 4 5 6\n")
    return str(path)


def test_vectors_of_tokens(vectors: str) -> None:
    embedding = text.embedding.CustomEmbedding(vectors, init_unknown_vec=mx.nd.ones)
    assert (embedding.vec_len, embedding.idx_to_token) == (3, ["<unk>", "a", "b"])
    assert embedding.idx_to_vec.asnumpy().tolist() == [[1, 1, 1], [1, 2, 3], [4, 5, 6]]
    assert embedding.get_vecs_by_tokens("b").asnumpy().tolist() == [4, 5, 6]
    assert embedding.get_vecs_by_tokens(["A", "z"], lower_case_backup=True).asnumpy().tolist() == [[1, 2, 3], [1, 1, 1]]
    embedding.update_token_vectors(["a", "b"], mx.nd.array([[7, 8, 9], [0, 0, 0]]))
    assert embedding.idx_to_vec.asnumpy()[1:].tolist() == [[7, 8, 9], [0, 0, 0]]
    with pytest.raises(ValueError, match="Token z is unknown"):
        embedding.update_token_vectors("z", mx.nd.ones(3))


def test_vectors_for_a_vocabulary(vectors: str) -> None:
    words = text.vocab.Vocabulary(Counter("bbz"))
    embedding = text.embedding.CustomEmbedding(vectors, vocabulary=words)
    assert embedding.idx_to_token == ["<unk>", "b", "z"]
    assert embedding.idx_to_vec.asnumpy().tolist() == [[0, 0, 0], [4, 5, 6], [0, 0, 0]]
    other = text.embedding.CustomEmbedding(vectors, init_unknown_vec=mx.nd.ones)
    both = text.embedding.CompositeEmbedding(words, [embedding, other])
    assert both.vec_len == 6
    assert both.get_vecs_by_tokens("b").asnumpy().tolist() == [4, 5, 6, 4, 5, 6]
    assert both.get_vecs_by_tokens("?").asnumpy().tolist() == [0, 0, 0, 1, 1, 1]


def test_lines_that_are_left_out_or_wrong(tmp_path: Path) -> None:
    path = tmp_path / "vectors.txt"
    path.write_text("2 3\na 1 2 3\na 4 5 6\n<unk> 7 7 7\n")
    with pytest.warns(UserWarning) as told:
        embedding = text.embedding.CustomEmbedding(str(path))
    assert [("header" in str(w.message), "duplicate" in str(w.message)) for w in told] == [(True, False), (False, True)]
    assert embedding.idx_to_vec.asnumpy().tolist() == [[7, 7, 7], [1, 2, 3]]
    path.write_text("a 1 2 3\nb 1 2\n")
    with pytest.raises(AssertionError, match="dimension of token b is 2"):
        text.embedding.CustomEmbedding(str(path))
    with pytest.raises(ValueError, match="valid path"):
        text.embedding.CustomEmbedding(str(tmp_path / "nothing"))


def test_files_that_others_trained() -> None:
    assert "glove.6B.50d.txt" in text.embedding.get_pretrained_file_names("glove")
    assert "wiki.simple.vec" in text.embedding.get_pretrained_file_names()["fasttext"]
    with pytest.raises(KeyError, match="Cannot find `embedding_name`"):
        text.embedding.get_pretrained_file_names("word2vec")
    with pytest.raises(KeyError, match="Cannot find pretrained file"):
        text.embedding.create("glove", pretrained_file_name="none.txt")


def test_a_loader_as_an_iterator() -> None:
    data = np.arange(10).reshape(5, 2).astype("float32")
    loader = [(mx.nd.array(data[i : i + 2]), mx.nd.array(data[i : i + 2, 0])) for i in range(0, 5, 2)]
    batches = mx.contrib.io.DataLoaderIter(loader)
    assert (batches.provide_data[0].shape, batches.provide_label[0].shape) == ((2, 2), (2,))
    for _ in range(2):
        found = list(batches)
        assert [batch.pad for batch in found] == [0, 0, 1]
        assert found[-1].data[0].asnumpy().tolist() == [[8, 9], [0, 0]]
        batches.reset()
