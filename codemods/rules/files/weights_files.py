"""Give weights files the names that Keras 3 takes.

## What it does

`save_weights("best.h5")` writes `best.weights.h5`, and whatever in the file means the same file follows: where it is
loaded, looked for, copied or removed; the name of a copy changes too. The path may be a name, a default argument, an
option of the program, a value of a dictionary, an attribute that a subclass sets, or be put together at run time.
`save_weights("best")` and `save_weights("out/best.ckpt")`, which no other text of the program names, write
`best.weights.h5`, too, and make the folder first, as `tf.keras` did. `save_format="h5"` is left out, and so is
`by_name=False` where such a file is loaded. Of an option whose default is renamed, a note tells what else it takes.

## Why

`save_weights` raises ValueError: "The filename must end in `.weights.h5`". `load_weights` still reads the `.h5` and
`.hdf5` files of Keras 2.
https://keras.io/api/models/model_saving_apis/weights_saving_and_loading/

## Numbers

No numbers involved.

## What it leaves to you

Paths whose end the file does not show, files of which it does not show whether two paths mean the same one, `net.h5`
beside `net.hdf5`, which would become one file, objects that may not be Keras models, other scripts of the project that
read the files, and `h5py.File` on a file that the script writes, whose weights have other places in it, which are
reported. Files of earlier runs under their old names: rename no file of Keras 2 to `.weights.h5`, as Keras 3 then takes
it for one of its own; load it once as it is, and save it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.files import file_names
from codemods.analysis.files.file_names import Meaning, Spelled, compared, file_name, spelled, texts
from codemods.analysis.files.file_paths import Text, ends_elsewhere, path_ends, text_of
from codemods.analysis.files.saved_models import lacks_suffix, needs_folder
from codemods.analysis.files.written_files import (
    CHECKPOINT,
    Places,
    Written,
    checkpoints,
    loaded_models,
    path_of,
    places_of,
    resuffixed,
    weights_writers,
    whole_model_texts,
)
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, has_keras_2_only, has_other_framework
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.objects.program_options import option_of_default, option_values
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.replace import replace
from codemods.source.arguments import bind, keyword, literal, with_args
from codemods.source.file import File, name_of, once_per_file
from codemods.source.project import stem_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, rule

_MODERN = ".weights.h5"
_TWICE = f".weights{_MODERN}"
_HDF5 = (".weights", ".h5", ".hdf5", ".hdf")
_REJECTED = f"Keras 3 rejects weights files that do not end with {_MODERN}"
_ADVICE = f"end the path with {_MODERN}, here and where it is read"
_CHECKPOINT_SUFFIX = ".ckpt"
_FILLED_IN = re.compile("[{%]")
_H5PY = "h5py.File"
_LATEST = "tensorflow.train.latest_checkpoint"
_TF_CHECKPOINTS = (
    _LATEST,
    "tensorflow.train.load_checkpoint",
    "tensorflow.train.Checkpoint",
)
_COPIES = frozenset(
    {
        "shutil.copy",
        "shutil.copy2",
        "shutil.copyfile",
        "shutil.move",
        "os.rename",
        "os.replace",
        "os.link",
        "os.symlink",
    }
)


@rule(
    "TFM150",
    example="""
    from keras.models import Sequential

    model = Sequential()
    model.save_weights("best.h5")
    model.load_weights("best.h5")
    """,
)
def weights_files(file: File) -> Iterator[Edit | Manual]:
    """Rename a file in all places that mean it, or report that this is not sure."""
    models = weights_writers(file, Evidence.CERTAIN, Evidence.LIKELY)
    written = [*models, *checkpoints(file, weights_only=True), *_copied(file)]
    ends = {each: path_ends(file, each.path) for each in written}
    own = frozenset(end for found in ends.values() for end in found if end is not None)
    for each in written:
        yield from _without_format(file, each, ends[each])
        ill = [end for end in ends[each] if end is None or not _is_well(end)]
        renamed = [edit for end in ill if end is not None and (edit := _rename(file, each, end, own)) is not None]
        yield from renamed
        if not renamed and ill:
            yield from _left(file, each, ill, own)
        yield from _given_on_the_command_line(file, each, ends[each])
    yield from _not_by_name(file, own)
    yield from _doubtful(file)
    yield from _written_by_others(file, own)
    yield from _latest_checkpoints(file)
    yield from _read_by_h5py(file, own)


def _read_by_h5py(file: File, own: frozenset[Text]) -> Iterator[Manual]:
    """Report where `h5py` reads a file of weights that this script writes: Keras 3 has another order in it."""
    stems = {stem_of(text_of(end)) for end in own} - {""}
    for call in file.calls if stems and since(file.target, "keras 3.0") else ():
        if file.qualified_name(call.func) != _H5PY or not call.args or _writes(call):
            continue
        found = (end for end in path_ends(file, call.args[0].value) if end is not None)
        if any(stem_of(text_of(end)) in stems for end in found):
            said = "Keras 3 keeps weights as layers/NAME/vars/0 in the file, not as NAME/NAME/kernel:0"
            yield Manual(call, _H5PY, said, "load_weights into a model, and read layer.get_weights()")


def _writes(call: cst.Call) -> bool:
    mode = (bind(call, "name", "mode") or {}).get("mode")
    return mode is not None and literal(mode.value) not in ("r", "r+")


def _latest_checkpoints(file: File) -> Iterator[Manual]:
    """Report `model.load_weights(tf.train.latest_checkpoint(folder))`, which Keras 3 refuses."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for call in _loads(file):
        path = path_of(call)
        for made in (leaves(file, path.value) or []) if path is not None else ():
            if isinstance(made, cst.Call) and file.symbol(made.func) == _LATEST:
                said = "Keras 3 reads no checkpoint of TensorFlow in load_weights: File format not supported"
                yield Manual(
                    call, "load_weights", said, "restore it with tf.train.Checkpoint, or save .weights.h5 files"
                )


def _written_by_others(file: File, own: frozenset[Text]) -> Iterator[Manual]:
    """Report files that another script of the project writes, where Keras 3 gives them another name."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    mine = {stem_of(file_name(file, end)) for end in (*own, *whole_model_texts(file) - loaded_models(file))}
    models = (file.call_of(each) for each in file.references("keras.models.load_model"))
    for call in (*_loads(file), *(each for each in models if each is not None)):
        path = path_of(call)
        for end in path_ends(file, path.value) if path is not None else ():
            name = file_name(file, end) if end is not None else ""
            if not name.endswith(_HDF5) or name.endswith(_MODERN) or stem_of(name) in {"", *mine}:
                continue
            if (written := file.project.writer(f"{_absolute(file, path, end)}{name}")) is not None:
                said = f"{written[0]} writes {written[1]} with Keras 3, and this reads {name}"
                yield Manual(call, "load_weights", said, f"read {written[1]}, unless {name} is a file of Keras 2")


def _absolute(file: File, path: cst.Arg | None, end: Text | None) -> str:
    """The folder that a path names from the root on, with its slash; "" for any other path."""
    whole = value_of(file, path.value) if path is not None else None
    folder, slash, _ = text_of(end).rpartition("/") if end is not None and whole is end else ("", "", "")
    return f"{folder}{slash}" if folder.startswith("/") else ""


def _given_on_the_command_line(file: File, written: Written, ends: list[Text | None]) -> Iterator[Manual]:
    """Note that an option whose default was renamed takes other paths, too, which the program is given."""
    for end in ends:
        name = option_of_default(file, end) if end is not None and text_of(end).endswith(_MODERN) else ""
        before = option_values(file.original, name) if name else []
        olds = [text_of(old) for each in before for old in path_ends(file.original, each) if old is not None]
        if any(not old.endswith(_MODERN) for old in olds):
            said = f"the option {name} is a path that Keras 3 takes by default; others that are given have to end so"
            yield Manual(written.arg, _symbol(written), said, f"end what is given with {_MODERN}, too", is_note=True)


def _is_well(end: Text) -> bool:
    text = text_of(end)
    return not text or text.endswith(_MODERN)


def _rename(file: File, written: Written, end: Text, own: frozenset[Text]) -> Edit | None:
    """Rename the file that ends with a literal; None if a place may or may not mean it, or holds something else."""
    places = _places(file, end, own)
    if places is None or places.perhaps is not None or _other_use(file, end, places) is not None:
        return None
    if _rival(file, end, places, own) is not None:
        return None
    if not _is_hdf5(end) and not _loaded(file) & {end, *places.same} and not _is_for_itself(file, end):
        return None
    new = [(node, _once(resuffixed(node, _legacy(end), _MODERN))) for node in (end, *places.same)]
    is_here = not places.same and file.statement(end) is file.statement(written.call)
    elsewhere = "; update whatever else reads it" if is_here else ""
    said = f"the weights file {end.value} is now {new[0][1].value}{elsewhere}"
    if _is_hdf5(end) or not _lacks_folder(file, written, end):
        return Edit(written.call, said, tuple(new))
    return _in_a_folder(file, written, Edit(written.call, said, tuple(new)))


def _is_for_itself(file: File, end: Text) -> bool:
    """True for `"generator"` and `"best.ckpt"` that no other text of the program names."""
    value = text_of(end)
    whole = value.rpartition("/")[2].removesuffix(_CHECKPOINT_SUFFIX)
    name = _FILLED_IN.split(whole)[0]
    if not name.strip("._- ") or not (lacks_suffix(value) or value.endswith(_CHECKPOINT_SUFFIX)):
        return False
    modules = (file, *file.project.linked())
    return not any(name in text_of(each) for module in modules for each in texts(module) if each is not end)


def _in_a_folder(file: File, written: Written, edit: Edit) -> Edit | None:
    """Make the folder first, as `tf.keras` did; None where there is no place for that, or the path may change."""
    line, path = file.statement(written.call), written.path
    if not isinstance(line, cst.SimpleStatementLine) or any(not _is_joining(each) for each in nodes(path, cst.Call)):
        return None
    inside = {id(each) for each in nodes(line, cst.SimpleString, cst.FormattedStringText)}
    own = [(node, new) for node, new in edit.replacements if id(node) in inside]
    name, imports = bind_module(file, "os", "os", written.call)
    value = literal(path)
    if isinstance(value, str):
        folder = repr(value.rpartition("/")[0])
    else:
        folder = f"{name}.path.dirname({name}.path.abspath({file.code(path)}))"
    making = file.parse_statement(f"{name}.makedirs({folder}, exist_ok=True)")
    saving = replace(line, own)
    assert isinstance(saving, cst.SimpleStatementLine)
    first = making.with_changes(leading_lines=line.leading_lines)
    both = cst.FlattenSentinel([first, saving.with_changes(leading_lines=())])
    rest = tuple(each for each in edit.replacements if id(each[0]) not in inside)
    said = f"{edit.message}; Keras 3 does not make its folder"
    return edit._replace(message=said, replacements=((line, both), *rest), imports=imports)


def _is_joining(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in ("join", "format")


def _legacy(end: Text) -> tuple[str, ...]:
    return _HDF5 if _is_hdf5(end) else (_CHECKPOINT_SUFFIX,)


def _rival(file: File, end: Text, places: Places, own: frozenset[Text]) -> Text | None:
    """Another file that would have the same name: one that is renamed as well, or has such a name already."""
    path = spelled(file, end)
    for each in texts(file) if path is not None else ():
        if each is end or each in places.same or not (each in own or text_of(each).endswith(_MODERN)):
            continue
        other = spelled(file, each)
        if other is None or path is None or (before := compared(path, other)) is Meaning.SAME:
            continue
        after = compared(_respelled(path, end), _respelled(other, each))
        if after is Meaning.SAME or (before is Meaning.OTHER and after is Meaning.PERHAPS and each in own):
            return each
    return None


def _respelled(path: Spelled, end: Text) -> Spelled:
    new = file_names.resuffixed(path, _legacy(end), _MODERN) if not text_of(end).endswith(_MODERN) else path
    stem, name = (each.replace(_TWICE, _MODERN) for each in (new.stem, new.name))
    return new._replace(stem=stem, name=name)


def _once(text: Text) -> Text:
    return text.with_changes(value=text.value.replace(_TWICE, _MODERN))


def _lacks_folder(file: File, written: Written, end: Text) -> bool:
    """True for a checkpoint of TensorFlow in a folder that nobody makes any more."""
    path = spelled(file, end)
    return _symbol(written) != CHECKPOINT and (path is None or needs_folder(file, path))


def _is_hdf5(end: Text) -> bool:
    return text_of(end).endswith(_HDF5)


def _places(file: File, end: Text, own: frozenset[Text]) -> Places | None:
    """Where else the file means the one that ends with `end`; all literals with such a suffix are looked at."""
    suffix = next((each for each in _HDF5 if text_of(end).endswith(each)), text_of(end).rpartition("/")[2])
    return places_of(file, end, (suffix,), own - {end}, whole_model_texts(file))


def _other_use(file: File, end: Text, places: Places) -> cst.CSTNode | None:
    """A place where the file holds a whole model; for other suffixes than those of HDF5, any but `load_weights`."""
    whole = [each for each in (end, *places.same) if each in whole_model_texts(file)]
    if _is_hdf5(end):
        return next(iter(whole), None)
    elsewhere = [each for each in places.same if each not in _loaded(file)]
    return next(iter([*(each.node for each in file.references(*_TF_CHECKPOINTS)), *whole, *elsewhere]), None)


@once_per_file
def _loads(file: File) -> list[cst.Call]:
    """The calls of `load_weights`."""
    return [each for each in file.calls if method_of(each) == "load_weights"]


@once_per_file
def _loaded(file: File) -> frozenset[Text]:
    """The literals that the paths of loaded weights end with."""
    paths = [path.value for each in _loads(file) if (path := path_of(each)) is not None]
    return frozenset(end for path in paths for end in path_ends(file, path) if end is not None)


def _left(file: File, written: Written, ill: list[Text | None], own: frozenset[Text]) -> Iterator[Manual]:
    """Report a path that is not renamed, by the first reason."""
    end = ill[0]
    if end is None:
        if written_for(file).keras is not KerasLine.KERAS_3 and not _asks_for_suffix(file):
            yield from _unshown(file, written)
        return
    places = _places(file, end, own)
    culprit = (_other_use(file, end, places) or places.perhaps) if places is not None else None
    why = ", and the same file may be meant elsewhere" if culprit is not None else ""
    rival = _rival(file, end, places, own) if places is not None and culprit is None else None
    if rival is not None:
        culprit, why = rival, f", and with the new suffix {_shown(end)} and {_shown(rival)} would be one file"
    advice = _ADVICE if rival is None else f"give each a name of its own that ends with {_MODERN}"
    yield Manual(written.arg, _symbol(written), _REJECTED + why, advice, culprit=culprit)


def _unshown(file: File, written: Written) -> Iterator[Manual]:
    """Report a path that other modules give, unless all that they give ends well."""
    given = dict.fromkeys(_shown(end) for _, end in ends_elsewhere(file, written.path))
    ill = [each for each in given if not each.endswith(_MODERN)]
    if not given or ill:
        why = f"another module gives {ill[0]}" if ill else "the file does not show this path"
        yield Manual(written.arg, _symbol(written), f"{_REJECTED}, and {why}", _ADVICE)


def _shown(text: Text) -> str:
    return text_of(text).rpartition("/")[2]


@once_per_file
def _asks_for_suffix(file: File) -> bool:
    """True for `path.endswith(".weights.h5")`: the file tells the paths of Keras 3 from others itself."""
    asked = [call for call in file.calls if isinstance(call.func, cst.Attribute) and call.func.attr.value == "endswith"]
    return any(literal(arg.value) == _MODERN for call in asked for arg in call.args)


def _copied(file: File) -> Iterator[Written]:
    """Each call that copies or moves a file of weights to a literal with a suffix of Keras 2."""
    for call in file.calls:
        if (
            file.qualified_name(call.func) in _COPIES
            and (bound := bind(call, "src", "dst")) is not None
            and len(bound) > 1
        ):
            sources = path_ends(file, bound["src"].value)
            targets = path_ends(file, bound["dst"].value)
            is_weights = all(end is not None and text_of(end).endswith(_MODERN) for end in sources)
            if is_weights and all(end is not None and _is_hdf5(end) for end in targets):
                yield Written(call, bound["dst"])


def _symbol(written: Written) -> str:
    func = written.call.func
    return "save_weights" if isinstance(func, cst.Attribute) and func.attr.value == "save_weights" else CHECKPOINT


def _without_format(file: File, written: Written, ends: list[Text | None]) -> Iterator[Edit]:
    """Leave out `save_format="h5"`, which says what the name says from now on."""
    arg = keyword(written.call, "save_format")
    named = [end for end in ends if end is not None and (_is_hdf5(end) or _is_well(end))]
    if arg is not None and literal(arg.value) in ("h5", "hdf5", "keras") and len(named) == len(ends):
        kept = [each for each in written.call.args if each is not arg]
        said = f"removed save_format={file.code(arg.value)}, the only format of weights"
        yield Edit(arg, said, ((written.call, with_args(written.call, kept)),))


def _not_by_name(file: File, own: frozenset[Text]) -> Iterator[Edit | Manual]:
    """Leave out `by_name=False` where a file of Keras 3 is loaded, which takes no `by_name`; report other values."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    written = {text_of(end) for end in own}
    for call in _loads(file):
        by_name = keyword(call, "by_name")
        if by_name is None or not _loads_of_keras_3(file, call, written):
            continue
        if literal(by_name.value) is False:
            kept = [each for each in call.args if each is not by_name]
            said = f"removed by_name=False, which a {_MODERN} file does not take"
            yield Edit(by_name, said, ((call, with_args(call, kept)),))
        elif not file.is_builtin(by_name.value, "None") and not _is_judged_by_its_class(file, call, by_name):
            said = f"Keras 3 takes no by_name= for a {_MODERN} file"
            advice = "leave it out, with skip_mismatch=True if layers differ"
            yield Manual(by_name, "load_weights(by_name=)", said, advice)


def _loads_of_keras_3(file: File, call: cst.Call, written: set[str]) -> bool:
    """True if a model loads a file that can only end as the weights files of Keras 3 do."""
    path = path_of(call)
    ends = path_ends(file, path.value) if path is not None else []
    texts = [text_of(end) if end is not None else "" for end in ends]
    if not texts or not all(each.endswith(_MODERN) for each in texts) or not isinstance(call.func, cst.Attribute):
        return False
    found = evidence(file, call.func.value, Kind.MODEL)
    return found.is_enough or (found is Evidence.UNKNOWN and not written.isdisjoint(texts))


def _is_judged_by_its_class(file: File, call: cst.Call, by_name: cst.Arg) -> bool:
    """True for `by_name=True` on a known model, which TFM198 reports."""
    assert isinstance(call.func, cst.Attribute)
    return literal(by_name.value) is True and isinstance(origin_of(file, call.func.value), Receiver)


def _doubtful(file: File) -> Iterator[Manual]:
    """Report objects that may or may not be Keras models.

    A base class that saves what its subclasses build is in a file that need not import Keras.
    """
    is_keras, is_other = file.imports_family(), has_other_framework(file)
    for written in weights_writers(file, Evidence.UNKNOWN):
        ends = [end for end in path_ends(file, written.path) if end is not None and not _is_well(end)]
        is_held = (name_of(written.call.func) or "").startswith("self.") and not is_other
        if (is_keras or is_held) and any(_is_hdf5(end) for end in ends):
            said = f"if this is a Keras model, its weights file has to end with {_MODERN}"
            yield Manual(written.arg, "save_weights", said, _ADVICE)
