"""Modules that know the names of their data and outputs before they are bound."""


class Named:
    """Gives the names that a constructor has kept."""

    _data_names: list[str]
    _output_names: list[str]

    @property
    def data_names(self) -> list[str]:
        """The names of the data."""
        return self._data_names

    @property
    def output_names(self) -> list[str]:
        """The names of the outputs."""
        return self._output_names
