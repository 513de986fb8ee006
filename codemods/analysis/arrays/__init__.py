"""Arrays and eager tensors: their kinds, shapes and numbers."""
