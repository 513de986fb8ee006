"""What a file means: its objects, its data flow, the releases it was written for."""
