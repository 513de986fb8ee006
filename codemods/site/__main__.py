"""`python -m codemods.site FOLDER` writes what mkdocs builds the site from."""

from __future__ import annotations

from pathlib import Path

import click

from codemods.site.sources import configuration, sources

ASSETS = Path(__file__).with_name("assets")


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Write `mkdocs.yml` and the pages into FOLDER, which has to be new or empty."""
    if folder.exists() and any(folder.iterdir()):
        raise click.ClickException(f"{folder} is not empty: name a new folder")
    pages = sources()
    for name, text in pages.items():
        path = folder / "pages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for asset in ASSETS.iterdir():
        (folder / "pages" / "assets").mkdir(exist_ok=True)
        (folder / "pages" / "assets" / asset.name).write_bytes(asset.read_bytes())
    (folder / "mkdocs.yml").write_text(configuration(), encoding="utf-8")
    click.echo(f"{len(pages)} pages in {folder}")


if __name__ == "__main__":
    main()
