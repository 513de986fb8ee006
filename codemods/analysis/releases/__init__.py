"""The releases that a file was written for, and what its uses and its requirements tell of them."""
