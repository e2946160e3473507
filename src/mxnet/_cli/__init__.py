"""The command ``mxnet``: one small function for each of its words. ``mxnet_xla`` starts it."""

import argparse
import sys
from collections.abc import Callable, Sequence

from mxnet._cli import bench, cache, convert, info, models
from mxnet.error import MXNetError
from mxnet.tools import im2rec, launch

Run = Callable[[argparse.Namespace], int]

# Words whose arguments are read by tools of their own.
PASSED_ON: dict[str, tuple[Callable[[Sequence[str]], int], str]] = {
    "im2rec": (im2rec.main, "make record files of images"),
    "launch": (launch.main, "start the processes of a distributed job"),
}


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    command = argparse.ArgumentParser(prog="mxnet", description="What MXNet on XLA can do from a shell.")
    words = command.add_subparsers(dest="word", metavar="COMMAND", required=True)
    words.add_parser("doctor", help="look for what keeps an installation from working")
    for module in (info, models, convert, bench, cache):
        module.add(words)
    for word, (_, text) in PASSED_ON.items():
        words.add_parser(word, help=f"{text}; see mxnet {word} --help", add_help=False)
    return command


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status. What a user got wrong is a line, not a traceback."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments and arguments[0] in PASSED_ON:
        run, _ = PASSED_ON[arguments[0]]
        return run(arguments[1:])
    args = parser().parse_args(arguments)
    try:
        return int(args.run(args))
    except (MXNetError, ValueError, OSError, ImportError) as error:
        print(f"mxnet {args.word}: {error}", file=sys.stderr)
        return 1
