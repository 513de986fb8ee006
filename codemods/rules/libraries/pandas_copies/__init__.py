"""What is written to parts of frames, which pandas 3 copies."""
