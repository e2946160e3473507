"""The command ``mxnet``, and what finds out why ``import mxnet`` does not work.

It stands outside the package ``mxnet`` on purpose: when a real MXNet has been installed into the same folder, or
removed from it, files of that package are missing or are not ours, and what looks for that must still be there.
"""

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["doctor"]:
        from mxnet_xla.doctor import main as doctor

        return doctor(arguments[1:])
    try:
        from mxnet._cli import main as others
    except ImportError as error:
        print(f"mxnet: the package mxnet cannot be imported: {error}\nRun `mxnet doctor`.", file=sys.stderr)
        return 1
    return others(arguments)
