"""MXNet's ``tools/launch.py``: see ``python -m mxnet.tools.launch --help``."""

import sys

from mxnet.tools.launch import main as main
from mxnet.tools.launch import parse as parse

if __name__ == "__main__":
    sys.exit(main())
