"""Losses and metrics"""
