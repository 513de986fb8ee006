"""Runs of the command line in this process."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from codemods.cli.main import main

LEGACY = "from keras.optimizers import SGD\nopt = SGD(lr=0.1)\n"
"""`upgrade` fixes it; it stops the program."""
MANUAL = "import tensorflow as tf\nx = tf.contrib.layers.embed_sequence(y)\n"
"""A person must."""
NUMBERS = "import keras\nlayer = keras.layers.GRU(2)\n"
"""With `--from keras==2.3` it changes numbers."""
NOTE = "import keras\nx = getattr(keras.layers, name)\n"
"""It says that a name is made at run time."""
BROKEN = "import keras\nx = (\n"


def codemods(*args: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(main, [*args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def write(**sources: str) -> None:
    """Write a script for each keyword."""
    for name, source in sources.items():
        Path(f"{name}.py").write_text(source, encoding="utf-8")
