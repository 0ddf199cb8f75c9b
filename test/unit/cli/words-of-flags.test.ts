import { describe, expect, it } from "vitest";
import { parseArguments } from "../../../src/cli/parse-arguments.js";
import { wordsOfFlags } from "../../../src/cli/words-of-flags.js";

function again(...args: string[]): string {
  const parsed = parseArguments(args);
  if (parsed.kind !== "command") throw new Error("no command");
  return wordsOfFlags(parsed.invocation);
}

describe("the words of flags", () => {
  it.each([
    [["eval"], ""],
    [["eval", "a.json", "-t", "book a table", "-t", "x*", "--debug"], " -t 'book a table' -t 'x*' -d"],
    [["record", "--check", "--model=m"], " --check --model m"],
    [["record", "--check", "3", "-q"], " --check 3 -q"],
    [["eval", "--bail", "a.json"], " --bail 1"],
    [["eval", "--llm-judge", "--command=-x y"], " --llm '--command=-x y'"],
    [["eval", "-j2", "--", "node", "a b.js", "--it's"], " -j 2 -- node 'a b.js' '--it'\\''s'"],
    [["diff", "a.json", "--to", "npx x@next", "--strict"], " --to 'npx x@next' --strict"],
  ])("of %j are%s", (args, words) => {
    expect(again(...args)).toBe(words);
  });

  it("keep a value that begins with a dash with its flag, where the name is short, too", () => {
    expect(again("eval", "--workflow=-x")).toBe(" --workflow=-x");
  });
});
