"""What kind of object a method is called on, as far as the file shows it."""

from __future__ import annotations

import libcst as cst

from codemods.file import File

_MODEL_MAKERS = (
    "keras.models.Model",
    "keras.models.Sequential",
    "keras.models.load_model",
    "keras.models.clone_model",
    "keras.models.model_from_json",
    "keras.utils.multi_gpu_model",
)


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
