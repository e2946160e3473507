"""Which device and dtype tests use when they name none, and what this machine can run."""

import os
from typing import Any

import numpy as np

from mxnet.context import Context, current_context, num_gpus
from mxnet.error import MXNetError
from mxnet.runtime import Features
from mxnet.util import get_cuda_compute_capability

_AMPERE = 80  # the first compute capability whose products of float32 keep about as many bits as float16 has
_HALF = 53  # the first whose float16 is complete


def default_context() -> Context:
    """The context tests run on: the current one.

    >>> mx.test_utils.default_context()
    cpu(0)
    """
    return current_context()


def set_default_context(ctx: Context) -> None:
    """Make a context this thread's current one, until it is set again.

    >>> mx.test_utils.set_default_context(mx.cpu(0))
    >>> mx.context.current_context()
    cpu(0)
    """
    Context._default_ctx.value = ctx


def default_dtype() -> type:
    """The dtype of test data when none is given.

    >>> mx.test_utils.default_dtype()
    <class 'numpy.float32'>
    """
    return np.float32


def list_gpus() -> range:
    """The numbers of the accelerators there are.

    >>> len(mx.test_utils.list_gpus()) == mx.context.num_gpus()
    True
    """
    return range(num_gpus())


def effective_dtype(dat: Any) -> np.dtype:
    """The dtype whose precision an array's values really have.

    Products of float32 matrices have float16's precision on GPUs that compute them in TF32.

    >>> mx.test_utils.effective_dtype(mx.nd.zeros((2,), dtype="float16"))
    dtype('float16')
    """
    dtype = np.dtype(dat.dtype)
    if dtype == np.float32 and _uses_tf32(getattr(dat, "ctx", None)):
        return np.dtype(np.float16)
    return dtype


def _uses_tf32(ctx: Context | None) -> bool:
    capability = None if ctx is None else _capability(ctx)
    return capability is not None and capability >= _AMPERE and os.environ.get("NVIDIA_TF32_OVERRIDE") != "0"


def _capability(ctx: Context) -> int | None:
    """A context's compute capability; None where it is no CUDA device."""
    if ctx.device_type != "gpu":
        return None
    try:
        return get_cuda_compute_capability(ctx)
    except MXNetError:
        return None


def has_tvm_ops() -> bool:
    """Whether operators made by TVM are there and run on the current context.

    >>> mx.test_utils.has_tvm_ops()
    False
    """
    return Features().is_enabled("TVM_OP") and is_op_runnable()


def is_op_runnable() -> bool:
    """Whether every operator runs on the current context, which only GPUs too old for TVM's operators deny.

    >>> mx.test_utils.is_op_runnable()
    True
    """
    ctx = current_context()
    if ctx.device_type != "gpu" or not Features().is_enabled("TVM_OP"):
        return True
    capability = _capability(ctx)
    return capability is not None and capability >= _HALF
