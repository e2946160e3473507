"""While the package is imported the collector of garbage looks less often, and NumPy's global generator stays as it is.

Modules make some two hundred thousand objects, and nearly all of them stay. Looking through them again and again took
0.13 of the 0.41 s of processor time that the import took without that of JAX (2-core CPU, Python 3.11).

JAX draws from NumPy's global generator when it is imported. A program that calls ``np.random.seed`` before it imports
this package shall have the numbers that it has always had.
"""

import gc

import numpy as np

_OBJECTS = 100_000  # new ones between two looks; not all too many, should an import be interrupted

_before = gc.get_threshold()
gc.set_threshold(max(_before[0], _OBJECTS) if _before[0] else 0, *_before[1:])
_generator = np.random.get_state()


def finish() -> None:
    """Let the collector look as often as before, unless somebody has changed that meanwhile; put the generator back."""
    np.random.set_state(_generator)
    if gc.get_threshold()[0] == _OBJECTS:
        gc.set_threshold(*_before)
