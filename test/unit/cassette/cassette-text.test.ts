import { describe, expect, test } from "vitest";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { parseCassette, serializeCassette } from "../../../src/cassette/cassette-text.js";
import { openCassette } from "../../../src/cassette/open-text.js";
import { parseContract, serializeContract } from "../../../src/cassette/contract-file.js";
import { replaceScores } from "../../../src/cassette/replace-block.js";
import { addSeal, splitSeal } from "../../../src/cassette/seal.js";
import { McpvalsError } from "../../../src/errors.js";
import { example, extras, learnedExtras } from "./example.js";

const { text } = serializeCassette(buildCassette(example, learnedExtras));
const read = (given: string) => parseCassette(openCassette(given, "cassettes/travel/x.yaml"), new Map());
/** The text with a change that somebody sealed again: what only the schema can refuse. */
const changed = (from: string | RegExp, to: string) => {
  const body = splitSeal(text).body.replace(from, to);
  expect(body).not.toBe(splitSeal(text).body);
  return addSeal(body);
};
const refusal = (given: string): McpvalsError => {
  try {
    read(given);
  } catch (error) {
    if (error instanceof McpvalsError) return error;
    throw error;
  }
  throw new Error("it was read");
};
const lineOf = (part: string) => text.slice(0, text.indexOf(part)).split("\n").length;

describe("the text of a cassette", () => {
  test("says one thing once, small things in one line, what tells a reviewer nothing at the end", () => {
    expect(text).toMatchInlineSnapshot(`
      "cassette: 2
      kind: workflow
      workflow: book a table
      server: { name: travel, version: 1.2.0, protocol: 2025-11-25, contract: b6c54b11beac }
      dispatch: together
      model:
        name: claude-sonnet-5-5
        answered: stand-in
        maxTokens: 8192
        system: null
        instructions: true
      script:
        - user: I'm in San Francisco. Get the weather and book an Italian table.
        - assistant:
            - thinking: |-
                Weather first.
                Then the table.
              signature: c2lnbmVk
            - text: I'll look at the weather first.
            - { call: get_weather, id: 1, input: { city: San Francisco } }
            - { call: get_map, id: 2, input: { zoom: 3 } }
          stop: tool_use
        - result: 1
          content:
            - json: { temperature: 72, sky: sunny }
            - text: |
                Warm
                and dry
            - { image: image/png, data: iVBORw0KGgo= }
          http: 200
          notifications:
            - { method: notifications/progress, params: { progress: 1, message: asking } }
        - { result: 2, unknownTool: the server lists no tool get_map, http: 200 }
        - tools:
            gone: [ book_table ]
            new:
              - { name: reserve, inputSchema: { type: object } }
        - assistant:
            - call: reserve
              id: 3
              input: { kind: italian, time: 19:00, guests: 2 }
          stop: tool_use
        - result: 3
          error: { code: -32602, message: guests must be at most 1 }
          http: 400
        - assistant:
            - text: I could not book it.
          stop: end_turn
      judge: []
      variables:
        - name: weather-temperature
          kind: quantity
          seen: [ 72, 71, 72 ]
          places:
            - { call: 1, at: /content/0/json/temperature }
        - name: session-port
          kind: value
          seen: [ "4011", "4093", "4120" ]
          places:
            - { contract: /instructions, token: 12 }
            - { call: 3, at: /error/message, token: [ 2, 3 ] }
          sent:
            - { call: 3, at: /time, token: 1, by: pin }
      orders:
        - contract: /tools
      grows:
        - { call: 1, at: /content/1/text, end: tail }
      races: [ [ 1, 2 ] ]
      unstable:
        - { call: 1, at: /content/0/json/sky, why: another word, seen: [ sunny, rainy, sunny ] }
      doubtful:
        - { call: 3, at: /guests, value: 2, readings: [ session-port, constant ] }
      scores: { end-to-end-success: 1, tool-invocation-order: 1, tool-call-health: 0.5 }
      facts:
        recorded: { at: 2026-11-27T20:39:00.000Z, by: mcpvals 0.1.0, ms: 1903, checks: 2, clock: "+25h, +190d 5h" }
        turns: [ [ 812, 812, 64 ], [ 640, 960, 40, 800, 0, 1 ], [ 400, 1020, 12 ] ]
        calls: [ [ 0.9, 12 ], [ 0.92, 0 ], [ 1.8, 9 ] ]
      seal: fae1297567ff42abefe2ac63e9238bb4ee3d20241d2bf784d81228710e266c2d
      "
    `);
  });

  test("is the same when it is read and written again", () => {
    expect(serializeCassette(read(text)).text).toBe(text);
  });
});

describe("the seal", () => {
  test("any changed character above it is found", () => {
    for (let at = 12; at < text.length - 70; at += 37) {
      const other = `${text.slice(0, at)}${text[at] === "x" ? "y" : "x"}${text.slice(at + 1)}`;
      expect(refusal(other).code, `at ${at}`).toBe("CASSETTE_SEAL");
    }
  });

  test("a cut off file has none", () => {
    for (const at of [0, 100, text.length - 1, text.length - 72]) {
      const error = refusal(text.slice(0, at));
      expect(error.code).toBe("CASSETTE_SEAL");
      expect(error.message).toContain("cut off");
    }
  });

  test("says why, and the way out", () => {
    const error = refusal(text.replace("Italian", "Greek"));
    expect(error.message).toMatch(/^cassettes\/travel\/x\.yaml:\d+: does not fit its seal/);
    expect(error.fix).toContain("git checkout -- cassettes/travel/x.yaml");
    expect(error.exitCode).toBe(3);
  });

  test("conflict markers have a message of their own, with their line", () => {
    const conflict = text.replace("scores:", "<<<<<<< HEAD\nscores:").concat("=======\nx\n>>>>>>> main\n");
    const error = refusal(conflict);
    expect(error.code).toBe("CASSETTE_CONFLICT");
    expect(error.message).toContain(`x.yaml:${lineOf("scores:")}: has conflict markers`);
    expect(error.fix).toContain("git checkout --ours");
  });

  test("markers inside recorded text are no conflict", () => {
    const run = { ...example, steps: [{ user: "<<<<<<< HEAD\n=======\n>>>>>>> x\n", turns: [] }] };
    const written = serializeCassette(buildCassette(run, extras)).text;
    expect(read(written).script).toEqual([{ user: "<<<<<<< HEAD\n=======\n>>>>>>> x\n" }]);
  });

  test("CRLF is refused with the line that mends the checkout", () => {
    const error = refusal(text.replaceAll("\n", "\r\n"));
    expect(error.code).toBe("CASSETTE_INVALID");
    expect(error.message).toContain("CRLF");
    expect(error.fix).toContain("mcpvals lint --fix");
  });
});

describe("what is not a cassette is refused with file, line and what was expected", () => {
  test("a newer version, with both numbers, before its seal", () => {
    const error = refusal(text.replace("cassette: 2\n", "cassette: 12\n"));
    expect(error.code).toBe("CASSETTE_VERSION");
    expect(error.message).toMatch(/version 12\b.*version 2$/);
  });

  test.each<[string, string | RegExp, string, RegExp]>([
    ["an unknown key", "workflow:", "extra: 1\nworkflow:", /x\.yaml:3: .*extra/],
    ["an unknown key of an entry", "stop: end_turn", "stop: end_turn\n    more: 1", /x\.yaml:\d+: script\/7: .*more/],
    ["a wrong type", "maxTokens: 8192", "maxTokens: many", /x\.yaml:\d+: model\/maxTokens: .*number/],
    [
      "an entry of no kind",
      "- user:",
      "- usher:",
      /script\/0: expected an entry with user, assistant, tools or result/,
    ],
    [
      "a block of no kind",
      "- text: I could",
      "- texts: I could",
      /script\/\d+\/assistant\/0: expected one of text, call/,
    ],
    ["a content of no kind", "- text: |", "- tixt: |", /script\/2\/content\/1: expected one of text, json/],
    ["two outcomes", "unknownTool:", "raw: 1, unknownTool:", /script\/3: expected exactly one of content, raw/],
    [
      "a result without a turn",
      / {2}- assistant:[^]*?stop: tool_use\n/,
      "",
      /script\/1: expected an assistant entry before/,
    ],
    ["a call's second result", "result: 2", "result: 1", /script\/3: a second result for call 1/],
    [
      "too few facts",
      /facts:[^]*/,
      "facts: { recorded: { at: x, by: y, ms: 1 }, turns: [], calls: [] }\n",
      /facts\/turns: expected 3/,
    ],
    ["a contract's path", /contract: [0-9a-f"]+/, "contract: ../../secret", /server\/contract: expected 12 hex/],
    ["a key of what is not built yet", "workflow:", "trials: { runs: 5 }\nworkflow:", /x\.yaml:3: .*trials/],
    ["another dispatch", "dispatch: together", "dispatch: as-seen", /dispatch: /],
    ["a name with capitals", "name: session-port", "name: Session", /variables\/1\/name: expected a name of a-z/],
    ["a name given twice", "name: session-port", "name: weather-temperature", /variables\/1\/name: a second variable/],
    ["a variable without values", "seen: [ 72, 71, 72 ]", "seen: []", /variables\/0\/seen: /],
    [
      "a value that is none",
      "seen: [ 72, 71, 72 ]",
      "seen: [ true ]",
      /variables\/0\/seen\/0: expected a string or a n/,
    ],
    ["a variable without places", / {4}places:\n(?: {6}.*\n)+/, "    places: []\n", /variables\/0\/places: /],
    ["no pointer", "at: /error/message", "at: error", /places\/1\/at: expected a JSON pointer/],
    ["an odd escape", "at: /error/message", "at: /error~2", /places\/1\/at: expected a JSON pointer/],
    ["token 0", "token: [ 2, 3 ]", "token: 0", /places\/1\/token: /],
    [
      "tokens backwards",
      "token: [ 2, 3 ]",
      "token: [ 3, 2 ]",
      /places\/1\/token: expected the first token and a later/,
    ],
    ["half a token", "token: 1, by", "token: 1.5, by", /variables\/1\/sent\/0\/token: expected a token/],
    ["a place in both", "contract: /instructions", "call: 1, contract: /instructions", /places\/0: .*"call"/],
    [
      "a variable of no call",
      "call: 3, at: /error",
      "call: 9, at: /error",
      /places\/1\/call: call 9 is not in the script/,
    ],
    ["sent to no call", "call: 3, at: /time", "call: 9, at: /time", /sent\/0\/call: call 9 is not in the script/],
    ["sent for no reason", "by: pin", "by: luck", /sent\/0\/by: /],
    ["grown in no call", "{ call: 1, at: /content/1/text", "{ call: 8, at: /content/1/text", /grows\/0\/call: call 8/],
    ["grown at no end", "end: tail", "end: middle", /grows\/0: expected call.*end: head or tail/],
    ["a race of no call", "[ [ 1, 2 ] ]", "[ [ 1, 7 ] ]", /races\/0\/1: call 7 is not in the script/],
    ["a race of one", "[ [ 1, 2 ] ]", "[ [ 1 ] ]", /races\/0: /],
    ["a doubt of no call", "call: 3, at: /guests", "call: 6, at: /guests", /doubtful\/0\/call: call 6/],
    ["a state", "races:", "state: []\nraces:", /x\.yaml:\d+: .*state/],
    ["facts of version 1", "[ 0.9, 12 ]", "{ at: 0.9, ms: 12 }", /facts\/calls\/0: /],
    ["a score above 1", "tool-call-health: 0.5", "tool-call-health: 5", /scores\/tool-call-health: /],
  ])("%s", (_, from, to, message) => {
    const error = refusal(changed(from, to));
    expect(error.code).toBe("CASSETTE_INVALID");
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/^cassettes\/travel\/x\.yaml:\d+: /);
  });

  test("the line is the line of the mistake", () => {
    expect(refusal(changed("maxTokens: 8192", "maxTokens: many")).message).toContain(`x.yaml:${lineOf("maxTokens")}:`);
    expect(refusal(changed("- text: I could", "- texts: I could")).message).toContain(
      `x.yaml:${lineOf("- text: I could")}:`,
    );
  });
});

describe("limits", () => {
  const one = (index: number) => `  - { name: v-${index}, kind: value, seen: [ a ], places: [ { contract: /a } ] }\n`;
  const lists = (count: number) => Array.from({ length: count }, (_, index) => one(index)).join("");

  test("more variables than any recording has a reason to hold are refused", () => {
    expect(refusal(changed(/^variables:\n(?: .*\n)*/m, `variables:\n${lists(10_001)}`)).message).toMatch(/variables: /);
  });

  test("and more places", () => {
    const places = "{ contract: /a }, ".repeat(100_001);
    const list = `variables:\n  - { name: v, kind: value, seen: [ a ], places: [ ${places.slice(0, -2)} ] }\n`;
    const error = refusal(changed(/^variables:\n(?: .*\n)*/m, list));
    expect(error.message).toMatch(/variables\/0: more than 100000 places/);
  });

  test("a pointer of megabytes needs no stack", () => {
    const pointer = "/a~0".repeat(500_000);
    expect(read(changed("at: /error/message", `at: ${pointer}`)).script).toHaveLength(8);
  });
});

describe("a contract's file", () => {
  const said = serializeContract(example.contract);
  test("whose content does not fit its name is refused", () => {
    expect(() => parseContract(said.text.replace("travel", "travels"), said.id, "contracts/x.yaml")).toThrow(
      expect.objectContaining({ code: "CASSETTE_INVALID", message: expect.stringContaining("contracts/x.yaml") }),
    );
  });

  test("another order of tools is another contract", () => {
    const other = serializeContract({ ...example.contract, tools: example.contract.tools.toReversed() });
    expect(other.id).not.toBe(said.id);
  });
});

describe("writing one block again", () => {
  const outside = (given: string, key: string) =>
    splitSeal(given).body.replace(new RegExp(`^${key}:.*\\n(?: .*\\n)*`, "m"), "");

  test("changes no other byte, and the seal fits", () => {
    const replace = (given: string) => replaceScores(given, "x.yaml", { "tool-call-health": 0, "llm-judge": null });
    const other = replace(text);
    expect(other).not.toBe(text);
    expect(outside(other, "scores")).toBe(outside(text, "scores"));
    expect(serializeCassette(read(other)).text).toBe(other);
    expect(replaceScores(other, "x.yaml", extras.scores)).toBe(text);
  });

  test("a file that does not fit its seal is not sealed again", () => {
    expect(() => replaceScores(text.replace("Italian", "Greek"), "x.yaml", {})).toThrow(
      expect.objectContaining({ code: "CASSETTE_SEAL" }),
    );
  });
});
