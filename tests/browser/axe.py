"""axe-core, the accessibility checker, run inside a page."""

from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
SERIOUS = ["serious", "critical"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules about colours: in the other scheme the same page can break no other."""
FIND = """async ([serious, only]) => {
    await new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)));
    const others = axe._audit.rules.filter(rule =>
        !serious.includes(rule.impact) || (only && !only.includes(rule.id)));
    const rules = Object.fromEntries(others.map(rule => [rule.id, { enabled: false }]));
    const found = await axe.run(document, { resultTypes: ['violations'], rules });
    return found.violations.filter(it => serious.includes(it.impact)).flatMap(it =>
        it.nodes.map(node => `${it.id}: ${node.target} ${node.failureSummary}`)); }"""
"""Looks once the page is drawn, as some of it hangs on sizes. A rule says how serious it is to
break it, so the others need no look; and what is in order is long to tell, so it does not leave the
page."""


def serious_violations(page: Page, only: list[str] | None = None) -> list[str]:
    """List what axe finds on a page as it stands, as far as it is serious; a few rules may be
    enough."""
    assert SOURCE.exists(), "axe-core is not installed: run `make page`"
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SOURCE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(FIND, [SERIOUS, only])
    return found


def serious_in_both_schemes(page: Page) -> list[str]:
    """List what axe finds on a page in light, and about its colours in dark; the page stays in
    dark."""
    page.emulate_media(color_scheme="light")
    found = serious_violations(page)
    page.emulate_media(color_scheme="dark")
    return found + serious_violations(page, COLOURS)
