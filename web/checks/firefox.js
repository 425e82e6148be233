// A smoke test of every board in Firefox: opens the home page, plays some moves of each game against
// a bot, and notes what the page complains about. It knows no game: it presses what can be pressed,
// like a child, every other time what is offered, until enough moves are made. Prints what it found
// as JSON.
//
//     npm run firefox -- http://127.0.0.1:8420 /usr/bin/firefox-esr
import puppeteer from "puppeteer-core";

const WANTED_MOVES = 2;
const MOST_PRESSES = 400;
const PATIENCE = 120_000;
const SIZE = { width: 1280, height: 800 };
const [address = "", firefox = ""] = process.argv.slice(2);

/** @type {string[]} */
const troubles = [];
/** @type {Record<string, number>} */
const moves = {};

/** Small, and the same in every run. */
let seed = 7;
const chance = (/** @type {number} */ below) => {
  seed = (seed * 48271) % 2147483647;
  return seed % below;
};

/**
 * Where the things are that can be pressed, in the middle of each: in the uppermost dialog if one is
 * open; what asks for a yes alone; else all of the board, or what the board offers.
 * @returns {[number, number][]}
 */
function pressable(/** @type {boolean} */ offered) {
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const yes = [...document.querySelectorAll("[data-confirm]")];
  const where = dialogs.at(-1) ?? document.querySelector(".table main") ?? document.body;
  const PRESSED = "button:not([disabled], [aria-disabled=true]), [role=button], .cell, [tabindex]";
  const OFFERED = ":is(button.main, [data-answer], .can, .target):not([disabled])";
  const offers = offered ? [...where.querySelectorAll(OFFERED)] : [];
  const all = offers.length > 0 ? offers : [...where.querySelectorAll(PRESSED)];
  const found = dialogs.length === 0 && yes.length > 0 ? yes : all;
  return found
    .map((it) => it.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.top >= 0 && box.bottom <= innerHeight)
    .map((box) => [box.left + box.width / 2, box.top + box.height / 2]);
}

/** Opens a table against a bot and returns its address. */
async function openTable(/** @type {string} */ game) {
  const players = [
    { kind: "me", name: "Anna" },
    { kind: "bot", level: "calf" },
  ];
  const response = await fetch("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, players }),
  });
  if (!response.ok) throw new Error(await response.text());
  return /** @type {{ id: string }} */ (await response.json()).id;
}

/** Counts the moves that we made and that still stand. */
async function ownMoves(/** @type {string} */ table) {
  const response = await fetch(`/api/tables/${table}/past`);
  const { steps } = /** @type {{ steps: { seat: number | null }[] }} */ (await response.json());
  return steps.filter((step) => step.seat === 0).length;
}

/** Plays one game for a while. */
async function play(/** @type {import("puppeteer-core").Page} */ page, /** @type {string} */ game) {
  const table = await page.evaluate(openTable, game);
  await page.goto(`${address}/t/${table}`);
  await page.waitForSelector(".table[data-line=open] main:not(.waiting) > *");
  let made = 0;
  for (let press = 0; press < MOST_PRESSES && made < WANTED_MOVES; press++) {
    await page.waitForSelector(".table[data-turn=true], dialog[open]");
    const places = await page.evaluate(pressable, press % 2 === 0);
    const place = places[chance(places.length || 1)];
    if (place) await page.mouse.click(...place);
    if (new URL(page.url()).pathname !== `/t/${table}`) await page.goto(`${address}/t/${table}`);
    made = await page.evaluate(ownMoves, table);
  }
  return made;
}

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  headless: true,
  defaultViewport: SIZE,
  extraPrefsFirefox: { "ui.prefersReducedMotion": 1, "intl.accept_languages": "en" },
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
  await page.goto(address);
  await page.waitForSelector("article[data-game]");
  const games = await page.$$eval("article[data-game]", (cards) =>
    cards.map((card) => card.getAttribute("data-game") ?? ""),
  );
  for (const game of games) moves[game] = await play(page, game);
} finally {
  await browser.close();
}
console.log(JSON.stringify({ moves, troubles }));
