"""What legacy code got that is not the installed release's own object, and where; noted if somebody asks for it."""

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from compat.namespace.callers import caller

Place = Tuple[str, int]
"""A file and a line."""


class Use(NamedTuple):
    """A legacy name that something stood in for; `rule` is the one that removes it, where the shim says so."""

    legacy: str
    rule: Optional[str]


class Uses:
    """The uses in the order in which they were met, each with the places that asked for it."""

    def __init__(self) -> None:
        self.places: Dict[Use, List[Place]] = {}
        self._by_path: Dict[str, Use] = {}

    def note(self, use: Use, place: Place) -> None:
        """Note one use at one place."""
        places = self.places.setdefault(use, [])
        if place not in places:
            places.append(place)

    def note_import(self, module: str, names: Sequence[str], place: Place) -> None:
        """Note an import of names that have been looked up already, for another file."""
        for name in names:
            use = self._by_path.get(module + "." + name)
            if use is not None:
                self.note(use, place)

    def note_lookup(self, path: str, legacy: str, rule: Optional[str]) -> None:
        """Note the first lookup of the name at `path`, in the mirrored namespace."""
        use = self._by_path[path] = Use(legacy, rule)
        self.note(use, _place())

    def note_call(self, legacy: str, rule: str) -> None:
        """Note the first call of a legacy API."""
        self.note(Use(legacy, rule), _place())


def _place() -> Place:
    frame = caller()
    return frame.f_code.co_filename, frame.f_lineno


noted: Optional[Uses] = None
"""None: nobody asks."""


def start() -> Uses:
    """Note the uses from now on."""
    global noted  # noqa: PLW0603 - a process has one list
    noted = noted or Uses()
    return noted
