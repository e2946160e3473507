"""``mx.nd``: arrays and every operator on them."""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any

from mxnet._frontend.names import name_from_above as _name_from_above
from mxnet.ndarray import _internal as _internal
from mxnet.ndarray import c_functions as _c_functions
from mxnet.ndarray import contrib as contrib
from mxnet.ndarray import image as image
from mxnet.ndarray import linalg as linalg
from mxnet.ndarray import ndarray as ndarray
from mxnet.ndarray import op as op
from mxnet.ndarray import random as random
from mxnet.ndarray import sparse as sparse
from mxnet.ndarray import utils as utils
from mxnet.ndarray.binary import add as add
from mxnet.ndarray.binary import divide as divide
from mxnet.ndarray.binary import equal as equal
from mxnet.ndarray.binary import greater as greater
from mxnet.ndarray.binary import greater_equal as greater_equal
from mxnet.ndarray.binary import lesser as lesser
from mxnet.ndarray.binary import lesser_equal as lesser_equal
from mxnet.ndarray.binary import logical_and as logical_and
from mxnet.ndarray.binary import logical_or as logical_or
from mxnet.ndarray.binary import logical_xor as logical_xor
from mxnet.ndarray.binary import maximum as maximum
from mxnet.ndarray.binary import minimum as minimum
from mxnet.ndarray.binary import modulo as modulo
from mxnet.ndarray.binary import multiply as multiply
from mxnet.ndarray.binary import not_equal as not_equal
from mxnet.ndarray.binary import power as power
from mxnet.ndarray.binary import subtract as subtract
from mxnet.ndarray.binary import true_divide as true_divide
from mxnet.ndarray.conversion import Cast as Cast
from mxnet.ndarray.conversion import cast as cast
from mxnet.ndarray.creation import arange as arange
from mxnet.ndarray.creation import array as array
from mxnet.ndarray.creation import empty as empty
from mxnet.ndarray.creation import eye as eye
from mxnet.ndarray.creation import from_dlpack as from_dlpack
from mxnet.ndarray.creation import from_numpy as from_numpy
from mxnet.ndarray.creation import full as full
from mxnet.ndarray.creation import imdecode as imdecode
from mxnet.ndarray.creation import linspace as linspace
from mxnet.ndarray.creation import ones as ones
from mxnet.ndarray.creation import to_dlpack_for_read as to_dlpack_for_read
from mxnet.ndarray.creation import to_dlpack_for_write as to_dlpack_for_write
from mxnet.ndarray.creation import waitall as waitall
from mxnet.ndarray.creation import zeros as zeros
from mxnet.ndarray.dense import NDArray as NDArray
from mxnet.ndarray.files import load as load
from mxnet.ndarray.files import load_frombuffer as load_frombuffer
from mxnet.ndarray.files import save as save
from mxnet.ndarray.keys import get_indexing_dispatch_code as get_indexing_dispatch_code
from mxnet.ndarray.keys import get_oshape_of_gather_nd_op as get_oshape_of_gather_nd_op
from mxnet.ndarray.keys import indexing_key_expand_implicit_axes as indexing_key_expand_implicit_axes
from mxnet.ndarray.manipulation import all_finite as all_finite
from mxnet.ndarray.manipulation import concatenate as concatenate
from mxnet.ndarray.manipulation import histogram as histogram
from mxnet.ndarray.manipulation import moveaxis as moveaxis
from mxnet.ndarray.manipulation import multi_all_finite as multi_all_finite
from mxnet.ndarray.manipulation import onehot_encode as onehot_encode
from mxnet.ndarray.manipulation import split_v2 as split_v2

if _TYPE_CHECKING:
    from mxnet._cached_op import CachedOp as CachedOp  # see ``__getattr__``

# Operators fill what is not written out above; ``__init__.pyi`` lists them for editors.
globals().update({name: function for name, function in vars(op).items() if name not in globals()})


def __getattr__(name: str) -> Any:
    """``np``, ``npx`` and ``CachedOp``, which stand above this package."""
    return _name_from_above(__name__, name)
