// Any trace that a run can give, and some that none should: for what must hold for every run.
import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../src/json/value.js";
import type { Contract, Tool } from "../../src/trace/contract.js";
import type {
  Call,
  CallOutcome,
  ClientFeature,
  ModelBlock,
  Trace,
  TraceEnd,
  TraceStep,
  Turn,
  TurnUsage,
} from "../../src/trace/trace.js";
import { toolUsesOf } from "../../src/trace/read.js";
import { jsonObject, jsonValue, nastyString } from "./arbitrary-json.js";

const few = { maxLength: 3 };
/** None is the same as nothing said. */
const tokens = fc.integer({ min: 1 });
const milliseconds = fc.integer({ min: 0, max: 60_000 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** Without keys that are undefined: a trace has none. */
const record = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc
    .record(model as Record<string, fc.Arbitrary<unknown>>)
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as T);

const jsonText = fc
  .tuple(jsonValue, fc.constantFrom(0, 1, 2, 4))
  .map(([value, spaces]) => JSON.stringify(value, null, spaces));
const text = fc.oneof(
  { weight: 8, arbitrary: nastyString },
  { weight: 4, arbitrary: jsonText },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(40_000), "é".repeat(20_000), '{"a":1.0}', "[-0]") },
);
const base64 = fc
  .oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ minLength: 1500, maxLength: 1600 }))
  .map((bytes) => Buffer.from(bytes).toString("base64"));
const deep = fc.integer({ min: 60, max: 140 }).map((levels): JsonValue => {
  let value: JsonValue = { end: "x" };
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
});
const anyJson: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 8, arbitrary: jsonValue },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: deep.map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<JsonValue>(
      { $text: "x" },
      { $json: "[1]" },
      { $$base64: 1 },
      { $text: `${"0".repeat(64)}.txt` },
    ),
  },
);

const extra = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: jsonObject });

/** A block with further fields, which never hide the fields it has. */
const block = (model: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> =>
  fc.tuple(extra, fc.record(model)).map(([more, fields]) => ({ ...more, ...fields }));

const modelBlock = (id: number): fc.Arbitrary<JsonObject> =>
  fc.oneof(
    block({ type: fc.constant("text"), text }),
    block({
      type: fc.constant("tool_use"),
      id: fc.constant(`toolu_${id}`),
      name: fc.constantFrom("get", "put", "od.d/name"),
      input: fc.oneof(jsonObject, anyJson),
    }),
    block({ type: fc.constant("thinking"), thinking: text, signature: base64 }),
    block({ type: fc.constant("redacted_thinking"), data: base64 }),
    block({ type: fc.constantFrom("server_tool_use", "web_search_tool_result", "new_today", "text"), id: anyJson }),
  );

const content: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: block({ type: fc.constant("text"), text }) },
  {
    weight: 2,
    arbitrary: block({
      type: fc.constantFrom("image", "audio"),
      data: base64,
      mimeType: fc.constantFrom("image/png", "a/b"),
    }),
  },
  { weight: 2, arbitrary: block({ type: fc.constant("resource"), resource: block({ uri: text, blob: base64 }) }) },
  { weight: 2, arbitrary: block({ type: fc.constant("resource_link"), uri: text, name: text }) },
  { weight: 1, arbitrary: block({ type: fc.constantFrom("new_today", "text", "image", "resource"), text: anyJson }) },
  { weight: 1, arbitrary: anyJson },
);

const outcome: fc.Arbitrary<CallOutcome> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("result" as const),
      result: record<JsonObject>({
        content: fc.array(content, few),
        structuredContent: maybe(anyJson) as fc.Arbitrary<JsonValue>,
        isError: maybe(fc.boolean()) as fc.Arbitrary<JsonValue>,
        _meta: maybe(fc.oneof(jsonObject, fc.constant({ progressToken: 7, more: 1 }))) as fc.Arbitrary<JsonValue>,
        unknown: maybe(anyJson) as fc.Arbitrary<JsonValue>,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("result" as const), result: anyJson }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("error" as const), error: anyJson }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("none" as const),
      reason: fc.constantFrom("timeout" as const, "server-ended" as const, "http" as const, "cancelled" as const),
      message: nastyString,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("unknown-tool" as const), message: nastyString }) },
);

const notification = record<Call["notifications"][number]>({
  method: fc.constantFrom("notifications/progress", "notifications/message", "x/y"),
  params: maybe(
    fc.oneof(
      anyJson,
      jsonObject.map((params) => ({ ...params, progressToken: 3 })),
    ),
  ),
});
const serverRequest = record<Call["serverRequests"][number]>({
  method: fc.constantFrom("sampling/createMessage", "elicitation/create", "roots/list"),
  params: maybe(anyJson),
  answer: maybe(jsonObject),
  round: maybe(fc.constantFrom(1, 2)),
  key: maybe(nastyString),
  usage: maybe(record<TurnUsage>({ input: fc.nat(), output: fc.nat(), cacheRead: maybe(tokens) })),
});

const callOf = (id: number, asked: { name: string; input: JsonObject } | undefined): fc.Arbitrary<Call> =>
  record<Call>({
    id: fc.constant(id),
    tool: asked === undefined ? nastyString : fc.oneof({ weight: 5, arbitrary: fc.constant(asked.name) }, nastyString),
    arguments:
      asked === undefined ? jsonObject : fc.oneof({ weight: 5, arbitrary: fc.constant(asked.input) }, jsonObject),
    outcome,
    notifications: fc.array(notification, { maxLength: 2 }),
    serverRequests: fc.array(serverRequest, { maxLength: 2 }),
    httpStatus: maybe(fc.constantFrom(200, 202, 404, 500)),
    at: fc.double({ min: 0, max: 1000, noNaN: true }),
    ms: milliseconds,
  });

export const tool: fc.Arbitrary<Tool> = fc
  .tuple(jsonObject, fc.constantFrom("get", "put", "list", "a.b", "x"))
  .map(([more, name]) => ({ ...more, name, inputSchema: { type: "object" } }));
const tools = fc.array(tool, { maxLength: 5 });

export const contract: fc.Arbitrary<Contract> = record<Contract>({
  server: jsonObject,
  capabilities: jsonObject,
  instructions: maybe(nastyString),
  tools,
  prompts: maybe(fc.array(jsonObject, few)),
  resources: maybe(fc.array(jsonObject, few)),
  resourceTemplates: maybe(fc.array(jsonObject, few)),
});

/** `first` is the first ordinal that the turn may use; it uses ten at most. */
const turnFrom = (first: number, lists: readonly (readonly Tool[])[]): fc.Arbitrary<Turn> =>
  fc.tuple(...[0, 1, 2].map((offset) => maybe(modelBlock(first + offset)))).chain((blocks) => {
    const made = blocks.filter((each) => each !== undefined) as ModelBlock[];
    const asked = toolUsesOf(made).filter((use) => use.id >= first);
    const calls = asked.map((use) => maybe(callOf(use.id, use)));
    return record<Turn>({
      content: fc.constant(made),
      stop: record<Turn["stop"]>({
        reason: fc.constantFrom("end_turn", "tool_use", "refusal", "new_today", null),
        sequence: maybe(nastyString),
        details: maybe(jsonValue),
      }),
      calls: fc
        .tuple(fc.tuple(...calls), maybe(callOf(first + 9, undefined)))
        .map(([known, odd]) => [...known, odd].filter((call) => call !== undefined)),
      tools: fc.constantFrom(...lists),
      usage: record<Turn["usage"]>({
        input: fc.nat(),
        output: fc.nat(),
        cacheRead: maybe(tokens),
        cacheWrite: maybe(tokens),
      }),
      ms: milliseconds,
      retries: fc.nat({ max: 3 }),
    });
  });

const stepFrom = (first: number, lists: readonly (readonly Tool[])[]): fc.Arbitrary<TraceStep> =>
  fc.record({
    user: text,
    turns: fc
      .tuple(...[0, 1, 2].map((index) => maybe(turnFrom(first + index * 10, lists))))
      .map((made) => made.filter((turn) => turn !== undefined)),
  });

const end: fc.Arbitrary<TraceEnd> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<TraceEnd>({ kind: "completed" }) },
  fc.record({ kind: fc.constant("model-stopped" as const), reason: nastyString, message: nastyString }),
  fc.record({ kind: fc.constant("max-turns" as const), limit: fc.nat(), message: nastyString }),
  fc.record({
    kind: fc.constant("server-failed" as const),
    phase: fc.constantFrom("start" as const, "list" as const, "call" as const),
    message: nastyString,
  }),
  fc.record({
    kind: fc.constantFrom(
      "model-error" as const,
      "tool-missing" as const,
      "ungrounded" as const,
      "stale" as const,
      "cancelled" as const,
    ),
    message: nastyString,
  }),
);

/** A recorded run: ordinals are unique, tools are lists that the server gave, nothing is undefined. */
export const trace: fc.Arbitrary<Trace> = fc.tuple(contract, tools, tools).chain(([said, second, third]) => {
  const lists = [said.tools, said.tools, second, third, said.tools.toReversed()];
  return record<Trace>({
    workflow: nastyString,
    sources: fc.constant({ model: "live" as const, server: "live" as const }),
    model: record<Trace["model"]>({
      name: fc.constantFrom("claude-sonnet-5-5", "x"),
      answered: maybe(fc.constant("stand-in")),
      maxTokens: fc.nat(),
      temperature: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
    system: fc.option(nastyString, { nil: null }),
    instructions: fc.boolean(),
    server: record<Trace["server"]>({
      name: nastyString,
      version: nastyString,
      protocol: fc.constantFrom("2025-11-25", ""),
      client: maybe(fc.constantFrom<ClientFeature[]>(["sampling", "elicitation"], ["roots"])),
      roots: maybe(fc.array(nastyString, few)),
    }),
    contract: fc.constant(said),
    steps: fc
      .tuple(maybe(stepFrom(1, lists)), maybe(stepFrom(101, lists)))
      .map((made) => made.filter((step) => step !== undefined)),
    end,
    findings: fc.array(nastyString, few),
    stderr: nastyString,
    dispatch: fc.constantFrom("serial", "together", "read-only-together"),
    startedAt: fc.constant("2026-11-27T20:39:00.000Z"),
    ms: milliseconds,
  });
});
