"""Writes the public symbols of the TensorFlow and Keras that are installed for the running interpreter.

It runs inside the release, on Python 3.6 and later, with nothing but the standard library:

    PYTHONPATH=codemods/releases/recording python -m walker symbols.json.gz
"""
