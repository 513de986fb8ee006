"""The tables are what the releases say: small, the same when built again, and true of the TensorFlow at hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from importlib import metadata, util
from pathlib import Path

import pytest

from codemods.releases import api, tables
from codemods.releases.recording import build

WALKER = Path(build.__file__).parent


def test_below_three_megabytes():
    assert sum(file.stat().st_size for file in tables.FOLDER.iterdir()) < 3_000_000


@pytest.mark.full
def test_built_again_they_are_the_same():
    content = build.encoded(build.stored(), tables.versions())
    assert sorted(content) == sorted(file.name for file in tables.FOLDER.iterdir())
    for name, written in content.items():
        stored = (tables.FOLDER / name).read_bytes()
        assert _plain(written) == _plain(stored), name


def _plain(content: bytes) -> bytes:
    """The builds of zlib differ from one interpreter to the next."""
    return zlib.decompress(content) if content[:1] != b"{" else content


def test_a_walk_replaces_its_release_only():
    walk = {
        "versions": {"tensorflow": "2.9.3", "keras": "2.9.0"},
        "symbols": {"tensorflow.One": ["class", 1, "a"], "tensorflow.compat.v1.One": ["class", 1, "a"]},
        "classes": {"1": [["run(b)"]]},
        "importable": [],
        "files": ["tensorflow.One", "tensorflow.python.one"],
    }
    snapshots = {"tensorflow": {"2.8.4": {}}, "keras": {}}
    releases = {"tensorflow": {"2.8.4": "2.8.0"}, "keras": {}}
    build.merge(snapshots, releases, walk)
    assert releases == {"tensorflow": {"2.8.4": "2.8.0", "2.9.3": "2.9.0"}, "keras": {"2.9.0": "2.9.3"}}
    assert snapshots["tensorflow"]["2.8.4"] == {}
    alias = snapshots["tensorflow"]["2.9.3"]["tensorflow.compat.v1.One"]
    assert alias == tables.Entry("class", "a", "tensorflow.One", (("run(b)",),))
    assert snapshots["tensorflow"]["2.9.3"]["tensorflow.One"].kind == "class"
    private = snapshots["tensorflow"]["2.9.3"]["tensorflow.python.one"]
    assert private == tables.Entry("private module", None, "tensorflow.python.one", None)


def test_releases_are_ordered_with_candidates_first():
    versions = dict.fromkeys(("2.22.0", "2.22.0rc0", "2.9.3", "2.21.0"), "")
    assert list(build.ordered({"tensorflow": versions})["tensorflow"]) == ["2.9.3", "2.21.0", "2.22.0rc0", "2.22.0"]


def test_every_release_has_an_environment_to_walk_it_in():
    rows = json.loads((WALKER.parent / "environments.json").read_text(encoding="utf-8"))
    assert [row["tensorflow"] for row in rows] == list(api.releases("tensorflow"))


def _installed() -> tuple[str, str] | None:
    """The TensorFlow and the Keras at hand."""
    if util.find_spec("tensorflow") is None:
        return None
    found = {each.name.lower().replace("_", "-"): each.version for each in metadata.distributions()}
    tensorflow = found.get("tensorflow-cpu") or found.get("tensorflow")
    return (tensorflow, found.get("keras", "")) if tensorflow else None


@pytest.mark.full
def test_the_tables_say_what_the_tensorflow_at_hand_says(tmp_path):
    installed = _installed()
    if installed is None:
        pytest.skip("no TensorFlow here")
    tensorflow, keras = installed
    if tensorflow not in api.releases("tensorflow"):
        pytest.skip(f"TensorFlow {tensorflow} is not in the tables")
    if api.beside("tensorflow", tensorflow) != keras:
        pytest.skip(f"the tables have TensorFlow {tensorflow} with another Keras than {keras}")
    walk = tmp_path / "walk.json.gz"
    environment = {**os.environ, "PYTHONPATH": str(WALKER)}
    subprocess.run([sys.executable, "-m", "walker", str(walk)], cwd=tmp_path, env=environment, check=True)
    # the shims stand on tensorflow-estimator, which no longer comes with TensorFlow: it is installed here all the same
    beside = f"tensorflow {tensorflow}: tensorflow_estimator"
    assert [each for each in build.differences(build.read(walk)) if not each.startswith(beside)] == []


_OTHER_NAMES = """
import sys
import tensorflow
import keras
for path in sys.stdin.read().split():
    package, *parts = path.split(".")
    module = sys.modules[package]
    for part in parts:
        module = getattr(module, part)
    assert not hasattr(module, "no_release_ever_had_this"), path
    for name in dir(module):
        if not name.startswith("_"):
            print(path + "." + name)
"""


@pytest.mark.full
def test_a_module_that_is_not_open_has_no_other_names_than_the_tables():
    installed = _installed()
    if installed is None or installed[0] not in api.releases("tensorflow") or installed[1] not in api.releases("keras"):
        pytest.skip("no TensorFlow and Keras of the tables here")
    releases = dict(zip(("tensorflow", "keras"), installed, strict=True))
    closed = [
        path
        for distribution, release in releases.items()
        for path, entry in build.stored(release)[distribution][release].items()
        if entry.kind in ("module", "namespace") and not api.is_open(path, release)
    ]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    run = subprocess.run(
        [sys.executable, "-c", _OTHER_NAMES],
        input=" ".join(closed), stdout=subprocess.PIPE, text=True, env=environment, check=True,
    )  # fmt: skip
    names = run.stdout.split()
    assert len(names) > 10_000
    unknown = [name for name in names if api.lookup(name) is None]
    assert unknown == []
