"""The browser that the pages are opened in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ALONE = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="nox -s browser installs it")
    path = os.environ.get("BROWSER_PATH") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path is not None, f"there is none of {', '.join(BROWSERS)}; BROWSER_PATH may name one"
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=path, args=ALONE)
        yield launched
        launched.close()
