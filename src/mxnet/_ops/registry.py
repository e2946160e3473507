"""The table of operators: one pure JAX function each, and what a function cannot say about itself.

A function's positional parameters are its arrays and its keyword-only parameters its attributes, in MXNet's
order. Everything public is derived from that: see ``_frontend``. Three keyword-only names are not attributes:
``key``, a random key, ``train``, whether the call happens in training mode, and ``subgraphs``, the graphs that an
operator of control flow runs; the caller supplies them.
A ``key`` annotated ``str`` is an attribute all the same (SyncBatchNorm has one).

What else has to be known of an operator is declared with it too, never listed elsewhere by name: as a fact in the
call of ``op`` (see ``Facts``), or, where it takes a function of its own, by a decorator of the ``Op``:
``fill_shapes``, ``fill_from_outputs``, ``fill_types``, ``use_inputs``, ``check``, ``look``.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

from mxnet._ops.attrs import Parser, hints, parser_for
from mxnet._types import Partition
from mxnet.error import MXNetError

REQUIRED = inspect.Parameter.empty

ShapeFiller = Callable[..., Mapping[str, tuple[int, ...]]]
# Shapes as the inference of graphs has them: None is an unknown number of axes, -1 an unknown length.
PartialShapes = Sequence[tuple[int, ...] | None]
Words = tuple[tuple[str, ...], tuple[str, ...]]
Types = str | Callable[..., str]
IntegerGradient = Literal["", "zero", "converts"]
GradientRule = Literal["", "blocked", "refused"]


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


class Quantizes(NamedTuple):
    """Of which operator this one is the form on eight-bit levels, and how that form works.

    One quantizes for the sake of operators whose form is ``worthwhile``; the others pay only between such. Results
    that are ``sums`` have 32 bits and are requantized. With ``keeps_type`` results have the type of what is read. A
    ``signed`` form reads int8 alone. The inputs at ``floats`` stay as they are. ``when(**attrs)`` says where there is
    such a form.
    """

    name: str
    worthwhile: bool = False
    sums: bool = False
    keeps_type: bool = False
    signed: bool = False
    floats: frozenset[int] = frozenset()
    when: Callable[..., bool] = lambda **_: True


@dataclass(frozen=True)
class FromUse:
    """How the shape of an operator without inputs follows from the use of a symbol.

    ``open_shape(**attrs)`` is the shape with -1 for what the attributes leave open, None if they say all of it.
    ``fill(shape, **attrs)`` gives the attributes with which the operator has this shape.
    """

    open_shape: Callable[..., tuple[int, ...] | None]
    fill: Callable[..., dict[str, Any]]


class Facts(TypedDict, total=False):
    """What can be declared of an operator in the call of ``op``, besides what shapes its call.

    Outputs
        ``total_outputs`` counts them with those that MXNet hides, such as the mask of Dropout: a number, or a function
        ``f(**attrs)``. ``output_names`` are the names that MXNet gives them; without any, they are numbered.
    Inputs
        ``array_names`` says what the inputs of a variadic operator are called: the word before their numbers, or a
        function of how many arrays there are. ``unnamed_input``: MXNet has no name for the only input. ``initial``
        maps inputs to the initializers, as JSON, of the variables that stand there.
    Shapes and types
        ``same_shape``: all inputs and outputs have one shape, and each tells the others'; or the names of the inputs
        that have the shape of the output, of which nothing is told before the other inputs are known. ``types`` is a
        signature, ``"T ? -> T"``, or a function ``f(**attrs)`` that gives one. Places of the same letter have one type,
        ``?`` may be anything, ``dtype`` and ``out_type`` are the attributes of these names (where they have no value
        float32, with ``dtype=T`` that of T), any other word is a type. The last word before and after the arrow
        stands for all further places. Without a signature all types are one. ``from_use``: attributes may leave the
        shape open, so that it follows from the use of a symbol; see ``FromUse``.
    Storage
        ``keeps_zero``: the result is zero where all arrays are, so that sparse arrays that are stored alike give one
        stored like them; a function ``f(**attrs)`` where that depends on numbers. ``storage``, a function
        ``f(stypes, **attrs)``, says how the result is stored where that is not so simple. ``gradient_storage``, a
        function ``f(index, stypes, head, **attrs)``, says how the gradient of the argument of that index is stored,
        ``head`` being how that of the result is; without it gradients are dense. ``makes_sparse``: the operator may
        give or want sparse arrays even where all its arguments are dense. ``by_rows``: a step of an optimizer that
        changes only the rows of a row_sparse gradient, where the weight and its states are stored in one of these ways.
    Programs and names
        ``costly``: computing it again in the backward pass would cost more than keeping its result. ``fuses``: each
        element of the result comes from one element of each array, so that XLA computes a chain of such operators in
        one pass. ``partition``, a function ``f(**attrs)``, says that it takes an array apart into equal parts, or puts
        such together. ``gradient``: none goes through the operator (``blocked``), or MXNet refuses to compute one
        (``refused``). ``integer_gradient``: gradients go through integers as through the same floating-point numbers,
        except that the operator has none there (``zero``), or that it has one although its result is of the integer
        type in ``dtype`` (``converts``). ``quantizes``:
        the operator of which this is the form on eight-bit levels. ``method``: arrays and symbols have it as a method,
        of the operator's own name or of this one.
    """

    total_outputs: int | Callable[..., int]
    output_names: Iterable[str] | Callable[..., tuple[str, ...]]
    array_names: str | Callable[[int], Iterable[str]]
    unnamed_input: bool
    initial: Mapping[str, str]
    same_shape: bool | tuple[str, ...]
    types: Types
    from_use: FromUse
    keeps_zero: bool | Callable[..., bool]
    storage: Callable[..., str] | None
    gradient_storage: Callable[..., str] | None
    makes_sparse: bool
    by_rows: tuple[str, ...]
    costly: bool
    fuses: bool
    partition: Callable[..., Partition | None]
    gradient: GradientRule
    integer_gradient: IntegerGradient
    quantizes: Quantizes
    method: bool | str


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
    operator is called on arrays: for one that runs Python code on them. ``guard`` looks at elements, where the host has
    them. ``failed`` tells of a computed result that it is none, and ``failure`` is the error's text. ``numpy_form``
    computes the operator on NumPy arrays. ``Facts`` describes the others.
    """

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
    total_outputs: int | Callable[..., int] | None = None
    array_names: str | Callable[[int], Iterable[str]] = "arg"
    unnamed_input: bool = False
    initial: Mapping[str, str] = field(default_factory=dict)
    same_shape: bool | tuple[str, ...] = False
    input_filler: Callable[..., PartialShapes] | None = None
    types: Words | Callable[..., str] | None = None
    from_use: FromUse | None = None
    keeps_zero: bool | Callable[..., bool] = False
    storage: Callable[..., str] | None = None
    gradient_storage: Callable[..., str] | None = None
    makes_sparse: bool = False
    by_rows: tuple[str, ...] = ()
    costly: bool = False
    fuses: bool = False
    partition: Callable[..., Partition | None] = lambda **_: None
    gradient: GradientRule = ""
    integer_gradient: IntegerGradient = ""
    quantizes: Quantizes | None = None
    method: str = ""
    checker: Callable[..., None] | None = None
    doc: str = ""
    open: bool = False
    host: Callable[..., Any] | None = None
    guard: Callable[..., None] | None = None
    failed: Callable[..., Any] | None = None
    failure: str = ""
    numpy_form: Callable[..., Any] | None = None

    def fill_shapes(self, function: ShapeFiller) -> ShapeFiller:
        """Declare how the shapes of parameters follow from known shapes and the attributes.

        The function is called as ``f(*input_shapes, **attrs)``, a shape unknown so far being None, and returns the
        shapes it can tell, by input name.
        """
        self.shape_filler = function
        return function

    def fill_from_outputs(self, function: Callable[..., PartialShapes]) -> Callable[..., PartialShapes]:
        """Declare what the shapes of outputs tell about those of inputs, both perhaps known in part.

        The function is called as ``f(input_shapes, output_shapes, **attrs)`` and returns the shapes of all inputs.
        """
        self.input_filler = function
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

    def fails(self, message: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Declare when the operator fails, for those of which MXNet finds out while it computes them.

        ``f(*inputs, *outputs)`` is computed with the operator, and where it is true whoever reads the result, or what
        was computed from it, gets an error with this message.
        """

        def declare(function: Callable[..., Any]) -> Callable[..., Any]:
            self.failed, self.failure = function, message
            return function

        return declare

    def run_on_host(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Declare what replaces the function where the operator is called on arrays: ``f(arrays, attrs, out)``."""
        self.host = function
        return function

    def numpy(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Declare how NumPy computes the operator for a data set's samples, whose shapes and attributes are often new.

        Every operator is computed for samples by its function, which is traced for each shape and attribute, about a
        millisecond. One that has this form is not traced. It is called with NumPy arrays and parsed attributes, and
        returns NotImplemented, or raises ValueError or IndexError, where the function is to have its say. Numbers
        become infinite or undefined without a warning, as on a device.
        """
        self.numpy_form = function
        return function

    def parse(self, arguments: Mapping[str, Any], check: bool = True) -> dict[str, Any]:
        """Attributes as canonical values, in declared order, defaults filled in.

        An operator that has none ignores what it is given, as in MXNet: ``broadcast_maximum(a, b, axis=1)``. So does
        every operator with names such as ``__layout__``.
        """
        for name in arguments if self.attrs else ():
            if name not in self.attrs and not self.open and not (name.startswith("__") and name.endswith("__")):
                raise MXNetError(f"Cannot find argument '{name}': {self.name} takes {', '.join(self.attrs)}.")
        out = {}
        for name, attr in self.attrs.items():
            if name not in arguments:
                if attr.required:
                    raise MXNetError(
                        f"Required parameter {name} of {self.name} is not presented: "
                        f"write {self.name}(..., {name}=...)."
                    )
                out[name] = attr.default
                continue
            out[name] = self.parse_one(name, arguments[name])
        if self.open:
            out.update((name, str(value)) for name, value in arguments.items() if name not in self.attrs)
        if check and self.checker is not None:
            self.checker(**out)
        return out

    def parse_one(self, name: str, value: Any) -> Any:
        """The canonical value of an attribute."""
        try:
            return self.attrs[name].parse(value)
        except ValueError as error:
            raise MXNetError(
                f"Invalid Parameter format for {name} of {self.name}: expected {error}, but value={value!r}"
            ) from None

    def input_names(self, attrs: Mapping[str, Any]) -> tuple[str, ...]:
        """The inputs this call takes."""
        return self.inputs if self.used_inputs is None else self.used_inputs(**attrs)

    def num_outputs(self, attrs: Mapping[str, Any]) -> int:
        """How many outputs a caller sees."""
        return self.outputs(**attrs) if callable(self.outputs) else self.outputs

    def all_outputs(self, attrs: Mapping[str, Any]) -> int:
        """How many outputs there are with the hidden ones."""
        if self.total_outputs is None:
            return self.num_outputs(attrs)
        return self.total_outputs(**attrs) if callable(self.total_outputs) else self.total_outputs

    def name_arrays(self, count: int) -> list[str]:
        """What a variadic operator's inputs are called when there are ``count``."""
        if callable(self.array_names):
            return list(self.array_names(count))
        return [f"{self.array_names}{i}" for i in range(count)]

    def signature(self, attrs: Mapping[str, Any]) -> Words | None:
        """The declared words for the types of inputs and outputs."""
        return signature_words(self.types(**attrs)) if callable(self.types) else self.types

    def stays_zero(self, attrs: Mapping[str, Any]) -> bool:
        """Whether zeros alone give zero."""
        return self.keeps_zero(**attrs) if callable(self.keeps_zero) else self.keeps_zero

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


def signature_words(text: str) -> Words:
    """The words of a signature before and after its arrow."""
    before, arrow, after = text.partition("->")
    if not arrow:
        raise ValueError(f"expected a signature such as 'T ? -> T', got {text!r}")
    return tuple(before.split()), tuple(after.split())


OPS: dict[str, Op] = {}

# In place of the number of an operator's outputs: as many as the graph that it runs has.
OUTPUTS_OF_GRAPH = 0


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
    like: Op | None = None,
    before: str = "",
    without: Iterable[str] = (),
    **facts: Unpack[Facts],
) -> Callable[[Callable[..., Any]], Op]:
    """Register a pure function as the operator ``name`` and all its aliases.

    ``count_attr`` names the attribute that counts variadic inputs (``num_args``); callers need not give it. With
    ``like`` the function's ``*`` parameter stands for the inputs of that operator that it does not name, and its ``**``
    parameter for the attributes, except those that it is ``without``. Attributes that the function names itself
    replace those of the same name; the others come last, or ``before`` one.
    """

    def register(function: Callable[..., Any]) -> Op:
        operator = _describe(
            name,
            function,
            like,
            before,
            without,
            aliases=tuple(aliases),
            traced=frozenset(traced),
            static_when=static_when,
            outputs=outputs,
            mutates=mutates if callable(mutates) else tuple(mutates),
            dynamic=dynamic,
            count_attr=count_attr,
            **_canonical(name, facts),
        )
        for known in (name, *operator.aliases):
            if known in OPS:
                raise ValueError(f"operator {known!r} is registered twice")
            OPS[known] = operator
        return operator

    return register


def _canonical(name: str, facts: Facts) -> dict[str, Any]:
    """Facts as an ``Op`` holds them."""
    out: dict[str, Any] = dict(facts)
    names, types, method = facts.get("output_names", ()), facts.get("types"), facts.get("method", "")
    out["output_names"] = names if callable(names) else tuple(names)
    out["types"] = signature_words(types) if isinstance(types, str) else types
    out["method"] = name if method is True else method or ""
    return out


def _describe(
    name: str, function: Callable[..., Any], like: Op | None, before: str, without: Iterable[str], **declared: Any
) -> Op:
    types = hints(function)
    inputs: list[str] = []
    optional: set[str] = set()
    attrs: dict[str, Attr] = {}
    variadic = needs_key = needs_train = open_attrs = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            variadic = like is None or like.variadic
            if like is not None:
                optional |= like.optional.difference(inputs)
                inputs += like.inputs[len(inputs) :]
        elif parameter.kind is parameter.VAR_KEYWORD:
            open_attrs = like is None
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
    if like is not None:
        attrs = _merged({key: attr for key, attr in like.attrs.items() if key not in without}, attrs, before)
        function = _with_defaults(function, attrs)
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


def _merged(shared: Mapping[str, Attr], own: Mapping[str, Attr], before: str) -> dict[str, Attr]:
    """The attributes of an operator that is like another: its own stand where those of the same name did."""
    new = {key: attr for key, attr in own.items() if key not in shared}
    merged: dict[str, Attr] = {}
    for key, attr in shared.items():
        merged |= new if key == before else {}
        merged[key] = own.get(key, attr)
    return merged | new


def _with_defaults(function: Callable[..., Any], attrs: Mapping[str, Attr]) -> Callable[..., Any]:
    """The function, with the defaults of attributes that it does not name itself."""
    defaults = {name: attr.default for name, attr in attrs.items() if not attr.required}

    @functools.wraps(function)
    def call(*arrays: Any, **arguments: Any) -> Any:
        return function(*arrays, **{**defaults, **arguments})

    return call


def find(name: str) -> Op:
    """The operator of this name or alias."""
    try:
        return OPS[name]
    except KeyError:
        raise MXNetError(f"Operator {name!r} is not registered.") from None
