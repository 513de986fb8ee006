"""Callbacks and histories"""
