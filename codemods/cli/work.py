"""The work of `check` and `upgrade` on a source; the parser and the rules are imported with the first that needs them.

Where every result is known from an earlier run, none does, and importing them would take longest.
"""

from __future__ import annotations

from pathlib import PurePath

from codemods.source.project import Project
from codemods.types import Result, Settings

_SMALL = b"""\
import keras
import tensorflow as tf

model = keras.models.Sequential([keras.layers.Dense(1, input_dim=2)])
model.compile(keras.optimizers.SGD(lr=0.1), "mse")
model.fit_generator(batches(), steps_per_epoch=2, callbacks=[keras.callbacks.TensorBoard("logs")])
print(tf.Session().run(tf.log(1.0)))
"""


def load() -> None:
    """Import what the work on scripts needs, and every rule; a small script loads the tables that most scripts need."""
    from codemods.engine.engine import upgrade
    from codemods.rules import all_rules

    all_rules()
    upgrade(_SMALL)


def check_script(source: bytes, settings: Settings, project: Project) -> Result:
    """Find what the target cannot take in a script."""
    from codemods.engine.engine import check

    return check(source, settings, project)


def upgrade_script(source: bytes, settings: Settings, project: Project) -> Result:
    """Rewrite a script."""
    from codemods.engine.engine import upgrade

    return upgrade(source, settings, project)


def check_notebook(source: bytes, settings: Settings, project: Project) -> Result:
    """Find what the target cannot take in a notebook."""
    from codemods.notebooks.work import check

    return check(source, settings, project)


def upgrade_notebook(source: bytes, settings: Settings, project: Project) -> Result:
    """Rewrite the cells of a notebook."""
    from codemods.notebooks.work import upgrade

    return upgrade(source, settings, project)


def check_pins(source: bytes, path: PurePath, settings: Settings) -> Result:
    """Find the legacy releases that a file pins."""
    from codemods.pins.work import check

    return check(source, path, settings)


def upgrade_pins(source: bytes, path: PurePath, settings: Settings) -> Result:
    """Change the legacy releases that a file pins."""
    from codemods.pins.work import upgrade

    return upgrade(source, path, settings)
