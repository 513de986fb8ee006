"""What became of a name, and what a rule does: from the tables, the rules, and by really upgrading an example."""
