"""What means something else today."""
