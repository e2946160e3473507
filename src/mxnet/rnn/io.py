"""Sentences as numbers, in batches of sentences of about the same length."""

import bisect
import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from mxnet import ndarray
from mxnet.io import DataBatch, DataDesc, DataIter
from mxnet.ndarray import NDArray
from mxnet.rnn._base import need


def encode_sentences(
    sentences: Iterable[Iterable[Any]],
    vocab: dict[Any, int] | None = None,
    invalid_label: int = -1,
    invalid_key: Any = "\n",
    start_label: int = 0,
    unknown_token: Any = None,
) -> tuple[list[list[int]], dict[Any, int]]:
    """Sentences as lists of numbers, and the dictionary from words to numbers.

    Parameters
    ----------
    vocab : dict
        A dictionary to use; without it a new one is made, numbers going up from ``start_label``.
    invalid_label : int
        The number that stands for no word, which ``invalid_key`` has.
    unknown_token : str
        The word to take for one that a given dictionary lacks; without it such a word is an error.

    Examples
    --------
    >>> mx.rnn.encode_sentences([['a', 'b'], ['b', 'c']])
    ([[0, 1], [1, 2]], {'\\n': -1, 'a': 0, 'b': 1, 'c': 2})
    """
    new = vocab is None
    words: dict[Any, int] = {invalid_key: invalid_label} if vocab is None else vocab
    number = start_label
    coded = []
    for sentence in sentences:
        numbers = []
        for word in sentence:
            if word not in words:
                need(new or unknown_token, f"Unknown token {word}")
                if number == invalid_label:
                    number += 1
                if unknown_token:
                    word = unknown_token
                words[word] = number
                number += 1
            numbers.append(words[word])
        coded.append(numbers)
    return coded, words


class BucketSentenceIter(DataIter):
    """Batches of sentences for a language model; the label of each word is the next one.

    Parameters
    ----------
    sentences : list of list of int
        As ``encode_sentences`` gives them.
    buckets : list of int
        Lengths to which sentences are filled up; those with at least a batch of sentences by default.
    invalid_label : int
        What sentences are filled up with.
    layout : str
        'NT' for batches of shape (batch, length), 'TN' for the other way round.

    >>> batches = mx.rnn.BucketSentenceIter([[1, 2], [3, 4]], batch_size=2, buckets=[3])
    WARNING: discarded 0 sentences longer than the largest bucket.
    >>> batches.next().data[0].shape
    (2, 3)
    """

    def __init__(
        self,
        sentences: Sequence[Sequence[int]],
        batch_size: int,
        buckets: list[int] | None = None,
        invalid_label: int = -1,
        data_name: str = "data",
        label_name: str = "softmax_label",
        dtype: Any = "float32",
        layout: str = "NT",
    ) -> None:
        super().__init__()
        self.batch_size, self.invalid_label, self.dtype, self.layout = batch_size, invalid_label, dtype, layout
        self.data_name, self.label_name = data_name, label_name
        self.major_axis = layout.find("N")
        if self.major_axis not in (0, 1):
            raise ValueError(f"Invalid layout {layout}: Must by NT (batch major) or TN (time major)")
        if not buckets:
            counts = np.bincount([len(sentence) for sentence in sentences])
            buckets = [length for length, count in enumerate(counts) if count >= batch_size]
        self._fill(sentences, sorted(buckets))
        self.default_bucket_key = max(self.buckets)
        self.provide_data = [self._describe(data_name, self.default_bucket_key)]
        self.provide_label = [self._describe(label_name, self.default_bucket_key)]
        self.nddata: list[NDArray] = []
        self.ndlabel: list[NDArray] = []
        self.idx = [
            (i, start)
            for i, bucket in enumerate(self.data)
            for start in range(0, len(bucket) - batch_size + 1, batch_size)
        ]
        self.curr_idx = 0
        self.reset()

    def _fill(self, sentences: Sequence[Sequence[int]], buckets: list[int]) -> None:
        """Put each sentence into the smallest bucket that holds it; buckets that stay empty are dropped."""
        rows: list[list[Any]] = [[] for _ in buckets]
        discarded = 0
        for sentence in sentences:
            bucket = bisect.bisect_left(buckets, len(sentence))
            if bucket == len(buckets):
                discarded += 1
                continue
            row = np.full((buckets[bucket],), self.invalid_label, dtype=self.dtype)
            row[: len(sentence)] = sentence
            rows[bucket].append(row)
        self.buckets = [length for length, filled in zip(buckets, rows, strict=True) if filled]
        self.data = [np.asarray(filled, dtype=self.dtype) for filled in rows if filled]
        print(f"WARNING: discarded {discarded} sentences longer than the largest bucket.")
        if not self.buckets:
            raise ValueError(
                f"BucketSentenceIter: no bucket of {buckets} holds a sentence; without buckets=[...] only lengths with "
                f"at least batch_size={self.batch_size} sentences become one"
            )

    def _describe(self, name: str, length: int) -> DataDesc:
        shape = (self.batch_size, length) if self.major_axis == 0 else (length, self.batch_size)
        return DataDesc(name=name, shape=shape, layout=self.layout)

    def reset(self) -> None:
        """Shuffle the batches, and the sentences in each bucket."""
        self.curr_idx = 0
        random.shuffle(self.idx)
        self.nddata, self.ndlabel = [], []
        self._hosts: list[tuple[np.ndarray, np.ndarray]] = []
        for bucket in self.data:
            np.random.shuffle(bucket)
            label = np.full_like(bucket, self.invalid_label)
            label[:, :-1] = bucket[:, 1:]
            self._hosts.append((bucket.copy(), label))
            self.nddata.append(ndarray.array(bucket, dtype=self.dtype))
            self.ndlabel.append(ndarray.array(label, dtype=self.dtype))

    def next(self) -> DataBatch:
        """The next batch, with its bucket's length as ``bucket_key``."""
        if self.curr_idx == len(self.idx):
            raise StopIteration
        bucket, start = self.idx[self.curr_idx]
        self.curr_idx += 1
        # From the host, so that a program does not depend on how many sentences there are.
        parts = [each[start : start + self.batch_size] for each in self._hosts[bucket]]
        data, label = [ndarray.array(x if self.major_axis == 0 else x.T, dtype=self.dtype) for x in parts]
        length = self.buckets[bucket]
        return DataBatch(
            [data],
            [label],
            pad=0,
            bucket_key=length,
            provide_data=[self._describe(self.data_name, length)],
            provide_label=[self._describe(self.label_name, length)],
        )
