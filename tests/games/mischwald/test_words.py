"""Moves, stories, reasons and boards in words."""

from pathlib import Path

import pytest

from allmende import Match, new
from allmende.core.data import read_document
from allmende.core.errors import IllegalMove
from allmende.games.mischwald import cards
from tests.games.mischwald.positions import NAME, TREES, card, legal, play, table

CARDS = Path(cards.__file__).parent / "data" / "cards.json"
BOARD = """\
Deck 118, winters -
Clearing:
     oak: ♣ Oak (2)
     H070: ← European Hare (0, Linden)  → European Badger (1, Douglas Fir)
Seat 1: 15 points; hand 1, cave 0
  t1 Oak                ← European Hare ×2  ↑ Red Squirrel
  t2 sapling            ↓ Moss
  nothing around: Linden t3 t4
Seat 2: 1 points; hand 1, cave 1
  everybody knows that this is in hand: Great Spotted Woodpecker / Wood Ant
Your hand:
     V114: ↑ Goshawk (2, Douglas Fir)  ↓ Moss (0, Linden)
Seat 1: draw two cards or play one"""


def sentences(match: Match, language: str = "en", seat: int | None = None) -> list[str]:
    """Say what the last move set off."""
    speaker = match.game.speaker(language, ["Ada", "Ben", "Cleo"])
    return [speaker.say(event) for event in match.story(len(match.moves) - 1, seat)]


def test_the_board() -> None:
    match = table(
        "oak: red_squirrel, H071@left, H072@left; sapling: V129@bottom; linden; linden",
        hands=("V114", "V115"),
        clearing="oak H070",
        players={1: {"hand": ["V115"], "known": ["V115"], "cave": ["V116"]}},
    )
    assert match.board(0) == BOARD


def test_the_board_fits_into_80_columns_with_many_trees() -> None:
    around = "great_spotted_woodpecker, parasol_mushroom, brown_long_eared_bat@left, squeaker@right"
    bare = "; ".join(TREES * 2)
    match = table(f"silver_fir: {around}; sapling: {around}; {bare}; sapling; sapling")
    for language in ("en", "de", "nl"):
        lines = match.board(0, language).splitlines()
        assert max(len(line) for line in lines) <= 80
        assert len(lines) <= 16


def test_the_question_is_on_the_board_of_the_one_who_is_asked() -> None:
    match = play(table(hands=("birch", "")), "play birch")
    assert match.board(0).endswith("Birch: draw cards (1)?")
    assert match.board(1).endswith("decide on something optional")
    assert match.board(0, "de").endswith("Birke: Karten ziehen (1)?")
    assert match.board(0, "nl").endswith("Berk: kaarten trekken (1)?")


def test_the_story_of_a_tree() -> None:
    match = play(table(hands=("linden beech", "")), "play linden", "pay beech")
    told = sentences(match)
    assert told[0] == "Ada pays into the clearing: Beech."
    assert told[1] == "Ada plants a tree: Linden (t1)."
    assert told[2].startswith("From the deck into the clearing: ")
    assert told[3] == "It is Ben's turn."
    assert sentences(match, "de")[1] == "Ada pflanzt einen Baum: Linde (t1)."
    assert sentences(match, "nl")[1] == "Ada plant een boom: Linde (t1)."


def test_the_story_of_a_draw_is_for_the_one_who_draws() -> None:
    match = play(table(), "draw")
    assert sentences(match, seat=1) == ["Ada draws from the deck."]
    assert len(sentences(match, seat=0)) == 2


def test_notation_and_data() -> None:
    match = table("birch; oak", hands=("H070 linden beech", ""), clearing="V114")
    moves = {str(move): move.data for move in match.legal()}
    assert moves["take V114"] == {"do": "take", "card": "V114"}
    assert moves["play H070 right"] == {"do": "play", "card": "H070", "half": "right"}
    assert moves["play linden"] == {"do": "play", "card": "linden"}
    assert moves["sapling beech"] == {"do": "sapling", "card": "beech"}
    play(match, "play H070 left")
    assert [move.data for move in match.legal()] == [
        {"do": "place", "tree": "t1"},
        {"do": "place", "tree": "t2"},
    ]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("play V115 top", "This card is not in your hand: Great Spotted Woodpecker / Wood Ant."),
        ("take V115", "This card is not in the clearing: Great Spotted Woodpecker / Wood Ant."),
        ("play H070 left", "There is no free slot on the left of any of your trees."),
        ("play oak", "Oak costs 2; other cards in your hand to pay with: 1."),
        ("pay oak", "A turn begins with a card that you draw or play."),
        ("yes", "A turn begins with a card that you draw or play."),
    ],
)
def test_why_not(move: str, reason: str) -> None:
    match = table(hands=("H070 oak", ""))
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    assert reason in str(refused.value)


def test_a_tree_for_the_mole_that_came_too_late() -> None:
    mole = card("mole")
    hand, placed = f"{mole} linden linden beech", {"mole_cards": "placed"}
    match = table("birch; oak: fly_agaric", hands=(hand, ""), options=placed)
    play(match, f"play {mole} bottom", "pay linden", "pay linden", "yes")
    drawn = match.view(0)["players"][0]["held_back"][0]
    if drawn != "beech":
        reason = match.why_not(f"sapling {drawn}")
        assert reason is not None
        assert reason.key == "not.held_back"


def test_a_game_has_titles_in_all_languages() -> None:
    match = new(NAME, seats=2, seed=1)
    titles = [match.game.texts[language]["game.title"] for language in ("en", "de", "nl")]
    assert titles == ["Forest Shuffle", "Mischwald", "Forest Shuffle"]
    assert legal(match)[0] == "keep"


def test_every_species_has_its_rules_in_words() -> None:
    facts = read_document(CARDS)["species"]
    needed = {
        f"rule.{part}.{species['id']}"
        for species in facts
        for part in ("effect", "bonus", "points")
        if species[part] is not None
    }
    for catalog in new(NAME, seats=2, seed=1).game.texts.values():
        assert {key for key in catalog if key.startswith("rule.")} == needed


def test_the_points_on_the_cards_add_up() -> None:
    chestnuts = "horse_chestnut: red_squirrel; horse_chestnut; oak: red_squirrel, H071@left"
    match = table(chestnuts, players={0: {"cave": ["V116"]}})
    player = match.view(1)["players"][0]
    first, second, oak = player["forest"]
    assert (first["points"], second["points"]) == (4, None)
    assert first["top"][0]["points"] == 0
    assert (oak["points"], oak["top"][0]["points"], oak["left"][0]["points"]) == (0, 5, 1)
    assert match.scores()[0] == 4 + 5 + 1 + player["cave_count"]


def test_points_for_several_cards_stand_with_the_tree_that_was_planted_first() -> None:
    flies = "purple_emperor, wood_ant; birch: camberwell_beauty; birch: peacock_butterfly"
    forest = table(f"birch: {flies}").view(1)["players"][0]["forest"]
    assert [tree["top"][0]["points"] for tree in forest] == [6, None, None]
    forest = table(f"oak: {flies}; birch: red_squirrel").view(None)["players"][0]["forest"]
    assert [tree["top"][0]["points"] for tree in forest] == [6, None, None, 0]


def test_cards_that_are_known_by_name_show_what_is_printed_on_them() -> None:
    match = table(
        "sapling",
        players={0: {"cave": ["V116"]}, 1: {"hand": ["V115"], "known": ["V115"], "cave": ["V117"]}},
    )
    own = match.view(0)["players"][0]["forest"][0]["card"]
    assert set(match.view(0)["named"]) == {own, "V115", "V116"}
    assert set(match.view(None)["named"]) == {"V115"}
    assert match.view(0)["named"]["V116"][1]["species"] == "wood_ant"
