"""Models: who makes and compiles them, what they hold, and what in them is trained."""
