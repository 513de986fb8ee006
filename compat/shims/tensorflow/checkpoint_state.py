"""What stood beside the checkpoints that `tf.keras` wrote with `save_weights`, and what `load_weights` returned.

The shims write the weights to one file in HDF5, under the same name.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/engine/training.py

Known deviation:
* there are no files `.index` and `.data-00000-of-00001`, and `tf.train.load_checkpoint` reads no HDF5
"""

import json
import os


def write(path: str) -> None:
    """Note the file as the latest of its folder, where `tf.train.latest_checkpoint` looks."""
    folder, name = os.path.split(path)
    fields = ("model_checkpoint_path", "all_model_checkpoint_paths")
    with open(os.path.join(folder, "checkpoint"), "w", encoding="utf-8") as state:
        state.writelines(f"{each}: {json.dumps(name)}\n" for each in fields)


class Loaded:
    """All weights have been loaded, or `load_weights` would have raised an error."""

    def assert_consumed(self) -> "Loaded":
        """Return the object itself, as do the others."""
        return self

    expect_partial = assert_existing_objects_matched = assert_nontrivial_match = assert_consumed
