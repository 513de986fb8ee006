"""Marks and fixtures of the codemods' tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.codemods.checks")
# the same examples on every run of CI, new ones elsewhere
settings.register_profile(
    "codemods", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("codemods")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "tensorflow: runs upgraded code under the TensorFlow at hand")
