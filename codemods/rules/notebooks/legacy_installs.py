"""Report what a notebook installs for itself, where that is not the release that its code is for.

## What it does

Reports `!pip install tensorflow-gpu==1.13.1`, `%pip install keras==2.2.4` and Colab's `%tensorflow_version 1.x`, also
in the form that a notebook has as a script. It rewrites nothing. What is pinned also says what the file was written
for.

## Why

The upgraded code does not run on the release that is installed.
`tensorflow-gpu` is no package any more, and Colab has no TensorFlow 1.
https://www.tensorflow.org/install/pip
https://colab.research.google.com/notebooks/tensorflow_version.ipynb

## Numbers

No numbers involved.

## What it leaves to you

Every reported line.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.releases.installs import Install, chosen_majors, installs
from codemods.releases.packages import ENDED, FLOOR, GONE
from codemods.releases.target import Target
from codemods.releases.versions import minor_version
from codemods.source.file import File
from codemods.types import Manual, Stage, rule


@rule(
    "TFM290",
    stage=Stage.ADVICE,
    example="""
    import keras

    get_ipython().system("pip install keras==2.2.4")
    """,
)
def legacy_installs(file: File) -> Iterator[Manual]:
    """Requirements that admit no release of the target's kind, and packages that ended."""
    for install in installs(file):
        if install.package in ENDED:
            said = f"{install.package} {GONE}"
            yield Manual(install.node, install.text, said, f"write {_wanted(file.target, install)}")
        elif not _suits(file.target, install):
            said = f"{install.text} is installed, and the code is for {file.target}"
            yield Manual(install.node, install.text, said, f"write {_wanted(file.target, install)}")
    for node, major in chosen_majors(file):
        if file.target.tensorflow.partition(".")[0] != major:
            yield Manual(node, "tensorflow_version", f"Colab has no TensorFlow {major} any more", "delete the line")


def _suits(target: Target, install: Install) -> bool:
    """True if an installation may be as the target is, or newer than the tables are."""
    release = target.keras if install.distribution == "keras" else target.tensorflow
    if not target.is_modern:
        return release in install.releases
    floor = minor_version(FLOOR[install.distribution])
    if install.releases:
        return any(minor_version(each) >= floor for each in install.releases)
    return not install.is_older


def _wanted(target: Target, install: Install) -> str:
    if target.is_modern:
        return f'"{install.distribution}>={FLOOR[install.distribution]}"'
    return f"{install.distribution}=={target.keras if install.distribution == 'keras' else target.tensorflow}"
