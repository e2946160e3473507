"""When things are computed: values not yet run, the tape that remembers them, and the programs that run them.

Read in this order: ``value``, ``call``, ``structure``, ``draft``, ``tape``, ``epoch``, ``cuts``, ``strategy``,
``program``, ``build``, ``gradient``. ``docs/engine.md`` tells the story, ``docs/architecture.md`` has the words.
"""
