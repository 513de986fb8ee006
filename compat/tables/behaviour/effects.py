"""What a modern release does with an argument that legacy releases acted on."""

RAISES = "raises"
IGNORED = "ignored"
WARNS = "ignored with a warning"
DIFFERS = "means something else"
"""Not to be held against code that may be written for the modern release."""
