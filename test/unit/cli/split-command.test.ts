import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitCommand } from "../../../src/cli/split-command.js";

describe("splitCommand", () => {
  it.each([
    ["node server.js", ["node", "server.js"]],
    ["  node\t server.js\n", ["node", "server.js"]],
    [`node "my server.js" 'a b'`, ["node", "my server.js", "a b"]],
    [`node --name="a b"'c d'e`, ["node", "--name=a bc de"]],
    [`node ""`, ["node", ""]],
    [`node a\\ b`, ["node", "a b"]],
    [`node "a\\"b" "c\\d"`, ["node", 'a"b', "c\\d"]],
    [`node 'a\\b'`, ["node", "a\\b"]],
    [`node http://x/?a=1&b=2`, ["node", "http://x/?a=1&b=2"]],
    [`node '|' "&&" \\;`, ["node", "|", "&&", ";"]],
    [`node $HOME *.js`, ["node", "$HOME", "*.js"]],
    ["node end\\", ["node", "end\\"]],
  ])("splits %j", (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  it("keeps the backslashes of Windows paths where they are literal", () => {
    expect(splitCommand(`C:\\tools\\node.exe "C:\\my app\\s.js"`, "literal")).toEqual([
      "C:\\tools\\node.exe",
      "C:\\my app\\s.js",
    ]);
  });

  it.each([
    [`node "a`, /never closed/],
    ["", /names no program/],
    ["   ", /names no program/],
    [`"" a`, /names no program/],
    ["node a | tee b", /not run by a shell, so "\|"/],
    ["cd x && node a", /not run by a shell, so "&&"/],
    ["node a 2>&1", /not run by a shell/],
  ])("refuses %j", (text, message) => {
    expect(() => splitCommand(text)).toThrow(message);
  });

  it("takes any arguments back that are quoted as a shell quotes them", () => {
    const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: "binary" }),
        fc.array(fc.string({ unit: "binary" })),
        (first, rest) => {
          const words = [first, ...rest];
          expect(splitCommand(words.map(quote).join(" "))).toEqual(words);
        },
      ),
    );
  });
});
