"""Models that `export_saved_model` writes to a folder, and `load_from_saved_model` reads again in the same file."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.files.file_names import spelled
from codemods.analysis.files.file_paths import Text, formatted, joined, passed_on, path_ends, text_of
from codemods.analysis.files.saved_models import makes_folders, wants_folders
from codemods.analysis.files.written_files import namesake, places_of
from codemods.analysis.flow.self_attributes import places_of as places_named
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from codemods.source.walk import nodes

_CONTRIB = ("tensorflow.contrib.saved_model", "tensorflow.contrib.saved_model.python.saved_model.keras_saved_model")
WRITERS = ("keras.experimental.export_saved_model", *(f"{each}.save_keras_model" for each in _CONTRIB))
READERS = ("keras.experimental.load_from_saved_model", *(f"{each}.load_keras_model" for each in _CONTRIB))
_FOR_SERVING = ("as_text", "input_signature", "serving_only")
_PARAMETERS = ("model", "saved_model_path", "custom_objects", *_FOR_SERVING)
_MODEL_NODES = (cst.Name, cst.Attribute, cst.Call, cst.Subscript)


class Place(NamedTuple):
    """A call that writes or reads a folder, and what it is given."""

    call: cst.Call
    given: dict[str, cst.Arg]

    @property
    def path(self) -> cst.BaseExpression:
        return self.given["saved_model_path"].value


class Exported(NamedTuple):
    """All calls that write and read one folder.

    `texts` are the literals that its paths end with, if these may change in their places; `has_folder`
    is whether it lies in another one that the file does not make; None if the file does not tell.
    """

    writes: tuple[Place, ...]
    reads: tuple[Place, ...]
    texts: tuple[Text, ...]
    has_folder: bool | None


def exported_models(file: File) -> list[Exported]:
    """The folders whose writers and readers are all known, and that nothing else is done with."""
    writes, reads = _places(file, WRITERS, *_PARAMETERS), _places(file, READERS, *_PARAMETERS[1:3])
    if not writes or not reads or wants_folders(file) is not None:
        return []
    found: list[Exported] = []
    while writes:
        path = writes[0].path
        alike, writes = _divided(file, path, writes)
        again, reads = _divided(file, path, reads)
        if again and all(_is_plain(file, each) for each in alike) and _is_stable(file, path):
            exported = _exported(file, alike, again)
            found += [exported] if exported is not None else []
    return found


def _places(file: File, symbols: tuple[str, ...], *parameters: str) -> list[Place]:
    """The calls of some functions; none where one does not show its path."""
    found: list[Place] = []
    for reference in file.references(*symbols):
        call = file.call_of(reference)
        if isinstance(file.parent(reference.node), cst.ImportAlias) or reference.spelling.shimmed:
            continue
        given = bind(call, *parameters) if call is not None else None
        if call is None or given is None or "saved_model_path" not in given:
            return []
        found.append(Place(call, given))
    return found


def _divided(file: File, path: cst.BaseExpression, places: list[Place]) -> tuple[list[Place], list[Place]]:
    code = file.code(path)
    same = [each for each in places if file.code(each.path) == code and _has_same_names(file, path, each.path)]
    return same, [each for each in places if each not in same]


def _has_same_names(file: File, one: cst.BaseExpression, other: cst.BaseExpression) -> bool:
    pairs = zip(nodes(one, cst.Name), nodes(other, cst.Name), strict=True)
    return all(file.variable(first) == file.variable(second) for first, second in pairs)


def _is_plain(file: File, write: Place) -> bool:
    """True for a statement that exports a model of Keras's own classes, and not for serving alone."""
    model = write.given["model"].value if "model" in write.given else None
    if not isinstance(model, _MODEL_NODES) or not isinstance(file.parent(write.call), cst.Expr):
        return False
    if any(name in write.given and literal(write.given[name].value) not in (False, None) for name in _FOR_SERVING):
        return False
    line, origin = file.statement(write.call), origin_of(file, model)
    is_alone = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1
    return is_alone and not (isinstance(origin, Receiver) and origin.derived)


def _is_stable(file: File, node: cst.BaseExpression) -> bool:
    """True if an expression means the same wherever it stands: names that are bound once, and literals."""
    if isinstance(node, cst.SimpleString):
        return True
    if isinstance(node, cst.Name):
        return file.only_binding(node) is not None
    if isinstance(node, cst.Attribute):
        written = [each for each in _alike(file, node) if isinstance(file.parent(each), cst.AssignTarget)]
        return len(written) <= 1 and isinstance(node.value, cst.Name) and _is_stable(file, node.value)
    if isinstance(node, cst.BinaryOperation):
        return _is_stable(file, node.left) and _is_stable(file, node.right)
    if isinstance(node, cst.FormattedString):
        inner = [each.expression for each in node.parts if isinstance(each, cst.FormattedStringExpression)]
        return all(_is_stable(file, each) for each in inner)
    if isinstance(node, cst.Call) and (joined(file, node) or passed_on(file, node) or formatted(node) is not None):
        return all(_is_stable(file, arg.value) for arg in node.args)
    return False


def _exported(file: File, writes: list[Place], reads: list[Place]) -> Exported | None:
    """What becomes of a folder; None if it has another use, or the name of the file is taken."""
    paths = [each.path for each in (*writes, *reads)]
    if not all(_has_no_other_use(file, path, paths) for path in paths if isinstance(path, cst.Name | cst.Attribute)):
        return None
    ends = dict.fromkeys(end for path in paths for end in path_ends(file, path))
    texts = tuple(end for end in ends if end is not None)
    for text in texts:
        places = places_of(file, text, (text_of(text).rpartition("/")[2],), frozenset())
        is_clear = places is not None and places.perhaps is None and all(each in texts for each in places.same)
        if not is_clear or namesake(file, text, (), ".keras", texts) is not None:
            return None
    in_place = len(texts) == len(ends) and all(_is_of_path(file, text, paths) for text in texts)
    return Exported(tuple(writes), tuple(reads), texts if in_place else (), _folder(file, texts))


def _has_no_other_use(file: File, path: cst.BaseExpression, paths: list[cst.BaseExpression]) -> bool:
    """True if what a path stands in is only exported to, loaded from and shown."""
    uses = _alike(file, path) if isinstance(path, cst.Attribute) else places_named(file, path)
    return all(use in paths or isinstance(file.parent(use), cst.AssignTarget) or _is_shown(file, use) for use in uses)


def _alike(file: File, node: cst.Attribute) -> list[cst.CSTNode]:
    """The attributes that are spelled alike, whatever object they are of."""
    code = file.code(node)
    return [each for each in file.attributes if each.attr.value == node.attr.value and file.code(each) == code]


def _is_shown(file: File, use: cst.CSTNode) -> bool:
    return any(isinstance(each, cst.Call) and file.is_builtin(each.func, "print") for each in file.ancestors(use))


def _is_of_path(file: File, text: Text, paths: list[cst.BaseExpression]) -> bool:
    """True if a literal stands in a path itself, or in the value of its name."""
    values = [file.only_value(each) if isinstance(each, cst.Name) else each for each in paths]
    inside = [value for value in values if value is not None and not isinstance(value, cst.Attribute)]
    return any(text is each for value in inside for each in nodes(value, cst.SimpleString, cst.FormattedStringText))


def _folder(file: File, texts: tuple[Text, ...]) -> bool | None:
    """Whether `model.save` needs a folder that the file does not make; `tf.keras` made it."""
    if makes_folders(file):
        return False
    found = [spelled(file, text) for text in texts]
    if not found or any(each is None for each in found):
        return None
    return any(each is not None and each.folder for each in found)
