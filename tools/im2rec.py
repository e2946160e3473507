"""MXNet's ``tools/im2rec.py``: see ``python -m mxnet.tools.im2rec --help``."""

import sys

from mxnet.tools.im2rec import list_image as list_image
from mxnet.tools.im2rec import main as main
from mxnet.tools.im2rec import make_list as make_list
from mxnet.tools.im2rec import parse_args as parse_args
from mxnet.tools.im2rec import read_list as read_list
from mxnet.tools.im2rec import write_list as write_list

if __name__ == "__main__":
    sys.exit(main())
