import os
import subprocess
import sys
import textwrap

from tests.compat.paths import ROOT


def run(code):
    environment = dict(os.environ, PYTHONPATH=str(ROOT), TF_CPP_MIN_LOG_LEVEL="3")
    command = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)]
    return subprocess.run(  # noqa: UP022 - Python 3.6 has no capture_output
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,  # noqa: UP021
        check=False,
    )


def test_imports_nothing():
    done = run(
        """
        import sys
        import compat, compat.keras, compat.tensorflow
        import compat.keras.layers.core, compat.keras.backend as K, compat.tensorflow.keras.utils
        heavy = {"keras", "tensorflow", "tensorflow_core", "numpy"} & set(sys.modules)
        assert not heavy, heavy
        assert K.__name__ == "compat.keras.backend"
        """
    )
    assert done.returncode == 0, done.stderr


def test_unknown_module():
    done = run("import compat.keras.nonsense")
    assert "ModuleNotFoundError" in done.stderr


def test_import_forms():
    done = run(
        """
        from compat import keras
        import compat.keras.layers as L
        from compat.keras.layers.core import Dense as first
        from compat.keras.layers import Dense as second
        from compat.keras.layers import *
        assert first is second is L.Dense is keras.layers.core.Dense is Dense
        assert keras.layers.core is __import__("compat.keras.layers.core", fromlist=["Dense"])
        assert "multi_gpu_model" in dir(keras.utils)
        """
    )
    assert done.returncode == 0, done.stderr


def test_warns_once_and_at_the_caller():
    done = run(
        """
        import warnings
        from compat import LegacyAPIWarning
        from compat.namespace.legacy_warning import warn_legacy
        warnings.simplefilter("always")
        with warnings.catch_warnings(record=True) as caught:
            warn_legacy("TFM000", "a.b", "use c")
            warn_legacy("TFM000", "a.b", "use c")
        assert len(caught) == 1
        assert caught[0].category is LegacyAPIWarning
        assert "TFM000" in str(caught[0].message)
        assert caught[0].filename == "<string>"
        """
    )
    assert done.returncode == 0, done.stderr
