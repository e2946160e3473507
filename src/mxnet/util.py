"""(first version by the lead; extend)"""


def is_np_shape() -> bool:
    """Whether NumPy's meaning of shapes is on."""
    return False
