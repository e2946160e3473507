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
COMPARISON = {
    "Equal": ("broadcast_equal", "_equal", "_equal_scalar", ""),
    "Greater": ("broadcast_greater", "_greater", "_greater_scalar", "_lesser_scalar"),
    "GreaterOrEqual": ("broadcast_greater_equal", "_greater_equal", "_greater_equal_scalar", "_lesser_equal_scalar"),
    "Less": ("broadcast_lesser", "_lesser", "_lesser_scalar", "_greater_scalar"),
    "LessOrEqual": ("broadcast_lesser_equal", "_lesser_equal", "_lesser_equal_scalar", "_greater_equal_scalar"),
}
LOGIC = {
    "And": ("broadcast_logical_and", "_logical_and", "_logical_and_scalar", ""),
    "Or": ("broadcast_logical_or", "_logical_or", "_logical_or_scalar", ""),
    "Xor": ("broadcast_logical_xor", "_logical_xor", "_logical_xor_scalar", ""),
}

REDUCE = {"sum": "ReduceSum", "mean": "ReduceMean", "prod": "ReduceProd", "max": "ReduceMax", "min": "ReduceMin"}

ACTIVATION = {
    "relu": "Relu",
    "sigmoid": "Sigmoid",
    "softrelu": "Softplus",
    "softsign": "Softsign",
    "tanh": "Tanh",
}
