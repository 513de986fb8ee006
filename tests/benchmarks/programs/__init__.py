"""Whole programs of 2016 to 2020, composed of parts by a seed."""
