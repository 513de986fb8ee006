"""Pins of packages outside of Python code: requirement files, TOML, INI, YAML and Dockerfiles."""
