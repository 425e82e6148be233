import assert from "node:assert/strict";
import { test } from "node:test";
import { BETWEEN, fit, HIGH, MOST, shareOf, WIDE } from "./fit.ts";

const PHONE = { width: 158, height: 84 };
const DESK = { width: 600, height: 330 };

test("a few cards are large, and none is larger than it looks well", () => {
  assert.deepEqual(fit([{ own: 1, rivals: 1, room: DESK }]), { size: MOST, halved: false });
});

test("where there is room, rivals are as large as own bulls", () => {
  const { size, halved } = fit([{ own: 5, rivals: 6, room: DESK }]);
  assert.equal(halved, false);
  assert.ok(size >= 30, `letters of ${size} pixels`);
});

test("whoever is at a place is in sight, also on a phone and late in a game", () => {
  for (let own = 0; own <= 8; own++)
    for (let rivals = 0; rivals <= 12; rivals++) {
      const { size, halved } = fit([{ own, rivals, room: PHONE }]);
      const columns = Math.floor((PHONE.width + BETWEEN) / (size * WIDE + BETWEEN));
      const cells = 2 * own + rivals * (halved ? 1 : 2);
      const rows = Math.max(Math.ceil(cells / columns), 2 * Math.ceil(own / columns));
      const pairs = halved ? rows : 2 * Math.ceil((own + rivals) / columns);
      assert.ok(
        (pairs * (size * HIGH + BETWEEN)) / 2 - BETWEEN <= PHONE.height,
        `${own}+${rivals}`,
      );
    }
});

test("the fullest place decides for all", () => {
  const full = { own: 6, rivals: 4, room: DESK };
  assert.deepEqual(fit([{ own: 1, rivals: 0, room: DESK }, full]), fit([full]));
});

test("a row of places grows when many are there, and only then", () => {
  const few = [{ own: 2, rivals: 1, room: null }];
  const many = [{ own: 7, rivals: 12, room: null }];
  assert.equal(shareOf(few), shareOf([]));
  assert.ok(shareOf(many) > shareOf(few));
});
