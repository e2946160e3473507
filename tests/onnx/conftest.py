"""Where the optional packages are missing there is nothing to compare with."""

import importlib.util

collect_ignore_glob = [] if all(importlib.util.find_spec(name) for name in ("onnx", "onnxruntime")) else ["test_*.py"]
