"""The errors users catch."""


class MXNetError(RuntimeError):
    """Raised for wrong use of an operator, a file or a device, with what was expected and what came."""


class InternalError(MXNetError):
    """Raised when the engine itself is at fault; worth a bug report."""


class NotImplementedForSymbol(MXNetError):
    """Raised when a method of NDArray that needs values is called on a Symbol."""

    def __init__(self, function: object, alias: str | None = None, *args: object) -> None:
        self.function = getattr(function, "__name__", str(function))
        self.alias = alias
        self.args_given = [str(type(a)) for a in args]
        super().__init__(str(self))

    def __str__(self) -> str:
        name = f"{self.function}{f' (also known as {self.alias})' if self.alias else ''}"
        with_types = f" with arguments of types {self.args_given}" if self.args_given else ""
        return f"{name} is not defined for Symbol{with_types}: a symbol has no values. Use it on an NDArray."
