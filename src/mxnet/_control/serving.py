"""As in MXNet, importing the package in a server or the scheduler serves the job and ends the process.

The same command line thus starts every process of a job.
"""

import sys

from mxnet._control.job import role
from mxnet._control.local import settle_here
from mxnet._control.roles import serve

if role() != "worker":
    serve()
    sys.exit(0)
settle_here()
