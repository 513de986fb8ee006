"""Files that one script of a project writes and another reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from codemods.cli import written_weights
from codemods.cli.main import main

HEAD = "from keras.callbacks import ModelCheckpoint\nfrom keras.models import Sequential, load_model\n"
MODEL = "model = Sequential()\n"


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "LICENSE").touch()
    monkeypatch.chdir(tmp_path)


def run(writer: str, reader: str, *, command: str = "check") -> str:
    """Write both scripts, and run a command on the one that reads."""
    Path("train.py").write_text(HEAD + MODEL + writer)
    Path("predict.py").write_text(HEAD + MODEL + reader)
    written_weights._writers.cache_clear()
    return CliRunner().invoke(main, [command, "--no-cache", "predict.py"]).output


@pytest.mark.parametrize(
    ("writer", "reader", "modern"),
    [
        ("model.save_weights('best.h5')\n", "model.load_weights('best.h5')\n", "best.weights.h5"),
        ("model.save_weights(folder + '/best.hdf5')\n", "model.load_weights('out/best.hdf5')\n", "best.weights.h5"),
        ("model.save_weights('best.weights.h5')\n", "model.load_weights('best.h5')\n", "best.weights.h5"),
        (
            "c = ModelCheckpoint('best.h5', save_best_only=True, save_weights_only=True)\n",
            "model.load_weights('best.h5')\n",
            "best.weights.h5",
        ),
        ("c = ModelCheckpoint('best.hdf5')\n", "model = load_model('best.hdf5')\n", "best.h5"),
        (
            "def made(path, wait=2):\n    return [ModelCheckpoint(path)]\nc = made('out/best.hdf5')\n",
            "model.load_weights('best.hdf5')\n",
            "best.h5",
        ),
        (
            "class T:\n    def made(self, path='x.h5'):\n        model.save_weights(path)\nT().made(path='best.h5')\n",
            "model.load_weights('best.h5')\n",
            "best.weights.h5",
        ),
        ("c = ModelCheckpoint('best.hdf5')\n", "model.load_weights('best.hdf5')\n", "best.h5"),
    ],
)
def test_reported(writer: str, reader: str, modern: str) -> None:
    said = f"train.py writes {modern} with Keras 3"
    assert said in run(writer, reader)
    upgraded = writer.replace("best.hdf5", modern).replace("best.h5", modern)
    assert said in run(upgraded, reader), "a second run says the same"
    assert said not in run(upgraded, reader.replace("best.hdf5", modern).replace("best.h5", modern))


@pytest.mark.parametrize(
    ("writer", "reader", "modern"),
    [
        ("model.save_weights('best-{}.h5'.format(3))\n", "model.load_weights('best-3.h5')\n", "best-3.weights.h5"),
        ("model.save_weights('out/w-%02d.hdf5' % 3)\n", "model.load_weights('out/w-03.hdf5')\n", "w-03.weights.h5"),
        ("c = ModelCheckpoint('{epoch:02d}-best.hdf5')\n", "model.load_weights('07-best.hdf5')\n", "07-best.h5"),
    ],
)
def test_a_name_that_is_filled_in(writer: str, reader: str, modern: str) -> None:
    assert f"train.py writes {modern} with Keras 3" in run(writer, reader)


SAVED = "c = ModelCheckpoint(path, save_weights_only=True)\n"
READ = "model.load_weights(path)\n"


@pytest.mark.parametrize(
    ("writer", "reader", "modern"),
    [
        ("path = 'best.h5'\n" + SAVED, "path = 'best.h5'\n" + READ, "best.weights.h5"),
        ("path = 'w/{}_a.h5'.format(name)\n" + SAVED, "model.load_weights('w/{}_a.h5'.format(n))\n", "{}_a.weights.h5"),
        ("path = 'w/%s_a.h5' % name\n" + SAVED, "path = f'{folder}/{n}_a.h5'\n" + READ, "{}_a.weights.h5"),
        ("path = name + '_a.h5'\n" + SAVED, "model.load_weights('%s/%s_a.h5' % (folder, n))\n", "{}_a.weights.h5"),
        ("path = os.path.join(folder, f'{n}_a.h5')\n" + SAVED, "path = n + '_a.h5'\n" + READ, "{}_a.weights.h5"),
        ("path = '{}_a.h5'.format(n)\n" + SAVED, "model.load_weights('net_a.h5')\n", "net_a.weights.h5"),
        ("path = 'w-{epoch:02d}.h5'\n" + SAVED, "model.load_weights('w-%d.h5' % best)\n", "w-{}.weights.h5"),
        (
            "path = '{}_a.h5'.format(n) if k == 2 else '{}_b.h5'.format(n)\n" + SAVED,
            "path = '{}_b.h5'.format(n) if k == 2 else '{}_c.h5'.format(n)\n" + READ,
            "{}_b.weights.h5",
        ),
        (
            "p.add_argument('--out-file', default='best.h5')\nmodel.save_weights(args.out_file)\n",
            "p.add_argument('--weights', default='best.h5')\nmodel.load_weights(args.weights)\n",
            "best.weights.h5",
        ),
        (
            "def save(path='best.h5'):\n    model.save_weights(path)\n",
            "model.load_weights('best.h5')\n",
            "best.weights.h5",
        ),
        (
            "class Run:\n    def save(self):\n        self.path = f'{name}_a.h5'\n        model.save_weights(self.path)\n",
            "model.load_weights(f'{name}_a.h5')\n",
            "{}_a.weights.h5",
        ),
        (
            "path = '{}_a.h5'.format(n)\nc = ModelCheckpoint(path.replace('h5', 'hdf5'))\n" + SAVED,
            "model.load_weights('{}_a.h5'.format(n))\n",
            "{}_a.weights.h5",
        ),
        ("path = n + '_a.hdf5'\nc = ModelCheckpoint(path)\n", "model = load_model(n + '_a.hdf5')\n", "{}_a.h5"),
    ],
)
def test_a_name_that_is_put_together(writer: str, reader: str, modern: str) -> None:
    assert f"train.py writes {modern} with Keras 3" in run(writer, reader)


@pytest.mark.parametrize(
    ("writer", "reader"),
    [
        ("model.save_weights('last.h5')\n", "model.load_weights('best.h5')\n"),
        ("model.save_weights(path)\n", "model.load_weights('best.h5')\n"),
        ("model.save('best.h5')\n", "model = load_model('best.h5')\n"),
        ("c = ModelCheckpoint('best.h5')\n", "model = load_model('best.h5')\n"),
        ("model.save_weights('best.h5')\n", "model.save_weights('best.h5')\nmodel.load_weights('best.h5')\n"),
        ("model.save_weights('best.h5')\n", "import keras.ops\nmodel.load_weights('best.h5')\n"),
        ("model.save_weights('w.{}.h5'.format(epoch))\n", "model.load_weights('v.3.h5')\n"),
        ("model.save_weights('{}.h5'.format(name))\n", "model.load_weights('best.h5')\n"),
        ("model.save_weights('{}.h5'.format(name))\n", "model.load_weights('{}.h5'.format(name))\n"),
        ("model.save_weights('{}-{}.h5'.format(name, 1))\n", "model.load_weights('{}-{}.h5'.format(name, 1))\n"),
        ("path = '{}_a.h5'.format(n)\n" + SAVED, "model.load_weights('{}_b.h5'.format(n))\n"),
        ("path = '{}_a.h5'.format(n)\n" + SAVED, "model.load_weights('pre_{}_a.h5'.format(n))\n"),
        ("path = 'a.h5'\nmodel.save(path)\npath = 'b.h5'\n" + SAVED, "model = load_model('a.h5')\n"),
        ("path = 'b.h5'\n" + SAVED + "path = 'a.h5'\nmodel.save(path)\n", "model = load_model('a.h5')\n"),
        (
            "def f():\n    path = 'a.h5'\n    model.save(path)\n\n\ndef g(path):\n    " + SAVED,
            "model = load_model('a.h5')\n",
        ),
        ("path = n + '_a.h5'\nc = ModelCheckpoint(path)\n", "model = load_model(n + '_a.h5')\n"),
        ("path = n + '_a.h5'\n" + SAVED, "path = n + '_a.h5'\nmodel.save_weights(path)\nmodel.load_weights(path)\n"),
        (
            "def made(path):\n    path = other\n    return ModelCheckpoint(path)\nc = made('best.hdf5')\n",
            "model.load_weights('best.hdf5')\n",
        ),
        (
            "def made(path):\n    return ModelCheckpoint(other)\nc = made('best.hdf5')\n",
            "model.load_weights('best.hdf5')\n",
        ),
    ],
)
def test_left_alone(writer: str, reader: str) -> None:
    assert "train.py writes" not in run(writer, reader)


ABSOLUTE = "c = ModelCheckpoint('/w/{}/best-{{epoch:02d}}.hdf5', save_weights_only=True)\n"


@pytest.mark.parametrize(
    ("writer", "reader"),
    [
        (ABSOLUTE.format("a"), "model.load_weights('/w/b/best-07.hdf5')\n"),
        (ABSOLUTE.format("a"), "path = '/w/b/best-07.hdf5'\nmodel.load_weights(path)\n"),
        ("model.save_weights('/w/a/best.h5')\n", "model.load_weights('/w/best.h5')\n"),
    ],
)
def test_files_of_other_folders(writer: str, reader: str) -> None:
    assert "train.py writes" not in run(writer, reader)


@pytest.mark.parametrize(
    ("writer", "reader"),
    [
        (ABSOLUTE.format("a"), "model.load_weights('/w/a/best-07.hdf5')\n"),
        (ABSOLUTE.format("a"), "model.load_weights(folder + '/w/b/best-07.hdf5')\n"),
        (ABSOLUTE.format("a"), "model.load_weights('b/best-07.hdf5')\n"),
        (ABSOLUTE.format("a").replace("/w/a", "a"), "model.load_weights('/w/b/best-07.hdf5')\n"),
        ("model.save_weights(folder + 'best.h5')\n", "model.load_weights('/w/best.h5')\n"),
        (f"{ABSOLUTE.format('a')}{ABSOLUTE.format('b')}", "model.load_weights('/w/b/best-07.hdf5')\n"),
    ],
)
def test_files_that_may_be_of_one_folder(writer: str, reader: str) -> None:
    assert "train.py writes" in run(writer, reader)


def test_what_is_kept_rests_on_the_other_files() -> None:
    said = "train.py writes best.weights.h5"
    assert said in run("model.save_weights('best.h5')\n", "model.load_weights('best.h5')\n")
    for writer, is_said in (("model.save_weights('best.h5')\n", True), ("model.save_weights('last.h5')\n", False)):
        Path("train.py").write_text(HEAD + MODEL + writer)
        written_weights._writers.cache_clear()
        assert (said in CliRunner().invoke(main, ["check", "predict.py"]).output) is is_said


def test_on_the_shims() -> None:
    said = run("model.save_weights('best.h5')\n", "model.load_weights('best.h5')\n", command="check")
    assert "train.py writes" in said
    result = CliRunner().invoke(main, ["upgrade", "--to", "compat", "--diff", "predict.py"])
    assert "train.py writes" not in result.output
