// Nothing lies in the fixtures that nobody reads, and the scripts of the demo say what its cassettes hold.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { parseCassette } from "../../src/cassette/cassette-text.js";
import { openCassette } from "../../src/cassette/open-text.js";

const ROOT = join(import.meta.dirname, "../..");
/** Folders that are read whole. */
const WHOLE = [
  "fixtures/verdicts",
  "fixtures/verdicts/open",
  "fixtures/suites",
  "fixtures/model/examples",
  "fixtures/suites/files",
  "fixtures/suites/files/notes",
];

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((file) => !file.includes(".mcpvals/"));
}

it("every fixture is named by something that reads it", () => {
  const texts = ["test", "bench", "fixtures", "examples", "docs", "src/build"]
    .flatMap(filesBelow)
    .filter((file) => /\.(?:m?ts|mjs|json|py|md)$/.test(file) && file !== "test/integration/fixtures.test.ts")
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));
  const isNamed = (file: string): boolean => {
    if (WHOLE.includes(dirname(file)) || basename(file) === "README.md" || file.endsWith(".d.mts")) return true;
    // `server@1.0..1.1.jsonl` is put together of what a test says.
    const name = basename(file);
    const parts = file.startsWith("test/fixtures/") ? name.replace(/\.\w+$/, "").split(/@|\.\./) : [name];
    return texts.some((other) => other.file !== file && parts.every((part) => other.text.includes(part)));
  };
  const fixtures = [...filesBelow("fixtures"), ...filesBelow("test/fixtures")];
  expect(fixtures.length).toBeGreaterThan(50);
  // By the test below, and by whoever records the demo again.
  const scripts = ["everything", "filesystem", "memory"].map((name) => `fixtures/model/${name}.json`);
  expect(fixtures.filter((file) => !scripts.includes(file) && !isNamed(file))).toEqual([]);
});

it.each(["everything", "filesystem", "memory"])(
  "the cassettes of %s hold what the script of the stand-in says",
  (suite) => {
    const folder = join(ROOT, "cassettes", suite);
    const recorded = readdirSync(folder)
      .filter((name) => name.endsWith(".yaml") && name !== "accepted.yaml")
      .map((name) => parseCassette(openCassette(readFileSync(join(folder, name), "utf8"), name), new Map()));
    const { workflows } = JSON.parse(readFileSync(join(ROOT, "fixtures/model", `${suite}.json`), "utf8"));
    const said = (turns: { calls?: { tool: string }[] }[]): string[] =>
      turns.flatMap(({ calls = [] }) => calls.map(({ tool }) => tool));
    const scripted = workflows.map(({ user, turns }: { user: string; turns: [] }) => [user, said(turns)]);
    const held = recorded.map(({ script }) => [
      script.flatMap((entry) => ("user" in entry ? [entry.user] : []))[0],
      script.flatMap((entry) =>
        "assistant" in entry ? entry.assistant.flatMap((block) => ("call" in block ? [block.call] : [])) : [],
      ),
    ]);
    expect(new Set(held.map(String))).toEqual(new Set(scripted.map(String)));
  },
);
