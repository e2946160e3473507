"""The lists of operators, by the narrow type."""

from typing import Any

from mxnet._ops.attrs import parse_dtype
from mxnet.contrib.amp.lists import symbol_bf16, symbol_fp16

NARROW = ("float16", "bfloat16")


def narrow_type(target_dtype: Any) -> str:
    """The name of a type that mixed precision can narrow to."""
    try:
        name = parse_dtype(target_dtype)
    except ValueError:
        name = ""
    if name not in NARROW:
        raise AssertionError(f"target_dtype: expected float16 or bfloat16, received {target_dtype!r}")
    return name


def _is_half(target_dtype: Any) -> bool:
    return narrow_type(target_dtype) == "float16"


def list_lp16_ops(target_dtype: Any) -> list[str]:
    """The operators that run in the narrow type.

    >>> 'Convolution' in mx.contrib.amp.list_lp16_ops('float16')
    True
    """
    return symbol_fp16.FP16_FUNCS if _is_half(target_dtype) else symbol_bf16.BF16_FUNCS


def list_fp32_ops(target_dtype: Any) -> list[str]:
    """The operators that run in float32.

    >>> "softmax" in mx.contrib.amp.list_fp32_ops("float16")
    True
    """
    return symbol_fp16.FP32_FUNCS if _is_half(target_dtype) else symbol_bf16.FP32_FUNCS


def list_lp16_fp32_ops(target_dtype: Any) -> list[str]:
    """The operators that run in the type that arrives.

    >>> "relu" in mx.contrib.amp.list_lp16_fp32_ops("float16")
    True
    """
    return symbol_fp16.FP16_FP32_FUNCS if _is_half(target_dtype) else symbol_bf16.BF16_FP32_FUNCS


def list_conditional_fp32_ops(target_dtype: Any) -> list[tuple[str, str, list[str]]]:
    """The operators that run in float32 for some values of a parameter, with that parameter and those values.

    >>> mx.contrib.amp.list_conditional_fp32_ops("float16")[0]
    ('Activation', 'act_type', ['softrelu'])
    """
    return (symbol_fp16 if _is_half(target_dtype) else symbol_bf16).CONDITIONAL_FP32_FUNCS


def list_widest_type_cast(target_dtype: Any) -> list[str]:
    """The operators whose inputs are all cast to the widest type among them.

    >>> "Concat" in mx.contrib.amp.list_widest_type_cast("float16")
    True
    """
    return (symbol_fp16 if _is_half(target_dtype) else symbol_bf16).WIDEST_TYPE_CASTS


def list_loss_output_functions(target_dtype: Any) -> list[str]:
    """The operators that compute their own gradient, scaled by ``grad_scale``.

    >>> "SoftmaxOutput" in mx.contrib.amp.list_loss_output_functions("float16")
    True
    """
    return (symbol_fp16 if _is_half(target_dtype) else symbol_bf16).LOSS_OUTPUT_FUNCTIONS


def list_lp16_use_fp32_params(target_dtype: Any) -> dict[str, list[str]] | None:
    """Inputs that stay in float32 in operators that run in the narrow type; None where there are none.

    >>> mx.contrib.amp.list_lp16_use_fp32_params("float16") is None
    True
    """
    return None if _is_half(target_dtype) else symbol_bf16.BF16_USE_FP32_PARAMS
