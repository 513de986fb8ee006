"""Arguments and methods"""
