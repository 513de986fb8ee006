"""Keras 1"""
