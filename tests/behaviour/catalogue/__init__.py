"""The probes, a family a module; importing a module registers its probes.

Python 3.7 syntax: this runs in the environments of all releases.
"""
