"""The objects that expressions evaluate to, followed through names, functions, classes and modules of a project."""
