// What Claude is given of the tools: diff and replay see the same changes.
import { describe, expect, it } from "vitest";
import { diffContracts } from "../../../src/contract/diff-contracts.js";
import { compareListedTools } from "../../../src/drift/compare-tools.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { Tool } from "../../../src/trace/contract.js";
import { bestOf } from "../../helpers/best-of.js";
import { makeContract } from "../../helpers/make-trace.js";

const text = { type: "string" };
const schema = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });
const tool = (name: string, inputSchema: JsonValue = schema({ q: text }), more: JsonObject = {}): Tool => ({
  name,
  inputSchema,
  ...more,
});
const option = (name: string, of: JsonObject): JsonObject => schema({ q: text, [name]: of });

/** What replay says of a tool that is called with `q`, and of one that is not. */
function inReplay(before: Tool[], after: Tool[], called = before[0]?.name ?? ""): { called: string[]; not: string[] } {
  const use = { step: 1, turn: 1, call: 1, tool: called, arguments: { q: "x" } };
  const told = (uses: (typeof use)[]) =>
    compareListedTools(before, after, uses, { expected: new Set() }).map(
      (one) => `${one.class} ${one.tool}${one.path}`,
    );
  return { called: told([use]), not: told([]) };
}

function inDiff(before: Tool[], after: Tool[]): string[] {
  return diffContracts(makeContract(before), makeContract(after)).map(
    ({ class: kind, rule, subject, path }) => `${kind} ${rule} ${subject.name ?? ""}${path}`,
  );
}

describe("one tool changed", () => {
  it.each<[string, JsonValue, JsonValue, string, string[]]>([
    [
      "a title of a parameter",
      option("a", text),
      option("a", { ...text, title: "What to get" }),
      "reworded",
      ["docs title-changed t/inputSchema/properties/a/title"],
    ],
    [
      "a title that repeats the parameter's name",
      option("max_rows", text),
      option("max_rows", { ...text, title: "Max Rows" }),
      "docs",
      ["docs schema-rewritten t/inputSchema/properties/max_rows/title"],
    ],
    [
      "a title that repeats the tool's name",
      schema({ q: text }),
      schema({ q: text }, { title: "tArguments" }),
      "docs",
      ["docs schema-rewritten t/inputSchema/title"],
    ],
    [
      "a title of the whole",
      schema({ q: text }),
      schema({ q: text }, { title: "Use with care" }),
      "reworded",
      ["docs title-changed t/inputSchema/title"],
    ],
    [
      "a comment",
      schema({ q: text }),
      schema({ q: { ...text, $comment: "Never an alias." } }),
      "reworded",
      ["docs comment-changed t/inputSchema/properties/q/$comment"],
    ],
    [
      "an option",
      schema({ q: text }),
      option("limit", { type: "integer", default: 10 }),
      "additive",
      ["compatible property-added t/inputSchema/properties/limit"],
    ],
    [
      "an option that is on by itself",
      schema({ q: text }),
      option("dry_run", { type: "boolean", default: true }),
      "reworded",
      ["risky option-added-in-effect t/inputSchema/properties/dry_run"],
    ],
    [
      "an option that is off by itself",
      schema({ q: text }),
      option("dry_run", { type: "boolean", default: false }),
      "additive",
      ["compatible property-added t/inputSchema/properties/dry_run"],
    ],
    [
      "an option without which nothing is done any more",
      schema({ q: text }),
      option("confirm", { type: "boolean", default: false }),
      "reworded",
      ["risky option-added-in-effect t/inputSchema/properties/confirm"],
    ],
    [
      "an option with a mode that holds back, where the schema was closed",
      schema({ q: text }, { additionalProperties: false }),
      { ...option("mode", { enum: ["apply", "preview"], default: "preview" }), additionalProperties: false },
      "reworded",
      ["risky option-added-in-effect t/inputSchema/properties/mode"],
    ],
    [
      "an option in a definition",
      schema({ q: text }),
      { ...option("dryRun", { $ref: "#/$defs/d" }), $defs: { d: { type: "boolean", default: true } } },
      "reworded",
      ["risky option-added-in-effect t/inputSchema/properties/dryRun"],
    ],
    [
      "the limits of whole numbers",
      option("n", { type: "integer" }),
      option("n", { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 }),
      "docs",
      ["docs schema-rewritten t/inputSchema/properties/n"],
    ],
    [
      "real limits of whole numbers",
      option("n", { type: "integer" }),
      option("n", { type: "integer", minimum: 0, maximum: 9007199254740991 }),
      "reworded",
      ["breaking minimum-tightened t/inputSchema/properties/n/minimum"],
    ],
    [
      "the names of a record",
      option("m", { type: "object", additionalProperties: text }),
      option("m", { type: "object", propertyNames: { type: "string" }, additionalProperties: text }),
      "docs",
      ["docs schema-rewritten t/inputSchema/properties/m/propertyNames"],
    ],
    [
      "a record by a pattern of any name",
      option("m", { type: "object", additionalProperties: text }),
      option("m", { type: "object", patternProperties: { "^(.*)$": text } }),
      "docs",
      ["docs schema-rewritten t/inputSchema/properties/m"],
    ],
    [
      "additionalProperties: false",
      schema({ q: text }, { additionalProperties: false }),
      schema({ q: text }),
      "docs",
      ["docs undeclared-properties-ignored t/inputSchema/additionalProperties"],
    ],
    [
      "additionalProperties: false, where others were wanted",
      schema({ q: text }, { additionalProperties: true }),
      schema({ q: text }, { additionalProperties: false }),
      "reworded",
      ["breaking additional-properties-closed t/inputSchema/additionalProperties"],
    ],
    [
      "types as alternatives",
      option("n", { type: ["string", "null"] }),
      option("n", { anyOf: [{ type: "string" }, { type: "null" }] }),
      "docs",
      ["docs schema-rewritten t/inputSchema/properties/n"],
    ],
    [
      "the pattern of a format",
      option("id", { type: "string", format: "uuid" }),
      option("id", {
        type: "string",
        format: "uuid",
        pattern: "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$",
      }),
      "docs",
      ["docs schema-rewritten t/inputSchema/properties/id/pattern"],
    ],
    [
      "a pattern that is more than the format",
      option("mail", { type: "string", format: "email" }),
      option("mail", { type: "string", format: "email", pattern: "@example\\.org$" }),
      "reworded",
      ["breaking pattern-added t/inputSchema/properties/mail/pattern"],
    ],
  ])("%s", (_, before, after, kind, changes) => {
    const [old, now] = [[tool("t", before)], [tool("t", after)]];
    expect(inDiff(old, now)).toEqual(changes);
    expect(inReplay(old, now).called).toEqual([`${kind} t/inputSchema`]);
    expect(inReplay(old, now).not).toEqual([`${kind === "additive" ? "additive" : "docs"} t/inputSchema`]);
  });
});

describe("the name that Claude knows a tool by", () => {
  const before = [tool("files.get"), tool("other")];
  const after = [tool("files.get"), tool("other"), tool("files_get")];

  it("is another when a new tool really has it", () => {
    expect(inReplay(before, after)).toEqual({
      called: ["breaking files.get/name", "additive files_get"],
      not: ["docs files.get/name", "additive files_get"],
    });
    expect(inDiff(before, after)).toContain("risky claude-name-changed files.get/name");
    expect(inReplay(after, before, "files.get").called).toContain("breaking files.get/name");
    expect(inDiff(after, before)).toContain("risky claude-name-changed files.get/name");
  });

  it("stays with any other new tool", () => {
    expect(inReplay(before, [...before, tool("files.put")]).called).toEqual(["additive files.put"]);
    expect(inDiff(before, [...before, tool("files.put")])).toEqual(["compatible tool-added files.put"]);
  });
});

describe("two tools of one name", () => {
  const [first, second] = [tool("t"), tool("t", schema({ q: text }), { description: "The second." })];

  it("are compared by the one that Claude is given: the first", () => {
    expect(inReplay([first, second], [second, first]).called).toEqual(["reworded t/description"]);
    expect(inReplay([first], [first, second]).called).toEqual([]);
    expect(inReplay([first], [second, first]).called).toEqual(["reworded t/description"]);
    expect(inDiff([first], [second, first])).toContain("docs description-changed t/description");
    expect(inDiff([first], [first, second])).toEqual(["risky duplicate-appeared t"]);
  });
});

it("500 tools that refer to themselves are compared in two seconds", () => {
  const recursive = (at: number, words: string): Tool =>
    tool(
      `t${at}`,
      schema({
        q: { ...text, description: words },
        ...Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, { $ref: "#" }])),
        list: { type: "array", items: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
      }),
    );
  const list = (words: string) => Array.from({ length: 500 }, (_, at) => recursive(at, words));
  const [before, after] = [list("One."), list("Two.")];
  let found: string[] = [];
  const ms = bestOf(2000, () => {
    found = inReplay(before, after).not;
    inDiff(before, after);
  });
  expect(found).toEqual(before.map(({ name }) => `docs ${name}/inputSchema`));
  expect(ms).toBeLessThan(2000);
});
