"""`python -m tests.equivalence.idioms [--write]`: train what scripts of 2018 did, and compare the losses.

A legacy release runs the scripts of `scripts/idioms` as they are; with `--write`, what it measures becomes the oracle.
A modern one runs each after `upgrade` and after `upgrade --to compat`. Each run is a fork of this process, which must
not compute with TensorFlow itself: the threads of its sessions do not survive a fork, and the child waits for them.
"""

import argparse
import importlib
import json
import os
import runpy
import signal
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from tests.equivalence.cases import HERE

SCRIPTS = HERE / "scripts" / "idioms"
ORACLES = HERE / "oracles" / "idioms.json"
GOAL = 1e-5
LONGEST = 600
"""Seconds that a script may take."""
LEGACY, NATIVE, SHIMS = "legacy", "native", "compat"


class Idiom(NamedTuple):
    """A script, the TensorFlow whose numbers it should give, and the rules that name what it does otherwise.

    `native` and `compat` have those rules: such a script may end with an error or with other numbers.
    """

    name: str
    tensorflow: str = "1.15.5"
    written_for: str = "keras==2.3.1"
    native: Tuple[str, ...] = ()
    compat: Tuple[str, ...] = ()


IDIOMS = (
    Idiom("gan", native=("TFM162",)),
    Idiom("vae"),
    Idiom("vae_loss_function", compat=("TFM236",)),
    Idiom("siamese"),
    Idiom("transfer", native=("TFM229",)),
    Idiom("stateful_lstm"),
    Idiom("two_outputs"),
    Idiom("variable_layer", "2.3.4", "tensorflow==2.3"),
    Idiom("embedding_rmsprop", native=("TFM296",)),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.equivalence.idioms", description=__doc__)
    parser.add_argument("--write", action="store_true", help="record what this legacy release measures")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", TF_ENABLE_ONEDNN_OPTS="0")
    tensorflow = importlib.import_module("tensorflow").__version__
    if options.write:
        measured = {each.name: run(_source(each)) for each in IDIOMS if each.tensorflow == tensorflow}
        ORACLES.write_text(json.dumps({**oracles(), **measured}, indent=1, sort_keys=True) + "\n")
    failed = 0
    for idiom in IDIOMS:
        for variant in variants(idiom, tensorflow):
            said = verdict(idiom, variant)
            failed += said.startswith("wrong")
            sys.stdout.write(f"{idiom.name:20} {variant:8} {said}\n")
    return 1 if failed else 0


def oracles() -> Dict[str, List[float]]:
    """The losses of each script on its legacy release."""
    losses: Dict[str, List[float]] = json.loads(ORACLES.read_text()) if ORACLES.exists() else {}
    return losses


def variants(idiom: Idiom, tensorflow: str) -> Tuple[str, ...]:
    """How a TensorFlow runs the script."""
    modern = tuple(int(part) for part in tensorflow.split(".")[:2]) >= (2, 16)
    return (NATIVE, SHIMS) if modern else (LEGACY,) if tensorflow == idiom.tensorflow else ()


def verdict(idiom: Idiom, variant: str) -> str:
    """The largest relative difference of the losses; "wrong" if nothing that the rules say accounts for it."""
    result = None if variant == LEGACY else _upgraded(idiom, variant)
    told = () if result is None else (*result.findings, *result.notes, *result.changes)
    said = frozenset(each.code for each in told)
    expected = {NATIVE: idiom.native, SHIMS: idiom.compat, LEGACY: ()}[variant]
    if not said.issuperset(expected):
        return f"wrong: {', '.join(sorted(set(expected) - said))} said nothing"
    losses = run(_source(idiom) if result is None else result.after)
    apart = difference(oracles()[idiom.name], losses) if losses is not None else float("inf")
    if apart <= GOAL:
        return f"wrong: as it was, though {', '.join(expected)} should be needed" if expected else f"{apart:.0e}"
    shown = f"{apart:.0e}" if losses is not None else "an error"
    return f"{shown}, said by {', '.join(expected)}" if expected else f"wrong: {shown}, and nothing says so"


def difference(expected: List[float], losses: List[float]) -> float:
    """The largest relative difference; values below 0.01 are measured against 0.01."""
    if len(expected) != len(losses):
        return float("inf")
    right, left = np.array(expected), np.array(losses)
    return float(np.max(np.abs(left - right) / np.maximum(np.abs(right), 0.01)))


def _upgraded(idiom: Idiom, variant: str) -> Any:
    from codemods.engine.engine import upgrade
    from codemods.releases.origin import parse_origin
    from codemods.types import Settings

    return upgrade(_source(idiom), Settings(variant, origin=parse_origin(idiom.written_for)))


def _source(idiom: Idiom) -> bytes:
    return (SCRIPTS / f"{idiom.name}.py").read_bytes()


def run(script: bytes) -> Optional[List[float]]:
    """The losses of a script in a fork of this process; None if it ended with an error."""
    importlib.import_module("tensorflow")
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os._exit(_train(script, writer))
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def _train(script: bytes, writer: int) -> int:
    """Run the script and write the losses; what it prints, and why it failed, goes nowhere."""
    signal.alarm(LONGEST)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "script.py")
        path.write_bytes(script)
        try:
            losses = runpy.run_path(str(path), run_name="__main__")["losses"]
        except BaseException:  # noqa: BLE001 - a script may fail in any way, and that is a result
            return 1
    with os.fdopen(writer, "w") as pipe:
        json.dump(losses, pipe)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
