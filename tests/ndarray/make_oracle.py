"""Write ``oracle.json``: run this file under the real MXNet 1.9.1.

$MXNET_PYTHON tests/ndarray/make_oracle.py
"""

import json
from pathlib import Path

import numpy as np

import mxnet as mx

from expressions import GROUPS, ask, describe, names  # isort: skip


def answer(expression):
    """What MXNet says to one expression."""
    try:
        return describe(ask(expression, names(mx, np)), mx, np)
    except mx.MXNetError as error:  # met only when the value is read
        return describe(error, mx, np)


answers = {expression: answer(expression) for group in GROUPS.values() for expression in group}
lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in answers.items())
Path(__file__).with_name("oracle.json").write_text("{\n" + lines + "\n}\n")
