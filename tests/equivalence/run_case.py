"""`python -m tests.equivalence.run_case --out DIR`: run the cases that fit the TensorFlow of this Python.

A legacy release runs the legacy scripts, a modern one the shim, upgraded and modern variants, each model on two and
on three replicas, one process a run. The Estimators have variants of their own. Each run leaves one small file in DIR.

The processes are forks of this one: importing TensorFlow is a third of a short run, so it is done once.
"""

import argparse
import faulthandler
import importlib
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from compat.runner import recording
from tests.equivalence.cases import (
    ESTIMATORS,
    HERE,
    MODELS,
    REPLICAS,
    ROOT,
    WORKFLOWS,
    EstimatorModel,
    Model,
    Workflow,
    start,
)

LEGACY = ("legacy", "ordered", "undivided")
MODERN = ("shim", "upgraded", "modern", "rounded")
FIRST_IN_TENSORFLOW = (2, 4)
"""From here to 2.15 Keras has no `multi_gpu_model`, and runs the legacy scripts on the shims."""
EXACT = "exact"
"""The legacy script after `upgrade --exact`."""
SAMPLE = 128
LONGEST = 400
"""Seconds after which a run has hung: it ends, writes where it was, and is tried once more."""
_OPTIONS = {"shim": ("--to", "compat"), "upgraded": (), EXACT: ("--exact",)}
# Keras 2.2 updates weights while gradients still read them; this makes it finish reading first.
_ORDERED = b"""\
from compat.runner.in_order import in_order as _in_order
_in_order()
"""
# Keras in TensorFlow 1.15 divides the loss by the replicas, and the optimizer divides it again; this leaves one of them.
_UNDIVIDED = b"""\
from tensorflow.python.keras.utils import losses_utils as _losses
_losses.scale_loss_for_distribution = lambda loss: loss
"""
# tf.train.AdamOptimizer keeps its numbers and the running powers of beta in float32; so does this one of Keras 3.
_ROUNDED = b"""\
import keras as _keras
from tests.equivalence.rounded_adam import RoundedAdam as _RoundedAdam
_keras.optimizers.Adam = _RoundedAdam
"""
_CASES: Dict[str, Union[Model, EstimatorModel, Workflow]] = {**MODELS, **ESTIMATORS, **WORKFLOWS}
_PREFIXES = {"ordered": _ORDERED, "undivided": _UNDIVIDED, "rounded": _ROUNDED}


class Case(NamedTuple):
    """One run: a model in one variant on a number of replicas."""

    model: str
    variant: str
    replicas: int


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.equivalence.run_case", description=__doc__)
    parser.add_argument("--out", required=True, metavar="DIR", help="where the results go")
    parser.add_argument("--model", action="append", choices=list(_CASES), help="this model; may be repeated")
    parser.add_argument(
        "--variant", action="append", choices=(*LEGACY, *MODERN, EXACT), help="this one; may be repeated"
    )
    parser.add_argument("--replicas", type=int, choices=REPLICAS, help="this number of replicas only")
    parser.add_argument("--jobs", type=int, default=2, help="how many runs at a time (default: 2)")
    options = parser.parse_args()
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        succeeded = list(pool.map(lambda case: run(case, out), _cases(options)))
    return 0 if all(succeeded) else 1


def _cases(options: argparse.Namespace) -> Iterator[Case]:
    tensorflow, keras = _releases()
    for model in options.model or _CASES:
        variants = [*_variants(model, tensorflow, keras)]
        for variant in (each for each in variants if each in (options.variant or variants)):
            counts = WORKFLOWS[model].replicas if model in WORKFLOWS else REPLICAS
            for replicas in (each for each in counts if options.replicas in (None, each)):
                yield Case(model, variant, replicas)


def _releases() -> Tuple[str, str]:
    """The installed TensorFlow and Keras; importing them initialises no device, so this process may fork."""
    warnings.simplefilter("ignore")
    os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", TF_ENABLE_ONEDNN_OPTS="0")
    tensorflow = importlib.import_module("tensorflow")
    try:
        return tensorflow.__version__, importlib.import_module("keras").__version__
    except ImportError:  # the Keras inside TensorFlow is the only one
        release: str = tensorflow.__version__
        return release, release if _release(release) >= FIRST_IN_TENSORFLOW else ""


def _release(version: str) -> Tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


def _variants(model: str, tensorflow: str, keras: str) -> Iterator[str]:
    """The variants of a model's script that this release runs."""
    if model in WORKFLOWS:
        return _workflow_variants(WORKFLOWS[model], tensorflow, keras)
    return _estimator_variants(tensorflow, keras) if model in ESTIMATORS else _model_variants(model, keras)


def _workflow_variants(workflow: Workflow, tensorflow: str, keras: str) -> Iterator[str]:
    if keras.startswith("3."):
        yield from MODERN[:3]
    elif workflow.since <= _release(tensorflow) <= workflow.until:
        yield "legacy"


def _model_variants(model: str, keras: str) -> Iterator[str]:
    if keras.startswith("3."):
        yield from (*MODERN[:3], EXACT)
        return
    if keras and _release(keras) >= FIRST_IN_TENSORFLOW:
        if model == "small":  # the moving statistics of the other are those of tf.keras
            yield "shim"
        return
    if not keras.startswith(("2.2.", "2.3.")):
        return
    yield "legacy"
    if keras.startswith("2.2."):
        yield "ordered"


def _estimator_variants(tensorflow: str, keras: str) -> Iterator[str]:
    if tensorflow.startswith("1."):
        yield "legacy"
        if tensorflow.startswith("1.15."):
            yield "undivided"
    elif keras.startswith("3."):
        yield from MODERN


def run(case: Case, out: Path) -> bool:
    """Record one case and keep its losses and a sample of its weights; False if the script failed."""
    model = _CASES[case.model]
    began = time.time()
    with tempfile.TemporaryDirectory() as folder:
        script = _script(model, case, Path(folder))
        if script is None:
            return False
        end = f"{folder}/end.npz"
        arguments = [*_recorder(model, case, script, folder), "--out", end, "--replicas", str(case.replicas)]
        arguments += ["--", "--gpus", str(case.replicas), *model.args]
        status, output = _forked(arguments, folder)
        if status and time.time() - began > LONGEST:
            sys.stderr.write(f"{_title(case)}: hung, and is tried once more\n{output}\n")
            status, output = _forked(arguments, folder)
        if status:
            sys.stderr.write(f"{_title(case)}: failed\n{output}\n")
            return False
        result = recording.load(end)
    name = "{}-{}-{}-{}.npz".format(result.meta["tensorflow"], *case)
    summarise(result, out / name, case)
    sys.stdout.write(f"{_title(case)} on TensorFlow {result.meta['tensorflow']}: {time.time() - began:.0f} s\n")
    sys.stdout.flush()
    return True


def _forked(arguments: List[str], folder: str) -> Tuple[int, str]:
    """Run `python -m *arguments` in `folder`, in a fork of this process; its status and what it wrote."""
    written = Path(folder, "output.txt")
    child = os.fork()
    if child == 0:
        with written.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        faulthandler.dump_traceback_later(LONGEST, exit=True, file=2)
        os.chdir(folder)
        os._exit(_run_module(arguments))
    status = os.waitpid(child, 0)[1]
    return status, written.read_text(errors="replace")


def _run_module(arguments: List[str]) -> int:
    sys.argv = arguments
    # what is run puts the folder of its script in the place of the first one
    sys.path[:] = ["", str(ROOT), *sys.path]
    status = 1
    try:
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:  # noqa: BLE001 - nothing of the child may reach what the parent does next
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    return status


def _recorder(model: Union[Model, EstimatorModel, Workflow], case: Case, script: Path, folder: str) -> List[str]:
    """The command that records the script, and what it begins with."""
    if isinstance(model, EstimatorModel):
        return ["tests.equivalence.record_estimator", str(script)]
    if isinstance(model, Workflow):
        return ["tests.equivalence.record_fit", str(script)]
    begin = f"{folder}/start.npz"
    recording.save(start(model, shapes(case.model)), begin)
    return ["compat", "record", str(script), "--start", begin, *model.options]


def shapes(model: str) -> List[Tuple[str, List[int]]]:
    """The name and shape of every weight of the model, in the order of its template."""
    listed: List[Tuple[str, List[int]]] = json.loads((HERE / "shapes.json").read_text())[model]
    return listed


def summarise(run: recording.Run, path: Path, case: Case) -> None:
    """Keep the losses, and of every weight its norm and a sample spread evenly over it."""
    weights = run.models[0]
    arrays = {"loss": run.losses, "meta": np.array(json.dumps({**run.meta, **case._asdict()}))}
    for index, (name, value) in enumerate(zip(weights.names, weights.final)):
        flat = np.ravel(value).astype("float64")
        spread = flat[np.linspace(0, flat.size - 1, min(SAMPLE, flat.size)).astype(int)]
        arrays[f"{index:03d}:{name.split('/')[-1].split(':')[0]}"] = np.append(spread, np.linalg.norm(flat))
    if "evaluation" in run.meta:
        arrays["evaluation"] = np.array(run.meta["evaluation"])
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)


def _script(model: Union[Model, EstimatorModel, Workflow], case: Case, folder: Path) -> Optional[Path]:
    """The script to run: a file of the repository, or one made from it in `folder`; None if it cannot be made."""
    source = ROOT / (model.modern if case.variant in ("modern", "rounded") else model.legacy)
    if case.variant in ("legacy", "modern"):
        return source
    prefix = _PREFIXES.get(case.variant)
    made = prefix + source.read_bytes() if prefix else _carried_over(_without_model_dir(source, case), case.variant)
    path = folder / f"{case.variant}.py"
    if made is not None:
        path.write_bytes(made)
    return None if made is None else path


def _without_model_dir(source: Path, case: Case) -> bytes:
    """The script as the tutorials have it: an Estimator with a `model_dir` stays on the shims."""
    code = source.read_bytes()
    return code.replace(b", model_dir=args.model_dir", b"") if case.variant == "upgraded" else code


def on_shims(source: bytes) -> bytes:
    """What `upgrade --to compat` makes of the scripts of `MODELS`, without the Python that it needs."""
    return re.sub(rb"(?m)^(from )(?=keras\.)", rb"\1compat.", source).replace(
        b"import tensorflow as tf", b"from compat import tensorflow as tf"
    )


def _carried_over(source: bytes, variant: str) -> Optional[bytes]:
    if sys.version_info < (3, 10) and variant == "shim":
        return on_shims(source)
    command = [sys.executable, "-m", "codemods", "upgrade", *_OPTIONS[variant], "-"]
    process = subprocess.Popen(command, cwd=str(ROOT), stdin=-1, stdout=-1, stderr=-1)
    code, report = process.communicate(source)
    if process.returncode in (0, 1) and code:
        return code
    sys.stderr.write(f"the upgrade failed: {report.decode(errors='replace')}\n")
    return None


def _title(case: Case) -> str:
    return f"{case.model}, {case.variant}, {case.replicas} replicas"


if __name__ == "__main__":
    raise SystemExit(main())
