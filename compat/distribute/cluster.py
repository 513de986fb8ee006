"""Wait for the other processes of a cluster before a strategy does, which would wait for an hour without a word.

`MultiWorkerMirroredStrategy` reaches the other tasks while it is made. One that never appears keeps all others for the
hour that TensorFlow's coordination service has by default, and no public option shortens it. Measured on 2.21: nothing
is said for 22 minutes, SIGTERM included; with the private option for 15 s, worker 0 blames itself ("Deadline Exceeded
... RegisterTask"), no address is named, and worker 1 goes on waiting. `wait_for_workers` asks at the addresses first.

https://github.com/tensorflow/tensorflow/blob/v2.21.0/tensorflow/python/distribute/collective_all_reduce_strategy.py
"""

import contextlib
import json
import os
import socket
import time
import warnings
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

_PATIENCE = 2.0
"""Seconds that one address has to answer, so that a host that drops packets does not keep the others from an answer."""

_PAUSE = 0.2
_PROXIES = ("grpc_proxy", "https_proxy", "http_proxy")


class _Task(NamedTuple):
    kind: str
    number: int
    address: str

    def __str__(self) -> str:
        return f"{self.kind} {self.number} at {self.address}"

    @property
    def host_and_port(self) -> Tuple[str, int]:
        host, _, port = self.address.rpartition(":")
        if not host or not port.isdigit():
            raise ValueError(f"{self} is no address: it takes HOST:PORT")
        return host.strip("[]"), int(port)


def wait_for_workers(timeout_seconds: float = 300.0, cluster_resolver: Any = None) -> None:
    """Return when every other task of the cluster has answered at its address; call it before a strategy is made.

    Every process calls it, with the same cluster: that of `TF_CONFIG`, or of `cluster_resolver`. Until it returns, this
    process listens at its own address, which TensorFlow's server takes over afterwards. Without a cluster, or in an
    evaluator, there is nothing to wait for. An answer says that a process is there, not that it is the right one.

    Raises:
        TimeoutError: tasks have not answered; their addresses, and what became of the last attempt.
        OSError: another process has the address of this one.
        ValueError: the cluster is not one.

    """
    own, others = _of_resolver(cluster_resolver) if cluster_resolver is not None else _of_environment()
    if not others:
        return
    _warn_of_proxy(others)
    until = time.monotonic() + timeout_seconds
    if own is None:
        missing = _missing(others, until)
    else:
        with _listening(own) as server:
            missing = _missing(others, until)
            if not missing:
                _let_itself_be_found(server, len(others))
    if missing:
        raise TimeoutError(_said_of(missing, len(others) + (own is not None), timeout_seconds))


def _of_environment() -> Tuple[Optional[_Task], List[_Task]]:
    text = os.environ.get("TF_CONFIG") or "{}"
    try:
        config = json.loads(text)
        task = config.get("task", {})
        return _split(config.get("cluster", {}), task.get("type"), task.get("index"))
    except (AttributeError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"TF_CONFIG is not the description of a cluster ({error}): {text}") from error


def _of_resolver(resolver: Any) -> Tuple[Optional[_Task], List[_Task]]:
    return _split(resolver.cluster_spec().as_dict(), resolver.task_type, resolver.task_id)


def _split(cluster: Dict[str, List[str]], kind: Any, number: Any) -> Tuple[Optional[_Task], List[_Task]]:
    if kind == "evaluator":
        return None, []  # it reads checkpoints, and is no part of the cluster
    tasks = [
        _Task(job, index, address)
        for job, addresses in cluster.items()
        if job != "evaluator"
        for index, address in enumerate(addresses)
    ]
    own = [task for task in tasks if task.kind == kind and task.number == int(number or 0)]
    if kind is not None and tasks and not own:
        raise ValueError(f"the cluster has no {kind} {number}: it has {', '.join(map(str, tasks))}")
    return (own[0] if own else None), [task for task in tasks if task not in own]


@contextlib.contextmanager
def _listening(own: _Task) -> Iterator[socket.socket]:
    """Answer at the own address: the kernel does it, as long as the socket listens."""
    port = own.host_and_port[1]
    with contextlib.closing(socket.socket()) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind(("", port))
        except OSError as error:
            raise OSError(
                f"{own} is this process, and another one has the port ({error.strerror}):"
                " end it, or give this task another port in every process"
            ) from error
        server.listen(128)
        yield server


def _let_itself_be_found(server: socket.socket, count: int) -> None:
    """Stay until `count` others have asked here too, each once; a TensorFlow server that is up already does not ask."""
    until = time.monotonic() + _PATIENCE
    for _ in range(count):
        server.settimeout(max(until - time.monotonic(), _PAUSE))
        try:
            server.accept()[0].close()
        except socket.timeout:
            return


def _missing(tasks: List[_Task], until: float) -> Dict[_Task, str]:
    """Return the tasks that have not answered, and why the last attempt failed."""
    missing = dict.fromkeys(tasks, "")
    while True:
        for task in list(missing):
            said = _refusal(task, min(_PATIENCE, max(until - time.monotonic(), _PAUSE)))
            if said is None:
                del missing[task]
            else:
                missing[task] = said
        if not missing or time.monotonic() >= until:
            return missing
        time.sleep(_PAUSE)


def _refusal(task: _Task, seconds: float) -> Optional[str]:
    try:
        socket.create_connection(task.host_and_port, timeout=seconds).close()
    except socket.timeout:
        return "no answer"
    except socket.gaierror as error:
        return f"no such host: {error.strerror}"
    except OSError as error:
        return error.strerror or str(error)
    return None


def _said_of(missing: Dict[_Task, str], count: int, seconds: float) -> str:
    tasks = ", ".join(f"{task} ({why})" for task, why in missing.items())
    return (
        f"{len(missing)} of {count} tasks did not appear within {seconds:g} s: {tasks}. Look whether a process runs"
        " there, whether a firewall lets it be reached, and whether the cluster has the same addresses in every process"
    )


def _warn_of_proxy(tasks: List[_Task]) -> None:
    """Say that gRPC goes through a proxy, where the question asked here does not."""
    proxy = next((name for name in _PROXIES if os.environ.get(name)), None)
    if proxy is None:
        return
    exceptions = os.environ.get("no_grpc_proxy") or os.environ.get("no_proxy") or ""  # noqa: SIM112  (as gRPC has it)
    suffixes = tuple(part.strip() for part in exceptions.split(",") if part.strip())
    through = [task.address for task in tasks if not task.host_and_port[0].endswith(suffixes)]
    if through:
        warnings.warn(
            f"{proxy} is set, so that TensorFlow reaches {', '.join(through)} through the proxy, and may wait for ever:"
            " name the hosts in no_proxy, separated by commas",
            stacklevel=3,
        )
