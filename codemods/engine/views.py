"""A file as rules see it with more written out: its constants, and the modules of its project around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.graph_entries import has_switch
from codemods.analysis.graphs.graph_mode import graph_uses
from codemods.analysis.releases.written_for import written_for
from codemods.linking.constants import with_constants
from codemods.linking.programs import Program, program_before, programs
from codemods.linking.twins import Twins
from codemods.source.file import File
from codemods.source.project import Project
from codemods.source.wording import listed
from codemods.types import Edit, Manual

Make = Callable[..., File]
"""Makes a `File` of a module, its bytes, the file before any edit, and `project`."""


class View(NamedTuple):
    """What rules see: `own` gives for its nodes those of the file that they stand for, `when` how it is called.

    `root` is the file that runs, the file itself or an importer; None where it shows what may be otherwise.
    `others` has the modules around the file, `plain` the view without its constants written out, if some are.
    """

    when: str
    seen: File
    own: Twins
    root: File | None
    others: tuple[File, ...] = ()
    plain: View | None = None

    def said(self, outcome: Edit | Manual, at: cst.CSTNode) -> Manual:
        """What is said of a place of the file for an outcome."""
        if isinstance(outcome, Manual):
            return outcome._replace(at=at, culprit=None)
        return Manual(at, "", f"{self.when}, it would be edited: {outcome.message}", "edit it by hand")


def views(file: File, make: Make) -> Iterator[View]:
    """The programs that the file is a part of, or else the file alone, each with its constants written out.

    The last one has the values of its options and parameters, too.
    """
    own = View("with its constants written out", file, {}, file)
    for program in programs(file):
        if not any(map(_has_graph, (file.original, program.root, *program.others))):
            linked = _linked(program, file, make)
            yield _written_out(linked, make) or linked
            own = linked if program.root is file else own
    alone = _written_out(own, make) if own.seen is file else None
    if alone is not None:
        yield alone
    of_options = _written_out(own, make, assumed=True)
    if of_options is not None:
        yield of_options._replace(when="with the values of its options and parameters", root=None)


def _has_graph(file: File) -> bool:
    """True for a file with a graph of TensorFlow 1, to which a module is upgraded otherwise than alone."""
    return bool(graph_uses(file)) or has_switch(file)


def _linked(program: Program, file: File, make: Make) -> View:
    when = f"together with {listed(PurePath(each.project.home).name for each in program.others)}"
    project = _around(program, file)
    seen = make(program.module, program.source, _before(program, file, project, make), project=project)
    return View(when, seen, program.own, program.root, program.others)


def _written_out(view: View, make: Make, *, assumed: bool = False) -> View | None:
    """A view with its constants written out, if it has some; one of the file itself knows no twins yet."""
    written = with_constants(view.seen, assumed=assumed)
    if written is None:
        return None
    module, before = written
    own = {node: view.own[twin] for node, twin in before.items() if twin in view.own} if view.own else before
    is_unedited = bool(view.own) and view.seen.original is view.seen
    legacy = None if is_unedited else view.seen.original
    seen = make(module, module.bytes, legacy, project=view.seen.project)
    return view._replace(seen=seen, own=own, plain=view)


def _around(program: Program, file: File) -> Project:
    """What is beside a program: the files in it do not import it, too."""
    homes = {each.project.home for each in (file, program.root, *program.others)}
    around, own = program.root.project, file.project

    def importers(*texts: str) -> Iterator[File]:
        return (each for each in own.importers(*texts) if each.project.home not in homes)

    return own._replace(module=around.module, names_in=around.names_in, importers=importers)


def _before(program: Program, file: File, project: Project, make: Make) -> File | None:
    """The program before any edit; where neither the file nor all around it tell of a release, the file alone."""
    told = written_for(file.original)
    if file.original.imports_family() and told.keras is None and told.tensorflow is None:
        return file.original
    before = program_before(program, file)
    return make(*before, project=project) if before is not None else None


def is_of_a_use(outcome: Edit | Manual) -> bool:
    """False for what is said of imports, and for edits of what runs as it is."""
    is_import = isinstance(outcome.at, cst.Import | cst.ImportFrom | cst.ImportAlias)
    return not is_import and not (isinstance(outcome, Edit) and outcome.still_runs)
