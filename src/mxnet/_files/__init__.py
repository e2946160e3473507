"""The files MXNet programs read and write, as NumPy arrays and bytes; nothing here knows of devices or operators."""
