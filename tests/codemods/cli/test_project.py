"""What the modules of a project tell each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli import upgrade as upgrading
from codemods.cli.discovery import Source
from codemods.cli.main import main
from codemods.cli.reading import Around, Task
from codemods.engine.engine import upgrade
from codemods.types import Failure, Settings, Upgraded

MODEL = """\
from keras.models import *
from keras.layers import *
from keras.callbacks import ModelCheckpoint, EarlyStopping as Stopping


def unet(size=3):
    if not size:
        return None
    model = Sequential([Dense(size)])
    return model


class Own(Model):
    pass


def make():
    return Own()


def other():
    return Trainer()


class Trainer:
    def fit_generator(self, data):
        pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "nets").mkdir()
    (tmp_path / "nets" / "__init__.py").write_text("from .model import unet\n")
    (tmp_path / "nets" / "model.py").write_text(MODEL)
    (tmp_path / "model.py").write_text(MODEL)
    return tmp_path


def upgraded(script: Path, source: str, settings: Settings | None = None) -> Upgraded:
    script.parent.mkdir(exist_ok=True)
    script.write_text(source)

    def process(source: bytes, *, project):
        return upgrade(source, settings, project)

    around = Around(shims=settings is not None and settings.to == "compat")
    result = Task("upgrading", process, process, around=around)(Source(script, Path(script.name))).result
    assert isinstance(result, Upgraded), result
    return result


def after(script: Path, source: str) -> str:
    return upgraded(script, source).after.decode()


@pytest.mark.parametrize(
    "imports",
    [
        "from model import unet",
        "from model import *",
        "import model as m\nunet = m.unet",
        "from nets import unet",
        "from nets.model import unet",
        "from nets.model import *",
    ],
)
def test_model_of_another_module(project: Path, imports: str) -> None:
    call = "m.unet(4)" if " as m" in imports else "unet(4)"
    source = f"{imports}\nnet = {call}\nnet.fit_generator(batches)\n"
    assert after(project / "train.py", source) == source.replace("fit_generator", "fit")


@pytest.mark.parametrize("name", ["Own", "make"])
def test_own_model_of_another_module(project: Path, name: str) -> None:
    source = f"from model import {name}\n{name}().fit_generator(batches)\n"
    assert after(project / "train.py", source) == source.replace("fit_generator", "fit")


@pytest.mark.parametrize(
    "imports", ["from ..nets import unet", "from .. import model\nunet = model.unet", "from ..model import *"]
)
def test_relative_imports(project: Path, imports: str) -> None:
    call = "model.unet()" if "import model" in imports else "unet()"
    source = f"{imports}\nnet = {call}\nnet.fit_generator(batches)\n"
    assert after(project / "tools" / "train.py", source) == source.replace("fit_generator", "fit")


def test_names_that_a_module_hands_on(project: Path) -> None:
    source = "from model import *\nfrom nets.model import *\ncheckpoint = ModelCheckpoint('best.hdf5')\nDense(3, init='normal')\n"
    found = after(project / "train.py", source)
    assert "ModelCheckpoint('best.h5')" in found
    assert "kernel_initializer=" in found
    assert not upgraded(project / "train.py", source).notes


@pytest.mark.parametrize(
    "source",
    [
        "from model import other\nother().fit_generator(batches)\n",
        "from model import gone\ngone().fit_generator(batches)\n",
        "from absent import unet\nunet().fit_generator(batches)\n",
        "from model import unet\nunet = wrapped(unet)\nunet().fit_generator(batches)\n",
        "from model import *\nfrom shadow import *\nDense(3, init='normal')\n",
        "from absent import *\nfrom model import *\nfrom absent import *\nunet().fit_generator(batches)\n",
        "from model import unet\nfrom broken import unet\nunet().fit_generator(batches)\n",
        "from broken import unet\nunet().fit_generator(batches)\n",
    ],
)
def test_what_another_module_does_not_show(project: Path, source: str) -> None:
    (project / "broken.py").write_text("def unet(:\n")
    (project / "shadow.py").write_text("import keras\n\nclass Dense:\n    pass\n")
    assert after(project / "train.py", source) == source


def test_modules_that_import_each_other(project: Path) -> None:
    (project / "a.py").write_text("from b import *\ndef one(): return two()\n")
    (project / "b.py").write_text("from a import *\ndef two(): return one()\n")
    source = "from a import *\none().fit_generator(batches)\n"
    assert after(project / "train.py", source) == source


def test_exported_names(project: Path) -> None:
    (project / "model.py").write_text(f"__all__ = ['make']\n{MODEL}")
    source = "from model import *\nunet().fit_generator(batches)\nModelCheckpoint('best.hdf5')\n"
    assert after(project / "train.py", source) == source


def test_names_of_another_module_are_those_of_the_shims(project: Path) -> None:
    source = (
        "from model import *\nModelCheckpoint('best.hdf5')\nDense(3, init='normal')\nunet().fit_generator(batches)\n"
    )
    result = upgraded(project / "train.py", source, Settings("compat"))
    assert result.after.decode() == source
    assert not result.findings


VALIDATION = """\
from model import unet
from data import pairs
model = unet()
model.compile("sgd", "mse")
model.fit_generator(pairs(3), steps_per_epoch=2, epochs=2, validation_data=pairs(3), validation_steps=2)
"""


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("upgraded_before", [False, True])
def test_objects_of_another_module_are_followed_onto_the_shims(project: Path, to: str, upgraded_before: bool) -> None:
    if upgraded_before and to == "compat":
        (project / "model.py").write_text(MODEL.replace("from keras.", "from compat.keras."))
    (project / "data.py").write_text("def pairs(n):\n    while True:\n        yield images(n), labels(n)\n")
    result = upgraded(project / "train.py", VALIDATION, Settings(to))
    assert [(each.code, each.line) for each in result.findings] == [("TFM326", 5)]


DATA = """\
import numpy as np


def pairs(n):
    while n:
        yield [np.ones(3), np.ones(3)], np.ones(3)


def images(n):
    for i in range(n):
        image = load(i)
        image = np.reshape(image, (1, 3))
        yield image


def sound(n):
    while n:
        yield np.ones(3), np.ones(3)
"""


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            "net.fit(pairs(3))",
            "in data.py, line 6, write (np.ones(3), np.ones(3)), not [np.ones(3), np.ones(3)]",
        ),
        ("data = images(3)\nnet.predict(data)", "in data.py, line 13, write (image,), not image"),
    ],
)
def test_generators_of_another_module(project: Path, call: str, said: str) -> None:
    (project / "data.py").write_text(DATA)
    result = upgraded(project / "train.py", f"from model import *\nfrom data import *\nnet = unet()\n{call}\n")
    assert [(each.code, each.advice) for each in result.findings] == [("TFM133", said)]


ITERATORS = """import numpy as np


class Batches:
    def __init__(self, inner=None):
        self.inner = inner

    def __iter__(self):
        return self

    def __next__(self):
        return np.ones(3), np.ones(3)


def threadsafe(f):
    return lambda *args: Batches(f(*args))


@threadsafe
def pairs(n):
    while True:
        yield np.ones(3), np.ones(3)


class Reader:
    @threadsafe
    def pairs(self):
        while True:
            yield np.ones(3), np.ones(3)

    def zipped(self):
        return zip(np.ones((4, 3)), np.ones((4, 3)))


shared = Batches()
"""


@pytest.mark.parametrize(
    ("before", "given"),
    [
        ("", "Batches()"),
        ("", "pairs(3)"),
        ("", "Batches(pairs(3))"),
        ("", "shared"),
        ("batches = pairs(3)\n", "batches"),
        ("reader = Reader()\n", "reader.pairs()"),
        ("", "Reader().zipped()"),
    ],
)
def test_iterators_of_another_module(project: Path, before: str, given: str) -> None:
    (project / "data.py").write_text(ITERATORS)
    source = f"from model import *\nfrom data import *\nnet = unet()\n{before}net.fit("
    result = upgraded(project / "train.py", f"{source}{given})\n")
    assert result.code is not None
    assert result.code.decode().endswith(f"net.fit((batch for batch in {given}))\n")
    assert not result.findings


@pytest.mark.parametrize("given", ["Other(3)", "reader.other()", "reader.pairs", "unknown"])
def test_what_another_module_may_yield_stays(project: Path, given: str) -> None:
    (project / "data.py").write_text(f"{ITERATORS}\n\nclass Other:\n    def __init__(self, n):\n        self.n = n\n")
    source = f"from model import *\nfrom data import *\nnet = unet()\nreader = Reader()\nnet.fit({given})\n"
    assert not [each for each in upgraded(project / "train.py", source).changes if each.code == "TFM133"]


def test_sequence_of_another_module(project: Path) -> None:
    """The module that has it is mended."""
    data = "import keras\n\nclass Batches(keras.utils.Sequence):\n    def __getitem__(self, i):\n        return [a, b], c\n"
    (project / "data.py").write_text(data)
    source = "from model import *\nfrom data import Batches\nnet = unet()\nbatches = Batches()\nnet.fit(batches)\n"
    assert not upgraded(project / "train.py", source).findings
    assert [each.code for each in upgraded(project / "data.py", data).changes] == ["TFM133"]


def test_generator_of_another_module_under_a_name_that_is_bound_again(project: Path) -> None:
    (project / "data.py").write_text(DATA)
    source = (
        "from model import *\nfrom data import *\nnet = unet()\ng = pairs(3)\nnet.fit(g)\ng = sound(3)\nnet.fit(g)\n"
    )
    assert [(each.code, each.line) for each in upgraded(project / "train.py", source).findings] == [("TFM133", 5)]


def test_generator_that_its_own_module_trains_on(project: Path) -> None:
    data = f"{DATA}import keras\nm = keras.models.Sequential()\nm.fit(pairs(3))\n"
    source = "from model import *\nfrom data import pairs\nnet = unet()\nnet.fit(pairs(3))\n"
    (project / "data.py").write_text(data)
    assert not upgraded(project / "train.py", source).findings
    assert upgraded(project / "data.py", data).changes


def test_no_file_is_written_before_all_are_read(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "train.py").write_text("from model import unet\n\nunet().fit_generator(batches)\n")
    (project / "score.py").write_text("from model import unet\n\nunet().evaluate_generator(batches)\n")
    happened: list[str] = []
    read, written = Path.read_bytes, upgrading.write_in_place

    def read_bytes(path: Path) -> bytes:
        happened.append(f"read {path.name}")
        return read(path)

    def write_in_place(source: Source, result: Upgraded) -> Failure | None:
        happened.append(f"write {source.path.name}")
        return written(source, result)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    monkeypatch.setattr(upgrading, "write_in_place", write_in_place)
    done = CliRunner().invoke(main, ["upgrade", str(project / "score.py"), str(project / "train.py")])
    assert done.exit_code == 0, done.output
    assert happened.index("write score.py") > happened.index("read train.py")
    assert (project / "train.py").read_text() == "from model import unet\n\nunet().fit(batches)\n"


@pytest.mark.parametrize("call", ["net.fit(sound(3))", "net.predict(sound(3))", "other(pairs(3))", "net.fit(gone(3))"])
def test_generators_that_may_stay(project: Path, call: str) -> None:
    (project / "data.py").write_text(DATA)
    assert not upgraded(
        project / "train.py", f"from model import *\nfrom data import *\nnet = unet()\n{call}\n"
    ).findings
