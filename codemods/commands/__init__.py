"""One command line a module."""
