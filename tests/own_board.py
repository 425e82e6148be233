"""A package from elsewhere with a game and a board of its own, as people would install it."""

from pathlib import Path

GAME = '''"""Four in a row with a board of its own."""
from dataclasses import replace
from pathlib import Path

from examples.four_in_a_row import game as plain

game = replace(plain, name="{name}", page=Path(__file__).parent / "page")
'''
BOARD = """export function mount(element, first) {
  const list = document.createElement("div");
  list.className = "own-board";
  element.append(list);
  function draw(now) {
    list.replaceChildren(
      ...now.legal.map((move) => {
        const button = document.createElement("button");
        button.textContent = `${move.data.column} of ${now.nameOf(now.seat)}`;
        button.addEventListener("click", () => now.offer(move));
        return button;
      }),
    );
    list.dataset.discs = String(now.view.rows.flat().filter((disc) => disc > 0).length);
  }
  draw(first);
  return { update: draw, destroy: () => list.remove() };
}
export const sayMove = (move) => `into ${move.data.column}`;
"""
STYLE = ".own-board button { min-width: 3rem; min-height: 3rem; border-radius: 1.5rem; }\n"
COVER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 4"><path d="M0 4h9L5 0"/></svg>'
BROKEN = "export function mount() { throw new Error('no paint left'); }\n"


def install(site: Path, name: str, board: str = BOARD) -> Path:
    """Put the package of a game into a folder, with its entry point; return its page folder."""
    package = site / name.replace("-", "_")
    page, facts = package / "page", site / f"{package.name}-1.0.dist-info"
    page.mkdir(parents=True)
    facts.mkdir()
    (package / "__init__.py").write_text(GAME.format(name=name))
    (page / "board.js").write_text(board)
    (page / "board.css").write_text(STYLE)
    (page / "cover.svg").write_text(COVER)
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[allmende.games]\n{name} = {package.name}:game\n")
    return page
