"""The functions of ``mx.np``, and what is said of their parameters.

A function's docstring has lines ``name: text`` for parameters that need one. The others are those of the operator that
the function stands for, or recur.
"""

import importlib
import inspect
import re
from types import FunctionType

import numpy

from mxnet._frontend import describing
from mxnet._help import classes, plain
from mxnet._help.meanings import MEANINGS
from mxnet._help.meanings_more import MORE
from mxnet._help.pages import MADE, NOT_PUBLIC, OTHERS
from mxnet._help.pages import NUMPY as PAGES
from mxnet._ops.registry import OPS, Op

# What the names of parameters mean, as in NumPy.
RECURRING = {
    "out": "An array that receives the result, in the place of a new one.",
    "a": "The array.",
    "x": "The array.",
    "m": "The array.",
    "ary": "The array.",
    "arr": "The array.",
    "array": "The array.",
    "ar": "The array.",
    "val": "The array.",
    "A": "The array, or matrices in the last two axes.",
    "data": "The array.",
    "object": "An array, or lists of numbers.",
    "prototype": "The array whose shape and type are taken.",
    "b": "The second array.",
    "y": "The second array.",
    "v": "The second array.",
    "u": "The first array.",
    "x1": "An array, or a number.",
    "x2": "An array, or a number.",
    "a1": "The first array.",
    "a2": "The second array.",
    "ar1": "The first array.",
    "ar2": "The second array.",
    "arrays": "The arrays, a list or a tuple.",
    "seq": "The arrays, a list or a tuple.",
    "tup": "The arrays, a list or a tuple.",
    "arys": "The arrays.",
    "args": "The arrays, or further arguments.",
    "xi": "Vectors of coordinates.",
    "operands": "The subscripts, then the arrays.",
    "axis": "The axis or axes to work along; None is all of them, or the flattened array.",
    "axes": "The axes to work along.",
    "axis1": "One of the two axes.",
    "axis2": "The other.",
    "keepdims": "Keep the axes that were reduced, with length 1.",
    "dtype": "The type of the result's elements.",
    "order": "``C``, the only order there is.",
    "shape": "The shape of the result; for ``set_np``, whether shapes have NumPy's meaning.",
    "new_shape": "The shape of the result.",
    "size": "The shape of the result.",
    "ctx": "The device of the result; the current one if None.",
    "device_id": "Which device, from 0 on.",
    "name": "For symbols: the name of the node that is made.",
    "kwargs": "Accepted for NumPy's signature.",
    "kw": "Further arguments of the functions.",
    "_": "Accepted for NumPy's signature.",
    "options": "Accepted for NumPy's signature.",
    "where": "Accepted for NumPy's signature: all elements count.",
    "subok": "Accepted for NumPy's signature.",
    "casting": "Accepted for NumPy's signature.",
    "signature": "Accepted for NumPy's signature.",
    "initial": "A number that is begun with.",
    "overwrite_input": "Must be False.",
    "hermitian": "Whether matrices are symmetric.",
    "kind": "Accepted for NumPy's signature: the order is stable.",
    "weights": "How much each element counts.",
    "bins": "How many bins, or their edges.",
    "range": "The lowest and the highest edge.",
    "density": "Give densities, not counts.",
    "normed": "Accepted for NumPy's signature.",
    "sample": "Points, a row each.",
    "func": "The function.",
    "func1d": "A function of a vector.",
    "rtol": "The difference that is allowed, as a part of the second array.",
    "atol": "The difference that is allowed in any case.",
    "equal_nan": "Whether two NaN are equal.",
    "mode": "How ends, or numbers out of range, are treated; NumPy's words.",
    "q": "From 0 to 1, or for percentiles to 100.",
    "interpolation": "Between two elements: ``linear``, ``lower``, ``higher``, ``nearest`` or ``midpoint``.",
    "method": "Between two elements: NumPy's words.",
    "k": "Which diagonal: 0 the main one, positive above it, negative below.",
    "N": "How many columns.",
    "n": "How many rows, or the power.",
    "values": "What is added.",
    "obj": "The places.",
    "kth": "The place that is in order after.",
    "condition": "What is true.",
    "rowvar": "Variables are rows; else columns.",
    "bias": "Divide by the number of samples, not by one less.",
    "ddof": "What is taken off the number of samples before dividing by it.",
    "fweights": "How often each sample counts.",
    "aweights": "How much each sample counts.",
    "right": "Whether bins hold their right edges; for ``interp`` the value beyond the last point.",
    "left": "The value before the first point.",
    "period": "The period of the coordinates.",
    "xp": "The points' coordinates, rising.",
    "fp": "The points' values.",
    "max_work": "Accepted for NumPy's signature.",
    "bitorder": "``big`` or ``little``.",
    "count": "How many bits.",
    "condlist": "The conditions.",
    "funclist": "The functions, one for each.",
    "choicelist": "The arrays, one for each.",
    "choices": "The arrays to choose from.",
    "default": "What stands where no condition holds.",
    "rcond": "Singular values below this times the largest count as zero.",
    "cov": "The covariance matrix, or whether to return it.",
    "mean": "The mean.",
    "sigma": "The standard deviation.",
    "df": "The degrees of freedom.",
    "low": "The smallest number, or the end if ``high`` is not given.",
    "high": "The number after the largest.",
    "check_valid": "Must be ``warn``.",
    "tol": "Accepted for NumPy's signature.",
    "decimals": "How many decimals; negative rounds before the point.",
    "indices": "The places.",
    "indices_or_sections": "How many equal parts, or where to cut.",
    "assume_unique": "The arrays hold no element twice.",
    "return_indices": "Return the places too.",
    "element": "The array.",
    "test_elements": "What is looked for.",
    "invert": "Turn the answers round.",
    "keys": "The keys, the last one first in importance.",
    "retstep": "Return the distance too.",
    "prepend": "Must be None.",
    "append": "Must be None.",
    "to_end": "What stands after the differences.",
    "to_begin": "What stands before the differences.",
    "fill_value": "The value.",
    "p": "Probabilities, or coefficients.",
    "seq_of_zeros": "The roots.",
    "deg": "The degree.",
    "full": "Return more of the fit.",
    "w": "The weights of points.",
    "start": "Before which axis.",
    "side": "``left`` for the first place that fits, ``right`` for the last.",
    "sorter": "The places that put the array in order.",
    "dx": "How far apart points are.",
    "filt": "The vector.",
    "trim": "``f`` for the front, ``b`` for the back.",
    "discont": "The largest jump that stays.",
    "increasing": "Let powers rise.",
    "file": "The path of the file.",
    "reverse": "Read the codes from the last axis to the first.",
}
# Functions whose operator has another name.
_OPERATOR: dict[str, str] = {}


def spell(page: str) -> str:
    """A module as users name it."""
    return PAGES[page][0]


def public(page: str) -> dict[str, FunctionType]:
    """The functions of a module under public names."""
    module = importlib.import_module(f"mxnet.{PAGES[page][1]}")
    numpys = {"linalg": numpy.linalg, "random": numpy.random}.get(page)
    functions = {name: value for name, value in vars(module).items() if isinstance(value, FunctionType)}
    return {
        name: value
        for name, value in sorted(functions.items())
        if not name.startswith("_") and "mxnet" in value.__module__ and (numpys is None or hasattr(numpys, name))
    }


def operator(page: str, name: str) -> Op | None:
    """The operator that a function stands for, if there is one of its name."""
    name = _OPERATOR.get(name, name)
    for prefix in ("_np_", "_npi_", "_npx_", ""):
        if prefix + name in OPS:
            return OPS[prefix + name]
    return None


def describe(page: str, name: str, function: FunctionType) -> tuple[str, dict[str, str], str]:
    """What is said of a function: sentences, parameters, example."""
    names = list(inspect.signature(function).parameters)
    doc = inspect.cleandoc(plain(function))
    said, listed = describing.split(doc, names), classes.sections(doc)[1]
    op = operator(page, name)
    of_operator = describing.describe(op) if op is not None else None
    summary = said.summary.partition("\nParameters\n---")[0].strip()
    texts = {
        n: said.parameters.get(n)
        or listed.get(n, ("", ""))[1]
        or (of_operator.parameters.get(n) if of_operator is not None else None)
        or RECURRING.get(n)
        for n in names
    }
    example = said.example or (of_operator.example if of_operator is not None else "")
    return summary, {n: text for n, text in texts.items() if text}, in_numpy(page, example)


def in_numpy(page: str, example: str) -> str:
    """An example of an operator that ``mx.nd`` and ``mx.np`` share, with the arrays of ``mx.np``."""
    bare = example.removeprefix(">>> from mxnet import nd\n")
    calls = [line for line in bare.split("\n") if line.startswith((">>>", "..."))]
    if page != "np" or len(calls) != 1 or not re.fullmatch(r">>> nd\.\w+\(nd\.array\(.*\)\.asnumpy\(\)", calls[0]):
        return example
    return bare.replace("nd.", "mx.np.").replace(".asnumpy()", "").replace(", dtype=float32)", ")")


def others(page: str) -> dict[str, FunctionType]:
    """The public functions of a module that are not made from operators."""
    name = OTHERS[page][1]
    module = importlib.import_module(f"mxnet.{name}")
    wanted = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
    functions = {
        n: getattr(module, n) for n in sorted(set(wanted)) if isinstance(getattr(module, n, None), FunctionType)
    }
    package = f"mxnet.{name.partition('.')[0]}."
    elsewhere = {"model": "mxnet._checkpoint.", "contrib-torch": "mxnet.gluon._torch.", "contrib-text": "mxnet._vocab"}
    ours = (package, elsewhere.get(page, package))
    return {
        n: value
        for n, value in functions.items()
        if (page, n) not in NOT_PUBLIC
        and f"{value.__module__}.".startswith(ours)
        and value.__module__ not in MADE
        and ("__signature__" not in vars(value) or hasattr(value, "__wrapped__"))
    }


def describe_other(page: str, name: str, function: FunctionType) -> tuple[str, dict[str, str], str]:
    """What is said of a function that is neither an operator nor NumPy's: sentences, parameters, example."""
    summary, said, example = classes.sections(inspect.cleandoc(plain(function)))
    texts = {}
    for parameter in inspect.signature(function).parameters:
        typed, text = said.get(parameter, ("", ""))
        own = MORE if page in MORE else MEANINGS
        table = own.get(page, {}).get(parameter) or MEANINGS[""].get(parameter)
        texts[parameter] = text or table or classes.recurring(OTHERS[page][1], parameter) or typed
    return summary, {parameter: text for parameter, text in texts.items() if text}, example
