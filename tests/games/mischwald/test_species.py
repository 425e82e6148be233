"""Points of each of the 57 species, and the rulings on single points."""

import pytest

from allmende.games.mischwald import game
from allmende.games.mischwald.cards import TABLE
from tests.games.mischwald.positions import species_points, table

ALL_TREES = "; ".join(TABLE.symbols)
FULL = "european_hare@left, european_hare@right, tree_frog, goshawk"
TEN = "; ".join(["birch"] * 10)

# A species, the forests of the seats, and the points of that species in the first one.
CASES: list[tuple[str, tuple[str, ...], int]] = [
    ("linden", ("linden; linden",), 6),
    ("linden", ("linden; linden", "linden; linden"), 6),
    ("linden", ("linden; linden", "linden; linden; linden"), 2),
    ("oak", (ALL_TREES,), 10),
    ("oak", (f"{ALL_TREES}; oak",), 20),
    ("oak", ("oak; linden; birch",), 0),
    ("silver_fir", ("silver_fir",), 0),
    ("silver_fir", ("silver_fir: tree_frog, goshawk; birch: mole",), 4),
    ("silver_fir", ("silver_fir: common_toad, common_toad, european_hare@left",), 6),
    ("birch", ("birch; birch; linden",), 2),
    ("beech", ("beech; beech; beech",), 0),
    ("beech", ("beech; beech; beech; beech",), 20),
    ("sycamore", ("sycamore; birch; sapling: mole",), 3),
    ("sycamore", ("sycamore; sycamore",), 4),
    ("douglas_fir", ("douglas_fir; douglas_fir; birch",), 10),
    ("horse_chestnut", ("horse_chestnut",), 1),
    ("horse_chestnut", ("; ".join(["horse_chestnut"] * 3),), 9),
    ("horse_chestnut", ("; ".join(["horse_chestnut"] * 8),), 49),
    ("barbastelle_bat", ("birch: barbastelle_bat",), 0),
    (
        "barbastelle_bat",
        ("birch: barbastelle_bat@left; birch: bechsteins_bat; birch: greater_horseshoe_bat",),
        5,
    ),
    (
        "bechsteins_bat",
        ("birch: barbastelle_bat@left; birch: bechsteins_bat; birch: brown_long_eared_bat",),
        5,
    ),
    ("bechsteins_bat", ("birch: bechsteins_bat; birch: bechsteins_bat; oak: gnat",), 0),
    (
        "brown_long_eared_bat",
        (
            "birch: barbastelle_bat@left; birch: bechsteins_bat; birch: brown_long_eared_bat;"
            "oak: brown_long_eared_bat",
        ),
        10,
    ),
    (
        "greater_horseshoe_bat",
        ("birch: greater_horseshoe_bat; birch: bechsteins_bat; birch: brown_long_eared_bat",),
        5,
    ),
    ("greater_horseshoe_bat", ("birch: greater_horseshoe_bat; birch: bechsteins_bat",), 0),
    ("beech_marten", ("birch: beech_marten",), 0),
    ("beech_marten", (f"birch: beech_marten; oak: {FULL}; sapling: {FULL}",), 10),
    ("beech_marten", ("birch: beech_marten@left, lynx@right, tree_frog, goshawk",), 5),
    ("blackberries", ("birch: blackberries",), 2),
    ("blackberries", ("birch: blackberries; oak: moss; beech: tree_ferns",), 6),
    ("brown_bear", ("birch: brown_bear",), 0),
    ("bullfinch", ("birch: bullfinch",), 0),
    ("bullfinch", ("birch: bullfinch, gnat; oak: camberwell_beauty, wood_ant",), 6),
    ("camberwell_beauty", ("birch: camberwell_beauty",), 0),
    ("camberwell_beauty", ("birch: camberwell_beauty; oak: purple_emperor",), 3),
    ("large_tortoiseshell", ("birch: large_tortoiseshell; oak: large_tortoiseshell",), 0),
    (
        "large_tortoiseshell",
        ("birch: large_tortoiseshell; oak: peacock_butterfly; oak: purple_emperor",),
        6,
    ),
    (
        "peacock_butterfly",
        (
            "birch: large_tortoiseshell; oak: peacock_butterfly; oak: purple_emperor;"
            "birch: camberwell_beauty",
        ),
        12,
    ),
    (
        "purple_emperor",
        (
            "birch: large_tortoiseshell; oak: peacock_butterfly; oak: purple_emperor;"
            "birch: camberwell_beauty; birch: silver_washed_fritillary",
        ),
        20,
    ),
    (
        "silver_washed_fritillary",
        (
            "birch: silver_washed_fritillary; oak: silver_washed_fritillary; oak: purple_emperor;"
            "birch: purple_emperor; birch: camberwell_beauty",
        ),
        9,
    ),
    ("chaffinch", ("beech: chaffinch",), 5),
    ("chaffinch", ("birch: chaffinch; beech",), 0),
    ("chanterelle", ("birch: chanterelle",), 0),
    ("common_toad", ("birch: common_toad",), 0),
    ("common_toad", ("birch: common_toad, common_toad; oak: common_toad",), 10),
    ("eurasian_jay", ("birch: eurasian_jay; oak: eurasian_jay",), 6),
    ("european_badger", ("birch: european_badger",), 2),
    (
        "european_fat_dormouse",
        ("birch: european_fat_dormouse@left, brown_long_eared_bat@right",),
        15,
    ),
    ("european_fat_dormouse", ("birch: european_fat_dormouse; oak: barbastelle_bat",), 0),
    ("european_fat_dormouse", ("sapling: european_fat_dormouse@right, bechsteins_bat@left",), 15),
    ("european_hare", ("birch: european_hare",), 1),
    ("european_hare", ("birch: european_hare@left, european_hare@left; oak: european_hare",), 9),
    ("fallow_deer", ("birch: fallow_deer",), 3),
    ("fallow_deer", ("birch: fallow_deer; oak: squeaker; oak: wild_boar; oak: lynx",), 9),
    ("fire_salamander", ("birch: fire_salamander",), 5),
    ("fire_salamander", ("birch: fire_salamander; oak: fire_salamander",), 15),
    (
        "fire_salamander",
        ("birch: fire_salamander; oak: fire_salamander; oak: fire_salamander",),
        25,
    ),
    ("fireflies", ("birch: fireflies",), 0),
    ("fireflies", ("birch: fireflies; oak: fireflies",), 10),
    ("fireflies", ("birch: fireflies; oak: fireflies; oak: fireflies",), 15),
    ("fireflies", ("birch: fireflies; oak: fireflies; oak: fireflies; oak: fireflies",), 20),
    ("fly_agaric", ("birch: fly_agaric",), 0),
    ("gnat", ("birch: gnat",), 0),
    ("gnat", ("birch: gnat; oak: barbastelle_bat; oak: barbastelle_bat",), 2),
    ("goshawk", ("birch: goshawk",), 3),
    ("goshawk", ("birch: goshawk; oak: bullfinch; oak: tawny_owl; oak: red_squirrel",), 9),
    ("great_spotted_woodpecker", ("birch: great_spotted_woodpecker",), 10),
    ("great_spotted_woodpecker", ("birch: great_spotted_woodpecker", "sapling; birch"), 0),
    ("great_spotted_woodpecker", ("birch: great_spotted_woodpecker; sapling", "oak; birch"), 10),
    ("hedgehog", ("birch: hedgehog",), 0),
    ("hedgehog", ("birch: hedgehog; oak: purple_emperor; oak: purple_emperor; oak: gnat",), 4),
    ("lynx", ("birch: lynx; oak: lynx",), 0),
    ("lynx", ("birch: lynx; oak: lynx; oak: roe_deer",), 20),
    ("mole", ("birch: mole",), 0),
    ("moss", (f"{TEN}; oak: moss",), 10),
    ("moss", ("birch: moss; " + "; ".join(["sapling"] * 8),), 0),
    ("parasol_mushroom", ("birch: parasol_mushroom",), 0),
    ("penny_bun", ("birch: penny_bun",), 0),
    ("pond_turtle", ("birch: pond_turtle",), 5),
    ("raccoon", ("birch: raccoon",), 0),
    ("red_deer", ("birch: red_deer",), 1),
    ("red_deer", ("birch: red_deer; oak: moss; sapling: blackberries",), 5),
    ("red_fox", ("birch: red_fox",), 0),
    ("red_fox", ("birch: red_fox; oak: european_hare@left, european_hare@left",), 4),
    ("red_squirrel", ("oak: red_squirrel",), 5),
    ("red_squirrel", ("birch: red_squirrel; oak",), 0),
    ("roe_deer", ("birch: roe_deer/linden",), 3),
    ("roe_deer", ("linden: roe_deer/linden; linden; oak: red_fox/linden; birch: moss/linden",), 15),
    ("squeaker", ("birch: squeaker; oak: squeaker",), 2),
    ("stag_beetle", ("birch: stag_beetle",), 0),
    ("stag_beetle", ("birch: stag_beetle; oak: red_squirrel, mole; oak: hedgehog, lynx",), 4),
    ("tawny_owl", ("birch: tawny_owl",), 5),
    ("tree_ferns", ("birch: tree_ferns",), 0),
    ("tree_ferns", ("birch: tree_ferns; oak: common_toad, common_toad; oak: pond_turtle",), 18),
    ("tree_frog", ("birch: tree_frog",), 0),
    ("tree_frog", ("birch: tree_frog; oak: gnat; oak: gnat",), 10),
    ("violet_carpenter_bee", ("birch: violet_carpenter_bee",), 0),
    ("wild_boar", ("birch: wild_boar; oak: wild_boar",), 0),
    ("wild_boar", ("birch: wild_boar; oak: wild_boar; oak: squeaker",), 20),
    ("wild_strawberries", (ALL_TREES.replace("oak", "oak: wild_strawberries"),), 10),
    ("wild_strawberries", ("oak: wild_strawberries; sapling",), 0),
    ("wolf", ("birch: wolf",), 0),
    ("wolf", ("birch: wolf; oak: roe_deer; oak: red_deer; oak: fallow_deer; oak: squeaker",), 15),
    ("wood_ant", ("birch: wood_ant",), 2),
    ("wood_ant", ("birch: wood_ant; oak: common_toad, common_toad; sapling: moss",), 8),
]


@pytest.mark.parametrize(("species", "forests", "points"), CASES)
def test_points_of_a_species(species: str, forests: tuple[str, ...], points: int) -> None:
    match = table(*forests)
    assert species_points(match, species) == points


def test_every_species_has_its_tests() -> None:
    assert {species for species, _, _ in CASES} == set(TABLE.species)


@pytest.mark.parametrize(("species", "forests", "points"), CASES)
def test_the_same_forest_pays_the_same_for_every_seat(
    species: str, forests: tuple[str, ...], points: int
) -> None:
    others = [text for text in forests[1:]] or [""]
    match = table(others[0], forests[0])
    assert species_points(match, species, 1) == points
    assert game.scores(match.record)[1] == sum(n for _, n in game.breakdown(match.record, 1))


def points(species: str, *forests: str) -> int:
    """Return the points of a species in the first of some forests."""
    return species_points(table(*forests), species)


def test_m43_a_bee_adds_to_its_tree_species_and_to_the_total() -> None:
    bee = "violet_carpenter_bee"
    assert points("horse_chestnut", f"horse_chestnut: {bee}") == 4
    assert points("horse_chestnut", f"horse_chestnut: {bee}@left, {bee}@right") == 9
    assert points("linden", f"linden: {bee}", "linden; linden") == 3
    assert points("moss", f"sapling: {bee}, moss; " + "; ".join(["birch"] * 8)) == 10
    assert points("great_spotted_woodpecker", f"oak: {bee}, great_spotted_woodpecker", "oak; oak")


def test_m43_a_bee_adds_nothing_elsewhere() -> None:
    bee = "violet_carpenter_bee"
    assert points("sycamore", f"sycamore: {bee}") == 1
    assert points("red_deer", f"birch: {bee}@left, red_deer@right") == 1
    seven = "; ".join(name for name in TABLE.symbols if name != "linden")
    assert points("oak", f"{seven}; birch: {bee}") == 0
    assert points("roe_deer", f"birch: {bee}/silver_fir; oak: roe_deer/silver_fir") == 6


def test_m44_lindens_are_paid_three_with_the_most_or_tied() -> None:
    assert points("linden", "linden", "linden") == 3
    assert points("linden", "linden", "linden; linden") == 1
    match = table("linden", "linden", "linden; linden", seats=3)
    assert [species_points(match, "linden", seat) for seat in range(3)] == [1, 1, 6]


def test_m45_woodpeckers_count_saplings_and_bees() -> None:
    bird = "great_spotted_woodpecker"
    assert points(bird, f"birch: {bird}; oak: {bird}", "sapling; sapling") == 20
    assert points(bird, f"birch: {bird}", "sapling: violet_carpenter_bee") == 0


def test_m46_beeches_need_four_with_bees() -> None:
    bee = "violet_carpenter_bee"
    assert points("beech", f"beech: {bee}@left, {bee}@right; beech") == 10
    assert points("beech", f"beech: {bee}; beech; beech") == 15
    assert points("beech", "beech; beech; beech") == 0


def test_m47_horse_chestnuts_are_paid_once_for_all() -> None:
    for count in range(1, 12):
        forest = "; ".join(["horse_chestnut"] * count)
        assert points("horse_chestnut", forest) == min(count, 7) ** 2


def test_m48_butterflies_make_sets_the_biggest_first() -> None:
    names = ("camberwell_beauty", "large_tortoiseshell", "peacock_butterfly", "purple_emperor")
    one_set = "; ".join(f"birch: {name}" for name in names)
    assert points(names[0], one_set) == 12
    two_sets = f"{one_set}; oak: {names[0]}; oak: {names[1]}; oak: {names[0]}"
    assert points(names[0], two_sets) == 12 + 3 + 0


def test_m49_fireflies_and_salamanders_are_paid_once_for_all() -> None:
    assert points("fireflies", "oak: fireflies; oak: fireflies; oak: fireflies") == 15
    assert points("fire_salamander", "oak: fire_salamander; oak: fire_salamander") == 15


def test_m50_hares_are_paid_wherever_they_sit() -> None:
    assert points("european_hare", "oak: european_hare@left, european_hare@right") == 4
    stacked = "oak: european_hare@left, european_hare@left, european_hare@left"
    assert points("european_hare", f"{stacked}; birch: european_hare@right") == 16


def test_m51_roe_deer_count_what_shows_their_symbol() -> None:
    for symbol in ("linden", "silver_fir", "beech", "birch", "horse_chestnut"):
        assert points("roe_deer", f"oak: roe_deer/{symbol}; {symbol}; {symbol}") == 9
    assert points("roe_deer", "oak: roe_deer/linden; sapling(T001)") == 3


def test_m52_a_dormouse_wants_a_bat_at_its_own_tree() -> None:
    near = "oak: european_fat_dormouse@left, brown_long_eared_bat@right"
    assert points("european_fat_dormouse", near) == 15
    far = "oak: european_fat_dormouse@left; birch: brown_long_eared_bat@right"
    assert points("european_fat_dormouse", far) == 0


def test_m53_bats_need_three_species() -> None:
    two = "oak: barbastelle_bat; oak: barbastelle_bat; birch: bechsteins_bat"
    assert points("barbastelle_bat", two) == 0
    three = f"{two}; oak: greater_horseshoe_bat"
    assert points("barbastelle_bat", three) == 10
    assert points("greater_horseshoe_bat", three) == 5


def test_m54_one_partner_is_enough_for_all() -> None:
    assert points("lynx", "oak: lynx; birch: lynx; oak: roe_deer") == 20
    assert points("lynx", "oak: lynx; birch: lynx", "oak: roe_deer") == 0
    assert points("wild_boar", "oak: wild_boar; birch: wild_boar; oak: squeaker") == 20


def test_m55_fallow_deer_count_hoofs_and_wolves_deer() -> None:
    hoofs = "oak: roe_deer; oak: red_deer; oak: wild_boar; oak: squeaker; birch: fallow_deer"
    assert points("fallow_deer", hoofs) == 15
    assert points("wolf", f"{hoofs}; birch: wolf") == 15


def test_m56_bullfinches_count_butterflies_and_stag_beetles_all_paws() -> None:
    assert points("bullfinch", "oak: bullfinch; birch: purple_emperor; birch: gnat") == 4
    paws = "oak: red_squirrel, mole; birch: hedgehog; birch: european_hare; birch: stag_beetle"
    assert points("stag_beetle", paws) == 4


def test_m57_toads_are_paid_in_pairs() -> None:
    assert points("common_toad", "oak: common_toad; birch: common_toad") == 0
    assert points("common_toad", "oak: common_toad, common_toad") == 10


def test_m58_each_card_under_the_cave_is_one_point() -> None:
    match = table("birch", players={0: {"cave": ["linden", "H070", "V114"]}})
    assert match.scores() == [4, 0]
    assert [(line.key, n) for line, n in game.breakdown(match.record, 0)][-1] == ("points.cave", 3)


def test_m41_a_tie_is_a_shared_win() -> None:
    match = table("birch", "birch", "linden", seats=3)
    assert match.scores() == [1, 1, 3]
    assert match.ranking() == [2, 2, 1]
    assert table("birch", "birch").ranking() == [1, 1]


def test_m22_saplings_have_no_species_and_no_symbol() -> None:
    assert points("red_squirrel", "sapling(T010): red_squirrel") == 0  # an Oak, face down
    assert points("chaffinch", "sapling(T033): chaffinch") == 0  # a Beech, face down
    assert points("oak", ALL_TREES.replace("linden", "sapling(T001)")) == 0
    assert points("linden", "linden", "sapling(T002); sapling(T003); linden") == 3


def test_m21_saplings_count_as_trees() -> None:
    assert points("sycamore", "sycamore; sapling; sapling") == 3
    assert points("red_deer", "oak: red_deer; sapling") == 2
    assert points("moss", "oak: moss; " + "; ".join(["sapling"] * 9)) == 10
    assert points("great_spotted_woodpecker", "oak: great_spotted_woodpecker", "sapling") == 10
    assert points("beech_marten", f"oak: beech_marten; sapling: {FULL}") == 5
    assert points("wood_ant", "oak: wood_ant; sapling: tree_frog") == 4
    assert points("european_fat_dormouse", "sapling: european_fat_dormouse@left, gnat@right") == 0


def test_m28_a_shared_slot_is_one_side_and_many_cards() -> None:
    stack = "european_hare@left, european_hare@left, common_toad, common_toad"
    assert points("silver_fir", f"silver_fir: {stack}") == 8
    assert points("wood_ant", f"oak: wood_ant; silver_fir: {stack}") == 6
    assert points("beech_marten", f"oak: beech_marten; silver_fir: {stack}, goshawk") == 0
    full = f"{stack}, goshawk, lynx@right"
    assert points("beech_marten", f"oak: beech_marten; silver_fir: {full}") == 5


def test_m12_only_the_visible_half_counts() -> None:
    # H070 is a hare with a Linden on the left and a badger with a Douglas Fir on the right.
    match = table("birch: H070@left; oak: red_fox/beech; oak: roe_deer/linden")
    assert species_points(match, "european_hare") == 1
    assert species_points(match, "european_badger") == 0
    assert species_points(match, "red_fox") == 2
    assert species_points(match, "roe_deer") == 6
    match = table("birch: H070@right; oak: red_fox/beech; oak: roe_deer/linden")
    assert species_points(match, "european_hare") == 0
    assert species_points(match, "european_badger") == 2
    assert species_points(match, "red_fox") == 0
    assert species_points(match, "roe_deer") == 3
    # V114 is a Goshawk on top and Moss below.
    assert points("moss", "birch: V114@bottom; oak: bullfinch; " + "; ".join(["sapling"] * 8)) == 10
    assert points("goshawk", "birch: V114@bottom") == 0
