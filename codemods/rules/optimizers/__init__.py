"""Optimizers"""
