"""``mx.nd``: arrays and every operator on them."""

from mxnet.ndarray import _internal as _internal
from mxnet.ndarray import contrib as contrib
from mxnet.ndarray import image as image
from mxnet.ndarray import linalg as linalg
from mxnet.ndarray import op as op
from mxnet.ndarray import random as random
from mxnet.ndarray.arithmetic import ADD, DIVIDE, EQUAL, GREATER, GREATER_EQUAL, HYPOT, LESSER, LESSER_EQUAL
from mxnet.ndarray.arithmetic import LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR, MAXIMUM, MINIMUM, MODULO, MULTIPLY
from mxnet.ndarray.arithmetic import NOT_EQUAL, POWER, SUBTRACT
from mxnet.ndarray.creation import arange as arange
from mxnet.ndarray.creation import array as array
from mxnet.ndarray.creation import concatenate as concatenate
from mxnet.ndarray.creation import empty as empty
from mxnet.ndarray.creation import eye as eye
from mxnet.ndarray.creation import from_dlpack as from_dlpack
from mxnet.ndarray.creation import from_numpy as from_numpy
from mxnet.ndarray.creation import full as full
from mxnet.ndarray.creation import histogram as histogram
from mxnet.ndarray.creation import imdecode as imdecode
from mxnet.ndarray.creation import linspace as linspace
from mxnet.ndarray.creation import moveaxis as moveaxis
from mxnet.ndarray.creation import onehot_encode as onehot_encode
from mxnet.ndarray.creation import ones as ones
from mxnet.ndarray.creation import split_v2 as split_v2
from mxnet.ndarray.creation import to_dlpack_for_read as to_dlpack_for_read
from mxnet.ndarray.creation import to_dlpack_for_write as to_dlpack_for_write
from mxnet.ndarray.creation import waitall as waitall
from mxnet.ndarray.creation import zeros as zeros
from mxnet.ndarray.files import load as load
from mxnet.ndarray.files import load_frombuffer as load_frombuffer
from mxnet.ndarray.files import save as save
from mxnet.ndarray.ndarray import NDArray as NDArray

add, subtract, multiply, divide, modulo, power = ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, POWER
true_divide = DIVIDE
maximum, minimum, hypot = MAXIMUM, MINIMUM, HYPOT
equal, not_equal, greater, greater_equal = EQUAL, NOT_EQUAL, GREATER, GREATER_EQUAL
lesser, lesser_equal = LESSER, LESSER_EQUAL
logical_and, logical_or, logical_xor = LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR

# Operators fill what is not written out above; ``__init__.pyi`` lists them for editors.
globals().update({name: function for name, function in vars(op).items() if name not in globals()})
