"""How removed names are written down: a sentence for one name, or one for several."""

from typing import Mapping, Tuple

from compat.tables.rows import Removed


def area(packages: str, gone_in: str, url: str, advice: Mapping[str, str]) -> Tuple[Removed, ...]:
    """Rows for the names of one or several packages that went in one release.

    `advice` maps names, parted by blanks, to what a person does instead; `{name}` in it stands for the name.
    The name "" is the package itself, and speaks for all names in it that have no row.
    """
    return tuple(
        Removed(f"{package}.{name}" if name else package, gone_in, text.replace("{name}", name), url)
        for package in packages.split()
        for names, text in advice.items()
        for name in names.split() or [""]
    )
