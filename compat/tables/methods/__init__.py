"""Methods that are gone."""
