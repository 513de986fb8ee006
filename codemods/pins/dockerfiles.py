"""Dockerfiles: the image that they begin with, and what their commands install."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codemods.pins.commands import command_pins
from codemods.pins.images import image_pins
from codemods.pins.pin import Pin

_IMAGE = re.compile(
    r"^[ \t]*(?:FROM[ \t]+(?:--\S+[ \t]+)*|ARG[ \t]+\w+=)[\"']?(?P<image>[^\s$\"']+)", re.MULTILINE | re.IGNORECASE
)


def pins_of(text: str) -> Iterator[Pin]:
    """The images and the requirements, in the order of the file."""
    images = [pin for found in _IMAGE.finditer(text) for pin in image_pins(found["image"], found.start("image"))]
    yield from sorted((*images, *command_pins(text, 0)), key=lambda each: each.start)
