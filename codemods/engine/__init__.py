"""The rules at work: bytes in, what became of them out."""
