"""Files of models are converted to TensorFlow Lite.

Measured: the result of `from_keras_model_file` of TensorFlow 2.3.4 and that of what is written on 2.21 give the same
numbers for 50 rows, to the bit. On 2.21 `tf.compat.v1.lite.TFLiteConverter.from_keras_model_file` is a TypeError.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
CONVERTER = "tf.lite.TFLiteConverter.from_keras_model(tf.keras.models.load_model({}compile=False))"
NAMED = '"m.h5", '
OLD = "tf.lite.TFLiteConverter.from_keras_model_file"


@pytest.mark.parametrize(
    "called",
    [
        OLD,
        "tf.lite.TocoConverter.from_keras_model_file",
        "tf.compat.v1.lite.TFLiteConverter.from_keras_model_file",
        "tf.contrib.lite.TFLiteConverter.from_keras_model_file",
        "tf.contrib.lite.TocoConverter.from_keras_model_file",
    ],
)
@pytest.mark.parametrize("first", ["", "x = tf.compat.v1.placeholder(tf.float32)\n"])
def test_spellings(called: str, first: str) -> None:
    source = f"{TF}{first}b = {{}}.convert()\n"
    check_upgraded(source.format(f'{called}("m.h5")'), source.format(CONVERTER.format(NAMED)))


@pytest.mark.parametrize(
    ("given", "modern"),
    [
        ("path", "path, "),
        ("model_file=path", "path, "),
        ("path, custom_objects={'f': f}", "path, custom_objects={'f': f}, "),
        ("path, None, None, None, objects", "path, custom_objects=objects, "),
        ("path, input_arrays=None, custom_objects=None", "path, "),
        ("os.path.join(folder, 'm.h5')", "os.path.join(folder, 'm.h5'), "),
    ],
)
def test_arguments(given: str, modern: str) -> None:
    check_upgraded(f"{TF}b = {OLD}({given}).convert()\n", f"{TF}b = {CONVERTER.format(modern)}.convert()\n")


@pytest.mark.parametrize(
    ("setting", "modern"),
    [
        ("c.post_training_quantize = True", "c.optimizations = [tf.lite.Optimize.DEFAULT]"),
        ("c.post_training_quantize = False", "c.optimizations = []"),
        ("c.target_ops = set(ops)", "c.target_spec.supported_ops = set(ops)"),
        ("c.target_spec.supported_ops = [1]", "c.target_spec.supported_ops = [1]"),
        ("c.optimizations = [tf.lite.Optimize.DEFAULT]", "c.optimizations = [tf.lite.Optimize.DEFAULT]"),
        ("c.allow_custom_ops = True", "c.allow_custom_ops = True"),
        ("c.representative_dataset = f", "c.representative_dataset = f"),
    ],
)
def test_settings(setting: str, modern: str) -> None:
    check_upgraded(
        f'{TF}c = {OLD}("m.h5")\n{setting}\nb = c.convert()\n',
        f"{TF}c = {CONVERTER.format(NAMED)}\n{modern}\nb = c.convert()\n",
    )


def test_another_import() -> None:
    check_upgraded(
        "from tensorflow.lite import TFLiteConverter\nb = TFLiteConverter.from_keras_model_file(path).convert()\n",
        f"import tensorflow as tf\nfrom tensorflow.lite import TFLiteConverter\nb = {CONVERTER.format('path, ')}.convert()\n",
    )


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"c = {OLD}(path, input_shapes={{'x': [1, 3]}})\nb = c.convert()\n", 2),
        (f"c = {OLD}(path, ['x'])\nb = c.convert()\n", 2),
        (f"c = {OLD}(*given)\nb = c.convert()\n", 2),
        (f"make = {OLD}\n", 2),
        (f"c = {OLD}(path)\nsave(c)\n", 2),
        (f"c = {OLD}(path) if path else None\nb = c.convert()\n", 2),
        (f"c = {OLD}(path)\nc.inference_type = tf.uint8\nb = c.convert()\n", 2),
        (f"c = {OLD}(path)\nc.quantized_input_stats = {{'x': (0, 1)}}\nb = c.convert()\n", 2),
        (f"c = {OLD}(path)\nx = c.get_input_arrays()\nb = c.convert()\n", 2),
        (f"c = {OLD}(path)\nc.post_training_quantize = small\nb = c.convert()\n", 2),
        (f"tf.compat.v1.disable_eager_execution()\nb = {OLD}(path).convert()\n", 3),
    ],
)
def test_reported(source: str, line: int) -> None:
    source = source.replace("tf.lite.TFLite", "tf.compat.v1.lite.TFLite")
    check_declined(TF + source, "TFM410", line)


@pytest.mark.parametrize(
    "source",
    [
        "c = tf.lite.TFLiteConverter.from_keras_model(model)\n",
        "c = tf.compat.v1.lite.TFLiteConverter.from_saved_model(path)\n",
        "c = tf.compat.v1.lite.TFLiteConverter.from_session(s, [x], [y])\n",
        "c = from_keras_model_file(path)\n",
        "c = other.TFLiteConverter.from_keras_model_file(path)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(TF + source)


def test_models_of_keras_2_stay() -> None:
    head = f"import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\n{TF}"
    check_untouched(f"{head}c = tf.compat.v1.lite.TFLiteConverter.from_keras_model_file(p)\n")


def test_what_is_written_runs(tmp_path: Path) -> None:
    source = f"""
{TF}m = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
m.compile("adam", "mse")
m.save("model.h5")
c = tf.compat.v1.lite.TFLiteConverter.from_keras_model_file("model.h5")
c.post_training_quantize = True
print(len(c.convert()) > 0)
"""
    result = upgrade(source.encode(), Settings())
    assert isinstance(result, Upgraded)
    (tmp_path / "main.py").write_bytes(result.after)
    done = subprocess.run([sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "True" in done.stdout
