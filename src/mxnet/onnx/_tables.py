"""Operators that say the same in MXNet and in ONNX; export reads these tables one way, import the other."""

UNARY = {
    "abs": "Abs",
    "ceil": "Ceil",
    "floor": "Floor",
    "negative": "Neg",
    "sign": "Sign",
    "relu": "Relu",
}

# Functions of real numbers: ONNX has them for floating types alone.
REAL = {
    "arccos": "Acos",
    "arccosh": "Acosh",
    "arcsin": "Asin",
    "arcsinh": "Asinh",
    "arctan": "Atan",
    "arctanh": "Atanh",
    "cos": "Cos",
    "cosh": "Cosh",
    "erf": "Erf",
    "exp": "Exp",
    "log": "Log",
    "reciprocal": "Reciprocal",
    "sigmoid": "Sigmoid",
    "sin": "Sin",
    "sinh": "Sinh",
    "softsign": "Softsign",
    "sqrt": "Sqrt",
    "tan": "Tan",
    "tanh": "Tanh",
}

# ONNX to MXNet's name with broadcasting, its name for arrays of one shape, and its names with a number on the right and
# on the left ("" where the order does not matter).
ARITHMETIC = {
    "Add": ("broadcast_add", "elemwise_add _grad_add", "_plus_scalar", ""),
    "Sub": ("broadcast_sub", "elemwise_sub", "_minus_scalar", "_rminus_scalar"),
    "Mul": ("broadcast_mul", "elemwise_mul", "_mul_scalar", ""),
    "Div": ("broadcast_div", "elemwise_div", "_div_scalar", "_rdiv_scalar"),
    "Pow": ("broadcast_power", "_power", "_power_scalar", "_rpower_scalar"),
    "Max": ("broadcast_maximum", "_maximum", "_maximum_scalar", ""),
    "Min": ("broadcast_minimum", "_minimum", "_minimum_scalar", ""),
}


def _tested(name: str, turned: str = "") -> tuple[str, str, str, str]:
    return f"broadcast_{name}", f"_{name}", f"_{name}_scalar", turned and f"_{turned}_scalar"


COMPARISON = {
    "Equal": _tested("equal"),
    "Greater": _tested("greater", "lesser"),
    "GreaterOrEqual": _tested("greater_equal", "lesser_equal"),
    "Less": _tested("lesser", "greater"),
    "LessOrEqual": _tested("lesser_equal", "greater_equal"),
}
LOGIC = {"And": _tested("logical_and"), "Or": _tested("logical_or"), "Xor": _tested("logical_xor")}

REDUCE = {"sum": "ReduceSum", "mean": "ReduceMean", "prod": "ReduceProd", "max": "ReduceMax", "min": "ReduceMin"}

ACTIVATION = {
    "relu": "Relu",
    "sigmoid": "Sigmoid",
    "softrelu": "Softplus",
    "softsign": "Softsign",
    "tanh": "Tanh",
}
