"""The legacy objects whose behaviour is more than another name."""
