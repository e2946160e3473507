"""How an entry names what it reads.

A ref is a small integer: ``n >= 0`` is output ``n`` of the tape, ``-1 - n`` its array input ``n``, ``FLOAT + n`` and
``INT + n`` its numbers.
"""

FLOAT = 1 << 40
INT = 1 << 41
