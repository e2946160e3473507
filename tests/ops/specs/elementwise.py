"""Rows for ``mxnet._ops.elementwise``."""

import numpy as np

from tests.ops.spec import Spec

SPECS = [
    Spec("sin", [(2, 3)], expected=np.sin, grad=2),
]
