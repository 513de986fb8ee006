"""The meaning of a file: its objects, its data flow, and the releases it was written for."""
