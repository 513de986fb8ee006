"""A trace with a profile says where the profile goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

TRACE = """import tensorflow as tf
folder = "logs"
writer = tf.summary.create_file_writer(folder)
{on}
total = tf.reduce_sum(tf.ones(3))
with writer.as_default():
    tf.summary.trace_export({export})
"""
EXPORT = "'trace', 0, folder"


@pytest.mark.parametrize(
    ("on", "export", "written"),
    [
        ("profiler=True", EXPORT, "profiler=True, profiler_outdir=folder"),
        ("graph=True, profiler=True", EXPORT, "graph=True, profiler=True, profiler_outdir=folder"),
        ("True, True", "name='trace', step=0, profiler_outdir='logs'", "True, True, profiler_outdir='logs'"),
    ],
)
def test_the_folder_of_the_export(on: str, export: str, written: str) -> None:
    source = TRACE.format(on=f"tf.summary.trace_on({on})", export=export)
    check_upgraded(source, source.replace(f"trace_on({on})", f"trace_on({written})"))


@pytest.mark.parametrize("export", ["'trace', 0", "'trace', 0, make()", "'trace', 0, late"])
def test_a_folder_that_is_not_known(export: str) -> None:
    source = TRACE.format(on="tf.summary.trace_on(profiler=True)", export=export) + "late = 'logs'\n"
    check_declined(source, "TFM403", 4)


@pytest.mark.parametrize(
    "on",
    [
        "tf.summary.trace_on(profiler=True, profiler_outdir=folder)",
        "tf.summary.trace_on(graph=True)",
        "tf.summary.trace_on(profiler=False)",
        "tf.summary.trace_on(**options)",
        "summary.trace_on(profiler=True)",
    ],
)
def test_left_alone(on: str) -> None:
    check_untouched(TRACE.format(on=on, export=EXPORT))


@pytest.mark.tensorflow
def test_the_profile(tmp_path: Path) -> None:
    pytest.importorskip("tensorflow")
    source = TRACE.replace('"logs"', repr(str(tmp_path))).format(on="tf.summary.trace_on(profiler=True)", export=EXPORT)
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    exec(compile(result.after, "code", "exec"), {})
    assert (tmp_path / "plugins" / "profile").is_dir()
