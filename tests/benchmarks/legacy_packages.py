"""Run packages of 2018 to 2022 as they were published, and compare their numbers with those of their time.

    python tests/benchmarks/legacy_packages.py MODERN_PYTHON LEGACY_PYTHON [--only PATTERN] [--upgraded FOLDER]

Each driver in `legacy_packages/` builds, trains, saves, loads and predicts, from the same weights and batches: once as
it is under LEGACY_PYTHON, once with `compat run --legacy` under MODERN_PYTHON. Both need the packages of the table,
installed with `--no-deps`; MODERN_PYTHON also needs this project.

With `--upgraded` the sources of a package and its driver are copied to a folder below FOLDER and upgraded there as one
project, natively, and the driver runs under MODERN_PYTHON without the shims. A folder that is there already is run as
it is: a person has gone on with it.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
DRIVERS = Path(__file__).resolve().parent / "legacy_packages"
PACKAGES = {
    "self_attention": "keras-self-attention==0.51.0",
    "resnet": "keras-resnet==0.2.0",
    "bert": (
        "keras-bert==0.89.0 keras-transformer==0.40.0 keras-pos-embd==0.13.0 keras-multi-head==0.29.0"
        " keras-layer-normalization==0.16.0 keras-position-wise-feed-forward==0.8.0 keras-embed-sim==0.10.0"
        " keras-self-attention==0.51.0"
    ),
    "rl": "keras-rl==0.4.2",
    "vis": "keras-vis==0.4.1",
    "segmentation": (
        "segmentation-models==1.0.1 image-classifiers==1.0.0 efficientnet==1.0.0 keras-applications==1.0.8"
    ),
}
"""The driver, and what it needs besides TensorFlow, Keras, SciPy and scikit-image.

keras-rl 0.4.2 takes the length of a tensor, which TensorFlow 1.15 refuses: its LEGACY_PYTHON has TensorFlow 1.13.2 with
Keras 2.2.4. keras-vis imports `scipy.misc.imresize`, which SciPy 1.3 dropped.
"""
WRITTEN_FOR = "keras==2.3"
_SOURCES = """
import sys
from importlib.metadata import files
from pathlib import PurePosixPath
for name in sys.argv[1:]:
    for file in files(name):
        if file.suffix == ".py" and ".." not in PurePosixPath(file).parts:
            print(file, file.locate(), sep="\\t")
"""


def run(command, results, folder=DRIVERS):
    """Run a driver and return its numbers, or else the last line that it wrote."""
    done = subprocess.run([*command, str(results)], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "Error" in line.split(":")[0]]
        return (errors or done.stderr.splitlines())[-1]
    with np.load(results) as numbers:
        return dict(numbers)


def upgraded(name, packages, modern, folder):
    """Copy the sources of the packages and the driver, upgrade them, and return what `upgrade` counted."""
    (folder / ".git").mkdir(parents=True)
    names = [each.partition("==")[0] for each in packages.split()]
    listed = subprocess.run([modern, "-c", _SOURCES, *names], capture_output=True, text=True, check=True)
    sources = dict(line.split("\t") for line in listed.stdout.splitlines())
    for path, source in (*sources.items(), *((each, DRIVERS / each) for each in (f"with_{name}.py", "driven.py"))):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, folder / path)
    command = [sys.executable, "-m", "codemods", "upgrade", "--from", WRITTEN_FOR, "--format", "json", "."]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(ROOT)}
    )
    files = json.loads(done.stdout)["files"]
    changes, findings, notes = (sum(len(each[kind]) for each in files) for kind in ("changes", "findings", "notes"))
    changed = sum(bool(each["changes"]) for each in files)
    return f"{len(files)} files, {changed} changed ({changes} changes), {findings} findings, {notes} notes; "


def compared(legacy, modern, way):
    """Return the largest difference of each group of numbers."""
    for side, numbers in (("legacy", legacy), (way, modern)):
        if isinstance(numbers, str):
            return f"{side}: {numbers}"
    return ", ".join(f"{name} {np.abs(legacy[name] - modern[name]).max():.0e}" for name in legacy)


def main():
    """Print a row for each package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modern")
    parser.add_argument("legacy")
    parser.add_argument("--only", default="*")
    parser.add_argument("--upgraded", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    for name, packages in PACKAGES.items():
        if not fnmatch(name, options.only):
            continue
        script, counted = f"with_{name}.py", ""
        with tempfile.TemporaryDirectory() as folder:
            legacy = run([options.legacy, script], Path(folder, "legacy.npz"))
            results = Path(folder, "modern.npz")
            if options.upgraded:
                project = options.upgraded.resolve() / name
                counted = "" if project.exists() else upgraded(name, packages, options.modern, project)
                modern = run([options.modern, script], results, project)
            else:
                modern = run([options.modern, "-m", "compat", "run", "--legacy", script, "--"], results)
        way = "upgraded" if options.upgraded else "shims"
        print(f"| `{packages.split()[0]}` | {counted}{compared(legacy, modern, way)} |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
