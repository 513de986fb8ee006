"""Legacy objects that no modern object can stand in for under another name."""
