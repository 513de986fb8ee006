"""Writes a `.keras` file in place of the folder that `export_saved_model` wrote, and reads it again."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.files.exported_models import Exported, Place, exported_models
from codemods.analysis.files.file_paths import Text
from codemods.analysis.files.written_files import resuffixed
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.rewriting.add_imports import bind_keras, bind_module
from codemods.rewriting.replace import replace
from codemods.source.arguments import named, with_args
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Import, Replacement

_SUFFIX = ".keras"
_EXPERIMENTAL = "experimental"


def exports_to_files(file: File) -> Iterator[Edit]:
    """Change all calls that mean one folder."""
    for exported in exported_models(file) if goes_to_keras_3(file) else ():
        yield _edit(file, exported)


def _edit(file: File, exported: Exported) -> Edit:
    imports: list[Import] = []
    replacements: list[tuple[cst.CSTNode, Replacement]] = [
        *((file.statement(each.call), _saved(file, exported, each, imports)) for each in exported.writes),
        *((each.call, _loaded(file, exported, each, imports)) for each in exported.reads),
    ]
    inside = {text for place in (*exported.writes, *exported.reads) for text in _texts(place.path)}
    replacements += [(text, resuffixed(text, (), _SUFFIX)) for text in exported.texts if text not in inside]
    said = "Keras 3 loads no SavedModel: the model is now in a .keras file, where it was in a folder"
    return Edit(exported.writes[0].call, said, tuple(replacements), tuple(imports))


def _saved(file: File, exported: Exported, write: Place, imports: list[Import]) -> Replacement:
    """`model.save(path)`, behind a line that makes the folder of the path."""
    path, line = _path(exported, write), file.statement(write.call)
    assert isinstance(line, cst.SimpleStatementLine)
    function = cst.Attribute(write.given["model"].value, cst.Name("save"))
    save = with_args(write.call, [cst.Arg(path)]).with_changes(func=function)
    saving = line.with_changes(body=[cst.Expr(save)])
    if exported.has_folder is False:
        return saving
    name, needs = bind_module(file, "os", "os", write.call)
    imports += needs
    code = file.module.code_for_node(path)
    whole = code if exported.has_folder else f"{name}.path.abspath({code})"
    making = file.parse_statement(f"{name}.makedirs({name}.path.dirname({whole}), exist_ok=True)")
    first = making.with_changes(leading_lines=line.leading_lines)
    return cst.FlattenSentinel([first, saving.with_changes(leading_lines=())])


def _loaded(file: File, exported: Exported, read: Place, imports: list[Import]) -> cst.Call:
    """`load_model(path, compile=False)`: the model had to be compiled again."""
    function = read.call.func
    above = function.value if isinstance(function, cst.Attribute) else None
    if isinstance(above, cst.Attribute) and above.attr.value == _EXPERIMENTAL:
        keras = file.code(above.value)
    else:
        keras, needs = bind_keras(file, read.call)
        imports += needs
    custom = [named(read.given[name], name) for name in ("custom_objects",) if name in read.given]
    args = [cst.Arg(_path(exported, read)), *custom, named(cst.Arg(cst.Name("False")), "compile")]
    return with_args(read.call, args).with_changes(func=cst.parse_expression(f"{keras}.models.load_model"))


def _path(exported: Exported, place: Place) -> cst.BaseExpression:
    """The path with the suffix, unless a literal gets it elsewhere."""
    path = place.path
    for text in exported.texts:
        if text in _texts(path):
            changed = replace(path, [(text, resuffixed(text, (), _SUFFIX))])
            assert isinstance(changed, cst.BaseExpression)
            return changed
    if exported.texts:
        return path
    return cst.BinaryOperation(path, cst.Add(), cst.SimpleString(f'"{_SUFFIX}"'))


def _texts(path: cst.BaseExpression) -> list[Text]:
    return list(nodes(path, cst.SimpleString, cst.FormattedStringText))
