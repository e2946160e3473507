"""``python -m mxnet.tools.launch`` runs, and ends, in the import of the package, of which it needs nothing.

It starts in a tenth of the time and stays small, while the processes that it has started need the memory.
"""

import sys

from mxnet.tools import launch

# While Python looks for the module that it is to run, that is the name of the program.
if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)] == launch.__name__:
    sys.exit(launch.main())
