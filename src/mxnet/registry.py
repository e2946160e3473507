"""Classes by name: how ``'sgd'``, ``'accuracy'`` or ``'["xavier", {}]'`` becomes an object."""

import json
import warnings
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

C = TypeVar("C", bound=type)


class Register(Protocol):
    """Decorates a class, which stays as it is."""

    def __call__(self, klass: C, name: str | None = None) -> C:
        """Make the class known by its own name or another."""


_REGISTRY: dict[type, dict[str, type]] = {}


def _registry_of(base_class: type) -> dict[str, type]:
    return _REGISTRY.setdefault(base_class, {})


def get_registry(base_class: type) -> dict[str, type]:
    """A copy of the classes registered for a base class, by lower-case name.

    >>> mx.registry.get_registry(mx.init.Initializer)["zeros"].__name__
    'Zero'
    """
    return _registry_of(base_class).copy()


def get_register_func(base_class: type, nickname: str) -> Register:
    """The decorator that registers subclasses of a base class; ``nickname`` is what messages call them.

    >>> class Animal:
    ...     pass
    >>> register = mx.registry.get_register_func(Animal, "animal")
    >>> @register
    ... class Cat(Animal):
    ...     pass
    >>> sorted(mx.registry.get_registry(Animal))
    ['cat']
    """
    registry = _registry_of(base_class)

    def register(klass: C, name: str | None = None) -> C:
        if not (isinstance(klass, type) and issubclass(klass, base_class)):
            raise TypeError(f"Can only register subclass of {base_class.__name__}, received {klass!r}")
        key = (name or klass.__name__).lower()
        old = registry.get(key)
        if old is not None:
            warnings.warn(
                f"New {nickname} {klass.__module__}.{klass.__name__} registered with name {key} is overriding existing "
                f"{nickname} {old.__module__}.{old.__name__}",
                UserWarning,
                stacklevel=2,
            )
        registry[key] = klass
        return klass

    register.__doc__ = f"Make a class known to the {nickname} factory, by its own name or another."
    return register


def get_alias_func(base_class: type, nickname: str) -> Callable[..., Callable[[C], C]]:
    """The decorator factory that registers a class under further names.

    >>> class Animal:
    ...     pass
    >>> @mx.registry.get_alias_func(Animal, "animal")("kitten", "tomcat")
    ... class Cat(Animal):
    ...     pass
    >>> sorted(mx.registry.get_registry(Animal))
    ['kitten', 'tomcat']
    """
    register = get_register_func(base_class, nickname)

    def alias(*aliases: str) -> Callable[[C], C]:
        def decorate(klass: C) -> C:
            for name in aliases:
                register(klass, name)
            return klass

        return decorate

    alias.__doc__ = f"Make a class known to the {nickname} factory under each of the names."
    return alias


def get_create_func(base_class: type, nickname: str) -> Callable[..., Any]:
    """The function that makes an object from a name, from JSON of a name and arguments, or from an object.

    >>> create = mx.registry.get_create_func(mx.init.Initializer, "initializer")
    >>> type(create('["constant", {"value": 2}]')).__name__
    'Constant'
    """
    registry = _registry_of(base_class)

    def create(*args: Any, **kwargs: Any) -> Any:
        if args:
            what, *rest = args
        elif nickname in kwargs:
            what, rest = kwargs.pop(nickname), []
        else:
            raise TypeError(f"expected the {nickname} to create, as a name or an object")
        alone = not rest and not kwargs
        if isinstance(what, base_class):
            if not alone:
                raise ValueError(f"{nickname} is already an instance. Additional arguments are invalid")
            return what
        if isinstance(what, dict):
            return create(**what)
        if not isinstance(what, str):
            raise TypeError(f"{nickname} must be of string type, received {type(what).__name__}")
        if what[:1] in ("[", "{"):
            if not alone:
                raise ValueError(f"{nickname} is given with its arguments already. Additional arguments are invalid")
            return _from_json(create, what)
        klass = registry.get(what.lower())
        if klass is None:
            raise ValueError(
                f"{what.lower()} is not registered. Please register with {nickname}.register first; "
                f"there are {', '.join(sorted(registry)) or 'none'}"
            )
        return klass(*rest, **kwargs)

    create.__doc__ = f"Make a {nickname} from its name and arguments; one that is made already is returned as it is."
    return create


def _from_json(create: Callable[..., Any], text: str) -> Any:
    """``["name", {arguments}]`` or ``{"<nickname>": "name", arguments}``."""
    spec = json.loads(text)
    if isinstance(spec, dict):
        return create(**spec)
    name, kwargs = spec
    return create(name, **kwargs)
