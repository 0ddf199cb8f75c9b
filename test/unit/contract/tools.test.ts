// Tools before and after, one change at a time; what stands in their schemas is tested with the schemas.
import { describe, expect, test } from "vitest";
import { diffContracts } from "../../../src/contract/diff-contracts.js";
import type { ContractChange } from "../../../src/contract/change.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { Tool } from "../../../src/trace/contract.js";
import { makeContract, makeTool } from "../../helpers/make-trace.js";

function diff(before: Tool[], after: Tool[]): ContractChange[] {
  return diffContracts(makeContract(before), makeContract(after));
}

function brief(changes: readonly ContractChange[]): string[] {
  return changes.map((change) => `${change.class} ${change.rule} ${change.subject.name ?? "-"}${change.path}`);
}

/** One tool with some fields before, and with others after. */
function change(before: JsonObject, after: JsonObject): ContractChange[] {
  return diff([makeTool("t", { type: "object" }, before)], [makeTool("t", { type: "object" }, after)]);
}

const city: JsonObject = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

describe("the list of tools", () => {
  test("a tool that is gone is breaking, a new one compatible; the whole tool is the value", () => {
    const [one, other] = [makeTool("get_weather", city), makeTool("list_users")];
    expect(brief(diff([one, other], [other]))).toEqual(["breaking tool-removed get_weather"]);
    expect(diff([one], [one, other])).toEqual([
      {
        id: expect.stringMatching(/^d-[0-9a-f]{8}$/),
        rule: "tool-added",
        class: "compatible",
        subject: { kind: "tool", name: "list_users" },
        path: "",
        after: other,
        message: "The tool `list_users` is new.",
      },
    ]);
  });

  test("the order of tools is not a change", () => {
    const tools = ["a", "b", "c"].map((name) => makeTool(name));
    expect(diff(tools, tools.toReversed())).toEqual([]);
  });

  test("the worst comes first, and then tools as the server lists them", () => {
    const before = [makeTool("b", city, { title: "B" }), makeTool("a", city, { title: "A" }), makeTool("gone")];
    const after = [makeTool("new"), makeTool("a", city, { title: "A2" }), makeTool("b", city, { title: "B2" })];
    expect(brief(diff(before, after))).toEqual([
      "breaking tool-removed gone",
      "compatible tool-added new",
      "docs title-changed b/title",
      "docs title-changed a/title",
    ]);
  });

  test("names like those of Object's members are names", () => {
    const tools = ["constructor", "__proto__", "toString"].map((name) => makeTool(name));
    expect(diff(tools, tools)).toEqual([]);
    expect(brief(diff(tools, tools.slice(1)))).toEqual(["breaking tool-removed constructor"]);
    const odd = JSON.parse('{"__proto__": {"constructor": 1}}') as JsonObject;
    expect(brief(change({}, odd))).toEqual(["docs field-changed t/__proto__"]);
  });
});

describe("renaming", () => {
  test("is not guessed where the new name is listed twice, from neither side", () => {
    const before = [
      makeTool("a", {}, { description: "Books a table." }),
      makeTool("b", {}, { description: "Finds a user." }),
    ];
    const after = before.map((tool): Tool => ({ ...tool, name: "twice" }));
    expect(brief(diff(before, after))).toEqual([
      "breaking tool-removed a",
      "breaking tool-removed b",
      "compatible tool-added twice",
      "compatible tool-added twice",
    ]);
    expect(brief(diff(after, before)).toSorted()).toEqual([
      "breaking tool-removed twice",
      "breaking tool-removed twice",
      "compatible tool-added a",
      "compatible tool-added b",
    ]);
  });

  const description = "Gets the weather of a city for today.";
  const before = makeTool("get_weather", city, { description });

  test("is guessed by parameters and description, said to be a guess, and breaking all the same", () => {
    const after = makeTool("weather", city, { description: "Gets the weather of a city today." });
    const changes = diff([makeTool("x"), before], [makeTool("x"), after]);
    expect(brief(changes)).toEqual([
      "breaking tool-renamed get_weather/name",
      "docs description-changed get_weather/description",
    ]);
    expect(changes[0]).toMatchObject({
      before: "get_weather",
      after: "weather",
      message: "The tool `get_weather` is gone; renamed to `weather`?",
      note: expect.stringMatching(/^A guess/),
    });
    expect(changes[1]?.note).toMatch(/^If it was renamed to `weather`\. Claude reads it/);
  });

  test.each([
    ["another description", makeTool("weather", city, { description: "Books a table." })],
    ["other parameters", makeTool("weather", { type: "object", properties: { id: {} } }, { description })],
    ["the opposite deed", makeTool("delete_user", city, { description: "Deletes a user." })],
  ])("is not guessed with %s", (_, after) => {
    const known =
      after.name === "delete_user" ? makeTool("create_user", city, { description: "Creates a user." }) : before;
    expect(diff([known], [after]).map(({ rule }) => rule)).toEqual(["tool-removed", "tool-added"]);
  });

  test("is not guessed where two new tools are as good", () => {
    const twins = ["weather_one", "weather_two"].map((name) => makeTool(name, city, { description }));
    expect(diff([before], twins).map(({ rule }) => rule)).toEqual(["tool-removed", "tool-added", "tool-added"]);
  });

  test("is guessed the other way round with the sides swapped", () => {
    const after = makeTool("weather", city, { description });
    expect(brief(diff([after], [before]))).toEqual(["breaking tool-renamed weather/name"]);
  });
});

describe("a name that is listed twice", () => {
  const [one, other] = [makeTool("t", city), makeTool("t", { type: "object" })];

  test("is risky when it is new, and compatible when it is gone", () => {
    expect(brief(diff([one], [one, other]))).toEqual(["risky duplicate-appeared t"]);
    expect(brief(diff([one, other], [one]))).toEqual(["compatible duplicate-gone t"]);
  });

  test("is compared by what Claude is given: the first", () => {
    expect(diff([one, other], structuredClone([one, other]))).toEqual([]);
    expect(brief(diff([one, other], [other, one]))).toContain(
      "risky property-removed-from-open t/inputSchema/properties/city",
    );
    expect(brief(diff([one], [other, one]))).toContain(
      "risky property-removed-from-open t/inputSchema/properties/city",
    );
    const third = { ...other, title: "T" };
    expect(brief(diff([one, other], [one, third]))).toEqual(["docs title-changed t/title"]);
  });
});

describe("annotations", () => {
  test.each<[JsonValue | undefined, JsonValue | undefined, string[]]>([
    [{ readOnlyHint: true }, { readOnlyHint: false }, ["risky annotation-read-only-flipped"]],
    [{ readOnlyHint: false }, { readOnlyHint: true }, ["risky annotation-read-only-flipped"]],
    [{ readOnlyHint: true }, undefined, ["risky annotation-read-only-flipped"]],
    [undefined, { readOnlyHint: false }, ["docs default-spelled-out"]],
    [{ destructiveHint: false }, { destructiveHint: true }, ["risky annotation-destructive-flipped"]],
    [{ destructiveHint: true }, { destructiveHint: false }, ["risky annotation-destructive-flipped"]],
    [undefined, { destructiveHint: false }, ["risky annotation-destructive-flipped"]],
    [undefined, { destructiveHint: true }, ["docs default-spelled-out"]],
    [
      { readOnlyHint: true, destructiveHint: false },
      { readOnlyHint: true, destructiveHint: true },
      ["docs annotation-changed"],
    ],
    [{ idempotentHint: true }, { idempotentHint: false }, ["risky annotation-idempotent-lost"]],
    [undefined, { idempotentHint: true }, ["compatible annotation-idempotent-gained"]],
    [{ openWorldHint: false }, undefined, ["risky annotation-open-world-gained"]],
    [{ openWorldHint: true }, { openWorldHint: false }, ["compatible annotation-open-world-lost"]],
    [undefined, { openWorldHint: true }, ["docs default-spelled-out"]],
    [{ readOnlyHint: true }, { readOnlyHint: "yes" }, ["risky annotation-read-only-flipped"]],
    [{ idempotentHint: false }, { idempotentHint: 0 }, ["risky annotation-idempotent-lost"]],
    [{ readOnlyHint: null }, {}, ["docs default-spelled-out"]],
    [null, undefined, ["docs default-spelled-out"]],
    [undefined, "none", ["docs annotation-changed"]],
    [{ title: "A" }, { title: "B" }, ["docs title-changed"]],
    [{}, { audience: ["user"] }, ["docs annotation-changed"]],
  ])("%j and then %j is %j", (before, after, expected) => {
    const field = (value: JsonValue | undefined): JsonObject => (value === undefined ? {} : { annotations: value });
    const changes = change(field(before), field(after));
    expect(changes.map((one) => `${one.class} ${one.rule}`)).toEqual(expected);
    for (const { path } of changes) expect(path).toMatch(/^\/annotations/);
  });

  test("a hint says what held without it", () => {
    const [flip] = change({}, { annotations: { readOnlyHint: true } });
    expect(flip?.message).toBe("`readOnlyHint` was false (the default) and is true.");
  });
});

describe("the rest of a tool", () => {
  test("a description is docs, and says that Claude reads it", () => {
    const [one] = change({ description: "Finds." }, { description: "Finds users." });
    expect(one).toMatchObject({ rule: "description-changed", class: "docs", path: "/description", before: "Finds." });
    expect(one?.note).toContain("Claude reads it");
  });

  test("schemas are compared by their direction, at their place in the tool", () => {
    const [one, other] = [makeTool("t", { type: "object" }), makeTool("t", { type: "object", required: ["city"] })];
    expect(brief(diff([one], [other]))).toEqual(["breaking required-added t/inputSchema/required"]);
    expect(brief(diff([other], [one]))).toEqual(["compatible required-removed t/inputSchema/required"]);
    expect(brief(change({ outputSchema: { ...city } }, { outputSchema: { ...city, required: [] } }))).toEqual([
      "breaking required-removed t/outputSchema/required",
    ]);
  });

  test("that arguments are an object is said by the protocol: to say it again narrows nothing", () => {
    const { type: _, ...rest } = city;
    expect(brief(diff([makeTool("t", rest)], [makeTool("t", city)]))).toEqual([
      "docs default-spelled-out t/inputSchema/type",
    ]);
    expect(brief(diff([makeTool("t", city)], [makeTool("t", { ...rest, required: [] })]))).toEqual([
      "compatible required-removed t/inputSchema/required",
      "docs default-spelled-out t/inputSchema/type",
    ]);
    expect(brief(diff([makeTool("t", rest)], [makeTool("t", { ...city, type: "array" })]))).toEqual([
      "breaking type-narrowed t/inputSchema/type",
    ]);
  });

  test("an output schema that is gone is breaking, a new one compatible", () => {
    const schema = { type: "object" };
    expect(brief(change({ outputSchema: schema }, {}))).toEqual(["breaking output-schema-removed t/outputSchema"]);
    expect(brief(change({}, { outputSchema: schema }))).toEqual(["compatible output-schema-added t/outputSchema"]);
    expect(change({ outputSchema: schema }, { outputSchema: { ...schema } })).toEqual([]);
  });

  test.each<[string | undefined, string | undefined, string]>([
    ["forbidden", "required", "breaking task-support-narrowed"],
    ["optional", "required", "breaking task-support-narrowed"],
    ["optional", "forbidden", "breaking task-support-narrowed"],
    ["optional", undefined, "breaking task-support-narrowed"],
    ["required", "forbidden", "breaking task-support-narrowed"],
    ["forbidden", "optional", "compatible task-support-widened"],
    ["required", "optional", "compatible task-support-widened"],
    [undefined, "forbidden", "docs default-spelled-out"],
    [undefined, "sometimes", "breaking task-support-narrowed"],
  ])("task support %s and then %s is %s", (before, after, expected) => {
    const field = (support?: string): JsonObject => ({
      execution: support === undefined ? {} : { taskSupport: support },
    });
    expect(brief(change(field(before), field(after)))).toEqual([`${expected} t/execution/taskSupport`]);
  });

  test("icons, _meta and what nobody knows are docs, each at its own place", () => {
    expect(
      brief(
        change(
          { icons: [{ src: "a.png" }], _meta: { "x/owner": "a", same: 1 }, extra: 1 },
          { _meta: { "x/owner": "b", same: 1, name: "n" }, extra: [1] },
        ),
      ),
    ).toEqual([
      "docs icons-changed t/icons",
      "docs field-changed t/_meta/x~1owner",
      "docs field-changed t/_meta/name",
      "docs field-changed t/extra",
    ]);
  });
});

describe("ids", () => {
  test("are the same for the same change, and others for another tool, value or side", () => {
    const ids = [
      change({ title: "A" }, { title: "B" }),
      change({ title: "A" }, { title: "C" }),
      change({ title: "B" }, { title: "A" }),
      change({}, { title: "A" }),
      diff([makeTool("u", {}, { title: "A" })], [makeTool("u", {}, { title: "B" })]),
    ].map(([one]) => one?.id);
    expect(new Set(ids).size).toBe(5);
    expect(change({ title: "A" }, { title: "B" })[0]?.id).toBe(ids[0]);
    // Somebody has it in an accepted.yaml.
    expect(ids[0]).toBe("d-b974c0af");
  });

  test("nothing and null are two things", () => {
    const [one] = change({}, { extra: 1 });
    const [other] = change({ extra: null }, { extra: 1 });
    expect(one?.id).not.toBe(other?.id);
  });
});
