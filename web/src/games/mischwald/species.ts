/** The signs that are printed on the cards: of which kinds a species is. What they mean for the points
 * is the game's business; `species.test.ts` holds this list against the game's cards. */

export const KINDS = [
  "tree",
  "bird",
  "butterfly",
  "insect",
  "amphibian",
  "plant",
  "mushroom",
  "pawed",
  "cloven_hoofed",
  "deer",
  "bat",
] as const;
export type Kind = (typeof KINDS)[number];

/** The trees, whose signs are on every card. */
export const TREES = [
  "linden",
  "oak",
  "silver_fir",
  "birch",
  "beech",
  "sycamore",
  "douglas_fir",
  "horse_chestnut",
] as const;

const OF_KIND: Record<string, readonly string[]> = {
  tree: TREES,
  bird: [
    "bullfinch",
    "chaffinch",
    "eurasian_jay",
    "goshawk",
    "great_spotted_woodpecker",
    "tawny_owl",
  ],
  butterfly: [
    "camberwell_beauty",
    "large_tortoiseshell",
    "peacock_butterfly",
    "purple_emperor",
    "silver_washed_fritillary",
  ],
  insect: ["fireflies", "gnat", "stag_beetle", "violet_carpenter_bee", "wood_ant"],
  amphibian: ["common_toad", "fire_salamander", "pond_turtle", "tree_frog"],
  plant: ["blackberries", "moss", "tree_ferns", "wild_strawberries"],
  mushroom: ["chanterelle", "fly_agaric", "parasol_mushroom", "penny_bun"],
  pawed: [
    "beech_marten",
    "brown_bear",
    "european_badger",
    "european_fat_dormouse",
    "european_hare",
    "hedgehog",
    "lynx",
    "mole",
    "raccoon",
    "red_fox",
    "red_squirrel",
    "wolf",
  ],
  cloven_hoofed: ["squeaker", "wild_boar"],
  deer: ["fallow_deer", "red_deer", "roe_deer"],
  bat: ["barbastelle_bat", "bechsteins_bat", "brown_long_eared_bat", "greater_horseshoe_bat"],
};

/** Kinds that are of a wider kind too: every butterfly is an insect. */
const WIDER: Partial<Record<string, Kind>> = { butterfly: "insect", deer: "cloven_hoofed" };

const KINDS_OF = new Map<string, Kind[]>();
for (const kind of KINDS) {
  const wider = WIDER[kind];
  for (const species of OF_KIND[kind] ?? []) KINDS_OF.set(species, wider ? [kind, wider] : [kind]);
}

/** The kinds of a species, the narrowest first; a sapling is of none. */
export const kindsOf = (species: string): readonly Kind[] => KINDS_OF.get(species) ?? [];
