"""Writes the sources of the documentation site: `nox -s site` builds and checks it.

Facts have one place. The pages of rules come from the rules, the gallery from the fixtures, the reference from the
READMEs; `pages/` holds what is written for the site alone.
"""
