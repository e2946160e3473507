"""How operators are called: calls, public functions, namespaces and methods, from the registry."""
