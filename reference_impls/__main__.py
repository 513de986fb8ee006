"""`python -m reference_impls NAME`: run a multi-GPU tutorial as it was, carried over, or as it is written today."""

import argparse
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator, List, NoReturn, Optional, Tuple

from compat.runner.devices import emulate_gpus
from compat.runner.scripts import run_script

_HERE = Path(__file__).resolve().parent
_VARIANTS = {
    "legacy": "the script as it was written, on the TensorFlow of its time",
    "shim": "only its imports changed: the legacy calls run on compat",
    "upgraded": "rewritten by `python -m codemods upgrade`, in memory",
    "modern": "what an expert writes today",
}
_OPTIONS = {"shim": ["--to", "compat"], "upgraded": ["--to", "native"]}
_EPILOG = """\
examples:
  python -m reference_impls minigooglenet_cifar10 --variant upgraded --replicas 2 --epochs 2 --output plot.png
      Upgrade the script of 2019 and run it on two replicas. Without GPUs, CPU devices stand in.

  python -m reference_impls minigooglenet_cifar10 --data cifar10 --replicas 4 --epochs 70 --output plot.png
      The tutorial in full, on CIFAR-10 (170 MB, fetched by Keras).

  python -m reference_impls retinal_oct_estimator --data OCT2017 --replicas 2 --epochs 1 --output checkpoints
      Train the last layers of VGG16 on a folder of images; run it again and training goes on.

  python -m reference_impls efficientnet_ai_or_not --replicas 2 -- --model S --size 64
      Give the script options of its own; with -- --help it lists them.
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        _fail(message)


def main(argv: Optional[List[str]] = None) -> int:
    """Run one tutorial and return its exit status; exit with 2 if the command cannot be carried out."""
    arguments = sys.argv[1:] if argv is None else argv
    parser = _parser()
    if not arguments:
        parser.print_help()
        return 0
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:cut])
    names = [name for name, _ in _tutorials()]
    if options.name not in names:
        _fail(f"{options.name}: no such tutorial; there is {', '.join(names)}")
    tutorial = importlib.import_module("reference_impls." + options.name)
    _check_data(options.name, options.data)
    path, source = _source(options.name, options.variant)
    _check_releases(options.variant, tutorial.LEGACY)
    _present_gpus(options.replicas)
    args = ["--gpus", str(options.replicas), "--data", options.data]
    args += ["--epochs", str(options.epochs), "--batch-size", str(options.batch_size)]
    option, default = tutorial.OUTPUT
    output = options.output or default
    args += [option, str(Path(output).resolve())] if output else []
    return run_script(path, [*args, *arguments[cut + 1 :]], source)


def _parser() -> argparse.ArgumentParser:
    listed = "\n".join(f"  {name}\n      {summary}" for name, summary in _tutorials())
    variants = "\n".join(f"  {name:<10}{meaning}" for name, meaning in _VARIANTS.items())
    parser = _Parser(
        prog="python -m reference_impls",
        description=f"{__doc__}\n\ntutorials:\n{listed}\n\nvariants:\n{variants}",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="NAME", help="the tutorial")
    parser.add_argument("--variant", choices=list(_VARIANTS), default="modern", help="default: modern")
    parser.add_argument("--replicas", type=_positive, default=1, metavar="G", help="replicas, one a GPU (default: 1)")
    parser.add_argument("--epochs", type=_positive, default=2, metavar="E", help="default: 2")
    parser.add_argument("--batch-size", type=_positive, default=64, metavar="B", help="per replica (default: 64)")
    parser.add_argument("--data", default="digits", help="the tutorial's images (default: digits, built in)")
    parser.add_argument("--output", metavar="PATH", help="where the plot goes, or an Estimator's checkpoints")
    return parser


def _tutorials() -> Iterator[Tuple[str, str]]:
    for module in pkgutil.iter_modules([str(_HERE)]):
        if module.ispkg:
            summary = importlib.import_module("reference_impls." + module.name).__doc__ or ""
            yield module.name, summary.strip().split("\n")[0]


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"takes a number, 1 or more, not {text!r}")
    return int(text)


def _check_data(name: str, given: str) -> None:
    try:
        importlib.import_module(f"reference_impls.{name}.data").check(given)
    except ValueError as error:
        _fail(str(error))


def _source(name: str, variant: str) -> Tuple[str, Optional[bytes]]:
    if variant not in _OPTIONS:
        return str(_HERE / name / f"{variant}.py"), None
    path = _HERE / name / "legacy.py"
    return str(path), upgraded(path, variant)


def upgraded(path: Path, variant: str) -> bytes:
    """Return the legacy script at `path`, carried over by the codemods."""
    if sys.version_info < (3, 10):
        _fail(f"--variant {variant} runs the codemods, which need Python 3.10; this is {sys.version.split()[0]}")
    command = [sys.executable, "-m", "codemods", "upgrade", "--quiet", *_OPTIONS[variant], "-"]
    search = os.pathsep.join([str(_HERE.parent), os.environ.get("PYTHONPATH", "")])
    process = subprocess.run(  # noqa: S603  (our own command)
        command,
        input=path.read_bytes(),
        capture_output=True,
        env=dict(os.environ, PYTHONPATH=search),
        check=False,
    )
    if process.returncode not in (0, 1) or not process.stdout:
        _fail(f"{path} could not be upgraded: {process.stderr.decode(errors='replace').strip()}")
    return process.stdout


def _check_releases(variant: str, legacy: Tuple[str, str, str]) -> None:
    """Exit if this TensorFlow cannot run the variant; `legacy` is what the legacy script was written for."""
    try:
        tensorflow = str(importlib.import_module("tensorflow").__version__)
    except ImportError:
        _fail("TensorFlow is not installed: pip install 'tf-forward[tensorflow,examples]'")
    first, last, keras = legacy
    here = f"this is TensorFlow {tensorflow} with Keras {_keras_version()}"
    if variant == "legacy" and not _minor(first) <= _minor(tensorflow) <= _minor(last):
        _fail(
            f"the legacy script needs {keras} in TensorFlow {first} to {last}, {here}: "
            "take --variant shim or upgraded, or run `nox -s legacy`"
        )
    if variant in ("upgraded", "modern") and _minor(tensorflow) < (2, 16):
        _fail(f"the {variant} script needs Keras 3 in TensorFlow 2.16 or later, {here}")


def _minor(release: str) -> Tuple[int, int]:
    major, minor = release.split(".")[:2]
    return int(major), int(minor)


def _keras_version() -> str:
    """The version of the package, or of the Keras that TensorFlow contained until 2.5."""
    try:
        return str(importlib.import_module("keras").__version__)
    except ImportError:
        return str(importlib.import_module("tensorflow").keras.__version__)


def _present_gpus(replicas: int) -> None:
    present = _gpus()
    if replicas > present:
        sys.stderr.write(f"--replicas {replicas} on a machine with {present} GPUs: CPU devices stand in for GPUs\n")
        emulate_gpus(replicas)


def _gpus() -> int:
    tf: Any = importlib.import_module("tensorflow")
    listed: Any = getattr(getattr(tf, "config", None), "experimental", None)
    if hasattr(listed, "list_physical_devices"):
        return len(listed.list_physical_devices("GPU"))
    device_lib = importlib.import_module("tensorflow.python.client.device_lib")
    return sum(device.device_type == "GPU" for device in device_lib.list_local_devices())


def _fail(message: str) -> NoReturn:
    sys.stderr.write(f"error: {message}\n")
    raise SystemExit(2)


if __name__ == "__main__":
    raise SystemExit(main())
