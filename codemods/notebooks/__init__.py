"""Jupyter notebooks: the program that their cells make, and what becomes of it, cell by cell."""
