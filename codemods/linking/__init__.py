"""Files of one project written out as the one program that they are, for rules that look at a single file."""
