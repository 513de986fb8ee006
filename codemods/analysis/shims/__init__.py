"""What the shims have, and where a path on them leads."""
