"""Training and data"""
