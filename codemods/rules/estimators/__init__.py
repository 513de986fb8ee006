"""Estimators"""
