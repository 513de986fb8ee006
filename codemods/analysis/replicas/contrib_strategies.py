"""Spell a call of a contrib strategy as one of `tf.distribute` with the same devices."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.data_flow import Flow
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.replicas.gpu_count import devices, is_number
from codemods.source.arguments import bind, literal
from codemods.source.canonical_names import below
from codemods.source.file import File, Reference

CONTRIB = "tensorflow.contrib.distribute"
_MIRRORED = ("MirroredStrategy", "python.mirrored_strategy.MirroredStrategy")
_ONE_DEVICE = ("OneDeviceStrategy", "python.one_device_strategy.OneDeviceStrategy")
_PARAMETERS = ("devices", "num_gpus", "num_gpus_per_worker", "cross_device_ops", "auto_shard_dataset")
"""The parameters in TensorFlow 1.13 to 1.15; 1.12 differs after the third, so later ones are read by name only."""
_IN_PLACE = 3
_WITHOUT_EFFECT = ("auto_shard_dataset", "prefetch_on_device")
"""Arguments that matter only with several workers, or that ask for what every strategy does today."""
_ALL_REDUCE = (f"{CONTRIB}.AllReduceCrossTowerOps", f"{CONTRIB}.AllReduceCrossDeviceOps")
_REDUCTIONS = {"nccl": "NcclAllReduce", "hierarchical_copy": "HierarchicalCopyAllReduce"}


def is_contrib(reference: Reference) -> bool:
    """True if a name, however it is spelled, is in `tf.contrib.distribute`."""
    return below(reference.spelling.plain, CONTRIB)


def modern_strategy(file: File, call: cst.Call) -> str:
    """The call of the same strategy in `tf.distribute`, with `{tf}` for the module."""
    reference = file.reference(call.func)
    name = reference.spelling.plain.removeprefix(f"{CONTRIB}.") if reference is not None else ""
    if name in _ONE_DEVICE:
        return f"{{tf}}.distribute.OneDeviceStrategy({spelled_arguments(file, call)})"
    if name not in _MIRRORED:
        raise Declined(call, f"{name or 'it'} has no equivalent in tf.distribute under which a Keras model trains")
    return f"{{tf}}.distribute.MirroredStrategy({_arguments(file, call)})"


def spelled_arguments(file: File, call: cst.Call) -> str:
    """The code of a call's arguments, separated by commas."""
    return ", ".join(file.code(arg.with_changes(comma=cst.MaybeSentinel.DEFAULT)).strip() for arg in call.args)


def _arguments(file: File, call: cst.Call) -> str:
    given = bind(call, *_PARAMETERS[:_IN_PLACE])
    if given is None:
        raise Declined(call, "its arguments are unpacked or positional")
    known = {*_PARAMETERS, "cross_tower_ops", *_WITHOUT_EFFECT}
    if not given.keys() <= known:
        raise Declined(call, "no release takes its arguments")
    counts = [given[name].value for name in ("num_gpus", "num_gpus_per_worker") if name in given]
    named = given["devices"].value if "devices" in given and literal(given["devices"].value) is not None else None
    if named is not None and counts:
        raise Declined(call, "it is given both device names and a number of GPUs")
    parts = [_devices(file, call, counts) if named is None else file.code(named)]
    operations = [given[name].value for name in ("cross_device_ops", "cross_tower_ops") if name in given]
    parts += [f"cross_device_ops={_reduction(file, each)}" for each in operations if literal(each) is not None]
    return ", ".join(part for part in parts if part)


def _devices(file: File, call: cst.Call, counts: list[cst.BaseExpression]) -> str:
    """The code of the device list: the first GPUs, or the CPU if their number is 0; "" for all visible GPUs."""
    if not counts:
        return ""
    count = counts[0]
    number = literal(count)
    if number is None:
        return ""
    if isinstance(count, cst.Name) and (value := file.only_value(count)) is not None:
        number = literal(value)
    if isinstance(number, int) and number <= 1:
        return '["GPU:0"]' if number else '["CPU:0"]'
    flow = Flow(file, file.function(call))
    if not is_number(flow, count):
        raise Declined(count, f"{file.code(count)} may not be a number")
    listed = devices(flow, count) or ""
    return listed if isinstance(number, int) else f'{listed} or ["CPU:0"]'


def _reduction(file: File, node: cst.BaseExpression) -> str:
    """`tf.distribute.NcclAllReduce(num_packs=2)` for `AllReduceCrossTowerOps("nccl", num_packs=2)`."""
    if not isinstance(node, cst.Call) or file.symbol(node.func) not in _ALL_REDUCE:
        raise Declined(node, "its all-reduce algorithm is not written out")
    given = bind(node, "all_reduce_alg", "num_packs")
    if given is None or not given.keys() <= {"all_reduce_alg", "num_packs"}:
        raise Declined(node, "its all-reduce aggregates gradients in a way that tf.distribute does not support")
    algorithm = literal(given["all_reduce_alg"].value) if "all_reduce_alg" in given else "nccl"
    if not isinstance(algorithm, str) or algorithm not in _REDUCTIONS:
        raise Declined(node, "its all-reduce algorithm is not written out")
    packs = f"num_packs={file.code(given['num_packs'].value)}" if "num_packs" in given else ""
    return f"{{tf}}.distribute.{_REDUCTIONS[algorithm]}({packs})"
