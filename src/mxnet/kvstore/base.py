"""What every key-value store can do, and how stores are made by name."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from mxnet._named import register_by_name
from mxnet.ndarray import NDArray

K = TypeVar("K", bound=type)


class KVStoreBase:
    """The interface of key-value stores: subclass it and ``register`` the class to make a store of your own.

    >>> isinstance(mx.kv.create("local"), mx.kv.KVStoreBase)
    True
    """

    OPTIMIZER = "optimizer"

    kv_registry: ClassVar[dict[str, type]] = {}

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Begin with a value for a key, and copy it to every array of ``out``."""
        raise NotImplementedError

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Add up the values of all devices and workers, and write the sum into ``out``, or into the values."""
        raise NotImplementedError

    def set_optimizer(self, optimizer: Any) -> None:
        """Let the store update the values by an optimizer."""
        raise NotImplementedError

    def is_capable(self, capability: str) -> bool:
        """Whether the store can do something, named by a constant such as ``OPTIMIZER``."""
        raise NotImplementedError

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the optimizer's states into a file."""
        raise NotImplementedError

    def load_optimizer_states(self, fname: str) -> None:
        """Read the optimizer's states from a file."""
        raise NotImplementedError

    @property
    def type(self) -> str:
        """The name the store was made by."""
        raise NotImplementedError

    @property
    def rank(self) -> int:
        """The number of this worker."""
        raise NotImplementedError

    @property
    def num_workers(self) -> int:
        """How many workers there are."""
        raise NotImplementedError

    @staticmethod
    def register(klass: K) -> K:
        """Make a store known by its class's lower-case name."""
        return register_by_name(klass, KVStoreBase.kv_registry, "kvstore")


class OneWorker:
    """What a store of one worker says of itself."""

    @property
    def rank(self) -> int:
        """The number of this worker."""
        return 0

    @property
    def num_workers(self) -> int:
        """How many workers there are."""
        return 1


def _as_list(values: Any) -> list[Any]:
    return values if isinstance(values, list) else [values]


@KVStoreBase.register
class TestStore(OneWorker, KVStoreBase):
    """The smallest store: it keeps nothing, and adds up what it is given."""

    __test__ = False  # no class of tests, whatever its name

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Copy the value to every array of ``out``."""
        for target in _as_list(out):
            target[:] = value

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Write the sum of the values into ``out``, or into the values themselves."""
        if isinstance(value, NDArray):
            total, targets = value, [] if out is None else _as_list(out)
        else:
            total = sum(array.as_in_context(value[0].context) for array in value)
            targets = value if out is None else _as_list(out)
        for target in targets:
            target[:] = total

    @staticmethod
    def is_capable(capability: str) -> bool:  # type: ignore[override]
        """It has no optimizer."""
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return False
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        """Its name."""
        return "teststore"


_MAKERS: list[Callable[[str], KVStoreBase]] = []


def maker(make: Callable[[str], KVStoreBase]) -> None:
    """Say what makes the stores whose names nobody registered."""
    _MAKERS.append(make)


def create(name: str = "local") -> KVStoreBase:
    """Make a store: ``"local"``, ``"device"``, ``"nccl"``, or one that was registered.

    >>> store = mx.kv.create("local")
    >>> store.init("w", mx.nd.ones((2,)))
    >>> store.push("w", [mx.nd.ones((2,)), mx.nd.ones((2,))])
    >>> out = mx.nd.zeros((2,))
    >>> store.pull("w", out=out)
    >>> out.asnumpy()
    array([2., 2.], dtype=float32)
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, received {type(name).__name__}")
    name = name.lower()
    if name in KVStoreBase.kv_registry:
        return KVStoreBase.kv_registry[name]()
    return _MAKERS[-1](name)
