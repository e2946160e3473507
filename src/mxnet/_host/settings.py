"""The engine's settings: what the environment said at first, changeable while a program runs (tests do)."""

from dataclasses import dataclass

from mxnet._config import config


@dataclass
class Settings:
    """``naive`` runs every operation at once and waits for it; ``log`` prints a line a flush; ``interpret`` lets small
    new tapes run with NumPy; ``roll`` makes loops of equal rounds; ``notice`` is the seconds of compiling after which
    people are told; ``mesh`` runs equal tapes of several devices as one program; the rest are bounds.
    """

    naive: bool = config.naive
    log: bool = config.engine_log
    interpret: bool = config.engine_interpret
    roll: bool = config.engine_roll
    notice: float = config.engine_notice
    mesh: bool = config.engine_mesh
    nodes: int = config.engine_nodes
    bytes: int = config.engine_bytes
    in_flight: int = config.engine_in_flight


settings = Settings()
