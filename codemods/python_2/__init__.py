"""Python 2 as Python 3: the fixers of fissix, with care for what they change and what they cannot."""
