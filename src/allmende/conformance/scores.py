"""Laws about points and places."""

from .case import Case, demand, random_states, speakers_of

GAMES = 30


def places_follow_points(case: Case) -> None:
    """Places begin at 1, leave gaps after ties, and never put fewer points before more."""
    for s in random_states(case, "places", GAMES, 4):
        points, places = case.game.scores(s), case.game.places(s)
        for place in places:
            better = sum(other < place for other in places)
            demand(place == 1 + better, f"places {places} are not places")
        for mine, my_place in zip(points, places, strict=True):
            for yours, your_place in zip(points, places, strict=True):
                demand(mine <= yours or my_place < your_place, f"points {points}, places {places}")


def places_can_be_explained(case: Case) -> None:
    """Points, and what the game names for equal points, give exactly the places."""
    for s in random_states(case, "ties", GAMES, 4):
        points, places = case.game.scores(s), case.game.places(s)
        ties = [case.game.words.tie_break(s, seat) for seat in range(len(points))]
        deciding = [(points[seat], *(value for _, value in tie)) for seat, tie in enumerate(ties)]
        for place, mine in zip(places, deciding, strict=True):
            better = sum(yours > mine for yours in deciding)
            demand(place == 1 + better, f"places {places}, but {deciding} decide")
        for speaker in speakers_of(case.game):
            for label, _ in (line for tie in ties for line in tie):
                speaker.say(label)


def breakdown_adds_up(case: Case) -> None:
    """The lines of each breakdown add up to the score and can be said."""
    for s in random_states(case, "breakdown", GAMES, 4):
        for seat, points in enumerate(case.game.scores(s)):
            lines = case.game.breakdown(s, seat)
            total = sum(line for _, line in lines)
            demand(total == points, f"seat {seat}: {points} points, breakdown {lines}")
            for speaker in speakers_of(case.game):
                for label, _ in lines:
                    speaker.say(label)
