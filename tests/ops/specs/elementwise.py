"""Rows for ``mxnet._ops.elementwise``."""

import numpy as np
from scipy import special

from tests.ops.spec import Spec

NAN = float("nan")
HALVES = np.array([-2.5, -1.5, -0.5, -0.2, 0.0, 0.5, 1.5, 2.5, 2.7], np.float32)
COUNTS = np.array([0, 1, 2, -3, 8, 1000], np.int32)


def smooth_l1(x: np.ndarray, scalar: float = 1.0) -> np.ndarray:
    edge = scalar**-2
    return np.where(np.abs(x) > edge, np.abs(x) - edge / 2, (scalar * x) ** 2 / 2)


def hard_sigmoid(x: np.ndarray, alpha: float = 0.2, beta: float = 0.5) -> np.ndarray:
    return np.clip(alpha * x + beta, 0, 1)


def quadratic(x: np.ndarray, a: float = 0, b: float = 0, c: float = 0) -> np.ndarray:
    return np.polyval([a, b, c], x)


def same(x: np.ndarray, *_: np.ndarray, **__: object) -> np.ndarray:
    return x


def exactly(name: str, inputs: list[np.ndarray], expected: object, attrs: dict | None = None, id: str = "") -> Spec:
    """A case with arrays of fixed dtypes and literal results, without a gradient."""
    return Spec(name, inputs, attrs or {}, expected=[np.array(expected)], grad=0, dtypes=("float32",), id=id)


def smooth(name: str, expected: object, low: float = -1.0, high: float = 1.0) -> Spec:
    return Spec(name, [(2, 3)], expected=expected, grad=2, low=low, high=high)


def of_integers(name: str, expected: list[int]) -> Spec:
    """A function of whole numbers is cut back to whole numbers (values from the oracle)."""
    return exactly(name, [COUNTS[: len(expected)]], expected, id="int32")


def steps(name: str, expected: list[float]) -> Spec:
    return exactly(name, [HALVES], expected)


SPECS = [
    smooth("abs", np.abs),
    smooth("square", np.square),
    smooth("negative", np.negative),
    smooth("relu", lambda x: np.maximum(x, 0)),
    steps("sign", [-1, -1, -1, -1, 0, 1, 1, 1, 1]),
    steps("round", [-3, -2, -1, 0, 0, 1, 2, 3, 3]),
    steps("rint", [-3, -2, -1, 0, 0, 0, 1, 2, 3]),
    steps("ceil", [-2, -1, 0, 0, 0, 1, 2, 3, 3]),
    steps("floor", [-3, -2, -1, -1, 0, 0, 1, 2, 2]),
    steps("trunc", [-2, -1, 0, 0, 0, 0, 1, 2, 2]),
    steps("fix", [-2, -1, 0, 0, 0, 0, 1, 2, 2]),
    steps("_contrib_round_ste", [-3, -2, -1, 0, 0, 1, 2, 3, 3]),
    steps("_contrib_sign_ste", [-1, -1, -1, -1, 0, 1, 1, 1, 1]),
    Spec("round", [(3, 4)], expected=lambda x: np.round(x), grad=0, low=2.1, high=9.0),
    smooth("sqrt", np.sqrt, 0.2, 4),
    smooth("rsqrt", lambda x: x**-0.5, 0.2, 4),
    smooth("cbrt", np.cbrt, 0.2, 4),
    Spec("cbrt", [(4,)], expected=np.cbrt, low=-4, high=-0.2, id="negative"),
    smooth("rcbrt", lambda x: 1 / np.cbrt(x), 0.2, 4),
    smooth("reciprocal", lambda x: 1 / x, 0.5, 4),
    smooth("exp", np.exp),
    smooth("expm1", np.expm1),
    smooth("log", np.log, 0.2, 4),
    smooth("log10", np.log10, 0.2, 4),
    smooth("log2", np.log2, 0.2, 4),
    smooth("log1p", np.log1p, -0.5, 3),
    smooth("sin", np.sin),
    smooth("cos", np.cos),
    smooth("tan", np.tan),
    smooth("arcsin", np.arcsin, -0.8, 0.8),
    smooth("arccos", np.arccos, -0.8, 0.8),
    smooth("arctan", np.arctan),
    smooth("sinh", np.sinh),
    smooth("cosh", np.cosh),
    smooth("tanh", np.tanh),
    smooth("arcsinh", np.arcsinh),
    smooth("arccosh", np.arccosh, 1.5, 4),
    smooth("arctanh", np.arctanh, -0.7, 0.7),
    smooth("degrees", np.degrees),
    smooth("radians", np.radians, -90, 90),
    smooth("erf", special.erf),
    smooth("erfinv", special.erfinv, -0.8, 0.8),
    smooth("gamma", special.gamma, 0.5, 4),
    Spec("gamma", [(4,)], expected=special.gamma, low=-0.9, high=-0.2, id="negative"),
    smooth("gammaln", special.gammaln, 0.5, 4),
    smooth("sigmoid", special.expit, -4, 4),
    smooth("softsign", lambda x: x / (1 + np.abs(x))),
    of_integers("abs", [0, 1, 2, 3, 8, 1000]),
    of_integers("sign", [0, 1, 1, -1, 1, 1]),
    of_integers("square", [0, 1, 4, 9, 64, 1000000]),
    of_integers("round", [0, 1, 2, -3, 8, 1000]),
    of_integers("sqrt", [0, 1, 1]),
    of_integers("cbrt", [0, 1, 1, -1, 2, 10]),
    of_integers("exp", [1, 2, 7, 0, 2980]),
    of_integers("log1p", [0, 0, 1]),
    of_integers("tan", [0, 1, -2, 0, -6, 1]),
    of_integers("sinh", [0, 1, 3, -10, 1490]),
    of_integers("degrees", [0, 57, 114, -171, 458, 57295]),
    of_integers("sigmoid", [0, 0, 0, 0, 0, 1]),
    of_integers("relu", [0, 1, 2, 0, 8, 1000]),
    of_integers("_contrib_div_sqrt_dim", [0, 0, 1, -1, 4, 500]),
    of_integers("logical_not", [1, 0, 0, 0, 0, 0]),
    exactly("logical_not", [np.array([0.0, 1.0, -2.0, NAN], np.float32)], [1, 0, 0, 0]),
    Spec("hard_sigmoid", [(3, 4)], expected=hard_sigmoid, low=-4, high=4),
    Spec("hard_sigmoid", [(3, 4)], {"alpha": 0.5, "beta": 0.1}, expected=hard_sigmoid, low=-4, high=4),
    Spec("clip", [(3, 4)], {"a_min": -0.5, "a_max": 0.6}, expected=lambda x, a_min, a_max: np.clip(x, a_min, a_max)),
    exactly("clip", [np.array([-3, -1, 0, 2, 200], np.int32)], [-1, -1, 0, 2, 2], {"a_min": -1.5, "a_max": 2.5}),
    exactly("clip", [np.array([253, 0], np.uint8)], [253, 0], {"a_min": -1.5, "a_max": 1e10}, id="beyond uint8"),
    exactly("clip", [np.array([1.0, 2.0, 3.0])], [3, 1, 1], {"a_min": 3, "a_max": 1}, id="crossed"),
    Spec("smooth_l1", [(3, 4)], {}, expected=smooth_l1, low=-2, high=2),
    Spec("smooth_l1", [(3, 4)], {"scalar": 2.0}, expected=smooth_l1, low=-2, high=2),
    Spec("smooth_l1", [(3, 4)], {"scalar": 0.7}, expected=smooth_l1, low=-4, high=4),
    exactly("smooth_l1", [np.array([1, 2, 3], np.int32)], [0, 1, 2], {"scalar": 1}, id="int32"),
    Spec("_contrib_quadratic", [(3,)], {"a": 2.0, "b": 3.0, "c": 4.0}, expected=quadratic, grad=2),
    exactly("_contrib_quadratic", [np.array([1, 2, 3], np.int32)], [1, 3, 6], {"a": 0.5, "b": 0.5, "c": 0.5}),
    Spec("_contrib_div_sqrt_dim", [(2, 5)], expected=lambda x: x / np.sqrt(5)),
    exactly("_contrib_allclose", [np.array([1.0, NAN]), np.array([1.0 + 1e-6, NAN])], 1),
    exactly("_contrib_allclose", [np.array([1.0, 2.0]), np.array([1.0, 2.1])], 0, id="far"),
    exactly("_contrib_allclose", [np.array([NAN]), np.array([NAN])], 0, {"equal_nan": False}),
    exactly("_contrib_allclose", [np.array([2.0]), np.array([2.1])], 1, {"rtol": 0.1}),
    exactly("_contrib_allclose", [np.array([2, 3], np.int32), np.array([2, 4], np.int32)], 0, id="int32"),
    Spec("zeros_like", [(2, 3)], expected=np.zeros_like),
    Spec("ones_like", [(2, 3)], expected=np.ones_like),
    Spec("Cast", [(2, 3)], {"dtype": "float64"}, expected=same),
    exactly("Cast", [np.array([0.0, -1.5, 2.9])], [0, 1, 1], {"dtype": "bool"}),
    exactly("Cast", [np.array([300.7, -1.5, 127.9])], [44, 255, 127], {"dtype": "uint8"}),
    exactly("Cast", [np.array([300.7, -300.0, 128.0])], [44, -44, -128], {"dtype": "int8"}),
    exactly("Cast", [np.array([300, -1], np.int32)], [44, 255], {"dtype": "uint8"}, id="from int32"),
    exactly("Cast", [np.array([300.7, -1.5])], [300, -1], {"dtype": "int32"}),
    exactly("amp_cast", [np.array([1.5, 2.5], np.float32)], [1.5, 2.5], {"dtype": "float16"}),
    Spec("amp_cast", [(2, 3)], {"dtype": "float64"}, expected=same),
    Spec("amp_multicast", [(2, 3), (4,)], {"num_outputs": 2}, expected=lambda a, b, num_outputs: (a, b)),
    Spec("_copy", [(2, 3)], expected=same),
    Spec("_CrossDeviceCopy", [(2, 3)], expected=same),
    Spec("cast_storage", [(2, 3)], {"stype": "default"}, expected=same),
    Spec("_identity_with_attr_like_rhs", [(2, 3), (2, 3)], expected=same),
    Spec("BlockGrad", [(2, 3)], expected=same, grad=0),
    Spec("make_loss", [(2, 3)], expected=same, grad=0),
    Spec("_contrib_gradientmultiplier", [(2, 3)], {"scalar": 3.0}, expected=same, grad=0),
    Spec("_contrib_gradientmultiplier", [(2, 3)], {"scalar": 1.0}, expected=same),
]
