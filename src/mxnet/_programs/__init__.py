"""How what was recorded is computed: as one compiled program, rolled into loops, node by node, or with NumPy.

``program`` finds a program for a tape and runs it; ``build`` makes one; ``roll``, ``scan`` and ``roll_gradient`` turn
equal rounds into loops; ``executables`` keeps programs on disk. ``device`` puts it all together: an XLA device with a
tape for every thread. Docs: docs/engine.md, docs/rolling.md.
"""
