"""What each legacy name and keyword became: read by the shims at run time and by the codemods as facts."""
