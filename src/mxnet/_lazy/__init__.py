"""When things are computed: values not yet run, the tape that remembers them, and the programs that run them.

Read in this order: ``value``, ``call``, ``tape``, ``program``, ``gradient``. ``docs/engine.md`` tells the story.
"""
