import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseYaml } from "../../src/cassette/yaml-read.js";
import { serializeYaml } from "../../src/cassette/yaml-text.js";
import { breakCommands } from "../../src/log-commands.js";
import { renderJsonText } from "../../src/render/safe/json-text.js";
import { commandLines } from "../helpers/workflow-commands.js";
import { hostileText } from "../helpers/hostile-text.js";

describe("the model of the runners", () => {
  it.each([
    "::error::x",
    " \t\u00a0\u3000\u0085::ERROR file=a::x",
    "x\r::debug::x",
    "x ##[group]y",
    "##[Error a=b]",
    ":: error::##[error]",
    "see ##vso[task.complete]",
    "##teamcity[x]",
  ])("takes %j for a command", (text) => {
    expect(commandLines(text)).toHaveLength(1);
  });

  it.each([
    "x ::error::y",
    "::error",
    ":: error::x",
    "::eror::x",
    "# #[error]",
    "##[eror]",
    "##[error",
    "\u200b::error::x",
  ])("takes %j for none", (text) => {
    expect(commandLines(text)).toEqual([]);
  });
});

describe("breakCommands", () => {
  it("puts a backslash after the first character, and leaves all else", () => {
    expect(breakCommands("  ::error::x\nstd::string ##[b] ###[c] ##TeamCity[d] ## e\n::f")).toBe(
      "  :\\:error::x\nstd::string #\\#[b] ##\\#[c] #\\#TeamCity[d] ## e\n:\\:f",
    );
  });

  it("leaves no command in any text, and changes nothing twice", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const broken = breakCommands(text);
        expect(commandLines(broken)).toEqual([]);
        expect(breakCommands(broken)).toBe(broken);
        expect(broken.replaceAll("\\", "")).toBe(text.replaceAll("\\", ""));
      }),
      { numRuns: 2000 },
    );
  });

  it("takes time in proportion to blanks", () => {
    const blanks = [" ", "\n", "\u2028", "\u0085"].map((blank) => blank.repeat(300_000));
    expect(blanks.map(breakCommands)).toEqual(blanks);
  });
});

describe("JSON and YAML", () => {
  it("hold no command, and the same value", () => {
    const value = fc.oneof(hostileText(), fc.array(hostileText()), fc.dictionary(hostileText(), hostileText()));
    fc.assert(
      fc.property(value, (inner) => {
        const json = renderJsonText({ value: inner });
        expect(commandLines(json)).toEqual([]);
        expect(JSON.parse(json)).toEqual({ value: inner });
        const yaml = serializeYaml({ value: inner }, { forLog: true });
        expect(commandLines(yaml)).toEqual([]);
        expect(parseYaml(yaml, "a.yaml").value).toEqual({ value: inner });
      }),
      { numRuns: 1000 },
    );
  });
});
