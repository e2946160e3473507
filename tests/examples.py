"""Running the examples of docstrings: what is printed must be as shown, numbers to four digits."""

import doctest
import re
import warnings
from collections.abc import Mapping
from typing import Any

NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?![\w])")


class Checker(doctest.OutputChecker):
    """Compares text without its spaces, and numbers by their values."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """Whether what was printed is what is shown."""
        if optionflags & doctest.ELLIPSIS:
            return super().check_output(want, got, optionflags)
        shown, printed = ("".join(text.replace("<BLANKLINE>", "").split()) for text in (want, got))
        if NUMBER.sub("#", shown) != NUMBER.sub("#", printed):
            return False
        pairs = zip(NUMBER.findall(shown), NUMBER.findall(printed), strict=True)
        return all(abs(float(a) - float(b)) <= 1e-5 + 1e-4 * abs(float(a)) for a, b in pairs)


def failures(name: str, text: str, names: Mapping[str, Any]) -> list[str]:
    """What goes wrong when the example in a text is run."""
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(text, dict(names), name, None, None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some of MXNet's classes say that there are better ones
        doctest.DocTestRunner(checker=Checker(), verbose=False).run(test, out=said.append)
    return said
