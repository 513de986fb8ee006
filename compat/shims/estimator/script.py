"""Run a file that was written for TensorFlow 2.15, as `python FILE` would, over the bridge."""

import sys
from pathlib import Path
from types import ModuleType

from compat.shims.estimator.importing import legacy_builtins
from compat.shims.estimator.package import connect


def run_as_main(path: str) -> None:
    """Run the file as `__main__`; its imports see what TensorFlow 2.15 had."""
    connect()
    main = ModuleType("__main__")
    main.__dict__.update(__file__=path, __builtins__=legacy_builtins())
    sys.modules["__main__"] = main
    exec(compile(Path(path).read_bytes(), path, "exec", dont_inherit=True), main.__dict__)  # noqa: S102
