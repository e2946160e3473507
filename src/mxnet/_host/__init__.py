"""The process around the engine: threads that nothing interrupts, forked processes, files that outlive it, counters.

``names`` says what something is called in every process, ``store`` and ``disk`` keep bytes under such names, ``facts``
what was found out about an operator. Nothing here knows of arrays.
"""
