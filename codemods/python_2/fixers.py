"""The fixers of fissix whose results mean in Python 3 what the source meant in Python 2, and what is said of each.

Left out are those that tidy up what Python 3 takes (`idioms`, `ws_comma`, `set_literal`, `asserts`, `future`), and
those that guess: `buffer`, and `import`, which looks for files on the disk.
"""

from __future__ import annotations

from collections.abc import Mapping

SAID: Mapping[str, str] = {
    "apply": "apply(f, args) is f(*args)",
    "basestring": "basestring is str",
    "dict": "the methods of dictionaries give views, and lists only through list()",
    "except": "an exception is named by as",
    "exec": "exec is a function",
    "execfile": "execfile is exec of the text of a file",
    "exitfunc": "sys.exitfunc is atexit.register",
    "filter": "filter gives an iterator, and a list only through list()",
    "funcattrs": "the attributes of functions have two underscores",
    "getcwdu": "os.getcwdu is os.getcwd",
    "has_key": "has_key is in",
    "imports": "a module of the standard library has another name",
    "imports2": "a module of the standard library has another name",
    "input": "input evaluated what was typed",
    "intern": "intern is sys.intern",
    "isinstance": "a type is named once",
    "itertools": "the iterators of itertools are the builtins",
    "itertools_imports": "the iterators of itertools are the builtins",
    "long": "long is int",
    "map": "map gives an iterator, and a list only through list()",
    "metaclass": "a metaclass is an argument of the class",
    "methodattrs": "the attributes of methods have two underscores",
    "ne": "<> is !=",
    "next": "next is a function, and its method has two underscores",
    "nonzero": "__nonzero__ is __bool__",
    "numliterals": "a number is written in another way",
    "operator": "a function of operator is gone",
    "paren": "a tuple in a list comprehension needs parentheses",
    "print": "print is a function",
    "raise": "an exception is raised by a call",
    "raw_input": "raw_input is input",
    "reduce": "reduce is in functools",
    "reload": "reload is in importlib",
    "renames": "sys.maxint is sys.maxsize",
    "repr": "backticks are repr()",
    "standarderror": "StandardError is Exception",
    "sys_exc": "sys.exc_type and the like are parts of sys.exc_info()",
    "throw": "throw takes an exception",
    "tuple_params": "a parameter is no tuple",
    "types": "a name of types is the type itself",
    "unicode": "unicode is str",
    "urllib": "urllib and urllib2 are parts of urllib",
    "xrange": "xrange is range, and range a list only through list()",
    "xreadlines": "a file is its own iterator",
    "zip": "zip gives an iterator, and a list only through list()",
}
"""By the name of a fixer."""

STATEMENTS = frozenset({"print", "exec"})
"""Fixers of statements, which a source that Python 3 parses has not."""

BUILTINS: Mapping[str, tuple[str, ...]] = {
    **{name: (name,) for name in ("apply", "basestring", "execfile", "filter", "input", "intern", "long", "map")},
    **{name: (name,) for name in ("raw_input", "reduce", "reload", "zip")},
    "standarderror": ("StandardError",),
    "unicode": ("unicode", "unichr"),
    "xrange": ("xrange", "range"),
}
"""The builtins that a fixer is about: where a source binds such a name itself, the fixer does not run."""
