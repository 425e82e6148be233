/** What is printed on the cards of a species, for the table in the rules. At a table the cards come from the
 * server; `prints.test.ts` holds this list against the game's cards. */
import { kindsOf } from "../species.ts";
import type { Side } from "../view.ts";

const BY_COST: readonly (readonly string[])[] = [
  [
    "birch",
    "blackberries",
    "camberwell_beauty",
    "common_toad",
    "european_hare",
    "fireflies",
    "gnat",
    "large_tortoiseshell",
    "moss",
    "peacock_butterfly",
    "purple_emperor",
    "red_squirrel",
    "silver_washed_fritillary",
    "squeaker",
    "tree_frog",
    "wild_strawberries",
  ],
  [
    "linden",
    "beech",
    "horse_chestnut",
    "barbastelle_bat",
    "bechsteins_bat",
    "beech_marten",
    "brown_long_eared_bat",
    "bullfinch",
    "chaffinch",
    "eurasian_jay",
    "european_badger",
    "european_fat_dormouse",
    "fire_salamander",
    "great_spotted_woodpecker",
    "greater_horseshoe_bat",
    "hedgehog",
    "lynx",
    "raccoon",
    "tree_ferns",
    "violet_carpenter_bee",
    "wood_ant",
  ],
  [
    "oak",
    "silver_fir",
    "sycamore",
    "douglas_fir",
    "chanterelle",
    "fallow_deer",
    "fly_agaric",
    "goshawk",
    "mole",
    "parasol_mushroom",
    "penny_bun",
    "pond_turtle",
    "red_deer",
    "red_fox",
    "roe_deer",
    "stag_beetle",
    "tawny_owl",
    "wild_boar",
  ],
  ["brown_bear", "wolf"],
];

const ON_TOP: readonly string[] = [
  "bullfinch",
  "camberwell_beauty",
  "chaffinch",
  "eurasian_jay",
  "goshawk",
  "great_spotted_woodpecker",
  "large_tortoiseshell",
  "peacock_butterfly",
  "purple_emperor",
  "red_squirrel",
  "silver_washed_fritillary",
  "tawny_owl",
];
const BELOW: readonly string[] = [
  "blackberries",
  "chanterelle",
  "common_toad",
  "fire_salamander",
  "fireflies",
  "fly_agaric",
  "hedgehog",
  "mole",
  "moss",
  "parasol_mushroom",
  "penny_bun",
  "pond_turtle",
  "stag_beetle",
  "tree_ferns",
  "tree_frog",
  "wild_strawberries",
  "wood_ant",
];
export const SPECIES: readonly string[] = BY_COST.flat();

/** How many cards it takes to play a species. */
export const costOf = (species: string): number =>
  BY_COST.findIndex((list) => list.includes(species));

/** At which sides of a tree a species lives; a tree is one itself. */
export function sidesOf(species: string): Side[] {
  if (kindsOf(species).includes("tree")) return ["tree"];
  if (ON_TOP.includes(species)) return ["top"];
  return BELOW.includes(species) ? ["bottom"] : ["left", "right"];
}
