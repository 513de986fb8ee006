"""`python -m compat`: run a script on emulated GPUs or workers, or record its training and compare releases."""

import os
import sys

# The working folder must not be searched: an argparse.py in it would hide the standard one.
if not getattr(sys.flags, "safe_path", False) and sys.path[0] in ("", os.getcwd()):
    del sys.path[0]

import argparse
import hashlib
import platform
import re
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, NoReturn, Optional, Tuple

from compat.runner import lifeline, workers
from compat.runner.cluster import Cluster
from compat.runner.devices import emulate_gpus
from compat.runner.scripts import after_import, run_script

if TYPE_CHECKING:
    from compat.runner import recording
    from compat.runner.comparing import Row

_TENSORFLOW = re.compile(r"^tensorflow$")
_LAST_DIGIT, _LAST_DIGIT_64 = 1e-6, 1e-15
"""What `--nudge` moves weights by, relative: as far as the operations of two releases are apart in each precision."""
_RUN_EXAMPLES = """\
examples:
  python -m compat run --replicas 2 train.py -- --gpus 2 --output plot.png
      Run a multi-GPU script on a machine without GPUs: two CPU devices stand in.

  python -m compat run --legacy --packages keras_bert,keras_transformer train.py -- --epochs 5
      Run a script of 2019 as it is: `import keras` and `import tensorflow` mean the shims in its own modules and in
      these packages. In the end it says which shims were used, and where.

  python -m compat run --workers 2 --restarts 3 train.py -- --epochs 5
      Run two processes with the TF_CONFIG of a cluster. When one dies, the other is stopped and both start again, up
      to three times: the script goes on where it was if it restores its state, by BackupAndRestore or model_dir.
"""
_EPILOG = f"""\
{_RUN_EXAMPLES}
  python -m compat record train.py --replicas 2 --steps 20 --out legacy.npz -- --gpus 2
      Under the TensorFlow of today or of 2018: write the weights, batches and losses of 20 steps.

  python -m compat record upgraded.py --replicas 2 --start legacy.npz --out modern.npz -- --gpus 2
      Under another TensorFlow: begin at the same weights, feed the same batches.

  python -m compat compare legacy.npz modern.npz
      Anywhere: tell whether both runs computed the same, and if not, where they part first and what that tells.

A record is a NumPy file; `compat.runner.recording.load` reads it.
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments"):
            message += " (the script's own arguments go after --)"
        _fail(message)


def main(argv: Optional[List[str]] = None) -> int:
    """Run or record a script and return its exit status; exit with 2 if the command cannot be carried out.

    The status of `compare` is 0 if the runs agree, and 1 if they do not.
    """
    own, args = _split(sys.argv[1:] if argv is None else argv)
    options = _parser().parse_args(own)
    if options.command == "compare":
        return _compare(options)
    if not Path(options.script).is_file():
        _fail(f"{options.script}: no such script")
    if options.command == "run" and options.packages is not None:
        _check_packages(options)
    cluster = _cluster(options)
    if not lifeline.hold():
        _name_namesake(Path(options.script).parent)
    if cluster is not None:
        return workers.run_cluster(cluster, _single(options, args), options.restarts or 0)
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # start-up messages drown the script's output; errors stay
    if options.replicas is not None:
        after_import(_TENSORFLOW, lambda _: emulate_gpus(options.replicas))
    if options.command == "run":
        if options.legacy:
            from compat.runner import legacy

            return legacy.run(options.script, args, options.packages)
        return run_script(options.script, args)
    return _record(options, args)


def _split(argv: List[str]) -> Tuple[List[str], List[str]]:
    if "--" not in argv:
        return argv, []
    cut = argv.index("--")
    return argv[:cut], argv[cut + 1 :]


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m compat",
        description=__doc__,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", metavar="{run,record,compare}")
    commands.required = True
    run = commands.add_parser(
        "run",
        help="run a script, on devices or workers that stand in for GPUs and machines",
        epilog=_RUN_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    record = commands.add_parser("record", help="record weights, batches and losses of a script's training")
    compare = commands.add_parser("compare", help="tell whether two recorded runs computed the same")
    compare.add_argument("first", metavar="FIRST.npz", help="the record to compare with, such as the legacy one")
    compare.add_argument("second", metavar="SECOND.npz", help="a record that was made with `--start FIRST.npz`")
    compare.add_argument(
        "--tolerance", type=_share, metavar="T", help="largest relative difference that counts as the same (1e-4)"
    )
    compare.add_argument(
        "--rounding",
        metavar="THIRD.npz",
        help="a record like SECOND, made with `--nudge`: what parts no further than these two is put down to rounding",
    )
    for command in (run, record):
        command.add_argument("script", metavar="SCRIPT")
        command.add_argument("--replicas", type=_positive, metavar="G", help="present G CPU devices as GPUs")
    run.add_argument("--legacy", action="store_true", help="answer the imports of legacy code with the shims")
    run.add_argument(
        "--packages",
        type=_names,
        metavar="A,B",
        help="with --legacy: the packages that count as legacy besides the script and its folder,"
        " by the names that are imported (default: those in which nothing knows Keras 3)",
    )
    workers.add_options(run, _positive)
    record.add_argument("--out", required=True, metavar="RUN.npz", help="where the record goes")
    record.add_argument("--steps", type=_positive, metavar="N", help="training steps (20, or as many as --start has)")
    record.add_argument("--start", metavar="RUN.npz", help="begin at these weights and feed these batches")
    record.add_argument(
        "--nudge",
        action="store_true",
        help="move each weight at the start by its last digits, to see what rounding makes",
    )
    record.add_argument("--no-dropout", action="store_true", help="run dropout and noise layers as identity")
    record.add_argument("--float64", action="store_true", help="train in double precision: no rounding that grows")
    record.add_argument(
        "--in-order", action="store_true", help="leave no order to chance, as the graphs of Keras 2.2 and 2.3 do"
    )
    return parser


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"takes a number, 1 or more, not {text!r}")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share < 1:
        raise argparse.ArgumentTypeError(f"takes a number from 0 to 1, such as 1e-4, not {text!r}")
    return share


def _names(text: str) -> List[str]:
    return [name for name in text.split(",") if name]


def _check_packages(options: Any) -> None:
    if not options.legacy:
        _fail("--packages goes with --legacy")
    folders = [str(Path(options.script).resolve().parent), *sys.path]
    for name in options.packages:
        if PathFinder.find_spec(name, folders) is None:
            _fail(f"--packages: there is no package {name!r}; it takes the names that are imported")


def _cluster(options: Any) -> Optional[Cluster]:
    try:
        return workers.cluster_of(options) if options.command == "run" else None
    except ValueError as error:
        _fail(str(error))


def _single(options: Any, args: List[str]) -> List[str]:
    """Return the command of one process of the cluster."""
    replicas = [] if options.replicas is None else ["--replicas", str(options.replicas)]
    shims = ["--legacy"] if options.legacy else []
    packages = [] if options.packages is None else ["--packages", ",".join(options.packages)]
    return ["run", *replicas, *shims, *packages, options.script, "--", *args]


def _name_namesake(folder: Path) -> None:
    """Warn that a `compat` next to the script is not the one that the script imports."""
    for own in (folder / "compat" / "__init__.py", folder / "compat.py"):
        if own.is_file() and own.resolve().parent != Path(__file__).resolve().parent:
            sys.stderr.write(f"note: {own} is not what `import compat` gives here: these are the shims; rename it\n")
            return


def _record(options: Any, args: List[str]) -> int:
    from compat.runner import recording  # `run` needs none of these
    from compat.runner.comparing import is_of_standalone_keras_2
    from compat.runner.float64 import in_float64
    from compat.runner.in_order import in_order
    from compat.runner.record import Recorder, without_dropout

    start = None if options.start is None else _loaded(options.start)
    if start and options.steps and options.steps > len(start.steps):
        _fail(f"{options.start}: has {len(start.steps)} steps, --steps asks for {options.steps}")
    steps = options.steps or (len(start.steps) if start else 20)
    _check_writable(options.out)
    nudge = (_LAST_DIGIT_64 if options.float64 else _LAST_DIGIT) if options.nudge else 0.0
    recorder = Recorder(steps, lambda run: recording.save(run, options.out), start, nudge)
    recorder.run.meta = _meta(options, args)
    if options.no_dropout:
        without_dropout(recorder.run.meta["no_dropout"])
    if options.float64:
        in_float64(like_keras_2=start is not None and is_of_standalone_keras_2(start))
    if options.in_order:
        in_order()
    recorder.install()
    status = run_script(options.script, args)
    if recorder.error is not None:
        _fail(recorder.error)
    if not status:
        recorder.finish()
    if not recorder.finished:
        return status or _fail(f"{options.script}: no training call was reached, nothing is recorded")
    losses = recorder.run.losses
    sys.stderr.write(f"recorded {len(losses)} steps to {options.out}: loss {losses[0]:.6g} to {losses[-1]:.6g}\n")
    return status


def _compare(options: Any) -> int:
    from compat.runner.comparing import TOLERANCE, compare

    first, second = _loaded(options.first), _loaded(options.second)
    tolerance = TOLERANCE if options.tolerance is None else options.tolerance
    nudged = _loaded(options.rounding) if options.rounding else None
    found = compare(first, second, tolerance, nudged)
    lines = [f"{options.first}: {_origin(first)}", f"{options.second}: {_origin(second)}", ""]
    lines += [f"{row.what:22}{row.difference:<10.1g}{_alone(row)}{row.where}".rstrip() for row in found.rows]
    lines += [""] if found.rows else []
    if found.is_rounded:
        lines.append(f"The same: what differs by more than {tolerance:.0e} of its size does so by rounding alone.")
    elif found.cause is None:
        lines.append(f"The same: no number differs by more than {tolerance:.0e} of its size.")
    else:
        lines.append(f"Not the same. {found.cause}")
    sys.stdout.write("\n".join([*lines, ""]))
    return 0 if found.cause is None else 1


def _alone(row: "Row") -> str:
    """What rounding alone makes of a row, if that was measured."""
    return f"(by rounding {row.rounding:.1g})".ljust(22) if row.rounding is not None else ""


def _origin(run: "recording.Run") -> str:
    """Where a record comes from: `train.py, TensorFlow 1.15.5, Keras 2.3.1, 20 steps`."""
    said = [str(run.meta.get("script", "no script"))]
    said += [
        f"{label} {run.meta[name]}"
        for label, name in (("TensorFlow", "tensorflow"), ("Keras", "keras"))
        if name in run.meta
    ]
    return ", ".join([*said, f"{len(run.steps)} steps"])


def _loaded(path: str) -> "recording.Run":
    from compat.runner import recording

    try:
        return recording.load(path)
    except ValueError as error:
        _fail(str(error))


def _check_writable(path: str) -> None:
    out = Path(path)
    if out.is_dir():
        _fail(f"{path}: is a directory, --out takes a file")
    if not out.parent.is_dir():
        _fail(f"{path}: the directory {out.parent} does not exist")
    if not os.access(str(out if out.exists() else out.parent), os.W_OK):
        _fail(f"{path}: no permission to write")


def _meta(options: Any, args: List[str]) -> Dict[str, Any]:
    script = Path(options.script)
    digest = hashlib.sha256(script.read_bytes()).hexdigest()
    return {
        "script": script.name,
        "script_sha256": digest,
        "args": args,
        "replicas": options.replicas,
        "start": Path(options.start).name if options.start else None,
        "no_dropout": [] if options.no_dropout else None,
        "float64": options.float64,
        "in_order": options.in_order,
        "python": platform.python_version(),
    }


def _fail(message: str) -> NoReturn:
    sys.stderr.write(f"error: {message}\n")
    raise SystemExit(2)


if __name__ == "__main__":
    raise SystemExit(main())
