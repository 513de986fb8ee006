"""Paths of the repository and of the records of legacy releases."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ORACLES = Path(__file__).resolve().parent / "oracles"
