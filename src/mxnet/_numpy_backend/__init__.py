"""Jaxprs computed with NumPy: for what is new and small, and for processes in which XLA cannot run.

``plan`` is the one entry. This package knows JAX's primitives and nothing of operators or tapes.
"""

from mxnet._numpy_backend.evaluator import Evaluator as Evaluator
from mxnet._numpy_backend.evaluator import Exceeded as Exceeded
from mxnet._numpy_backend.evaluator import plan as plan
from mxnet._numpy_backend.rules import CannotInterpret as CannotInterpret
from mxnet._numpy_backend.sizes import Size as Size
from mxnet._numpy_backend.sizes import SizeTable as SizeTable
from mxnet._numpy_backend.sizes import SizeValues as SizeValues
from mxnet._numpy_backend.sizes import check_reshapes as check_reshapes
from mxnet._numpy_backend.steps import Fragment as Fragment
from mxnet._numpy_backend.steps import Steps as Steps
