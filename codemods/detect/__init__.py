"""Which releases a file was written for."""
