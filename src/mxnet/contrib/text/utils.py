"""MXNet's name of the module that counts tokens."""

from mxnet._vocabulary import count_tokens_from_str as count_tokens_from_str
