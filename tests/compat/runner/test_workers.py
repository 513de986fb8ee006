"""`python -m compat run --workers`: real processes, without TensorFlow."""

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compat.runner import workers
from compat.runner.ports import reserved_ports
from tests.compat.paths import ROOT

LIMIT = 60
"""Seconds."""

TELL = "import json, os, sys\nconfig = json.loads(os.environ['TF_CONFIG'])\ntask = config['task']\n"
HANG = "import time\nprint('waiting %d' % os.getpid(), flush=True)\ntime.sleep(300)\n"


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if name not in ("TF_CONFIG", "CUDA_VISIBLE_DEVICES")}
    return dict(kept, PYTHONPATH=str(ROOT), **more)


@pytest.fixture(autouse=True)
def _signals_are_heard():
    """Undo what a shell in the background or nohup does: all that they start would ignore these signals."""
    before = {each: signal.signal(each, signal.SIG_DFL) for each in (signal.SIGINT, signal.SIGHUP)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


def start(tmp_path, script, *options, args=(), **more):
    path = tmp_path / "train.py"
    path.write_text(TELL + script)
    return subprocess.Popen(
        [sys.executable, "-m", "compat", "run", *options, str(path), "--", *args],
        env=environment(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )


def run(tmp_path, script, *options, **more):
    process = start(tmp_path, script, *options, **more)
    try:
        out, err = process.communicate(timeout=LIMIT)
    finally:
        process.kill()
    return process.returncode, out.splitlines(), err.splitlines()


def waiting(process, count):
    """Return the ids of the processes that said that they wait."""
    return [int(process.stdout.readline().split()[-1]) for _ in range(count)]


def is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def all_gone(pids):
    until = time.monotonic() + 20
    while any(is_alive(pid) for pid in pids) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(is_alive(pid) for pid in pids)


def configs(lines):
    found = {}
    for line in lines:
        label, text = line[1:].split("] ", 1)
        found[label] = json.loads(text)
    return found


PRINT = "print(os.environ['TF_CONFIG'])\n"


def test_every_worker_knows_the_cluster_and_its_place(tmp_path):
    status, out, err = run(tmp_path, PRINT, "--workers", "3")
    assert (status, err) == (0, [])
    found = configs(out)
    assert sorted(found) == ["worker 0", "worker 1", "worker 2"]
    clusters = [found[label]["cluster"] for label in found]
    assert clusters[0] == clusters[1] == clusters[2]
    assert len(set(clusters[0]["worker"])) == 3
    assert all(address.startswith("localhost:") for address in clusters[0]["worker"])
    for label, config in found.items():
        assert config["task"] == {"type": "worker", "index": int(label.split()[1])}


def test_every_role(tmp_path):
    status, out, err = run(tmp_path, PRINT, "--workers", "1", "--chief", "--ps", "2", "--evaluator")
    assert (status, err) == (0, [])
    found = configs(out)
    assert sorted(found) == ["chief", "evaluator", "ps 0", "ps 1", "worker 0"]
    assert list(found["evaluator"]["cluster"].pop("evaluator")[0].partition(":"))[:2] == ["localhost", ":"]
    cluster = found["evaluator"]["cluster"]
    assert cluster == found["chief"]["cluster"]
    assert {kind: len(addresses) for kind, addresses in cluster.items()} == {"chief": 1, "worker": 1, "ps": 2}
    assert found["evaluator"]["task"] == {"type": "evaluator", "index": 0}
    assert found["ps 1"]["task"] == {"type": "ps", "index": 1}


def test_arguments_and_replicas_reach_every_worker(tmp_path):
    script = "print(sys.argv[1:], __name__, __file__ == sys.argv[0])\n"
    status, out, _ = run(tmp_path, script, "--workers", "2", "--replicas", "2", args=("--epochs", "5"))
    assert status == 0
    assert sorted(out) == [f"[worker {i}] ['--epochs', '5'] __main__ True" for i in range(2)]


def test_lines_stay_whole_and_on_their_stream(tmp_path):
    script = """
import time
for i in range(50):
    print('out', end='', flush=True)
    time.sleep(0.002)
    print(' %d of %d' % (i, task['index']))
    sys.stderr.write('10%%\\r50%%\\rerr %d of %d\\n' % (i, task['index']))
"""
    status, out, err = run(tmp_path, script, "--workers", "2")
    assert status == 0
    for word, lines in (("out", out), ("err", err)):
        assert len(lines) == 100
        for worker in range(2):
            of_one = [line for line in lines if line.startswith(f"[worker {worker}]")]
            assert of_one == [f"[worker {worker}] {word} {i} of {worker}" for i in range(50)]


def test_last_line_without_an_end_is_shown(tmp_path):
    _, out, _ = run(tmp_path, "print('no end', end='')\n", "--workers", "1")
    assert out == ["[worker 0] no end"]


def test_output_that_is_no_text_passes_as_it_is(tmp_path):
    path = tmp_path / "train.py"
    path.write_text("import sys\nsys.stdout.buffer.write(b'\\xff\\xfe\\n')\n")
    command = [sys.executable, "-m", "compat", "run", "--workers", "1", str(path)]
    assert subprocess.check_output(command, env=environment()) == b"[worker 0] \xff\xfe\n"


@pytest.mark.parametrize(("more", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colours_on_a_terminal_only(tmp_path, more, coloured):
    path = tmp_path / "train.py"
    path.write_text("print('hello')\n")
    master, slave = pty.openpty()
    kept = {name: value for name, value in environment(TERM="xterm").items() if name != "NO_COLOR"}
    subprocess.check_call(
        [sys.executable, "-m", "compat", "run", "--workers", "1", str(path)], env=dict(kept, **more), stdout=slave
    )
    said = os.read(master, 1000)
    os.close(slave)
    os.close(master)
    assert (b"\033[" in said) is coloured
    assert b"hello" in said


def test_one_that_ends_with_a_status_ends_the_others(tmp_path):
    script = "if task['index'] == 1: sys.exit(3)\n" + HANG
    began = time.monotonic()
    status, out, err = run(tmp_path, script, "--workers", "3")
    assert status == 3
    assert err == ["error: worker 1 ended with status 3, so the others were stopped; its last lines say why"]
    assert all_gone([int(line.split()[-1]) for line in out])
    assert time.monotonic() - began < 30


def test_one_that_is_killed_ends_the_others(tmp_path):
    process = start(tmp_path, HANG, "--workers", "2")
    pids = waiting(process, 2)
    os.kill(pids[0], signal.SIGKILL)
    _, err = process.communicate(timeout=LIMIT)
    assert process.returncode == 128 + signal.SIGKILL
    assert len(err.splitlines()) == 1
    assert "was killed by SIGKILL, so the others were stopped; look whether memory ran out" in err
    assert all_gone(pids)


def test_one_that_will_not_end_is_killed(tmp_path):
    script = "import signal, time\nif task['index'] == 0: time.sleep(1); sys.exit(1)\n"
    script += "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + HANG
    status, out, err = run(tmp_path, script, "--workers", "2")
    assert status == 1
    assert err == ["error: worker 0 ended with status 1, so the others were stopped; its last lines say why"]
    assert all_gone([int(out[0].split()[-1])])


def test_what_a_worker_started_ends_with_it(tmp_path):
    script = """
import subprocess, time
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])
print('waiting %d' % child.pid, flush=True)
time.sleep(300)
"""
    process = start(tmp_path, script, "--workers", "2")
    children = waiting(process, 2)
    process.terminate()
    process.communicate(timeout=LIMIT)
    assert all_gone(children)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_worker_outlives_the_run(tmp_path, number):
    process = start(tmp_path, HANG, "--workers", "2")
    pids = waiting(process, 2)
    process.send_signal(number)
    _, err = process.communicate(timeout=LIMIT)
    assert all_gone(pids)
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert "error: " not in err


def test_second_signal_does_not_wait(tmp_path):
    script = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n" + HANG
    process = start(tmp_path, script, "--workers", "1")
    pids = waiting(process, 1)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LIMIT)
    assert time.monotonic() - began < workers.GRACE / 2
    assert all_gone(pids)


def test_a_hangup_that_is_ignored_stays_ignored(tmp_path):
    """`nohup python -m compat run --workers 2 train.py` trains on when the terminal is closed."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = start(tmp_path, "print('waiting %d' % os.getpid())\nimport time\ntime.sleep(2)\n", "--workers", "1")
    finally:
        signal.signal(signal.SIGHUP, before)
    waiting(process, 1)
    process.send_signal(signal.SIGHUP)
    _, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, err) == (0, "")


def counting(tmp_path, deaths):
    """A script that counts its starts in a file, and whose second worker dies in the first ones.

    It dies once the first worker has counted, too: one that is stopped before would be a start behind ever after.
    """
    return f"""
import time
path = {str(tmp_path)!r} + '/%d' % task['index']
with open(path, 'a') as file: file.write('.')
count = os.path.getsize(path)
print('start', count)
if task['index'] == 1 and count <= {deaths}:
    first = path[:-1] + '0'
    while not os.path.exists(first) or os.path.getsize(first) < count: time.sleep(0.01)
    os.kill(os.getpid(), 9)
if count <= {deaths}: time.sleep(300)
"""


def test_all_start_again(tmp_path):
    status, out, err = run(tmp_path, counting(tmp_path, 2), "--workers", "2", "--restarts", "3")
    assert status == 0
    assert err == [
        "note: worker 1 was killed by SIGKILL; all start again (1 of 3)",
        "note: worker 1 was killed by SIGKILL; all start again (2 of 3)",
    ]
    assert [line for line in out if line.startswith("[worker 1]")] == [f"[worker 1] start {i}" for i in (1, 2, 3)]


def test_restarts_run_out(tmp_path):
    status, _, err = run(tmp_path, counting(tmp_path, 9), "--workers", "2", "--restarts", "1")
    assert status == 128 + signal.SIGKILL
    assert err[0] == "note: worker 1 was killed by SIGKILL; all start again (1 of 1)"
    assert err[1].startswith("error: worker 1 was killed by SIGKILL, so the others were stopped")
    assert len(err) == 2


def test_parameter_servers_end_with_the_chief(tmp_path):
    """They serve for ever, and so do the workers of a coordinator."""
    script = "if task['type'] == 'chief': sys.exit()\n" + HANG
    process = start(tmp_path, script, "--workers", "1", "--chief", "--ps", "1")
    pids = waiting(process, 2)
    _, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, err) == (0, "")
    assert all_gone(pids)


def test_a_worker_that_ends_early_is_no_death(tmp_path):
    script = "import time\nif task['index'] == 0: time.sleep(1)\nprint('done')\n"
    status, out, err = run(tmp_path, script, "--workers", "2")
    assert (status, out, err) == (0, ["[worker 1] done", "[worker 0] done"], [])


def test_gpus_are_shared_out(tmp_path):
    script = "print(os.environ.get('CUDA_VISIBLE_DEVICES'))\n"
    _, out, _ = run(tmp_path, script, "--workers", "2", "--evaluator", CUDA_VISIBLE_DEVICES="0,1, 2,3")
    assert sorted(out) == ["[evaluator] -1", "[worker 0] 0,1", "[worker 1] 2,3"]
    for hidden in ("-1", ""):
        _, out, _ = run(tmp_path, script, "--workers", "2", CUDA_VISIBLE_DEVICES=hidden)
        assert sorted(line.rstrip() for line in out) == [f"[worker {i}] {hidden}".rstrip() for i in range(2)]


def test_grpc_reaches_localhost_without_the_proxy(tmp_path):
    script = "print(os.environ['no_grpc_proxy'], os.environ.get('no_proxy'))\n"
    _, out, _ = run(tmp_path, script, "--workers", "1", no_proxy="example.org")
    assert out == ["[worker 0] example.org,localhost example.org"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--workers", "0"), "takes a number, 1 or more"),
        (("--chief",), "--chief goes with --workers"),
        (("--restarts", "2"), "--restarts goes with --workers"),
        (("--workers", "2", "--ps", "1"), "--ps goes with --chief"),
    ],
)
def test_options_that_disagree(tmp_path, options, message):
    status, out, err = run(tmp_path, "", *options)
    assert (status, out) == (2, [])
    assert len(err) == 1
    assert err[0].startswith("error: ")
    assert message in err[0]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"TF_CONFIG": "{}"}, "error: TF_CONFIG is set, so that this process is in a cluster already"),
        ({"CUDA_VISIBLE_DEVICES": "0,1,2"}, "error: CUDA_VISIBLE_DEVICES=0,1,2 names 3 GPUs, which 2 processes cannot"),
    ],
)
def test_environments_that_disagree(tmp_path, more, message):
    status, _, err = run(tmp_path, "", "--workers", "2", **more)
    assert status == 2
    assert err[0].startswith(message)


def test_help_has_an_example():
    said = subprocess.check_output([sys.executable, "-m", "compat", "run", "--help"], env=environment()).decode()
    assert "python -m compat run --workers 2 --restarts 3 train.py" in said


def test_a_namesake_is_named_once(tmp_path):
    (tmp_path / "compat.py").write_text("")
    _, _, err = run(tmp_path, "", "--workers", "2")
    assert len(err) == 1
    assert err[0].startswith("note: ")


def test_two_runs_get_different_ports():
    with contextlib.ExitStack() as held:
        ports = [port for _ in range(20) for port in held.enter_context(reserved_ports(4))]
        assert len(set(ports)) == 80
