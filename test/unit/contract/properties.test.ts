// What holds of the contract diff for all contracts: nothing of nothing, no matter the order, the mirror image when swapped.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffContracts } from "../../../src/contract/diff-contracts.js";
import { CONTRACT_RULES } from "../../../src/contract/rules.js";
import { sortChanges } from "../../../src/contract/sort-changes.js";
import type { ContractChange } from "../../../src/contract/change.js";
import { DIFF_RULES } from "../../../src/diff/rules.js";
import { canonicalJson } from "../../../src/json/canonical.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { Contract, Tool } from "../../../src/trace/contract.js";
import { nastyString } from "../../helpers/arbitrary-json.js";

const name = fc.constantFrom("a", "b", "get_user", "fetch_user", "__proto__", "");
const text = fc.oneof(fc.constantFrom("Gets a user by id.", "Fetches a user by id.", "Books a table."), nastyString);
const hint = fc.constantFrom<JsonValue>(true, false, null, "yes");
const small = (fields: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

const tool = fc
  .tuple(
    name,
    fc.constantFrom<JsonValue>({ type: "object" }, { type: "object", properties: { id: { type: "string" } } }),
    small({
      title: text,
      description: text,
      icons: fc.constant([{ src: "a" }]),
      outputSchema: fc.constantFrom<JsonValue>({ type: "object" }, { type: "object", required: ["a"] }),
      annotations: small({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint }),
      execution: small({ taskSupport: fc.constantFrom("forbidden", "optional", "required", "else") }),
      _meta: small({ owner: text, title: text }),
      extra: fc.constantFrom<JsonValue>(1, "x", null),
    }),
  )
  .map(([key, inputSchema, rest]): Tool => ({ ...rest, name: key, inputSchema }));

const argument = fc
  .tuple(fc.constantFrom("x", "y"), small({ required: fc.boolean(), description: text }))
  .map(([key, rest]): JsonObject => ({ name: key, ...rest }));
const prompt = small({ name, description: text, title: text, arguments: fc.array(argument, { maxLength: 3 }) });
const resource = small({
  uri: name,
  name: text,
  mimeType: fc.constantFrom("text/plain", "text/html"),
  size: fc.constantFrom(1, 2),
});
const template = small({ uriTemplate: name, name: text, description: text });
const flag = fc.oneof(fc.boolean(), fc.constant({}));
const capabilities = small({
  tools: small({ listChanged: fc.boolean() }),
  resources: small({ subscribe: fc.boolean(), listChanged: fc.boolean() }),
  prompts: small({}),
  tasks: small({ list: flag, requests: small({ tools: small({ call: flag }) }) }),
  experimental: small({ x: small({ level: fc.constantFrom(1, 2) }) }),
});

const contract: fc.Arbitrary<Contract> = fc
  .record({
    server: small({ name: text, version: text, title: text }),
    capabilities,
    tools: fc.array(tool, { maxLength: 4 }),
    prompts: fc.array(prompt, { maxLength: 3 }),
    resources: fc.array(resource, { maxLength: 3 }),
    resourceTemplates: fc.array(template, { maxLength: 2 }),
    instructions: fc.option(text, { nil: undefined }),
  })
  .map(({ instructions, ...rest }) => ({ ...rest, ...(instructions === undefined ? {} : { instructions }) }));

const RUNS = { numRuns: 100 };

function shuffled(of: Contract): Contract {
  const reversedKeys = <T extends JsonObject>(item: T): T => Object.fromEntries(Object.entries(item).toReversed()) as T;
  const list = <T extends JsonObject>(items: readonly T[] | undefined): T[] =>
    (items ?? []).map(reversedKeys).toReversed();
  // Of tools of one name the first counts.
  const left = of.tools.map(reversedKeys);
  const tools = list(of.tools).map(
    ({ name }) =>
      left.splice(
        left.findIndex((tool) => tool.name === name),
        1,
      )[0] as Tool,
  );
  return {
    ...of,
    tools,
    prompts: list(of.prompts),
    resources: list(of.resources),
    resourceTemplates: list(of.resourceTemplates),
  };
}

/** What a change is called when it is looked at from the other side; undefined where that depends on values. */
function mirrored(rule: string): string | undefined {
  const pairs = [
    ["-removed", "-added"],
    ["duplicate-gone", "duplicate-appeared"],
    ["protocol-older", "protocol-newer"],
  ] as const;
  if (/^(?:capability|prompt-argument|output-schema|mime-type|annotation|task|prompt-arguments)/.test(rule))
    return undefined;
  if (!Object.hasOwn(CONTRACT_RULES, rule)) return undefined;
  for (const [one, other] of pairs) {
    if (rule.endsWith(one)) return rule.replace(one, other);
    if (rule.endsWith(other)) return rule.replace(other, one);
  }
  return rule;
}

const countRules = (rules: readonly (string | undefined)[]): string[] =>
  rules.filter((rule) => rule !== undefined).toSorted();

describe("for all contracts", () => {
  test("a contract and itself, in any order of lists and keys, are the same", () => {
    fc.assert(
      fc.property(contract, (one) => {
        expect(diffContracts(one, structuredClone(one))).toEqual([]);
        expect(diffContracts(one, shuffled(one))).toEqual([]);
      }),
      RUNS,
    );
  });

  test("swapped sides swap what is gone and what is new, and the values", () => {
    fc.assert(
      fc.property(contract, contract, (one, other) => {
        const [there, back] = [diffContracts(one, other), diffContracts(other, one)];
        expect(countRules(back.map(({ rule }) => mirrored(rule)))).toEqual(
          countRules(there.map(({ rule }) => (mirrored(rule) === undefined ? undefined : rule))),
        );
        expect(back.length === 0).toBe(there.length === 0);
      }),
      RUNS,
    );
  });

  test("every change is of a rule in the table, has its class, an id of its own, and values that differ", () => {
    fc.assert(
      fc.property(contract, contract, (one, other) => {
        const changes = diffContracts(one, other);
        expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
        expect(sortChanges(changes)).toEqual(changes);
        for (const change of changes) expect(classesOf(change)).toContain(change.class);
        for (const { before, after } of changes) {
          expect(before === undefined ? "nothing" : canonicalJson(before)).not.toBe(
            after === undefined ? "nothing" : canonicalJson(after),
          );
        }
      }),
      RUNS,
    );
  });

  test("what differs outside of the schemas is never passed over", () => {
    fc.assert(
      fc.property(contract, contract, (one, other) => {
        const same = canonicalJson(sorted(one)) === canonicalJson(sorted(other));
        if (!same) expect(diffContracts(one, other)).not.toEqual([]);
      }),
      RUNS,
    );
  });
});

function classesOf({ rule }: ContractChange): string[] {
  const known = DIFF_RULES.contract[rule] ?? DIFF_RULES.schema[rule];
  if (known === undefined) return [];
  return typeof known.class === "string" ? [known.class] : Object.values(known.class);
}

/** Lists and white space around instructions are no difference. */
function sorted(of: Contract): JsonValue {
  const list = (items: readonly JsonObject[] | undefined): JsonValue =>
    (items ?? [])
      .map((item) => ({
        ...item,
        ...(Array.isArray(item["arguments"]) ? { arguments: list(item["arguments"] as JsonObject[]) } : {}),
      }))
      .toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  return {
    server: of.server,
    capabilities: of.capabilities,
    instructions: of.instructions?.trim() ?? [],
    lists: [list(of.tools), list(of.prompts), list(of.resources), list(of.resourceTemplates)],
  };
}

test("an id that two tables have means the same in both", () => {
  const shared = Object.keys(DIFF_RULES.contract).filter((id) => Object.hasOwn(DIFF_RULES.schema, id));
  expect(shared).toEqual(["title-changed", "description-changed"]);
  for (const id of shared) expect(DIFF_RULES.schema[id]?.class).toEqual({ input: "docs", output: "docs" });
});
