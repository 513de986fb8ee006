"""`python -m tests.behaviour.coverage`: how much of what both Keras 2.3 and Keras 3 have the catalogue runs.

What counts: the public classes and functions of the modules below, objects under several names once.
"""

from __future__ import annotations

from pathlib import Path

from codemods.releases import api, tables
from tests.behaviour.compare import LEGACY
from tests.behaviour.tables import NEWEST, RECORDED, recorded

MODULES = (
    "keras.layers", "keras.optimizers", "keras.losses", "keras.metrics", "keras.initializers", "keras.regularizers",
    "keras.constraints", "keras.activations", "keras.callbacks", "keras.models", "keras.utils", "keras.backend",
)  # fmt: skip
"""Also in `tensorflow.keras`, which is taken as the same."""
TENSORFLOW = ("tensorflow.nn", "tensorflow.image", "tensorflow.losses", "tensorflow.metrics", "tensorflow.data")
RELEASES = {"keras": ("2.3.1", "3.15.1"), "tensorflow": ("1.15.5", "2.21.0")}


def shared(module: str) -> set[str]:
    """The classes and functions of a module that the legacy release and the newest have, an object once."""
    before, now = RELEASES[tables.distribution_of(module)]
    unit = tables.unit_of(f"{module}.x")
    assert unit is not None, module
    names = (path for path in tables.table(unit).symbols if path.rpartition(".")[0] == module)
    found = {}
    for path in names:
        kinds = {api.kind(path, before), api.kind(path, now)}
        if kinds <= {"class", "function"} and not path.rpartition(".")[2].startswith("_"):
            found[api.public(path, now) or path] = path
    return set(found.values())


def used(folder: Path = RECORDED) -> set[str]:
    """The names that probes asked for, in any release."""
    names = {name for surface in (*LEGACY, NEWEST) for name in recorded(surface, folder)["used"]}
    return {name.replace("tensorflow.keras.", "keras.") for name in names}


def main() -> None:
    names, total, run = used(), 0, 0
    also = {api.public(name, RELEASES[tables.distribution_of(name)][1]) or name for name in names}
    for module in (*MODULES, *TENSORFLOW):
        wanted = shared(module)
        now = RELEASES[tables.distribution_of(module)][1]
        missing = sorted(name for name in wanted if name not in names and (api.public(name, now) or name) not in also)
        total, run = total + len(wanted), run + len(wanted) - len(missing)
        words = ": " + ", ".join(name.rpartition(".")[2] for name in missing) if missing else ""
        print(f"{module}: {len(wanted) - len(missing)} of {len(wanted)}{'; missing' if missing else ''}{words}")
    print(f"{run} of {total}: {100 * run / total:.1f} %")


if __name__ == "__main__":
    main()
