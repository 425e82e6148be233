"""The designer's report in a browser: offline, from phone to screen, by day and by night."""

from pathlib import Path

from playwright.sync_api import Browser

from allmende.lab.report.findings import find_out
from allmende.lab.report.setting import Setting
from allmende.paper.report import report

from .axe import serious_in_both_schemes

SIZES = {"phone": (360, 640), "laptop": (1280, 720), "screen": (1920, 1080)}
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
CUT_OFF = """() => [...document.querySelectorAll('figure')].filter(figure => {
    const inside = [...figure.querySelectorAll('text')].map(it => it.getBoundingClientRect());
    return Math.max(...inside.map(it => it.right)) > innerWidth; }).length"""
BREAKS = "() => getComputedStyle(document.querySelector('figure')).breakInside"


def test_a_report_is_read_anywhere(browser: Browser, tmp_path: Path) -> None:
    setting = Setting("examples/kuhn_poker.py", 2, "browser", games=4, iterations=2)
    file = tmp_path / "report.html"
    file.write_text(report(find_out(setting), "de"), "utf-8")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert serious_in_both_schemes(page) == []
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TOO_WIDE) == 0
        assert page.evaluate(CUT_OFF) == 0
    page.emulate_media(media="print")
    assert page.evaluate(BREAKS) == "avoid"
    assert asked == [file.as_uri()]
    page.close()
