"""Write ``attributes_oracle.json``: run this file under the real MXNet 1.9.1."""

import json
from pathlib import Path

import mxnet as mx

from attributes import LAYERS, described, make, own_attributes  # isort: skip

found = {}
for name in LAYERS:
    layer = make(mx, name)
    found[name] = {key: described(mx, getattr(layer, key)) for key in own_attributes(mx, layer)}
lines = [f" {json.dumps(name)}: {json.dumps(found[name], sort_keys=True)}" for name in sorted(found)]
(Path(__file__).parent / "attributes_oracle.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
