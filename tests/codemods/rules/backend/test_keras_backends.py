"""Backends that Keras no longer has become TensorFlow."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

SETTINGS = [
    "os.environ['KERAS_BACKEND'] = {}",
    "os.environ.setdefault('KERAS_BACKEND', {})",
    "os.environ.update(KERAS_BACKEND={})",
]


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("backend", ['"theano"', "'cntk'", "'plaidml.keras.backend'"])
@pytest.mark.parametrize("to", ["native", "compat"])
def test_ended(setting: str, backend: str, to: str) -> None:
    keras = "import keras" if to == "native" else "from compat import keras"
    source = f"import os\n{setting}\n{keras}\nx = keras.Input((3,))\n"
    check_upgraded(source.format(backend), source.format(f"{backend[0]}tensorflow{backend[0]}"), to=to)


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("backend", ["'tensorflow'", "'jax'", "'torch'", "name"])
def test_left_alone(setting: str, backend: str) -> None:
    check_untouched(f"import os\n{setting.format(backend)}\nimport keras\nx = keras.Input((3,))\n")


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos.environ['BACKEND'] = 'theano'\nimport keras\n",
        "import keras\nname = 'theano'\nif keras.backend.backend() == 'theano':\n    print(name)\n",
        "import os\nif os.environ.get('TF_VERSION') == '1':\n    os.environ['KERAS_BACKEND'] = 'theano'\nimport keras\n",
    ],
)
def test_other_texts(source: str) -> None:
    assert check_sound(source).after == source.encode()
