// Defines the cassette file: its keys, their order, and their values. docs/cassette-format.md explains it. Knows no
// text and no disk; read-trace.ts turns `script` into a trace.
import * as z from "zod/mini";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import { WRITTEN_SERVER_NAME } from "../trace/servers.js";
import { agentSchema } from "./agent-schema.js";
import { facts, factsOfVersion1 } from "./facts-schema.js";
import { CASSETTE_VERSION } from "./format-version.js";
import { learnedShape } from "./learned-schema.js";
import { isBlockEntry } from "./script-blocks.js";
import { isContentEntry } from "./script-content.js";
import "./schema-messages.js";

const json = z.custom<JsonValue>((value) => value !== undefined, "expected a value");
const object = z.custom<JsonObject>(isJsonObject, "expected a mapping");
const tool = z.custom<Tool>(
  (value) => isJsonObject(value) && typeof value["name"] === "string",
  "expected a tool: a mapping with a name",
);
const ordinal = z.int().check(z.gt(0));

const userEntry = z.strictObject({ user: z.string() });

const assistantEntry = z.strictObject({
  assistant: z.array(
    z.custom<JsonObject>(
      isBlockEntry,
      "expected one of text, call (with id and input), thinking, or a block with type",
    ),
  ),
  stop: z.union(
    [
      z.string(),
      z.null(),
      z.strictObject({ reason: z.nullable(z.string()), sequence: z.optional(z.string()), details: z.optional(json) }),
    ],
    "expected the stop reason, null, or { reason, sequence, details }",
  ),
});

const toolsEntry = z.strictObject({
  tools: z.union(
    [
      z.strictObject({
        gone: z.optional(z.array(z.string())),
        new: z.optional(z.array(tool)),
        order: z.optional(z.array(z.string())),
      }),
      z.strictObject({ all: z.array(tool) }),
    ],
    "expected { gone, new, order }, or { all }",
  ),
});

const OUTCOMES = ["content", "raw", "error", "none", "unknownTool", "given"] as const;
const content = z.array(
  z.custom<JsonObject>(isContentEntry, "expected one of text, json, image, audio, resource, link, raw, or type"),
);

const resultEntry = z
  .strictObject({
    result: ordinal,
    /** Where they differ from the tool and the input of the `call` with the same id. */
    tool: z.optional(z.string()),
    arguments: z.optional(object),
    content: z.optional(content),
    structuredContent: z.optional(json),
    isError: z.optional(z.boolean()),
    _meta: z.optional(json),
    /** Fields of the result that MCP does not define. */
    others: z.optional(object),
    /** A result that is not a mapping with a list `content`. */
    raw: z.optional(json),
    error: z.optional(json),
    none: z.optional(
      z.strictObject({ reason: z.enum(["timeout", "server-ended", "http", "cancelled", "miss"]), message: z.string() }),
    ),
    unknownTool: z.optional(z.string()),
    /** What the model was given of a call that is `own`: of another tool than the server's. */
    given: z.optional(content),
    http: z.optional(z.int()),
    notifications: z.optional(z.array(z.strictObject({ method: z.string(), params: z.optional(json) }))),
    requests: z.optional(
      z.array(
        z.strictObject({
          method: z.string(),
          params: z.optional(json),
          answer: z.optional(object),
          /** Protocol of 2026-07-28: the round trip of the call in which it was asked, and its key there. */
          round: z.optional(ordinal),
          key: z.optional(z.string()),
        }),
      ),
    ),
  })
  .check(
    z.refine(
      (entry) => OUTCOMES.filter((key) => entry[key] !== undefined).length === 1,
      `expected exactly one of ${OUTCOMES.join(", ")}`,
    ),
  );

type ScriptEntryOf<T> = T extends z.ZodMiniType ? z.output<T> : never;
export type UserEntry = ScriptEntryOf<typeof userEntry>;
export type AssistantEntry = ScriptEntryOf<typeof assistantEntry>;
export type ToolsEntry = ScriptEntryOf<typeof toolsEntry>;
export type ResultEntry = ScriptEntryOf<typeof resultEntry>;
export type ScriptEntry = UserEntry | AssistantEntry | ToolsEntry | ResultEntry;

/** Picked by its key, so that an error is about the intended kind of entry, not about all kinds. */
const scriptEntry = z.pipe(
  z.custom<JsonObject>(isJsonObject, "expected a mapping"),
  z.transform((entry: JsonObject, context): ScriptEntry => {
    const schema =
      "user" in entry ? userEntry : "assistant" in entry ? assistantEntry : "tools" in entry ? toolsEntry : undefined;
    const parsed = (schema ?? resultEntry).safeParse(entry);
    if (parsed.success) return parsed.data;
    if (schema === undefined && !("result" in entry))
      context.issues.push({
        code: "custom",
        message: "expected an entry with user, assistant, tools or result",
        input: entry,
      });
    else
      for (const { path, message } of parsed.error.issues)
        context.issues.push({ code: "custom", path: [...path], message, input: entry });
    return z.NEVER;
  }),
);

const end = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("model-stopped"), reason: z.string(), message: z.string() }),
  z.strictObject({ kind: z.literal("max-turns"), limit: z.int(), message: z.string() }),
  z.strictObject({ kind: z.literal("model-error"), message: z.string() }),
  z.strictObject({
    kind: z.literal("server-failed"),
    phase: z.enum(["start", "list", "call"]),
    message: z.string(),
    server: z.optional(z.string()),
  }),
  z.strictObject({ kind: z.literal("tool-missing"), message: z.string() }),
  z.strictObject({ kind: z.literal("ungrounded"), message: z.string() }),
  z.strictObject({ kind: z.literal("stale"), message: z.string() }),
  z.strictObject({ kind: z.literal("cancelled"), message: z.string() }),
]);

/** What a server says about itself. */
export const contractSchema = z.strictObject({
  server: object,
  capabilities: object,
  instructions: z.optional(z.string()),
  tools: z.array(tool),
  prompts: z.optional(z.array(object)),
  resources: z.optional(z.array(object)),
  resourceTemplates: z.optional(z.array(object)),
});

const score = z.nullable(z.number().check(z.gte(0), z.lte(1)));

const judgement = z.strictObject({
  model: z.string(),
  /** The name of the model that answered, as the API gives it, where it differs. */
  answered: z.optional(z.string()),
  /** Hashes of the rubric (`default` where the config has none), of the expected states, and of what was judged. */
  rubric: z.string(),
  expected: z.string(),
  transcript: z.string(),
  /** With several samples, their median; `samples` are their scores. */
  score: z.number().check(z.gte(0), z.lte(1)),
  samples: z.optional(z.array(z.number().check(z.gte(0), z.lte(1)))),
  reason: z.string(),
});

const variation = z.strictObject({
  call: ordinal,
  at: z.string().check(z.regex(/^(?:\/|$)/, "expected a JSON pointer")),
});

const scores = z.strictObject({
  "end-to-end-success": z.optional(score),
  "tool-invocation-order": z.optional(score),
  "tool-call-health": z.optional(score),
  "llm-judge": z.optional(score),
});

/** What a transcript does not say of the model's settings. Only imported runs have it. */
export const UNKNOWN = "unknown";

const imported = z.strictObject({
  format: z.string(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, "expected 64 hex digits")),
  /** The calls that the server answered otherwise than the transcript says. */
  differs: z.optional(z.array(ordinal)),
});

const server = z.strictObject({
  name: z.string(),
  version: z.string(),
  protocol: z.string(),
  /** What the client offered to the server; replay offers the same. Absent: nothing. */
  client: z.optional(z.array(z.enum(["sampling", "elicitation", "roots"]))),
  /** The roots that the client named, as URIs. */
  roots: z.optional(z.array(z.string())),
  /** The name of a file in `contracts/`, or the contract itself. */
  contract: z.union(
    [z.string().check(z.regex(/^[0-9a-f]{12}$/, "expected 12 hex digits")), contractSchema],
    "expected 12 hex digits, or a contract",
  ),
});

const servers = z
  .record(z.string().check(z.regex(WRITTEN_SERVER_NAME, "expected a name without / and control characters")), server)
  .check(z.refine((all) => Object.keys(all).length > 0, "expected a server"));

const head = {
  kind: z.literal("workflow"),
  workflow: z.string(),
};

const model = {
  name: z.string(),
  answered: z.optional(z.string()),
  maxTokens: z.int(),
  temperature: z.optional(z.number()),
  system: z.nullable(z.string()),
  /** Whether the server's instructions followed the system prompt. */
  instructions: z.boolean(),
  /** Of several servers: what Claude was told that a tool is called. */
  toolNames: z.optional(z.string()),
};

const run = {
  script: z.array(scriptEntry),
  /** Why the run ended, where Claude did not end it. */
  end: z.optional(end),
  judge: z.array(judgement),
};

/** The order of the keys is the order in the file. */
const writtenSchema = z.strictObject({
  cassette: z.literal(CASSETTE_VERSION),
  ...head,
  kind: z.enum(["workflow", "agent"]),
  imported: z.optional(imported),
  /**
   * Of how many trials that count this is one, how many of them passed, and which one it is. Absent: it was the only
   * one.
   */
  trials: z.optional(z.strictObject({ runs: z.int().check(z.gte(0)), passed: z.int().check(z.gte(0)), take: ordinal })),
  server: z.optional(server),
  /** In place of `server`, where the suite has several: by their names in the config. */
  servers: z.optional(servers),
  /** How the calls of a turn were sent. */
  dispatch: z.enum(["serial", "together", "read-only-together"]),
  model: z.strictObject({
    ...model,
    maxTokens: z.union([model.maxTokens, z.literal(UNKNOWN)], "expected a whole number, or unknown"),
    instructions: z.union([model.instructions, z.literal(UNKNOWN)], "expected true, false, or unknown"),
  }),
  ...run,
  ...learnedShape,
  scores,
  facts,
  /** Only in one of the kind `agent`: who played the run, and where each turn belongs. */
  agent: z.optional(agentSchema),
});

const eitherServer = z.refine<{ server?: unknown; servers?: unknown }>(
  (cassette) => (cassette.server === undefined) !== (cassette.servers === undefined),
  { error: "expected either server or servers", path: ["server"] },
);

/** What a cassette says of its run before the script. */
export const settingsSchema = z
  .pick(writtenSchema, { trials: true, server: true, servers: true, dispatch: true, model: true })
  .check(eitherServer);

/** The file without its last line, the seal. */
export const cassetteSchema = writtenSchema.check(
  eitherServer,
  z.refine((cassette) => (cassette.kind === "agent") === (cassette.agent !== undefined), {
    error: "expected agent in a cassette of the kind agent, and only there",
    path: ["agent"],
  }),
);

/** The same keys in version 1. */
export const cassetteOfVersion1Schema = z.strictObject({
  cassette: z.literal(1),
  ...head,
  server,
  model: z.strictObject(model),
  ...run,
  varies: z.array(variation),
  scores,
  facts: factsOfVersion1,
});

/** A cassette as this program writes it. */
export type WrittenCassette = z.output<typeof cassetteSchema>;
export type CassetteOfVersion1 = z.output<typeof cassetteOfVersion1Schema>;
/** A cassette as it was read: an old one keeps its version. */
export type Cassette = WrittenCassette | CassetteOfVersion1;
export type WrittenServer = z.output<typeof server>;
export type Judgement = z.output<typeof judgement>;
export type Scores = z.output<typeof scores>;
