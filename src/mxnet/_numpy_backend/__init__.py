"""Jaxprs computed with NumPy: for what is new and small, and for processes in which XLA cannot run.

``plan`` is the one entry. This package knows JAX's primitives and nothing of operators or tapes.
"""

from mxnet._numpy_backend.evaluator import Evaluator as Evaluator
from mxnet._numpy_backend.evaluator import Exceeded as Exceeded
from mxnet._numpy_backend.evaluator import plan as plan
