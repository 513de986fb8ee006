"""Running on the shims"""
