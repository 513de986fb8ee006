"""The logs of a training: their keys in each release, and who reads them."""
