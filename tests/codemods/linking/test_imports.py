"""What a module reads of the others of its project."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.linking.imports import imported_at, reads
from codemods.source.file import File
from tests.codemods.linking.conftest import Read

NETS = "def unet(): ...\n\nWIDTH = 3\n"


def read_in(file: File) -> set[tuple[str, str, str]]:
    return {(file.code(each.node), Path(each.of.module.project.home).stem, each.of.name) for each in reads(file)}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from nets import unet\nm = unet()\n", {("unet", "nets", "unet")}),
        ("from nets import unet as net\nm = net()\n", {("net", "nets", "unet")}),
        ("import nets\nm = nets.unet(nets.WIDTH)\n", {("nets.unet", "nets", "unet"), ("nets.WIDTH", "nets", "WIDTH")}),
        ("import nets as n\nm = n.unet()\n", {("n.unet", "nets", "unet")}),
        ("from nets import *\nm = unet()\nn = other()\n", {("unet", "nets", "unet")}),
        ("from nets import unet\nunet = unet()\n", {("unet", "nets", "unet")}),
    ],
    ids=["from", "renamed", "module", "renamed module", "star", "bound again"],
)
def test_reads(source: str, found: set[tuple[str, str, str]], read: Read) -> None:
    file = read(train=source, nets=NETS)
    assert read_in(file) == found
    assert [*imported_at(file)] == [0]


def test_a_package_that_hands_on(read: Read) -> None:
    package = {"net/__init__": "from .parts import *\n", "net/parts": NETS}
    file = read(train="from net import unet\nm = unet()\n", **package)
    assert read_in(file) == {("unet", "parts", "unet")}


@pytest.mark.parametrize(
    "source",
    [
        "import nets\nm = build(nets)\n",
        "import nets\nm = nets.other\n",
        "import nets, os\nm = nets.unet()\n",
        "import os; import nets\nm = nets.unet()\n",
        "import numpy\nm = numpy.ones(3)\n",
        "def main():\n    from nets import unet\n    return unet()\n",
        "try:\n    from nets import unet\nexcept ImportError:\n    unet = None\nm = unet()\n",
        "from nets import other\nm = other()\n",
    ],
    ids=["handed on", "unknown", "beside another", "two on a line", "installed", "in a function", "tried", "no global"],
)
def test_what_stays_an_import(source: str, read: Read) -> None:
    file = read(train=source, nets=NETS)
    assert imported_at(file) == {}
    assert not read_in(file)
