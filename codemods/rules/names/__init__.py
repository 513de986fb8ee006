"""Names and imports"""
