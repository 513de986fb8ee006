"""The command line: one file per command, and the parts that commands share."""
