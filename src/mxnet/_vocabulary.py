"""Tokens, their numbers, and how often they occur."""

import re
from collections import Counter
from typing import Any

UNKNOWN = 0  # the number of the unknown token


class Vocabulary:
    """Numbers for tokens: 0 for the unknown one, then the reserved ones, then others by how often they occur.

    Parameters
    ----------
    counter : collections.Counter
        How often tokens occur.
    most_freq_count : int
        How many of them to take at most.
    min_freq : int
        How often a token must occur.
    unknown_token : hashable
        What stands for all others.
    reserved_tokens : list of hashable
        Tokens that always have a number.

    >>> import collections
    >>> words = mx.contrib.text.vocab.Vocabulary(collections.Counter('abbb'))
    >>> words.to_indices(['b', 'a', 'z'])
    [1, 2, 0]
    """

    __module__ = "mxnet.contrib.text.vocab"  # where pickles look for it

    def __init__(
        self,
        counter: Counter | None = None,
        most_freq_count: int | None = None,
        min_freq: int = 1,
        unknown_token: Any = "<unk>",
        reserved_tokens: list[Any] | None = None,
    ) -> None:
        if min_freq <= 0:
            raise AssertionError(f"`min_freq` must be set to a positive value, received {min_freq}")
        if reserved_tokens is not None:
            if unknown_token in reserved_tokens:
                raise AssertionError(f"`reserved_tokens` cannot contain the unknown token {unknown_token!r}")
            if len(set(reserved_tokens)) != len(reserved_tokens):
                raise AssertionError("`reserved_tokens` cannot contain duplicate reserved tokens.")
        self._unknown_token = unknown_token
        self._reserved_tokens = None if reserved_tokens is None else list(reserved_tokens)
        self._idx_to_token = [unknown_token, *(reserved_tokens or ())]
        if counter is not None:
            self._count(counter, most_freq_count, min_freq)
        self._token_to_idx = {token: index for index, token in enumerate(self._idx_to_token)}

    def _count(self, counter: Counter, most: int | None, least: int) -> None:
        """Take tokens, the most frequent first, and those of equal frequency in their own order."""
        if not isinstance(counter, Counter):
            raise AssertionError(f"`counter` must be an instance of collections.Counter, not {type(counter).__name__}")
        room = len(self._idx_to_token) + (len(counter) if most is None else most)
        known = set(self._idx_to_token)
        for token, count in sorted(sorted(counter.items()), key=lambda item: item[1], reverse=True):
            if count < least or len(self._idx_to_token) == room:
                break
            if token not in known:
                self._idx_to_token.append(token)

    def __len__(self) -> int:
        return len(self.idx_to_token)

    @property
    def token_to_idx(self) -> dict[Any, int]:
        """The number of each token."""
        return self._token_to_idx

    @property
    def idx_to_token(self) -> list[Any]:
        """The token of each number."""
        return self._idx_to_token

    @property
    def unknown_token(self) -> Any:
        """What stands for tokens without a number."""
        return self._unknown_token

    @property
    def reserved_tokens(self) -> list[Any] | None:
        """Tokens that always have a number."""
        return self._reserved_tokens

    def to_indices(self, tokens: Any) -> Any:
        """The number of a token, or the numbers of a list of them."""
        if not isinstance(tokens, list):
            return self.token_to_idx.get(tokens, UNKNOWN)
        return [self.token_to_idx.get(token, UNKNOWN) for token in tokens]

    def to_tokens(self, indices: Any) -> Any:
        """The token of a number, or the tokens of a list of them."""
        tokens = []
        for index in indices if isinstance(indices, list) else [indices]:
            if not isinstance(index, int) or index >= len(self.idx_to_token):
                raise ValueError(
                    f"Token index {index} in the provided `indices` is invalid: expected 0 to {len(self) - 1}."
                )
            tokens.append(self.idx_to_token[index])
        return tokens if isinstance(indices, list) else tokens[0]


def count_tokens_from_str(
    source_str: str,
    token_delim: str = " ",
    seq_delim: str = "\n",
    to_lower: bool = False,
    counter_to_update: Counter | None = None,
) -> Counter:
    """How often each token occurs in a text; the delimiters are regular expressions.

    >>> sorted(mx.contrib.text.utils.count_tokens_from_str('life is\\nlife').items())
    [('is', 1), ('life', 2)]
    """
    tokens = [token for token in re.split(f"{token_delim}|{seq_delim}", source_str) if token]
    counter = Counter() if counter_to_update is None else counter_to_update
    counter.update(token.lower() for token in tokens) if to_lower else counter.update(tokens)
    return counter
