"""Keywords that have other names or no effect today."""
