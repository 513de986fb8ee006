"""`python -m tests.behaviour.record KIND OUT`: run the catalogue on one surface of this environment's releases.

Python 3.7 syntax: this runs in the environments of all releases.
"""

import argparse
import gc
import importlib
import io
import os
import pkgutil
import re
import sys
import warnings
from contextlib import redirect_stdout

import numpy as np

from tests.behaviour import catalogue
from tests.behaviour.probes import PROBES
from tests.behaviour.surface import KINDS, AbsentError, Surface
from tests.behaviour.tables import written

FEW = 8
"""Arrays with more numbers than this are recorded as a selection and a sum."""


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.behaviour.record", description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("out", help="the JSON file to write")
    parser.add_argument(
        "--only", metavar="TEXT", action="append", help="only probes whose name contains TEXT; may be repeated"
    )
    options = parser.parse_args()
    for module in pkgutil.iter_modules(catalogue.__path__):
        importlib.import_module("tests.behaviour.catalogue." + module[1])
    surface = Surface(options.kind)
    gc.freeze()  # clear_session collects garbage before each probe, and would look through all of TensorFlow
    chosen = {name: run for name, run in PROBES.items() if any(each in name for each in options.only or [""])}
    values = {}
    for count, (name, run) in enumerate(chosen.items(), start=1):
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{count} of {len(chosen)}: {name:.70}\x1b[K")
        values.update(measure(surface, name, run))
    known = sorted(name for name in surface.seen if not name.startswith("tensorflow.keras."))
    table = {"surface": options.kind, "releases": surface.releases, "used": known, "values": values}
    with open(options.out, "w") as out:
        out.write(written(table))


def measure(surface, name, run):
    """Run one probe: each measurement under its name, what it raises, or the name that the release lacks."""
    values = {}
    try:
        surface.start_anew()
        with redirect_stdout(io.StringIO()):
            for label, value in run(surface):
                values[name + " / " + label] = digest(value)
    except AbsentError as absent:
        values[name + " / absent"] = str(absent)
    except Exception as error:
        first = (str(error).strip() or " ").splitlines()[0]
        values[name + " / raises"] = {"raises": type(error).__name__, "says": lasting(first)[:120]}
    return values


def digest(value):
    """A value as compact JSON: seven digits of each number, and of large arrays a selection and a weighted sum."""
    if isinstance(value, dict):
        return {str(key): digest(each) for key, each in value.items()}
    if isinstance(value, np.ndarray) and value.ndim:
        return {"shape": list(value.shape), "values": _values(value)}
    if isinstance(value, (list, tuple)):
        return [digest(each) for each in value]
    if isinstance(value, str):
        return lasting(value)
    if value is None or isinstance(value, (bool, np.bool_)):
        return bool(value) if isinstance(value, np.bool_) else value
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return _number(value)


def lasting(text):
    """A text without what is new in each run: folders for a while, times, and numbers of variables."""
    text = re.sub(r"/tmp/tmp\w{8}", "/tmp/folder", text)
    text = re.sub(r"\d{4}([-_]\d\d){5}", "time", text)
    return re.sub(r"(?<=_AnonymousVar)\d+", "", text)


def _values(array):
    if array.dtype.kind in "SUO":
        return [digest(each) for each in array.ravel()[:FEW].tolist()]
    flat = array.ravel().astype("float64")
    if flat.size <= FEW:
        return [_number(each) for each in flat]
    chosen = flat[np.linspace(0, flat.size - 1, FEW - 2).astype(int)]
    return [*map(_number, chosen), _number(np.dot(flat, np.cos(np.arange(flat.size))))]


def _number(value):
    value = float(value)
    return float(f"{value:.7g}") if np.isfinite(value) else str(value)


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
    warnings.simplefilter("ignore")
    main()
