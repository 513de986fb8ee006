"""Pins and guards of releases"""
