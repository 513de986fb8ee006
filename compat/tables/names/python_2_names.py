"""Names of Python 2 that Python 3 no longer has.

`tests/compat/tables/test_python_2_names.py` looks for them in the Python at hand.
https://docs.python.org/3/whatsnew/3.0.html
"""

from typing import Dict, NamedTuple

PYTHON_3 = "https://docs.python.org/3/whatsnew/3.0.html"

BUILTINS: Dict[str, str] = {
    "xrange": "use range",
    "unicode": "use str",
    "raw_input": "use input",
    "basestring": "use str",
    "unichr": "use chr",
    "reduce": "use functools.reduce",
    "execfile": "use exec(open(path).read())",
    "reload": "use importlib.reload",
    "long": "use int",
    "cmp": "use (a > b) - (a < b)",
    "file": "use open",
    "apply": "use f(*args)",
    "intern": "use sys.intern",
    "coerce": "convert both to one type",
    "buffer": "use memoryview",
    "StandardError": "use Exception",
}
"""Functions and types."""

_STRING = "use the method of the text"

NAMES: Dict[str, str] = {
    **{f"string.{name}": _STRING for name in ("join", "joinfields", "split", "splitfields", "replace", "find")},
    **{f"string.{name}": _STRING for name in ("lower", "upper", "strip", "lstrip", "rstrip", "count", "zfill")},
    **{f"string.{name}": f"use string.ascii_{name}" for name in ("letters", "lowercase", "uppercase")},
    "string.maketrans": "use str.maketrans",
    "string.atoi": "use int",
    "string.atof": "use float",
    "os.getcwdu": "use os.getcwd",
    "sys.maxint": "use sys.maxsize",
    "sys.setdefaultencoding": "leave it out: text is Unicode in Python 3",
    "sys.exc_clear": "leave it out",
    "itertools.izip": "use zip",
    "itertools.imap": "use map",
    "itertools.ifilter": "use filter",
    "itertools.izip_longest": "use itertools.zip_longest",
    "itertools.ifilterfalse": "use itertools.filterfalse",
    "urllib.urlopen": "use urllib.request.urlopen",
    "urllib.urlretrieve": "use urllib.request.urlretrieve",
    "urllib.urlencode": "use urllib.parse.urlencode",
    "urllib.quote": "use urllib.parse.quote",
    "urllib.unquote": "use urllib.parse.unquote",
    "urllib.quote_plus": "use urllib.parse.quote_plus",
    "urllib.URLopener": "use urllib.request",
    "urllib.FancyURLopener": "use urllib.request",
    **dict.fromkeys(("commands.getoutput", "commands.getstatusoutput"), "use the same of subprocess"),
    **dict.fromkeys(("thread.start_new_thread", "thread.allocate_lock", "thread.get_ident"), "use threading"),
    "types.StringType": "use str",
    "types.StringTypes": "use str",
    "types.UnicodeType": "use str",
    "types.IntType": "use int",
    "types.LongType": "use int",
    "types.FloatType": "use float",
    "types.ListType": "use list",
    "types.TupleType": "use tuple",
    "types.DictType": "use dict",
    "types.BooleanType": "use bool",
    "types.ClassType": "use type",
}
"""Names of modules that live on."""

MODULES: Dict[str, str] = {
    "cPickle": "import pickle; encoding='latin1' reads what Python 2 wrote",
    "StringIO": "use io.StringIO for text, and io.BytesIO for bytes",
    "cStringIO": "use io.StringIO for text, and io.BytesIO for bytes",
    "urllib2": "use urllib.request",
    "urlparse": "use urllib.parse",
    "httplib": "use http.client",
    "HTMLParser": "use html.parser",
    "cookielib": "use http.cookiejar",
    "BaseHTTPServer": "use http.server",
    "SimpleHTTPServer": "use http.server",
    "SocketServer": "use socketserver",
    "xmlrpclib": "use xmlrpc.client",
    "ConfigParser": "use configparser",
    "Queue": "use queue",
    "Tkinter": "use tkinter",
    "tkMessageBox": "use tkinter.messagebox",
    "tkFileDialog": "use tkinter.filedialog",
    "__builtin__": "use builtins",
    "copy_reg": "use copyreg",
    "anydbm": "use dbm",
}
"""Whole modules."""


READING_PICKLES = frozenset({"Unpickler", "load", "loads"})
"""What of pickle takes the encoding of Python 2's texts."""

OF_PICKLE = READING_PICKLES | {
    *("HIGHEST_PROTOCOL", "PickleError", "Pickler", "PicklingError", "UnpicklingError", "compatible_formats"),
    *("dump", "dumps", "format_version"),
}
"""What cPickle had and pickle has."""


class Method(NamedTuple):
    """A method of dictionaries; `is_of_pandas` says that frames of its releases before 2.0 had it, too."""

    arguments: int
    advice: str
    is_of_pandas: bool = False


METHODS: Dict[str, Method] = {
    "iteritems": Method(0, "use items()", is_of_pandas=True),
    "iterkeys": Method(0, "use keys()"),
    "itervalues": Method(0, "use values()"),
    "viewitems": Method(0, "use items()"),
    "viewkeys": Method(0, "use keys()"),
    "viewvalues": Method(0, "use values()"),
    "has_key": Method(1, "use in"),
}
"""Methods."""

ITERATED: Dict[str, str] = {f"{how}{what}": what for how in ("iter", "view") for what in ("items", "keys", "values")}
"""Methods of dictionaries that another one took the place of."""

NEXT = "next"
"""The method of iterators that the function `next` calls as `__next__`; other objects may have one of this name."""
