import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { FLAGS } from "../../../src/cli/flags.js";
import { planReporters } from "../../../src/cli/reporters.js";
import { configSchema } from "../../../src/config/schema.js";
import { parseDiffReporter } from "../../../src/render/formats/diff/index.js";
import { parseReporter, REPORTER_NAMES } from "../../../src/render/formats/index.js";

const suite = (folder: string, ...reporters: string[]) => ({ folder: resolve("/", folder), config: { reporters } });
const cwd = resolve("/here");

describe("planReporters", () => {
  it("is the console where nobody says otherwise", () => {
    expect(planReporters(undefined, [suite("a")], cwd)).toEqual([{ name: "console" }]);
    expect(planReporters(undefined, [], cwd)).toEqual([{ name: "console" }]);
  });

  it("takes the flags alone where there are some, with files relative to the current folder", () => {
    expect(planReporters(["json=out/r.json"], [suite("a", "console")], cwd)).toEqual([
      { name: "json", file: resolve(cwd, "out/r.json") },
    ]);
  });

  it("joins the reporters of all configs, with files relative to each config", () => {
    const suites = [suite("a", "console", "json=r.json"), suite("b", "console", "json=r.json")];
    expect(planReporters(undefined, suites, cwd)).toEqual([
      { name: "console" },
      { name: "json", file: resolve("/a/r.json") },
      { name: "json", file: resolve("/b/r.json") },
    ]);
  });

  it.each([
    [["console", "json"], /both write to stdout/],
    [["console=x", "json=./x"], /both write to .*x/],
    [["xml"], /The reporter "xml" does not exist/],
    [["json="], /names no file/],
  ])("refuses %j", (flags, message) => {
    expect(() => planReporters(flags, [], cwd)).toThrow(message);
  });

  it("refuses two configs whose reports would mix on stdout", () => {
    expect(() => planReporters(undefined, [suite("a", "console"), suite("b", "json")], cwd)).toThrow(/stdout/);
  });

  it("lets the console and GitHub's annotations share stdout, which is one log, and nothing else", () => {
    expect(planReporters(["github", "console", "github"], [], cwd)).toEqual([{ name: "github" }, { name: "console" }]);
    expect(() => planReporters(["github", "json"], [], cwd)).toThrow(/both write to stdout/);
    expect(() => planReporters(["console", "github", "markdown"], [], cwd)).toThrow(/both write to stdout/);
    expect(() => planReporters(["github=x", "console=x"], [], cwd)).toThrow(/both write to .*x/);
  });

  it("takes the same reporter twice as once", () => {
    expect(planReporters(["json", "json"], [], cwd)).toEqual([{ name: "json" }]);
  });
});

describe("the reporters that people are told of", () => {
  const wordsOf = (text: unknown): string[] => String(text).match(/\w+/g) ?? [];
  const takenBy = (parse: (name: string) => unknown): string[] =>
    REPORTER_NAMES.filter((name) => {
      try {
        return parse(name) !== undefined;
      } catch {
        return false;
      }
    });

  it.each([
    ["an editor, for a config", configSchema.shape.reporters.description, takenBy(parseReporter)],
    ["the help of replay", FLAGS.replay["reporter"]?.describe, takenBy(parseReporter)],
    ["the help of diff", FLAGS.diff["reporter"]?.describe, takenBy(parseDiffReporter)],
  ])("by %s are those that are taken", (_, described, taken) => {
    expect(taken.length).toBeGreaterThan(1);
    expect(REPORTER_NAMES.filter((name) => wordsOf(described).includes(name))).toEqual(taken);
  });
});
