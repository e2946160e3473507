"""MXNet's name of the module of vocabularies."""

from mxnet._vocabulary import UNKNOWN as UNKNOWN
from mxnet._vocabulary import Vocabulary as Vocabulary
