"""Custom training loops"""
