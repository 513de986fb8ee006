"""Writes the public symbols of the TensorFlow and Keras that the running interpreter has.

It runs inside the release, from Python 3.6 on and with nothing but the standard library:

    PYTHONPATH=codemods/releases/api python -m walker symbols.json.gz
"""
