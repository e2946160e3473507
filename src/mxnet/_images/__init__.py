"""Pictures as NumPy arrays: decoding, encoding, resizing, warping; OpenCV if it is installed, else Pillow and NumPy."""
