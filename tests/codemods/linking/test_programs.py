"""The programs that a file is a part of."""

from __future__ import annotations

from textwrap import dedent

import libcst as cst
import pytest

from codemods.linking import programs as linking
from codemods.linking.programs import programs
from codemods.source.file import File
from codemods.source.walk import every_node
from tests.codemods.linking.conftest import Read


def written(file: File) -> list[str]:
    """The programs of a file, without empty lines."""
    return ["\n".join(line for line in each.module.code.splitlines() if line) for each in programs(file)]


def lines(source: str) -> str:
    return "\n".join(line for line in dedent(source).splitlines() if line)


def test_what_is_imported_stands_in_its_place(read: Read) -> None:
    file = read(
        train="""
            import keras
            from nets import unet

            model = unet(3)
            model.fit(x, y)
        """,
        nets="""
            \"\"\"Networks.\"\"\"
            import keras
            import os

            def unet(n):
                return keras.Sequential()

            def other():
                return os.getcwd()
        """,
    )
    assert written(file) == [
        lines(
            """
            import keras
            import keras
            def unet(n):
                return keras.Sequential()
            model = unet(3)
            model.fit(x, y)
            """
        )
    ]


def test_an_importer_stands_around_the_file(read: Read) -> None:
    file = read(
        nets="def unet(n):\n    return n\n\n\nif __name__ == '__main__':\n    unet(1)\n",
        train="import nets\nmodel = nets.unet(3)\nif __name__ == '__main__':\n    model.fit(x)\n",
    )
    assert written(file) == [
        lines("def unet(n):\n    return n\nmodel = unet(3)\nif __name__ == '__main__':\n    model.fit(x)\n")
    ]


def test_one_name_of_two_modules(read: Read) -> None:
    file = read(
        train="from nets import unet as build\nfrom keras import backend as K\nWIDTH = 2\nK.clear_session()\nbuild(WIDTH)\n",
        nets="import tensorflow.keras.backend as K\nWIDTH = 3\n\ndef unet(n):\n    return K.ones(n + WIDTH)\n",
    )
    assert written(file) == [
        lines(
            """
            import tensorflow.keras.backend as K__2
            WIDTH__2 = 3
            def unet(n):
                return K__2.ones(n + WIDTH__2)
            from keras import backend as K
            WIDTH = 2
            K.clear_session()
            unet(WIDTH)
            """
        )
    ]


def test_modules_that_import_others(read: Read) -> None:
    file = read(
        train="from nets import unet\nfrom data import load\nunet().fit(load())\n",
        nets="from data import WIDTH\n\ndef unet():\n    return WIDTH\n",
        data="from __future__ import print_function\nWIDTH = 3\n\ndef load():\n    return WIDTH\n",
    )
    assert written(file) == [
        lines("WIDTH = 3\ndef load():\n    return WIDTH\ndef unet():\n    return WIDTH\nunet().fit(load())\n")
    ]


def test_modules_that_import_each_other(read: Read) -> None:
    file = read(a="import b\n\ndef f():\n    return b.g()\n", b="import a\n\ndef g():\n    return a.f()\n")
    assert all(each.count("def f") == each.count("def g") == 1 for each in written(file))


def test_nodes_stand_for_those_of_the_file(read: Read) -> None:
    file = read(train="import nets\nmodel = nets.unet(WIDTH)\nWIDTH = 3\n", nets="def unet(n):\n    return n\n")
    (program,) = programs(file)
    for node in every_node(program.module):
        if isinstance(node, cst.Call):
            assert file.code(program.own[node]) == "nets.unet(WIDTH)"
        if isinstance(node, cst.Return):
            assert node not in program.own, "of the other module"


@pytest.mark.parametrize(
    ("train", "nets"),
    [
        ("import os\nprint(os)\n", "def unet(): ...\n"),
        ("from nets import unet\n", "def unet(): ...\n"),
        ("import nets\n\ndef f(unet):\n    return nets.unet()\n", "def unet(): ...\n"),
        ("from nets import unet\nn = unet()\n", "n = 3\n\ndef unet():\n    global n\n    n = 4\n"),
    ],
    ids=["nothing of the project", "unused", "a parameter of that name", "a global name that is taken"],
)
def test_what_is_no_program(train: str, nets: str, read: Read) -> None:
    assert written(read(train=train, nets=nets)) == []


def test_what_is_too_large(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "_BYTES", 30)
    modules = {"train": "from nets import unet\nunet()\n", "nets": "A = 1\nB = A\n\ndef unet():\n    return B\n"}
    assert written(read(**modules)) == []


def test_of_many_importers_the_first_ones(read: Read) -> None:
    importers = {f"train_{n}": "from nets import unet\nunet()\n" for n in range(5)}
    assert len(written(read(nets="def unet(): ...\n", **importers))) == 3
