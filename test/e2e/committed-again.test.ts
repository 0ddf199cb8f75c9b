// A committed suite, replayed again and again on its server: by the built command line, and by the sources.
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.js";
import { runHere } from "../helpers/run-here.js";

const ROOT = resolve(import.meta.dirname, "../..");
const REPLAY = ["replay", join("fixtures", "suites", "filesystem.config.json"), "-q", "-r", "json"];

it("gives the same bytes five times over, times aside, paths and all", async () => {
  const texts = new Set<string>();
  for (const run of [runCli, runHere, runHere, runHere, runHere]) {
    const { code, stdout } = await run(REPLAY, { cwd: ROOT });
    expect(code).toBe(0);
    texts.add(stdout.replaceAll(/("(?:timestamp|ms)": )(?:"[^"]*"|[\d.e-]+)/g, "$1…"));
  }
  expect([...texts]).toHaveLength(1);
});
