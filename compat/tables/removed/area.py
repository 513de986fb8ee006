"""Build the rows of removed names from one sentence for each name, or for several names."""

from typing import Mapping, Tuple

from compat.tables.rows import Removed


def area(packages: str, gone_in: str, url: str, advice: Mapping[str, str]) -> Tuple[Removed, ...]:
    """Return rows for the names of one or several packages that were removed in one release.

    `advice` maps names, separated by spaces, to what to do instead; `{name}` in the text stands for the name.
    The name "" is the package itself, and covers all names in it that have no row.
    """
    return tuple(
        Removed(f"{package}.{name}" if name else package, gone_in, text.replace("{name}", name), url)
        for package in packages.split()
        for names, text in advice.items()
        for name in names.split() or [""]
    )
