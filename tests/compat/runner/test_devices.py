import os
import subprocess
import sys
import textwrap

import pytest

from compat.runner.devices import emulate_gpus, emulated_gpus
from tests.compat.paths import ROOT


def run(code):
    env = dict(os.environ, PYTHONPATH=str(ROOT), TF_CPP_MIN_LOG_LEVEL="3")
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.splitlines()


@pytest.mark.parametrize("count", [0, -1, "2", 2.0, None, True])
def test_bad_count(count):
    before = emulated_gpus()
    with pytest.raises(ValueError, match="takes a number of GPUs"):
        emulate_gpus(count)
    assert emulated_gpus() == before


def test_import_loads_no_tensorflow():
    assert run("import compat.runner.devices, sys; print('tensorflow' in sys.modules)") == ["False"]


def test_scripts_count_the_gpus():
    lines = run(
        """
        from compat.runner.devices import emulate_gpus, emulated_gpus
        emulate_gpus(3)
        emulate_gpus(3)
        import tensorflow as tf
        from tensorflow.python.client import device_lib
        print(len([d for d in device_lib.list_local_devices() if d.device_type == "GPU"]))
        print(emulated_gpus())
        experimental = getattr(getattr(tf, "config", None), "experimental", None)
        for holder in (getattr(tf, "config", None), experimental):
            for name in ("list_physical_devices", "list_logical_devices"):
                gpus = getattr(holder, name)("GPU") if hasattr(holder, name) else [0, 1, 2]
                assert len(gpus) == 3, (holder, name)
                for gpu in gpus if hasattr(holder, "set_memory_growth") and "physical" in name else []:
                    holder.set_memory_growth(gpu, True)
        try:
            emulate_gpus(2)
        except RuntimeError as error:
            print(error)
        """
    )
    assert lines[:2] == ["3", "3"]
    assert lines[2].startswith("3 GPUs are emulated already")


def test_called_after_devices_exist():
    lines = run(
        """
        import tensorflow as tf
        from compat.runner.devices import emulate_gpus
        session = tf.Session() if hasattr(tf, "Session") else tf.constant(1)
        try:
            emulate_gpus(2)
        except RuntimeError as error:
            print(error)
        """
    )
    assert len(lines) == 1
    assert lines[0].startswith("emulate_gpus must be called before TensorFlow initialises its devices")


def test_strategies_take_gpu_names_and_defaults():
    lines = run(
        """
        from compat.runner.devices import emulate_gpus
        emulate_gpus(2)
        import tensorflow as tf
        if hasattr(getattr(tf, "distribute", None), "MirroredStrategy"):
            made = [tf.distribute.MirroredStrategy(), tf.distribute.MirroredStrategy(["/gpu:0", "GPU:1"])]
        else:
            from tensorflow.contrib.distribute import MirroredStrategy
            made = [MirroredStrategy(), MirroredStrategy(num_gpus=2)]
        for strategy in made:
            devices = getattr(strategy, "extended", strategy).worker_devices
            print([device.split("/")[-1] for device in devices])
        """
    )
    assert lines == ["['device:CPU:0', 'device:CPU:1']"] * 2


def test_every_multi_gpu_model_trains():
    run(
        """
        from compat.runner.devices import emulate_gpus
        emulate_gpus(2)
        import numpy as np
        import tensorflow as tf
        import importlib
        try:
            import keras
        except ImportError:
            keras = tf.keras
        x, y = np.ones((10, 3), "float32"), np.ones((10, 1), "float32")
        for api in (keras, tf.keras):
            wrap = getattr(api.utils, "multi_gpu_model", None)
            if wrap is None:
                continue
            template = api.models.Sequential([api.layers.Dense(1, input_shape=(3,))])
            template.add(api.layers.BatchNormalization())
            for gpus in (2, [0, 1]):
                model = wrap(template, gpus=gpus)
                model.compile("sgd", "mse")
                model.fit(x, y, batch_size=5, verbose=0)
        """
    )


@pytest.mark.full
def test_kernels_are_chosen_for_the_cpu():
    run(
        """
        from compat.runner.devices import emulate_gpus
        emulate_gpus(2)
        import numpy as np
        import tensorflow as tf
        layers = tf.keras.layers
        x, y = np.ones((4, 5, 3), "float32"), np.ones((4, 1), "float32")
        recurrent = tf.keras.models.Sequential([layers.LSTM(2, input_shape=(5, 3)), layers.Dense(1)])
        convolution = tf.keras.models.Sequential(
            [
                layers.Reshape((1, 5, 3), input_shape=(5, 3)),
                layers.Conv2D(2, 2, data_format="channels_first"),  # Keras 2 trains this on GPUs only
                layers.Flatten(),
                layers.Dense(1),
            ]
        )
        for model in (recurrent, convolution) if tf.__version__ > "2.16" else (recurrent,):
            model.compile("sgd", "mse")
            model.fit(x, y, verbose=0)
        """
    )


@pytest.mark.parametrize(("given", "seen"), [(None, "2"), ("0", "0")])
def test_start_up_messages_are_asked_for(given, seen, tmp_path):
    """TensorFlow's start-up lines would drown what a script says; its errors, and a level that is set, stay."""
    script = tmp_path / "script.py"
    script.write_text("import os\nprint(os.environ['TF_CPP_MIN_LOG_LEVEL'])\n")
    env = dict(os.environ, PYTHONPATH=str(ROOT))
    env.pop("TF_CPP_MIN_LOG_LEVEL", None)
    if given is not None:
        env["TF_CPP_MIN_LOG_LEVEL"] = given
    out = subprocess.check_output(
        [sys.executable, "-m", "compat", "run", str(script)], env=env, universal_newlines=True
    )
    assert out.split() == [seen]
