"""Other forms of a script that mean the same, as people write them."""

from __future__ import annotations

import ast
import re
import textwrap

import libcst as cst

from codemods.source.file import File


def twice(source: str) -> str:
    """A notebook, which binds the same names again in each part."""
    return f"{source}\n{source}"


def in_function(source: str) -> str:
    """All but the imports in `main()`."""
    imports, rest = _split(source)
    return f"{imports}\n\ndef main():\n{textwrap.indent(rest, '    ')}\n\nmain()\n"


def on_self(source: str) -> str:
    """All but the imports in a method, the variables of the module as attributes of `self`.

    A variable stays one if a function reads it, or a loop, a `with` or a definition binds it.
    """
    lines = source.split("\n")
    for line, column, name in sorted(_places(source), reverse=True):
        text = lines[line - 1]
        assert text[column:].startswith(name)
        lines[line - 1] = f"{text[:column]}self.{text[column:]}"
    imports, rest = _split("\n".join(lines))
    return f"{imports}\n\nclass Trainer:\n    def run(self):\n{textwrap.indent(rest, '        ')}\n\nTrainer().run()\n"


def handed_over(source: str) -> str:
    """From the first statement that only calls something in a function, which is given the variables that it uses."""
    statements = [each for each in ast.parse(source).body if not isinstance(each, ast.Import | ast.ImportFrom)]
    first = next((each.lineno for each in statements[1:] if isinstance(each, ast.Expr)), None)
    places = _places(source) if first is not None else set()
    used = {name for line, _, name in places if line >= (first or 0)}
    names = sorted({name for line, _, name in places if line < (first or 0) and name in used})
    if first is None or not names:
        return source
    lines = source.split("\n")
    given, rest = ", ".join(names), textwrap.indent("\n".join(lines[first - 1 :]), "    ")
    return "\n".join([*lines[: first - 1], "", f"def work({given}):", rest, "", f"work({given})", ""])


def made(source: str) -> str:
    """Up to the first statement that only calls something, but for `model.add`, in a function that returns its variables."""
    statements = [each for each in ast.parse(source).body if not isinstance(each, ast.Import | ast.ImportFrom)]
    start = next((each.lineno for each in statements if isinstance(each, ast.Assign | ast.Expr)), 0)
    first = next((each.lineno for each in statements[1:] if isinstance(each, ast.Expr) and not _adds(each)), 0)
    places = _places(source) if 0 < start < first else set()
    used = {name for line, _, name in places if line >= first}
    names = ", ".join(sorted({name for line, _, name in places if start <= line < first and name in used}))
    if not names:
        return source
    lines = source.split("\n")
    body = textwrap.indent("\n".join(lines[start - 1 : first - 1]), "    ")
    return "\n".join(
        [
            *lines[: start - 1],
            "",
            "def build():",
            body,
            f"    return {names}",
            "",
            f"{names} = build()",
            *lines[first - 1 :],
        ]
    )


def with_constants(source: str) -> str:
    """The numbers and texts that calls get as constants at the top: `UNITS = 8` and `Dense(UNITS)`."""
    lines = [line.encode() for line in source.split("\n")]
    names: dict[str, str] = {}
    for node in sorted(_passed_literals(source), key=lambda each: (each.lineno, each.col_offset), reverse=True):
        line = lines[node.lineno - 1]
        written = line[node.col_offset : node.end_col_offset].decode()
        name = names.setdefault(written, f"CONSTANT_{len(names)}")
        lines[node.lineno - 1] = line[: node.col_offset] + name.encode() + line[node.end_col_offset :]
    imports, rest = _split("\n".join(line.decode() for line in lines))
    constants = "\n".join(f"{name} = {written}" for written, name in names.items())
    return f"{imports}\n\n{constants}\n{rest}" if names else source


def with_constants_in_one_line(source: str) -> str:
    """The same, as `UNITS, LOSS = 8, "mse"`."""
    found = _constants(source)
    names, values = (", ".join(each) for each in zip(*found, strict=True)) if found else ("", "")
    return _with_constants_as(source, f"{names} = {values}", "{}") if len(found) > 1 else source


def with_dictionary(source: str) -> str:
    """The same, as `config = {"units": 8}` and `Dense(config["units"])`."""
    entries = "".join(f'    "{name}": {written},\n' for name, written in _constants(source))
    return _with_constants_as(source, f"config = {{\n{entries}}}", 'config["{}"]')


def with_options(source: str) -> str:
    """The same, as options of the command line with these defaults: `Dense(args.units)`."""
    options = [
        f'parser.add_argument("--{name}", type={type(ast.literal_eval(written)).__name__}, default={written})'
        for name, written in _constants(source)
    ]
    lines = ["import argparse", "", "parser = argparse.ArgumentParser()", *options, "args = parser.parse_args()"]
    return _with_constants_as(source, "\n".join(lines), "args.{}")


def with_parameters(source: str) -> str:
    """The same, as parameters of a function with these defaults."""
    found = _constants(source)
    imports, rest = _split(with_constants(source))
    lines = [each for each in rest.split("\n") if not each.startswith("CONSTANT_")]
    parameters = ", ".join(f"{name}={written}" for name, written in found)
    body = textwrap.indent("\n".join(lines), "    ")
    form = f"{imports}\n\n\ndef main({parameters}):\n{body}\n\n\nmain()\n"
    return form if found and _parses(form) else source


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _constants(source: str) -> list[tuple[str, str]]:
    return re.findall(r"^(CONSTANT_\d+) = (.*)$", with_constants(source), re.MULTILINE)


def _with_constants_as(source: str, statement: str, use: str) -> str:
    """A source with its constants bound by one statement, and used otherwise."""
    found = _constants(source)
    if not found:
        return source
    lines = "\n".join(f"{name} = {written}" for name, written in found)
    before, _, after = with_constants(source).partition(lines)
    return before + statement + re.sub(r"CONSTANT_\d+", lambda name: use.format(name[0]), after)


def _passed_literals(source: str) -> list[ast.Constant]:
    calls = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Call)]
    passed = [value for each in calls for value in (*each.args, *(word.value for word in each.keywords if word.arg))]
    literals = [each for each in passed if isinstance(each, ast.Constant) and each.lineno == each.end_lineno]
    return [each for each in literals if isinstance(each.value, str | int | float) and not isinstance(each.value, bool)]


def _adds(statement: ast.Expr) -> bool:
    call = statement.value
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "add"


def _split(source: str) -> tuple[str, str]:
    """The imports at the top of a source, and what comes after them."""
    end = 0
    for statement in ast.parse(source).body:
        if not isinstance(statement, ast.Import | ast.ImportFrom):
            break
        end = statement.end_lineno or 0
    lines = source.split("\n")
    return "\n".join(lines[:end]), "\n".join(lines[end:])


def _places(source: str) -> set[tuple[int, int, str]]:
    """The line, the column and the name wherever a plain variable of the module is bound or used."""
    file = File(cst.parse_module(source), source.encode())
    found: set[tuple[int, int, str]] = set()
    for name, bindings in file.global_scope.bindings.items():
        named = [node for each in bindings for node in (each.node, *each.uses)]
        if all(isinstance(file.parent(each.node), cst.AssignTarget | cst.Element) for each in bindings if each.node):
            if all(isinstance(node, cst.Name) and file.function(node) is file.module for node in named):
                positions = [file.position(node) for node in named if node is not None]
                found |= {(each.line, each.column, name) for each in positions}
    return found
