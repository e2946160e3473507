"""Write ``graphs_oracle.json`` and ``rnn_oracle.npz``: run this file under the real MXNet 1.9.1."""

import json
from pathlib import Path

import numpy as np

import mxnet as mx

from graphs import MODELS, gluon_graphs, model_graph, symbolic_graphs  # isort: skip
from rnn_numbers import numbers  # isort: skip

HERE = Path(__file__).parent
found = {
    "gluon": gluon_graphs(mx),
    "symbolic": symbolic_graphs(mx),
    "models": {name: model_graph(mx, name) for name in MODELS},
}
(HERE / "graphs_oracle.json").write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
np.savez_compressed(HERE / "rnn_oracle.npz", **numbers(mx))
