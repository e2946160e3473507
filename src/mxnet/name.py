"""Names for symbols and blocks that were given none."""

import warnings

from mxnet._scopes import Current


class _NameManagerType(type):
    @property
    def current(cls) -> "NameManager":
        """This thread's name manager."""
        warnings.warn(
            "NameManager.current is deprecated: use a NameManager in a with-statement", DeprecationWarning, stacklevel=2
        )
        return NameManager._current.value

    @current.setter
    def current(cls, value: "NameManager") -> None:
        NameManager._current.value = value


class NameManager(metaclass=_NameManagerType):
    """Gives out names that count upward: ``dense0``, ``dense1``; in a with-statement, to all that is made there.

    >>> with mx.name.NameManager():
    ...     print(mx.sym.relu(mx.sym.var("x")).name)
    relu0
    """

    _current: "Current[NameManager]"

    def __init__(self) -> None:
        self._counter: dict[str, int] = {}

    def get(self, name: str | None, hint: str) -> str:
        """The given name, or the next one for a hint."""
        if name:
            return name
        number = self._counter.get(hint, 0)
        self._counter[hint] = number + 1
        return f"{hint}{number}"

    def __enter__(self) -> "NameManager":
        NameManager._current.push(self)
        return self

    def __exit__(self, *_: object) -> None:
        NameManager._current.pop()


class Prefix(NameManager):
    """A name manager that puts a prefix before every name, given ones too.

    Examples
    --------
    >>> with mx.name.Prefix('left_'):
    ...     net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
    >>> net.list_arguments()
    ['data', 'left_fc_weight', 'left_fc_bias']
    """

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def get(self, name: str | None, hint: str) -> str:
        return self._prefix + super().get(name, hint)


NameManager._current = Current(NameManager)


def current() -> NameManager:
    """This thread's name manager."""
    return NameManager._current.value
