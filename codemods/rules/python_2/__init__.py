"""Python 2"""
