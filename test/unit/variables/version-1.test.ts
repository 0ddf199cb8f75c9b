import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import type { Learned } from "../../../src/variables/learned.js";
import type { Run, RunCall } from "../../../src/variables/run.js";
import { learnedOfVersion1 } from "../../../src/variables/version-1.js";

const START = Date.parse("2026-11-28T10:00:00Z");

interface Sketch {
  tool?: string;
  arguments?: RunCall["arguments"];
  text?: string;
  json?: JsonValue;
  block?: JsonValue;
  turn?: number;
}

function runOf(calls: readonly Sketch[], prompts: string[] = []): Run {
  return {
    prompts,
    contract: { server: {}, capabilities: {}, tools: [] },
    startedAt: START,
    calls: calls.map(({ tool = "create_order", arguments: args = {}, text, json, block, turn }, at): RunCall => {
      const content = [block ?? { type: "text", text: text ?? JSON.stringify(json ?? {}) }];
      const callStart = START + (at + 1) * 1000;
      const moment = { runStart: START, callStart, callEnd: callStart + 500 };
      return {
        id: at + 1,
        turn: turn ?? at + 1,
        tool,
        arguments: args,
        outcome: { kind: "result", result: { content } },
        moment,
      };
    }),
  };
}

const learned = (calls: readonly Sketch[], varies: string[] = [], prompts: string[] = []): Learned =>
  learnedOfVersion1(
    runOf(calls, prompts),
    varies.map((place) => ({ call: Number(place.split(" ")[0]), at: place.split(" ")[1] ?? "" })),
  );
const shown = ({ variables }: Learned): string[] =>
  variables.map(({ name, kind, seen, places: [place] }) => {
    const token = place?.token === undefined ? "" : ` token ${JSON.stringify(place.token)}`;
    return `${name} ${kind} ${JSON.stringify(seen)} ${place?.call ?? ""} ${place?.at ?? ""}${token}`;
  });

describe("a listed place", () => {
  test("of a value is a variable with that place and that value, and is sent nowhere", () => {
    expect(
      learned([{ json: { id: 7, ref: "a-1" } }], ["1 /content/0/json/id", "1 /content/0/json/ref"]).variables,
    ).toEqual([
      { name: "order-id", kind: "value", seen: [7], places: [{ call: 1, at: "/content/0/json/id" }], sent: [] },
      { name: "order-ref", kind: "value", seen: ["a-1"], places: [{ call: 1, at: "/content/0/json/ref" }], sent: [] },
    ]);
  });

  test.each<[string, string, string[]]>([
    ["a word", "/content/0/text/2", ['order-ticket value ["8f3a"] 1 /content/0/text token 3']],
    [
      "a word of several tokens",
      "/content/0/text/4",
      ['order-in value ["staging-8f3a21"] 1 /content/0/text token [5,6]'],
    ],
    ["no word", "/content/0/text/17", []],
    ["no number", "/content/0/text/x", []],
  ])("of a text, %s", (_, at, variables) => {
    expect(shown(learned([{ text: "Opened ticket 8f3a in staging-8f3a21." }], [`1 ${at}`]))).toEqual(variables);
  });

  test("of a text of lines: words are counted through all of them", () => {
    const text = "Done.  \r\n\r\nOrder 17 of 2\nid a_9";
    expect(shown(learned([{ text }], ["1 /content/0/text/2", "1 /content/0/text/6"]))).toEqual([
      'order value ["17"] 1 /content/0/text/lines/2 token 2',
      'order-id value ["a_9"] 1 /content/0/text/lines/3 token [2,3]',
    ]);
  });

  test("of a whole text, an object or a list is each value in it", () => {
    const json = { a: [1, { b: "x\ny" }], ok: true, none: null };
    const { variables, unstable } = learned([{ json }], ["1 /content/0/json"]);
    expect(variables.map(({ places: [place] }) => place?.at)).toEqual([
      "/content/0/json/a/0",
      "/content/0/json/a/1/b/lines/0",
      "/content/0/json/a/1/b/lines/1",
    ]);
    expect(unstable.map(({ at, seen }) => [at, seen])).toEqual([
      ["/content/0/json/ok", [true]],
      ["/content/0/json/none", [null]],
    ]);
    expect(shown(learned([{ json: { a: 1 } }], ["1 /content/0/text"]))).toHaveLength(1);
  });

  test("that is redacted, binary or not there is no variable", () => {
    expect(learned([{ text: "key [redacted:KEY] x" }], ["1 /content/0/text/1"]).variables).toEqual([]);
    const image = learned(
      [{ block: { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" } }],
      ["1 /content/0/data"],
    );
    expect([image.variables, image.unstable.length]).toEqual([[], 1]);
    expect(learned([{ json: {} }], ["1 /content/0/json/id", "1 nonsense", "9 /x"]).variables).toEqual([]);
  });

  test("given twice, or inside another, is one", () => {
    expect(
      learned([{ json: { id: 7 } }], ["1 /content/0/json/id", "1 /content/0/json/id", "1 /content/0/json"]).variables,
    ).toHaveLength(1);
  });

  test("keeps all digits of a number that a double cannot hold", () => {
    const text = '{"id":9007199254740993}';
    expect(learned([{ text }], ["1 /content/0/json/id"]).variables[0]?.seen).toEqual([{ $number: "9007199254740993" }]);
  });
});

describe("times of the run", () => {
  test("are variables of kind time, in values and in texts, listed or not", () => {
    const json = { at: "2026-11-28T10:00:01Z", epoch: Math.floor(START / 1000) + 1, until: "2026-12-24" };
    expect(
      shown(learned([{ json }, { text: "Saved on 2026-11-28 10:00:02 by ann" }], ["1 /content/0/json/at"])),
    ).toEqual([
      'order-at time ["2026-11-28T10:00:01Z"] 1 /content/0/json/at',
      "order-epoch time [1795860001] 1 /content/0/json/epoch",
      'order-on time ["2026-11-28 10:00:02"] 2 /content/0/text token [3,8]',
    ]);
  });

  test("are constants where a prompt or the call gives the day", () => {
    expect(learned([{ json: { date: "2026-11-28" } }], [], ["Book for 2026-11-28"]).variables).toEqual([]);
    expect(learned([{ arguments: { on: "2026-11-28" }, json: { date: "2026-11-28" } }]).variables).toEqual([]);
  });
});

describe("what is sent on", () => {
  const id = { json: { id: 7, key: "ISS-13", note: "two words" } };
  const listed = ["1 /content/0/json/id", "1 /content/0/json/key", "1 /content/0/json/note"];
  test.each<[string, RunCall["arguments"], { at: string; token?: unknown; value: string; readings: string[] }[]]>([
    ["a whole argument", { order: 7 }, [{ at: "/order", value: "7", readings: ["order-id", "constant"] }]],
    ["its text", { order: "7" }, [{ at: "/order", value: "7", readings: ["order-id", "constant"] }]],
    ["a token", { sql: "x = 17 or y = 7" }, [{ at: "/sql", token: 5, value: "7", readings: ["order-id", "constant"] }]],
    [
      "a word",
      { text: "See ISS-13." },
      [{ at: "/text", token: [2, 3], value: "ISS-13", readings: ["order-key", "constant"] }],
    ],
    [
      "words",
      { a: { b: "the two words" } },
      [{ at: "/a/b", token: [2, 3], value: "two words", readings: ["order-note", "constant"] }],
    ],
    ["no part of a token", { a: "77", b: "ISS-130", c: "two wordsmiths" }, []],
  ])("as %s is doubtful", (_, args, doubts) => {
    const { doubtful } = learned([id, { arguments: args }], listed);
    expect(doubtful).toEqual(doubts.map((doubt) => ({ call: 2, ...doubt })));
  });

  test("a time of the run, too", () => {
    const json = { at: "2026-11-28T10:00:01Z" };
    expect(learned([{ json }, { arguments: { since: json.at } }]).doubtful).toMatchObject([{ call: 2, at: "/since" }]);
  });

  test("with all readings, but none of the same turn or a later one", () => {
    const two = [id, id, { arguments: { id: 7 } }];
    const all = ["1 /content/0/json/id", "2 /content/0/json/id"];
    expect(learned(two, all).doubtful[0]?.readings).toEqual(["order-id", "order-id-2", "constant"]);
    expect(
      learned(
        [
          { ...id, turn: 1 },
          { arguments: { id: 7 }, turn: 1 },
        ],
        listed,
      ).doubtful,
    ).toEqual([]);
    expect(learned([{ arguments: { id: 7 } }, id], ["2 /content/0/json/id"]).doubtful).toEqual([]);
  });
});
