// What a server says of itself, then and now: which class a difference has, and from which turn on it counts.
import { describe, expect, it } from "vitest";
import { makeContract, makeTool, play, type PlaySketch } from "../../helpers/make-trace.js";
import type { JsonObject } from "../../../src/json/value.js";
import type { Tool } from "../../../src/trace/contract.js";

const schema = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: "object", properties, ...rest });
const text = { type: "string" };
const CLOSED = { additionalProperties: false };
const before = makeTool("get", schema({ q: text }));
const idle = makeTool("idle", schema({ a: text }));

const QUERY = { ...text, enum: ["x", "y"], description: "What to get." };
const note = (of: JsonObject): JsonObject => schema({ q: QUERY, note: of });
/** As Pydantic writes it. */
const REFERRED = schema(
  { q: { $ref: "#/$defs/Q" }, note: { anyOf: [{ type: "string" }, { type: "null" }] } },
  { $defs: { Q: QUERY } },
);

/** Two turns without `get`, one with; `idle` is never called. */
function compare(live: Tool[], input: PlaySketch["input"] = {}, tools = [before, idle, makeTool("other")]) {
  const played = play({
    turns: [[["other", {}, "ok", "ok"]], [["get", { q: "x" }, "ok", "ok"]]],
    tools,
    live: makeContract(live),
    input,
  });
  return {
    ungrounded: played.ungrounded,
    drift: played.problems.map((line, at) => `${line} ${played.drift[at]?.where.tool ?? ""}`),
  };
}
const other = makeTool("other");

/** Refused by the Messages API, so it is left out. */
const bracketed = makeTool("get", schema({ q: text, "filter[id]": text }));

describe("tools that were left out when the run was recorded, or would be today", () => {
  it.each<[string, Tool[], string[], number | undefined]>([
    ["the same: nothing", [bracketed, idle, other], [], undefined],
    [
      // A recording that calls it was made where nothing was left out.
      "called, and still refused: compared like any other",
      [{ ...bracketed, inputSchema: schema({ q: text, "filter[id]": text, more: text }) }, idle, other],
      ["additive /inputSchema get"],
      undefined,
    ],
    [
      "called, still refused, and its arguments are wrong now: breaking",
      [{ ...bracketed, inputSchema: schema({ q: { type: "number" }, "filter[id]": text }) }, idle, other],
      ["breaking /inputSchema get"],
      2,
    ],
    [
      "called, and not refused any more: not additive alone",
      [before, idle, other],
      ["reworded /inputSchema get"],
      undefined,
    ],
    ["gone, and called: breaking", [idle, other], ["breaking  get"], 2],
  ])("%s", (_, live, drift, ungrounded) => {
    expect(compare(live, {}, [bracketed, idle, other])).toEqual({ drift, ungrounded });
  });

  it("are additive once Claude can be given them, where nobody calls them", () => {
    const odd = makeTool("idle", schema({ "a[]": text }));
    const { drift, ungrounded } = compare([before, idle, other], {}, [before, odd, other]);
    expect([drift, ungrounded]).toEqual([["additive /inputSchema idle"], undefined]);
  });

  it("are reworded where they are expected and not called, once they are refused", () => {
    const now = makeTool("idle", schema({ "a[]": text }));
    expect(compare([before, now, other], { expectedTools: ["idle"] }).drift).toEqual(["reworded /inputSchema idle"]);
  });
});

describe("tools", () => {
  it.each<[string, Tool[], string[], number | undefined]>([
    ["in another order: nothing", [other, idle, before], [], undefined],
    ["gone and called: breaking from the turn that calls it", [idle, other], ["breaking  get"], 2],
    [
      "renamed and called: breaking",
      [{ ...before, name: "fetch" }, idle, other],
      ["breaking  get", "additive  fetch"],
      2,
    ],
    ["gone and not called: docs", [before, other], ["docs  idle"], undefined],
    ["new: additive", [before, idle, other, makeTool("new")], ["additive  new"], undefined],
    [
      "described anew and called: reworded",
      [{ ...before, description: "Else." }, idle, other],
      ["reworded /description get"],
      undefined,
    ],
    [
      "described anew and not called: docs",
      [before, { ...idle, description: "Else." }, other],
      ["docs /description idle"],
      undefined,
    ],
    [
      "described with other line ends: nothing",
      [{ ...before, description: "Does get. \r\n" }, idle, other],
      [],
      undefined,
    ],
    [
      "with titles and annotations: docs",
      [{ ...before, title: "T", annotations: {} }, idle, other],
      ["docs /title get", "docs /annotations get"],
      undefined,
    ],
    [
      "with another output schema: docs",
      [{ ...before, outputSchema: schema({}) }, idle, other],
      ["docs /outputSchema get"],
      undefined,
    ],
    [
      "with an optional parameter more: additive",
      [{ ...before, inputSchema: schema({ q: text, n: { type: "number" } }) }, idle, other],
      ["additive /inputSchema get"],
      undefined,
    ],
    [
      "with a required parameter more: breaking",
      [{ ...before, inputSchema: schema({ q: text, n: {} }, { required: ["n"] }) }, idle, other],
      ["breaking /inputSchema get"],
      2,
    ],
    [
      "with a parameter renamed: breaking",
      [{ ...before, inputSchema: schema({ query: text }) }, idle, other],
      ["breaking /inputSchema get"],
      2,
    ],
    [
      "with another type: breaking",
      [{ ...before, inputSchema: schema({ q: { type: "number" } }) }, idle, other],
      ["breaking /inputSchema get"],
      2,
    ],
    [
      "with a parameter described anew: reworded",
      [{ ...before, inputSchema: schema({ q: { ...text, description: "Q" } }) }, idle, other],
      ["reworded /inputSchema get"],
      undefined,
    ],
    [
      "with an enum that still has the value: reworded",
      [{ ...before, inputSchema: schema({ q: { ...text, enum: ["x", "y"] } }) }, idle, other],
      ["reworded /inputSchema get"],
      undefined,
    ],
    [
      "with an enum that has not: breaking",
      [{ ...before, inputSchema: schema({ q: { ...text, enum: ["y"] } }) }, idle, other],
      ["breaking /inputSchema get"],
      2,
    ],
    [
      "with another dialect and titles in the schema: docs",
      [
        {
          ...before,
          inputSchema: schema({ q: { ...text, title: "Q" } }, { $schema: "http://json-schema.org/draft-07/schema#" }),
        },
        idle,
        other,
      ],
      ["docs /inputSchema get"],
      undefined,
    ],
    [
      "with additionalProperties true: docs",
      [{ ...before, inputSchema: schema({ q: text }, { additionalProperties: true }) }, idle, other],
      ["docs /inputSchema get"],
      undefined,
    ],
    [
      "with a schema that nobody can check: reworded, and it says so",
      [{ ...before, inputSchema: schema({ q: { $ref: "https://schemas.example/q.json" } }) }, idle, other],
      ["reworded /inputSchema get"],
      undefined,
    ],
    [
      "with a schema that the Messages API refuses, and called: breaking, as if it were gone",
      [{ ...before, inputSchema: schema({ q: { type: "strnig" } }) }, idle, other],
      ["breaking /inputSchema get"],
      2,
    ],
    [
      "with a parameter more whose name the Messages API refuses, and called: breaking, and not additive",
      [{ ...before, inputSchema: schema({ q: text, "filter[id]": text }) }, idle, other],
      ["breaking /inputSchema get"],
      2,
    ],
    [
      "with such a parameter, and not called: docs, as if it were gone",
      [before, { ...idle, inputSchema: schema({ a: text, "filter[id]": text }) }, other],
      ["docs /inputSchema idle"],
      undefined,
    ],
    [
      "new, and refused by the Messages API: additive, which Claude does not see",
      [before, idle, other, makeTool("new", { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] })],
      ["additive  new"],
      undefined,
    ],
  ])("%s", (_, live, drift, ungrounded) => {
    expect(compare(live)).toEqual({ drift, ungrounded });
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ["opened, as generators do by habit: docs", schema({ q: text }, CLOSED), schema({ q: text }), "docs"],
    [
      "opened, and with a parameter more: additive",
      schema({ q: text }, CLOSED),
      schema({ q: text, n: {} }),
      "additive",
    ],
    ["opened inside: docs", schema({ q: text, o: schema({}, CLOSED) }), schema({ q: text, o: schema({}) }), "docs"],
    [
      "a definition, and an alternative, in place of what they say: docs",
      note({ type: ["string", "null"] }),
      REFERRED,
      "docs",
    ],
    ["the reverse: docs", REFERRED, note({ type: ["string", "null"] }), "docs"],
    [
      "a definition with a value less: reworded",
      note({ type: ["string", "null"] }),
      { ...REFERRED, $defs: { Q: { ...QUERY, enum: ["x"] } } },
      "reworded",
    ],
    [
      "a definition with a value more: reworded",
      note({ type: ["string", "null"] }),
      { ...REFERRED, $defs: { Q: { ...QUERY, enum: ["x", "y", "z"] } } },
      "reworded",
    ],
    [
      "a definition that describes more: reworded",
      note({ type: ["string", "null"] }),
      { ...REFERRED, $defs: { Q: { ...QUERY, examples: ["x"] } } },
      "reworded",
    ],
    [
      "written in another way, with words in an alternative: reworded",
      note({ type: ["string", "null"] }),
      note({ anyOf: [{ type: "string", description: "Short." }, { type: "null" }] }),
      "reworded",
    ],
    [
      "written in another way, with a parameter more that is described: additive",
      note({ type: ["string", "null"] }),
      schema({
        q: QUERY,
        note: { anyOf: [{ type: "string" }, { type: "null" }] },
        n: { ...text, description: "New." },
      }),
      "additive",
    ],
    [
      "written in another way, with a parameter more and words in an alternative: reworded",
      note({ type: ["string", "null"] }),
      schema({ q: QUERY, note: { anyOf: [{ type: "string", description: "Short." }, { type: "null" }] }, n: text }),
      "reworded",
    ],
    [
      "one whose descriptions changed places: reworded",
      schema({ q: { ...text, description: "A." }, r: { ...text, description: "B." } }),
      schema({ q: { ...text, description: "B." }, r: { ...text, description: "A." } }),
      "reworded",
    ],
    [
      "one whose parameter is not required any more: reworded",
      schema({ q: text }, { required: ["q"] }),
      schema({ q: text }),
      "reworded",
    ],
    ["one that says that arguments are an object: docs", { properties: { q: text } }, schema({ q: text }), "docs"],
    [
      "one with a definition that nothing refers to: docs",
      schema({ q: text }),
      schema({ q: text }, { $defs: { z: text } }),
      "docs",
    ],
    [
      "one whose default was false and is gone: reworded",
      schema({ q: { default: false } }),
      schema({ q: {} }),
      "reworded",
    ],
    ["closed, as generators do by habit: docs", schema({ q: text }), schema({ q: text }, CLOSED), "docs"],
    [
      "opened for texts only: reworded",
      schema({ q: text }, CLOSED),
      schema({ q: text }, { additionalProperties: text }),
      "reworded",
    ],
    [
      "opened where that takes something away: reworded",
      schema({ q: text }, { not: schema({ z: text }, { ...CLOSED, required: ["z"] }) }),
      schema({ q: text }, { not: schema({ z: text }, { required: ["z"] }) }),
      "reworded",
    ],
    [
      "given another default: reworded",
      schema({ q: { ...text, default: CLOSED } }),
      schema({ q: { ...text, default: {} } }),
      "reworded",
    ],
    [
      "opened under one of several that must not fit together: reworded",
      schema({ q: text }, { oneOf: [schema({ q: text }, CLOSED), { required: ["z"] }] }),
      schema({ q: text }, { oneOf: [schema({ q: text }), { required: ["z"] }] }),
      "reworded",
    ],
  ])("whose schema is %s", (_, was, is, kind) => {
    const [then, now] = [makeTool("get", was), makeTool("get", is)];
    expect(compare([now, idle, other], {}, [then, idle, other]).drift).toEqual([`${kind} /inputSchema get`]);
  });

  it("that are expected but not called are reworded, not docs, by another description", () => {
    const live = [before, { ...idle, description: "Else." }, other];
    expect(compare(live, { expectedTools: ["idle"] }).drift).toEqual(["reworded /description idle"]);
  });

  it("whose schema was empty and got what is called are no break", () => {
    const empty = makeTool("get", { type: "object" });
    expect(compare([before, idle, other], {}, [empty, idle, other]).drift).toEqual(["additive /inputSchema get"]);
  });

  it("whose called argument is declared deeper are compared there", () => {
    const deep = (inner: JsonObject): Tool =>
      makeTool("get", { type: "object", properties: { o: { $ref: "#/$defs/o" } }, $defs: { o: schema(inner) } });
    const turns: PlaySketch["turns"] = [[["get", { o: { a: 1 } }, "ok", "ok"]]];
    const played = play({ turns, tools: [deep({ a: {} })], live: makeContract([deep({ b: {} })]) });
    expect(played.problems).toEqual(["breaking /inputSchema"]);
    expect(played.drift[0]?.note).toContain("/o/a");
  });

  it("whose schema refers to itself end", () => {
    const tree = (more: JsonObject): Tool =>
      makeTool("get", { $ref: "#/$defs/n", $defs: { n: schema({ n: { $ref: "#/$defs/n" }, ...more }) } });
    const turns: PlaySketch["turns"] = [[["get", { n: { n: {} } }, "ok", "ok"]]];
    expect(play({ turns, tools: [tree({})], live: makeContract([tree({ x: text })]) }).problems).toEqual([
      "additive /inputSchema",
    ]);
  });

  it("that are listed again are compared again, and said once", () => {
    const turns: PlaySketch["turns"] = [[["other", {}, "ok", "ok"]], [["get", { q: "x" }, "ok", "ok"]]];
    const played = play({ turns, tools: [before, other] });
    expect(played.comparer.tools(2, [other])).toMatchObject([{ class: "breaking", where: { tool: "get", turn: 2 } }]);
    expect(played.comparer.tools(2, [makeTool("other")])).toEqual([]);
  });
});

describe("the rest of the contract", () => {
  const turns: PlaySketch["turns"] = [[["get", { q: "x" }, "ok", "ok"]]];

  it("instructions are reworded", () => {
    const live = makeContract([before], { instructions: "Be brief." });
    expect(play({ turns, tools: [before], instructions: "Be kind.", live }).problems).toEqual(["reworded "]);
  });

  it("version, capabilities and lists of prompts and resources are docs", () => {
    const live = makeContract([before], {
      server: { name: "fixture", version: "2.0.0" },
      capabilities: { tools: {}, logging: {} },
      prompts: [],
    });
    const played = play({ turns, tools: [before], live });
    expect(played.problems).toEqual(["docs /version", "docs /capabilities/logging", "docs /prompts"]);
    expect(played.green).toBe(true);
  });

  it("a server that failed is breaking, once", () => {
    const { comparer } = play({ turns, tools: [before] });
    comparer.serverFailed("the server exited with code 9");
    comparer.serverFailed("the server exited with code 9");
    expect(comparer.drift()).toMatchObject([
      { class: "breaking", where: { part: "server", path: "" }, present: "the server exited with code 9" },
    ]);
  });
});
