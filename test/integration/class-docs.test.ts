// Every class of drift and of a contract's change is named where a reader looks it up.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CONTRACT_WORST_FIRST } from "../../src/contract/classes.js";
import { DEFAULT_ACCEPT, DRIFT_WORST_FIRST, WHOLE } from "../../src/trace/drift-classes.js";

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
const unnamed = (text: string, names: readonly string[]): string[] =>
  names.filter((name) => !text.includes(`\`${name}\``));

it("docs/replay.md names every class of drift", () => {
  expect(unnamed(page("replay.md"), DRIFT_WORST_FIRST)).toEqual([]);
});

it("docs/diff.md names every class of a change of the contract", () => {
  const text = page("diff.md");
  expect(CONTRACT_WORST_FIRST.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

it("docs/configuration.md names the classes that a config may accept, and the default", () => {
  const line =
    page("configuration.md")
      .split("\n")
      .find((row) => row.startsWith("| `accept` ")) ?? "";
  const [, , means = "", byDefault = ""] = line.split("|");
  expect(unnamed(means, WHOLE)).toEqual([]);
  expect(DEFAULT_ACCEPT.filter((name) => !byDefault.includes(`"${name}"`))).toEqual([]);
});
