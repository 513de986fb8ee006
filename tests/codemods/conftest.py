"""Marks and fixtures of the codemods' tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.codemods.checks")
settings.register_profile("codemods", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("codemods")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "tensorflow: runs upgraded code under the TensorFlow at hand")
