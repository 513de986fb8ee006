"""Runs a script on several logical devices, and records its training steps."""
