"""Run a script as the processes of a cluster on loopback, with `python -m compat run --workers`."""

import os
import subprocess
import sys
import textwrap

from tests.compat.paths import ROOT

LIMIT = 240
"""Seconds, unless a test gives others."""

_FOREIGN = ("TF_CONFIG", "CUDA_VISIBLE_DEVICES", "http_proxy", "https_proxy", "grpc_proxy")


class Ran:
    """An exit status, and what each process wrote to standard output."""

    def __init__(self, status, out, err):
        self.status, self.err = status, err
        self.said = {}
        for line in out.splitlines():
            label, _, text = line[1:].partition("] ")
            self.said.setdefault(label, []).append(text)

    def last(self, label="chief"):
        assert self.status == 0, self.err[-3000:]
        return self.said[label][-1]


def run_cluster(tmp_path, script, *options, args=(), limit=LIMIT):
    path = tmp_path / "train.py"
    path.write_text(textwrap.dedent(script))
    process = subprocess.Popen(
        [sys.executable, "-m", "compat", "run", *options, str(path), "--", *args],
        env=dict(
            {name: value for name, value in os.environ.items() if name not in _FOREIGN},
            PYTHONPATH=str(ROOT),
            TF_CPP_MIN_LOG_LEVEL="3",
            CUDA_VISIBLE_DEVICES="-1",
        ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    try:
        out, err = process.communicate(timeout=limit)
    finally:
        process.kill()
    return Ran(process.returncode, out, err)
