"""What kind of object a method is called on, as far as the file shows it."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from codemods.releases import api
from codemods.source.file import File, Reference, name_of, once_per_file
from codemods.source.moved_names import respelled
from codemods.source.walk import nodes

_MODEL_MAKERS = (
    "keras.models.Model",
    "keras.models.Sequential",
    "keras.models.load_model",
    "keras.models.clone_model",
    "keras.models.model_from_json",
    "keras.utils.multi_gpu_model",
)


_DATASET = "tensorflow.data.Dataset"
DATASET_STEPS = frozenset(
    [
        "apply",
        "batch",
        "cache",
        "concatenate",
        "enumerate",
        "filter",
        "flat_map",
        "from_generator",
        "from_tensor_slices",
        "from_tensors",
        "interleave",
        "list_files",
        "map",
        "padded_batch",
        "prefetch",
        "range",
        "repeat",
        "shard",
        "shuffle",
        "skip",
        "take",
        "unbatch",
        "window",
        "with_options",
        "zip",
    ]
)
"""Methods of a dataset that hand back a dataset."""


def modern_path(file: File, reference: Reference) -> str:
    """Where the target has what a name means; the name itself where it has it nowhere else."""
    if file.target.has(reference.qualified):
        return reference.qualified
    return respelled(reference.spelling.plain, reference.spelling.root) or reference.qualified


@dataclass(frozen=True)
class Receiver:
    """An object of the class `path` of Keras or TensorFlow, or of a class of the file that is derived from it."""

    path: str
    derived: cst.ClassDef | None = None

    def defines(self, file: File, name: str) -> bool:
        """Whether the file's own classes give the object that name, or may do."""
        owner = self.derived
        for _ in range(8):
            if owner is None:
                return False
            if name in _own_names(file, owner):
                return True
            if len(owner.bases) != 1:
                return True
            base = owner.bases[0].value
            owner = class_named(file, base.value) if isinstance(base, cst.Name) else None
        return True


def receiver_of(file: File, node: cst.BaseExpression, depth: int = 8) -> Receiver | None:
    """The class of the object that `node` gives, if every value that reaches it is of that class."""
    if not depth:
        return None
    if isinstance(node, cst.Call):
        return _made_by(file, node, depth)
    if isinstance(node, cst.Name):
        if _is_self(file, node):
            owner = file.enclosing_class(node)
            return derived_from(file, owner) if owner is not None else None
        values = file.definitions(node)
        return _common(file, values, depth) if values is not None else None
    if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and _is_self(file, node.value):
        owner = file.enclosing_class(node)
        values = _assigned_to_self(file, owner, node.attr.value) if owner is not None else None
        return _common(file, values, depth) if values else None
    return None


def _common(file: File, values: list[cst.BaseExpression], depth: int) -> Receiver | None:
    found = {receiver_of(file, value, depth - 1) for value in values}
    return found.pop() if len(found) == 1 else None


def _made_by(file: File, call: cst.Call, depth: int) -> Receiver | None:
    reference = file.reference(call.func)
    if reference is not None and reference.spelling.shimmed:
        return None  # what the shims make has more than the modern class
    if reference is not None:
        path = modern_path(file, reference)
        symbol = api.lookup(path)
        if symbol is not None and symbol.kind == "class":
            return Receiver(path)
        if reference.canonical in _MODEL_MAKERS or reference.canonical.startswith("keras.applications."):
            root = "tensorflow.keras" if reference.spelling.root.startswith("tensorflow") else "keras"
            return Receiver(f"{root}.models.Model")
        head, _, name = path.rpartition(".")
        return Receiver(_DATASET) if head == _DATASET and name in DATASET_STEPS else None
    if isinstance(call.func, cst.Name):
        owner = class_named(file, call.func.value)
        return derived_from(file, owner) if owner is not None else None
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in DATASET_STEPS:
        above = receiver_of(file, call.func.value, depth - 1)
        if above is not None and above.path.startswith("tensorflow.data.") and above.path.endswith("Dataset"):
            return Receiver(_DATASET)
    return None


def derived_from(file: File, owner: cst.ClassDef, depth: int = 8) -> Receiver | None:
    """What an object of a class of the file is, if the class has one base and that leads to a known one."""
    base = owner
    for _ in range(depth):
        if len(base.bases) != 1 or base.keywords:
            return None
        value = base.bases[0].value
        reference = file.reference(value)
        if reference is not None:
            path = modern_path(file, reference)
            symbol = api.lookup(path)
            return Receiver(path, owner) if symbol is not None and symbol.kind == "class" else None
        above = class_named(file, value.value) if isinstance(value, cst.Name) else None
        if above is None or above is base:
            return None
        base = above
    return None


def _is_self(file: File, name: cst.Name) -> bool:
    """Whether `name` is the first parameter of the method that it stands in."""
    function = file.function(name)
    if not isinstance(function, cst.FunctionDef) or function.decorators:
        return False
    body = file.parent(function)
    if not isinstance(body, cst.IndentedBlock) or not isinstance(file.parent(body), cst.ClassDef):
        return False
    first = (*function.params.posonly_params, *function.params.params)[:1]
    return [binding.node for binding in file.assignments(name)] == [*first]


@once_per_file
def _assigned_to_self(file: File, owner: cst.ClassDef, name: str) -> list[cst.BaseExpression] | None:
    """The values of all `self.name = value` of a class; None where it is bound in another way as well."""
    values: list[cst.BaseExpression] = []
    for node in file.attributes:
        if node.attr.value != name or file.enclosing_class(node) is not owner:
            continue
        if not isinstance(node.value, cst.Name) or not _is_self(file, node.value):
            continue
        target = file.parent(node)
        if isinstance(target, cst.AssignTarget):
            statement = file.parent(target)
            if not isinstance(statement, cst.Assign):
                return None
            values.append(statement.value)
        elif isinstance(target, cst.AnnAssign | cst.AugAssign | cst.For | cst.AsName | cst.NamedExpr | cst.Element):
            if getattr(target, "target", node) is node or isinstance(target, cst.AsName):
                return None
    return values


@once_per_file
def _own_names(file: File, owner: cst.ClassDef) -> set[str]:  # noqa: ARG001 - kept with the file
    """The names that a class body binds, and the attributes that its methods set on `self`."""
    found: set[str] = set()
    for statement in owner.body.body:
        if isinstance(statement, cst.FunctionDef | cst.ClassDef):
            found.add(statement.name.value)
    for node in nodes(owner, cst.AssignTarget, cst.AnnAssign, cst.With):
        target = getattr(node, "target", None)
        if isinstance(target, cst.Name):
            found.add(target.value)
        elif isinstance(target, cst.Attribute) and name_of(target.value) is not None:
            found.add(target.attr.value)
    return found


def is_model(file: File, node: cst.BaseExpression, depth: int = 8) -> bool:
    """Whether every value that reaches `node` is made by Keras as a model."""
    if isinstance(node, cst.Call):
        symbol = file.symbol(node.func) or ""
        return symbol in _MODEL_MAKERS or symbol.startswith("keras.applications.") or _is_model_class(file, node.func)
    if isinstance(node, cst.Name) and depth:
        values = file.definitions(node)
        return values is not None and all(is_model(file, value, depth - 1) for value in values)
    return False


def class_named(file: File, name: str) -> cst.ClassDef | None:
    """The class of that name at the top level of the file, if it is the only one."""
    found = [
        statement
        for statement in file.module.body
        if isinstance(statement, cst.ClassDef) and statement.name.value == name
    ]
    return found[0] if len(found) == 1 else None


def derives_from(file: File, owner: cst.ClassDef, *symbols: str, depth: int = 8) -> bool:
    """Whether a base class is one of the symbols (or below one that ends with a dot)."""
    for base in owner.bases:
        symbol = file.symbol(base.value) or ""
        if any(symbol == each or (each.endswith(".") and symbol.startswith(each)) for each in symbols):
            return True
        above = class_named(file, base.value.value) if isinstance(base.value, cst.Name) else None
        if above is not None and above is not owner and depth and derives_from(file, above, *symbols, depth=depth - 1):
            return True
    return False


def _is_model_class(file: File, function: cst.BaseExpression) -> bool:
    owner = class_named(file, function.value) if isinstance(function, cst.Name) else None
    return owner is not None and derives_from(file, owner, "keras.models.Model", "keras.models.Sequential")


def is_dataset(file: File, node: cst.BaseExpression) -> bool:
    """Whether `node` is a Keras `Sequence` (a `PyDataset` today): of the file's own class, or an image iterator."""
    if isinstance(node, cst.Name):
        values = file.definitions(node)
        return values is not None and all(
            not isinstance(value, cst.Name) and is_dataset(file, value) for value in values
        )
    if not isinstance(node, cst.Call):
        return False
    if isinstance(node.func, cst.Attribute) and node.func.attr.value in (
        "flow",
        "flow_from_directory",
        "flow_from_dataframe",
    ):
        maker = node.func.value
        makers = file.definitions(maker) if isinstance(maker, cst.Name) else [maker]
        return makers is not None and all(
            isinstance(each, cst.Call)
            and (file.symbol(each.func) or "").endswith("preprocessing.image.ImageDataGenerator")
            for each in makers
        )
    owner = class_named(file, node.func.value) if isinstance(node.func, cst.Name) else None
    return owner is not None and derives_from(file, owner, "keras.utils.Sequence", "keras.utils.PyDataset")
