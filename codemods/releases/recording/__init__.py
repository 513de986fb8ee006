"""How the tables of the releases are made from the releases; not part of the wheel."""
