"""How early the winner is known, and how often the lead changes."""

from allmende.bots.calibration import calibration_of
from allmende.core.language import Message
from allmende.lab.report.course import FAVOURITE, POINTS, STEPS, SURE, WAYS, Courses
from allmende.lab.report.findings import Findings

from .. import plots
from ..html import table
from ..names import Voice
from ..part import Part, beside

HALFWAY = STEPS // 2
SELDOM_LED = 0.05
"""Where somebody leads by points in a smaller part of the positions, points say nothing yet."""
EVERY = 2
"""Each second step stands in the table."""


def course_part(findings: Findings, voice: Voice) -> Part | None:
    """Say since when the winner is known, where there is anybody else."""
    if findings.setting.seats == 1:
        return None
    courses = findings.seen.courses
    ways = [FAVOURITE, SURE, *([POINTS] if points_lead(courses) else [])]
    names = {
        POINTS: voice.say(Message("paper.course.points")),
        FAVOURITE: voice.say(Message("paper.course.favourite")),
        SURE: voice.say(Message("paper.course.sure")),
    }
    found = [*known(courses, voice), *changes(courses, voice)]
    title = voice.say(Message("paper.course.title"))
    shown = []
    if courses.decided:
        words = plots.Words(
            name="course-plot",
            about=" ".join(found),
            across=voice.say(Message("paper.course.played")),
            up=voice.say(Message("paper.course.share")),
            series=tuple(names[way] for way in ways),
        )
        lines = [courses.known_at(way) for way in ways]
        rows = [
            [
                voice.numbers.percent(step / STEPS),
                *(voice.numbers.percent(line[step]) for line in lines),
            ]
            for step in range(0, STEPS + 1, EVERY)
        ]
        headings = [voice.say(Message("paper.course.played")), *(names[way] for way in ways)]
        shown = [beside(plots.curves(words, lines, voice.numbers), table(title, headings, rows))]
    is_read = str(findings.setting.seats) in calibration_of(findings.game).seats
    chances = Message("paper.course.read") if is_read else Message("paper.course.plain")
    return Part(
        name="course",
        title=title,
        found=found,
        how=voice.say(Message("paper.course.how", chances=chances)),
        shown=shown,
    )


def points_lead(courses: Courses) -> bool:
    """Tell whether points say before the end who leads."""
    return courses.mostly_led >= SELDOM_LED


def known(courses: Courses, voice: Voice) -> list[str]:
    """Say since when half of the winners were known."""
    if not courses.decided:
        return [voice.say(Message("paper.course.nobody"))]
    numbers = voice.numbers
    halfway = {way: numbers.percent(courses.known_at(way)[HALFWAY]) for way in WAYS}
    good = {way: numbers.percent(courses.for_good(way)) for way in WAYS}
    chances = Message(
        "paper.course.halfway",
        favourite=halfway[FAVOURITE],
        sure=halfway[SURE],
        good=good[FAVOURITE],
    )
    points = Message("paper.course.by_points", points=halfway[POINTS], good=good[POINTS])
    no_points = Message("paper.course.no_points")
    return [voice.say(chances), voice.say(points if points_lead(courses) else no_points)]


def changes(courses: Courses, voice: Voice) -> list[str]:
    """Say how often the lead changes."""
    numbers = voice.numbers
    favourite = courses.favourite_changes
    never = float(favourite.counts[favourite.values == 0].sum() / favourite.count)
    sentences = [
        voice.say(
            Message(
                "paper.course.changes",
                times=numbers.decimal(favourite.mean),
                never=numbers.percent(never),
            )
        )
    ]
    if points_lead(courses):
        times = numbers.decimal(courses.lead_changes.mean)
        sentences.append(voice.say(Message("paper.course.lead_changes", times=times)))
    return sentences
