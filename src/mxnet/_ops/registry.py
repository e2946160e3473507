"""The table of operators: one pure JAX function each, and what a function cannot say about itself.

A function's positional parameters are its arrays and its keyword-only parameters its attributes, in MXNet's
order. Everything public is derived from that: see ``_frontend``. Three keyword-only names are not attributes:
``key``, a random key, ``train``, whether the call happens in training mode, and ``subgraphs``, the graphs that an
operator of control flow runs; the caller supplies them.
A ``key`` annotated ``str`` is an attribute all the same (SyncBatchNorm has one).
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mxnet._ops.attrs import Parser, hints, parser_for
from mxnet.error import MXNetError

REQUIRED = inspect.Parameter.empty

ShapeFiller = Callable[..., Mapping[str, tuple[int, ...]]]


@dataclass(frozen=True)
class Attr:
    """One attribute: its annotation, the parser that this stands for, its default."""

    name: str
    annotation: Any
    parse: Parser
    default: Any

    @property
    def required(self) -> bool:
        return self.default is REQUIRED


@dataclass(eq=False)
class Op:
    """An operator: a pure function and the declarations beside it.

    ``inputs`` are the array parameters; those in ``optional`` may be absent. With ``variadic`` the function takes
    ``*arrays`` and ``inputs`` is empty. ``traced`` attributes are numbers that may change at every call: they reach
    the function as 0-d arrays (a tuple of them where the attribute is a tuple), so that a new value never means a
    new program, unless ``static_when(name, value)`` says that this value makes a simpler program. ``mutates`` names
    the inputs that MXNet overwrites, or for a variadic operator is a function ``f(n_inputs, **attrs)`` of their
    positions: the operator's function returns their new values after its visible outputs; ``mutated`` answers for
    both forms. ``dynamic`` operators have shapes that depend on data; they get concrete arrays and run at once.
    ``open`` ones accept attributes of any name, as text. ``host(arrays, attrs, out)`` replaces the function where an
    operator is called on arrays: for one that runs Python code on XX"""

    name: str
    function: Callable[..., Any]
    aliases: tuple[str, ...]
    inputs: tuple[str, ...]
    optional: frozenset[str]
    variadic: bool
    attrs: dict[str, Attr]
    needs_key: bool
    needs_train: bool
    traced: frozenset[str] = frozenset()
    static_when: Callable[[str, Any], bool] | None = None
    outputs: int | Callable[..., int] = 1
    mutates: tuple[str, ...] | Callable[..., tuple[int, ...]] = ()
    dynamic: bool = False
    count_attr: str | None = None
    used_inputs: Callable[..., tuple[str, ...]] | None = None
    shape_filler: ShapeFiller | None = None
    type_filler: Callable[..., Mapping[str, str]] | None = None
    output_names: tuple[str, ...] | Callable[..., tuple[str, ...]] = ()
    checker: Callable[..., None] | None = None
    doc: str = ""
    open: bool = False
    host: Callable[..., Any] | None = None
    guard: Callable[..., None] | None = None
    types: str = ""

    def fill_shapes(self, function: ShapeFiller) -> ShapeFiller:
        """Declare how the shapes of parameters follow from known shapes and the attributes.

        The function is called as ``f(*input_shapes, **attrs)``, a shape unknown so far being None, and returns the
        shapes it can tell, by input name.
        """
        self.shape_filler = function
        return function

    def fill_types(self, function: Callable[..., Mapping[str, str]]) -> Callable[..., Mapping[str, str]]:
        """Declare input dtypes that do not simply equal the first input's, in the manner of ``fill_shapes``.

        Outputs' dtypes may be among the answers too, as ``output0`` and so on.
        """
        self.type_filler = function
        return function

    def use_inputs(self, function: Callable[..., tuple[str, ...]]) -> Callable[..., tuple[str, ...]]:
        """Declare which inputs exist, given the attributes (``no_bias`` and the like)."""
        self.used_inputs = function
        return function

    def check(self, function: Callable[..., None]) -> Callable[..., None]:
        """Declare a check of the parsed attributes; it sees traced ones as numbers and raises MXNetError.

        Where numbers are traced MXNet finds out when the operator runs, so the error waits in its results.
        """
        self.checker = function
        return function

    def look(self, function: Callable[..., None]) -> Callable[..., None]:
        """Declare a check of elements: it is called with the shape of the first array, and with each of the others as a
        NumPy array, or None where that would mean to wait for it. A program cannot raise errors, so this is where
        wrong indices can be met.
        """
        self.guard = function
        return function

    def parse(self, given: Mapping[str, Any], check: bool = True) -> dict[str, Any]:
        """Attributes as canonical values, in declared order, defaults filled in.

        An operator that has none ignores what it is given, as in MXNet: ``broadcast_maximum(a, b, axis=1)``. So does
        every operator with names such as ``__layout__``.
        """
        for name in given if self.attrs else ():
            if name not in self.attrs and not self.open and not (name.startswith("__") and name.endswith("__")):
                raise MXNetError(f"Cannot find argument '{name}': {self.name} takes {', '.join(self.attrs)}.")
        out = {}
        for name, attr in self.attrs.items():
            if name not in given:
                if attr.required:
                    raise MXNetError(
                        f"Required parameter {name} of {self.name} is not presented: "
                        f"write {self.name}(..., {name}=...)."
                    )
                out[name] = attr.default
                continue
            value = given[name]
            try:
                out[name] = attr.parse(value)
            except ValueError as error:
                raise MXNetError(
                    f"Invalid Parameter format for {name} of {self.name}: expected {error}, but value={value!r}"
                ) from None
        if self.open:
            out.update((name, str(value)) for name, value in given.items() if name not in self.attrs)
        if check and self.checker is not None:
            self.checker(**out)
        return out

    def input_names(self, attrs: Mapping[str, Any]) -> tuple[str, ...]:
        """The inputs this call takes."""
        return self.inputs if self.used_inputs is None else self.used_inputs(**attrs)

    def num_outputs(self, attrs: Mapping[str, Any]) -> int:
        """How many outputs a caller sees."""
        return self.outputs(**attrs) if callable(self.outputs) else self.outputs

    def mutated(self, n_inputs: int, attrs: Mapping[str, Any]) -> tuple[int, ...]:
        """The positions, among the ``n_inputs`` of this call, of the inputs it overwrites."""
        if callable(self.mutates):
            return self.mutates(n_inputs, **attrs)
        names = self.input_names(attrs)
        return tuple(names.index(name) for name in self.mutates if name in names)

    def is_static(self, name: str, value: Any) -> bool:
        """Whether this value of this attribute is part of the program rather than an input of it."""
        if name not in self.traced or value is None:
            return True
        return self.static_when is not None and self.static_when(name, value)


OPS: dict[str, Op] = {}


def op(
    name: str,
    *,
    aliases: Iterable[str] = (),
    traced: Iterable[str] = (),
    static_when: Callable[[str, Any], bool] | None = None,
    outputs: int | Callable[..., int] = 1,
    mutates: Iterable[str] | Callable[..., tuple[int, ...]] = (),
    dynamic: bool = False,
    count_attr: str | None = None,
    output_names: Iterable[str] | Callable[..., tuple[str, ...]] = (),
    types: str = "",
) -> Callable[[Callable[..., Any]], Op]:
    """Register a pure function as the operator ``name`` and all its aliases.

    ``count_attr`` names the attribute that counts variadic inputs (``num_args``); callers need not give it.
    """

    def register(function: Callable[..., Any]) -> Op:
        made = _describe(
            name,
            function,
            aliases=tuple(aliases),
            traced=frozenset(traced),
            static_when=static_when,
            outputs=outputs,
            mutates=mutates if callable(mutates) else tuple(mutates),
            dynamic=dynamic,
            count_attr=count_attr,
            output_names=output_names if callable(output_names) else tuple(output_names),
            types=types,
        )
        for known in (name, *made.aliases):
            if known in OPS:
                raise ValueError(f"operator {known!r} is registered twice")
            OPS[known] = made
        return made

    return register


def _describe(name: str, function: Callable[..., Any], **declared: Any) -> Op:
    types = hints(function)
    inputs: list[str] = []
    optional: set[str] = set()
    attrs: dict[str, Attr] = {}
    variadic = needs_key = needs_train = open_attrs = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            variadic = True
        elif parameter.kind is parameter.VAR_KEYWORD:
            open_attrs = True
        elif parameter.kind is parameter.KEYWORD_ONLY:
            if parameter.name == "key" and types.get("key") is not str:
                needs_key = True
            elif parameter.name == "train":
                needs_train = True
            elif parameter.name == "subgraphs":
                continue
            else:
                annotation = types[parameter.name]
                attrs[parameter.name] = Attr(parameter.name, annotation, parser_for(annotation), parameter.default)
        else:
            inputs.append(parameter.name)
            if parameter.default is not REQUIRED:
                optional.add(parameter.name)
    unknown = declared["traced"] - attrs.keys()
    if unknown:
        raise ValueError(f"{name}: traced attributes {sorted(unknown)} are not parameters")
    return Op(
        name=name,
        function=function,
        inputs=tuple(inputs),
        optional=frozenset(optional),
        variadic=variadic,
        attrs=attrs,
        needs_key=needs_key,
        needs_train=needs_train,
        open=open_attrs,
        doc=inspect.getdoc(function) or "",
        **declared,
    )


def find(name: str) -> Op:
    """The operator of this name or alias."""
    try:
        return OPS[name]
    except KeyError:
        raise MXNetError(f"Operator {name!r} is not registered.") from None
