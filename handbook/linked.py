"""Files outside of docs/ that a page of the site links to become pages of it too.

Markdown is shown as it is, a folder as all of its files, everything else as code. So a link leads
to the same file in the site as in the repository, and the strict build finds those that lead
nowhere.
"""

import os
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"""(?:(?<=\]\()|(?<=src=")|(?<=srcset="))(?!\w+:)([^)#\s"]+)(?=[)#"])""")
"""Where a link leads, or which picture is shown, without what stands behind the #."""
README, ITS_PLACE = "README.md", "repository.md"
"""In a site a README would be taken for the front page."""
FENCE = "````"
LANGUAGES = {"Caddyfile": "nginx", "Containerfile": "docker", ".service": "ini", ".conf": "nginx"}
"""How code is coloured where the ending of the file does not say it."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each file that is linked to, and for those that these link to."""
    docs = Path(config.docs_dir)
    waiting = [docs / file.src_uri for file in files.documentation_pages()]
    while waiting:
        page = waiting.pop()
        for target in links_out(page, docs):
            if files.get_file_from_path(place_of(target)) is None:
                files.append(page_of(target, config))
                if target.suffix == ".md":
                    waiting.append(target)
    return files


def page_of(target: Path, config: MkDocsConfig) -> File:
    """Make a page of a file; most are reached by links alone."""
    place, level = place_of(target), InclusionLevel.NOT_IN_NAV
    return File.generated(config, place, content=shown(target), inclusion=level)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links lead to the pages that were made of files."""
    docs, place = Path(config.docs_dir), page.file.src_uri
    source = source_of(page.file, docs)

    def lead(link: re.Match[str]) -> str:
        target = target_of(source, link[1])
        if not target.exists() or (source.is_relative_to(docs) and target.is_relative_to(docs)):
            return link[1]
        return os.path.relpath(place_in_site(target, docs), Path(place).parent)

    return LINK.sub(lead, markdown) if source.suffix == ".md" else markdown


def links_out(page: Path, docs: Path) -> list[Path]:
    """List the files outside of docs/ that a page links to."""
    targets = [target_of(page, link) for link in LINK.findall(page.read_text("utf-8"))]
    return [path for path in targets if path.exists() and not path.is_relative_to(docs)]


def target_of(page: Path, link: str) -> Path:
    """Return the file that a link leads to."""
    return Path(os.path.normpath(page.parent / link))


def name_of(path: Path) -> str:
    """Name a file from the root of the repository on."""
    return path.relative_to(ROOT).as_posix()


def place_of(path: Path) -> str:
    """Say where the page of a file outside of docs/ stands in the site."""
    name = name_of(path)
    if name == README:
        return ITS_PLACE
    if path.is_dir():
        return f"{name}/index.md"
    return name if name.endswith(".md") else f"{name}.md"


def place_in_site(path: Path, docs: Path) -> str:
    """Say where the page of any file stands in the site."""
    return path.relative_to(docs).as_posix() if path.is_relative_to(docs) else place_of(path)


def source_of(file: File, docs: Path) -> Path:
    """Return the file in the repository that a page is made of."""
    name: str = file.src_uri
    if file.generated_by is None:
        return docs / name
    source = ROOT / (README if name == ITS_PLACE else name)
    return source if source.exists() else source.with_suffix("")  # or of a folder, without links


def shown(path: Path) -> str:
    """Show a file as Markdown: as it is, or as code; a folder with all of its files."""
    if path.suffix == ".md":
        return path.read_text("utf-8")
    if path.is_dir():
        parts = [f"## {part.name}\n\n{as_code(part)}" for part in sorted(path.iterdir())]
        return "\n\n".join([f"# {name_of(path)}/", *parts])
    return f"# {path.name}\n\n`{name_of(path)}`\n\n{as_code(path)}"


def as_code(path: Path) -> str:
    """Show the text of a file as code."""
    language = LANGUAGES.get(path.name) or LANGUAGES.get(path.suffix) or path.suffix[1:] or "text"
    return f"{FENCE}{language}\n{path.read_text('utf-8').rstrip()}\n{FENCE}"
