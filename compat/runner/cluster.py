"""A cluster on one machine: its tasks, and the environment that tells each process which of them it is."""

import json
import os
from typing import Dict, List, NamedTuple, Sequence, Tuple

COMPUTING = ("chief", "worker")
"""The kinds of tasks that compute, and so share out the GPUs."""

EVALUATOR = "evaluator"


class Task(NamedTuple):
    """One process of the cluster, as `TF_CONFIG` names it."""

    kind: str
    number: int

    @property
    def label(self) -> str:
        """`worker 0`; a kind of which there is only one has no number."""
        return self.kind if self.kind in ("chief", EVALUATOR) else f"{self.kind} {self.number}"


class Cluster(NamedTuple):
    """How many tasks of each kind there are."""

    workers: int
    servers: int = 0
    chief: bool = False
    evaluator: bool = False

    @property
    def tasks(self) -> List[Task]:
        """All tasks, in the order in which they are started."""
        counts = (
            ("ps", self.servers),
            ("chief", int(self.chief)),
            ("worker", self.workers),
            (EVALUATOR, int(self.evaluator)),
        )
        return [Task(kind, number) for kind, count in counts for number in range(count)]

    @property
    def unending(self) -> Tuple[str, ...]:
        """Kinds that serve the others and do not end by themselves: parameter servers, and workers that have them.

        The workers of an Estimator do end, but those of a coordinator wait for the next thing to do.
        """
        return ("ps", "worker") if self.servers else ()


def environments(cluster: Cluster, ports: Sequence[int]) -> Dict[Task, Dict[str, str]]:
    """Return what each task finds in its environment: `TF_CONFIG`, and its own share of `CUDA_VISIBLE_DEVICES`."""
    addresses: Dict[str, List[str]] = {}
    own = {task: f"localhost:{port}" for task, port in zip(cluster.tasks, ports)}
    for task in cluster.tasks:
        if task.kind != EVALUATOR:
            addresses.setdefault(task.kind, []).append(own[task])
    shares = gpu_shares(cluster)
    found = {}
    for task in cluster.tasks:
        # An evaluator reads checkpoints and is no part of the cluster that trains, but a strategy that it makes looks
        # for it there.
        known = dict(addresses, evaluator=[own[task]]) if task.kind == EVALUATOR else addresses
        config = {"cluster": known, "task": {"type": task.kind, "index": task.number}}
        found[task] = {"TF_CONFIG": json.dumps(config), "no_grpc_proxy": _without_proxy()}
        if shares:
            found[task]["CUDA_VISIBLE_DEVICES"] = shares.get(task, "-1")
    return found


def _without_proxy() -> str:
    """Return the hosts that gRPC reaches directly: through an `http_proxy` it would wait for localhost for ever."""
    hosts = os.environ.get("no_grpc_proxy") or os.environ.get("no_proxy") or ""  # noqa: SIM112  (as gRPC reads them)
    return ",".join(filter(None, [hosts, "localhost"]))


def gpu_shares(cluster: Cluster) -> Dict[Task, str]:
    """Return the GPUs of each task that computes, by `CUDA_VISIBLE_DEVICES`; nothing where that names none.

    Raise `ValueError` where they cannot be shared evenly.
    """
    gpus = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    tasks = [task for task in cluster.tasks if task.kind in COMPUTING]
    names = [name.strip() for name in gpus.split(",") if name.strip()]
    if not names or "-1" in names:
        return {}
    each, rest = divmod(len(names), len(tasks))
    if rest:
        raise ValueError(
            f"CUDA_VISIBLE_DEVICES={gpus} names {len(names)} GPUs, which {len(tasks)} processes cannot share evenly:"
            " name as many for each"
        )
    return {task: ",".join(names[i * each : (i + 1) * each]) for i, task in enumerate(tasks)}
