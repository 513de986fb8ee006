"""Notebooks"""
