"""NumPy, pandas and other packages"""
