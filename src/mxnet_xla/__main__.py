"""``python -m mxnet_xla``: the command ``mxnet``."""

import sys

from mxnet_xla import main

sys.exit(main())
