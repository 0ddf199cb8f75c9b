import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { cassetteFileOf, storePlaceOf } from "../../../src/cassette/store-place.js";
import { loadSuite } from "../../../src/config/load.js";
import { describeShared } from "../../../src/suite/working-files.js";
import type { RunOptions } from "../../../src/suite/options.js";
import { loadSettings } from "../../../src/suite/settings.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** How many workflows at a time, for a suite with a cassette that says this. */
async function concurrencyWith(text: string | undefined, config: object = {}, options: RunOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "grown-"));
  folders.push(folder);
  const file = join(folder, "suite.config.json");
  const workflows = ["a", "b"].map((name) => ({ name, steps: [{ user: name }] }));
  writeFileSync(file, JSON.stringify({ server: { transport: "stdio", command: "server" }, workflows, ...config }));
  const suite = await loadSuite(file, { cwd: folder, env: {}, mayRun: true });
  const place = storePlaceOf(suite);
  mkdirSync(place.cassettes, { recursive: true });
  if (text !== undefined) writeFileSync(cassetteFileOf(place, "b"), text);
  return (await loadSettings(suite, { cwd: folder, env: {}, ...options })).concurrency;
}

const SHARED = `cassette: 2\nfacts:\n  findings:\n    - >-\n      ${describeShared(["notes.json"]).replace("which all", "which\n      all")}\n`;
const GROWS = "cassette: 2\ngrows:\n  - { call: 1, at: /content/0/json, end: tail }\nscores: {}\n";

describe("a suite whose cassettes have a list that grows", () => {
  it("runs one workflow at a time", async () => {
    expect(await concurrencyWith(GROWS)).toBe(1);
  });

  it("so does one whose recording found that the server writes into the folder that its runs share", async () => {
    expect(await concurrencyWith(SHARED)).toBe(1);
  });

  it("unless the config or the command says how many", async () => {
    expect(await concurrencyWith(GROWS, { concurrency: 3 })).toBe(3);
    expect(await concurrencyWith(GROWS, {}, { concurrency: 2 })).toBe(2);
  });

  it.each([
    ["no cassette", undefined],
    ["none that grows", "cassette: 2\norders: []\n"],
    ["the word in recorded text", "script:\n  - text: |-\n      grows:\n"],
  ])("and several at a time with %s", async (_, text) => {
    expect(await concurrencyWith(text)).toBe(4);
  });
});
