"""What modules take for arguments that were not given."""

from typing import Any

RATE: Any = (("learning_rate", 0.01),)  # optimizer_params
