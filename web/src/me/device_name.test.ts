import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceName } from "./device_name.ts";

test("a device is called by its browser and its system", () => {
  const phone =
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36";
  assert.equal(deviceName(phone), "Chrome, Android");
  assert.equal(
    deviceName("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"),
    "Firefox, Linux",
  );
});

test("one that says nothing has a name too", () => {
  assert.equal(deviceName(""), "?");
});
