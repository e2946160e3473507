"""Sums over several devices and processes: one program over a mesh, and arrays packed into few messages."""
