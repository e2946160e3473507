"""Write ``sparse_oracle.json``: run this file under the real MXNet 1.9.1.

$MXNET_PYTHON tests/ndarray/make_sparse_oracle.py
"""

import json
from pathlib import Path

import numpy as np

import mxnet as mx

from sparse_expressions import STORAGE, VALUES, ask, everything, names, storage  # isort: skip


def answer(expression, describe):
    """What MXNet says to one expression; None where it refuses, which is no test."""
    try:
        return describe(ask(expression, names(mx, np)))
    except mx.MXNetError as error:
        print("refused:", expression, str(error).strip().splitlines()[-1][:100])
        return None


answers = {e: answer(e, storage) for group in STORAGE.values() for e in group}
answers.update({f"values of {e}": answer(e, everything) for group in VALUES.values() for e in group})
lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in answers.items())
Path(__file__).with_name("sparse_oracle.json").write_text("{\n" + lines + "\n}\n")
