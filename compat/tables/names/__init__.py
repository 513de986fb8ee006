"""Names that live elsewhere today."""
