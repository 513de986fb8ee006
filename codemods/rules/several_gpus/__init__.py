"""Several GPUs and machines"""
