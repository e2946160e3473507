"""Numbers that MXNet has names for."""

NAN = float("nan")
PINF, NINF = float("inf"), float("-inf")
PZERO, NZERO = 0.0, -0.0
