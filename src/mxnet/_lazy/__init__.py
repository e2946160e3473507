"""When things are computed: values not yet run, the tape that remembers them, and where it ends.

Read in this order: ``value``, ``structure``, ``tape``, ``epoch``, ``gradient``, ``cuts``, ``strategy``. What a node
runs is in ``_calls``; what is recorded here ``_programs`` compiles and runs. ``docs/engine.md`` tells the story,
``docs/architecture.md`` has the words.
"""
