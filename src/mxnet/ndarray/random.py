"""Random arrays."""
