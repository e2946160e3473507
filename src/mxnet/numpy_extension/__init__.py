"""``mx.npx``: what ``mx.np``'s arrays need beyond NumPy: layers, contexts, files, and the switches of semantics."""

from mxnet._types import ShapeLike
from mxnet.context import Context as Context
from mxnet.context import cpu as cpu
from mxnet.context import cpu_pinned as cpu_pinned
from mxnet.context import current_context as current_context
from mxnet.context import gpu as gpu
from mxnet.context import gpu_memory_info as gpu_memory_info
from mxnet.context import num_gpus as num_gpus
from mxnet.ndarray.creation import waitall as waitall
from mxnet.numpy._array import ndarray
from mxnet.numpy._call import call as _call
from mxnet.numpy._call import shape_of as _shape_of
from mxnet.numpy._operators import operators as _operators
from mxnet.numpy_extension import image as image
from mxnet.numpy_extension import random as random
from mxnet.numpy_extension import utils as utils
from mxnet.numpy_extension.utils import load as load
from mxnet.numpy_extension.utils import save as save
from mxnet.util import get_cuda_compute_capability as get_cuda_compute_capability
from mxnet.util import is_np_array as is_np_array
from mxnet.util import is_np_shape as is_np_shape
from mxnet.util import reset_np as reset_np
from mxnet.util import set_np as set_np
from mxnet.util import use_np as use_np
from mxnet.util import use_np_array as use_np_array
from mxnet.util import use_np_shape as use_np_shape

# Operators by their names here; ``__init__.pyi`` lists them for editors.
globals().update(_operators())


def reshape(a: ndarray, newshape: ShapeLike, reverse: bool = False, order: str = "C") -> ndarray:
    """The elements in another shape.

    -1 follows from the others, -2 copies an axis, -3 drops one of length 1, -4 copies all that remain, -5 joins the
    next two, -6 is followed by the two lengths that an axis is cut into.
    """
    return _call("_npx_reshape", (a,), {"newshape": _shape_of(newshape), "reverse": reverse, "order": order})
