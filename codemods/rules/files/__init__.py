"""Files"""
