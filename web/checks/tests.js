// Runs all tests in one process: a process for each file would load TypeScript each time anew.
import { readdirSync } from "node:fs";

const tests = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((it) =>
  it.endsWith(".test.ts"),
);
if (tests.length === 0) throw new Error("src holds no file *.test.ts");
for (const test of tests.sort()) await import(`../src/${test}`);
