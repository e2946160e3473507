"""Special functions of NumPy arrays, without SciPy: importing it takes longer than compiling a program."""

import math

import numpy as np

from mxnet._numpy_backend.rules import Array

_ERF, _ERFC = np.frompyfunc(math.erf, 1, 1), np.frompyfunc(math.erfc, 1, 1)


def erf(x: Array) -> Array:
    """The error function."""
    return np.asarray(_ERF(x)).astype(x.dtype)


def erfc(x: Array) -> Array:
    """One less the error function."""
    return np.asarray(_ERFC(x)).astype(x.dtype)


# M. Giles, "Approximating the erfinv function": polynomials in w = -log(1 - x^2) for w < 5, and in sqrt(w).
_CENTRE = (
    *(2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503),
    *(-0.00417768164, 0.246640727, 1.50140941),
)
_TAIL = (
    *(-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613),
    *(0.00943887047, 1.00167406, 2.83297682),
)


def erf_inv(x: Array) -> Array:
    """The inverse of the error function."""
    y = x.astype(np.float64)
    w = -np.log((1 - y) * (1 + y))
    out = y * np.where(w < 5, np.polyval(_CENTRE, w - 2.5), np.polyval(_TAIL, np.sqrt(w) - 3))
    if x.dtype == np.float64:
        for _ in range(2):
            out = _improve(out, y)
    return np.where(np.abs(y) == 1, y * np.inf, out).astype(x.dtype)


def _improve(out: Array, y: Array) -> Array:
    """A step of Halley's method towards erf(out) = y."""
    size = np.abs(out)
    miss = np.where(np.abs(y) < 0.5, erf(size) - np.abs(y), (1 - np.abs(y)) - erfc(size))
    step = miss * (math.sqrt(math.pi) / 2) * np.exp(size * size)
    return np.copysign(size - step / (1 + size * step), y)


# Lanczos' approximation of the gamma function (g = 7), which XLA uses too.
_LANCZOS = (
    *(676.520368121885098567009190444019, -1259.13921672240287047156078755283, 771.3234287776530788486528258894),
    *(-176.61502916214059906584551354, 12.507343278686904814458936853, -0.13857109526572011689554707),
    *(9.984369578019570859563e-6, 1.50563273514931155834e-7),
)
_BASE = 0.99999999999980993227684700473478
_G = 7.5


def lgamma(x: Array) -> Array:
    """The logarithm of the absolute value of the gamma function."""
    y = x.astype(np.float64)
    z = np.where(y < 0.5, -y, y - 1)
    total = np.full(z.shape, _BASE)
    for i, coefficient in enumerate(_LANCZOS):
        total = total + coefficient / (z + i + 1)
    log_t = math.log(_G) + np.log1p(z / _G)
    out = (z + 0.5 - (z + _G) / log_t) * log_t + 0.5 * math.log(2 * math.pi) + np.log(total)
    fraction = np.abs(y) - np.floor(np.abs(y))
    sine = np.log(np.sin(math.pi * np.minimum(fraction, 1 - fraction)))
    reflected = np.where(np.isfinite(sine), math.log(math.pi) - sine - out, -sine)
    out = np.where(y < 0.5, reflected, out)
    return np.where(np.isinf(y), np.inf, out).astype(x.dtype)


def digamma(x: Array) -> Array:
    """The derivative of the logarithm of the gamma function."""
    y = x.astype(np.float64)
    z = np.where(y < 0.5, -y, y - 1)
    above, below = np.zeros(z.shape), np.full(z.shape, _BASE)
    for i, coefficient in enumerate(_LANCZOS):
        above = above - coefficient / (z + i + 1) ** 2
        below = below + coefficient / (z + i + 1)
    out = math.log(_G) + np.log1p(z / _G) + above / below - 7 / (z + _G)
    near = y + np.abs(np.floor(y + 0.5))
    out = np.where(y < 0.5, out - math.pi / np.tan(math.pi * near), out)
    return np.where((y <= 0) & (y == np.floor(y)), np.nan, out).astype(x.dtype)
