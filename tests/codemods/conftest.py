"""Marks and fixtures of the codemods' tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.codemods.checks")
# the same examples on every run
settings.register_profile(
    "codemods",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
# the nox session `fuzz` looks further, and never where it looked before
settings.register_profile("many", settings.get_profile("codemods"), max_examples=1200, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "codemods"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "tensorflow: runs upgraded code under the TensorFlow at hand")
