"""How operators are called: attributes bound to calls, public functions, namespaces and methods, all from the registry."""
