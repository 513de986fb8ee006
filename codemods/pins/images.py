"""Images of containers that hold a release of TensorFlow or of Python."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codemods.pins.pin import Notation, Pin, requirement_of

_IMAGE = re.compile(
    r"(?:docker\.io/)?(?:library/)?(?P<name>tensorflow/tensorflow|python|circleci/python|cimg/python):"
    r"(?P<version>\d+(?:\.\d+)*)[-\w.]*"
)
_TENSORFLOW_1 = re.compile(r"nvcr\.io/nvidia/tensorflow:[\d.]+-tf1-[-\w.]*")
BY_HAND = "see which tags the registry has"


def image_pins(name: str, start: int) -> Iterator[Pin]:
    """The release in the tag of an image; tags are reported only, as no table says which there are."""
    found = _IMAGE.fullmatch(name)
    requirement = requirement_of("tensorflow==1.15.*") if _TENSORFLOW_1.fullmatch(name) else None
    if found is not None:
        package = "tensorflow" if "tensorflow" in found["name"] else "python"
        patches = ".*" if package == "python" and found["version"].count(".") < 2 else ""  # noqa: PLR2004 - X.Y.Z
        requirement = requirement_of(f"{package}=={found['version']}{patches}")
    if requirement is not None:
        yield Pin(start, start + len(name), Notation.IMAGE, requirement, BY_HAND)
