// The file of a session cassette: which keys there are, in which order, and what they take. docs/cassette-format.md explains
// it. Knows no text and no disk. What stands in `entries` is turned into a session by session-entries.ts.
import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { CASSETTE_VERSION } from "./format-version.js";
import { isContentEntry } from "./script-content.js";

const json = z.custom<JsonValue>((value) => value !== undefined, "expected a value");
const object = z.custom<JsonObject>(isJsonObject, "expected a mapping");
const amount = z.number().min(0);
const content = z.custom<JsonObject>(
  isContentEntry,
  "expected one of text, json, image, audio, resource, link, raw, or type",
);

const notificationEntry = z.strictObject({
  notification: z.string(),
  /** Absent: the server. */
  from: z.literal("client").optional(),
  params: json.optional(),
});

const answer = z.union(
  [z.strictObject({ result: json }), z.strictObject({ error: json })],
  "expected { result } or { error }",
);

const requestEntry = z.strictObject({
  request: z.string(),
  params: json.optional(),
  answer: answer.optional(),
  orUnder: z.array(z.number().int().min(1)).optional(),
});

type EntryOf<T> = T extends z.ZodType ? z.output<T> : never;
export type NotificationEntry = EntryOf<typeof notificationEntry>;
export type RequestEntry = EntryOf<typeof requestEntry>;

/** Picked by its key, so that an error speaks of the entry that was meant and not of all that it might be. */
const duringEntry = z
  .custom<JsonObject>(isJsonObject, "expected a mapping")
  .transform((entry, context): NotificationEntry | RequestEntry => {
    if ("notification" in entry) return pick(notificationEntry, entry, context);
    if ("request" in entry) return pick(requestEntry, entry, context);
    context.issues.push({ code: "custom", message: "expected an entry with notification or request", input: entry });
    return z.NEVER;
  });

const OUTCOMES = ["result", "content", "error"] as const;

const exchangeEntry = z
  .strictObject({
    exchange: z.string(),
    params: json.optional(),
    /** Whether the client asked for progress. */
    progress: z.literal(true).optional(),
    rounds: z.array(z.strictObject({ required: object, responses: json })).optional(),
    during: z.array(duringEntry).optional(),
    cancelled: z.literal(true).optional(),
    /** A result that has no list `content`; else its content is laid open, and its other fields stand beside it. */
    result: json.optional(),
    content: z.array(content).optional(),
    fields: object.optional(),
    error: json.optional(),
    http: z.number().int().optional(),
  })
  .refine((entry) => OUTCOMES.filter((key) => entry[key] !== undefined).length <= 1, {
    message: `expected at most one of ${OUTCOMES.join(", ")}`,
  })
  .refine((entry) => entry.fields === undefined || entry.content !== undefined, {
    message: "expected content beside fields",
  });
export type ExchangeEntry = EntryOf<typeof exchangeEntry>;

export type FileEntry = ExchangeEntry | NotificationEntry | RequestEntry;

/** An entry as it stands in the file. */
export const fileEntry = z
  .custom<JsonObject>(isJsonObject, "expected a mapping")
  .transform((entry, context): FileEntry => {
    if ("exchange" in entry) return pick(exchangeEntry, entry, context);
    if ("notification" in entry) return pick(notificationEntry, entry, context);
    if ("request" in entry) return pick(requestEntry, entry, context);
    const message = "expected an entry with exchange, notification or request";
    context.issues.push({ code: "custom", message, input: entry });
    return z.NEVER;
  });

/** When an entry was, and what came under it. */
export const entryTimes = z.strictObject({
  at: amount,
  /** Of an exchange. */
  ms: amount.optional(),
  /** Of what stands in `during`. */
  during: z.array(amount).optional(),
});
export type EntryTimes = z.output<typeof entryTimes>;

/** One line of a file that `more` names. */
export const moreLine = z.strictObject({ entry: fileEntry, times: entryTimes });

/** The file without its last line, the seal. The order of the keys is the order in the file. */
export const sessionSchema = z.strictObject({
  cassette: z.literal(CASSETTE_VERSION),
  kind: z.literal("session"),
  session: z.string(),
  transport: z.enum(["stdio", "http"]),
  era: z.enum(["legacy", "modern"]),
  server: z.strictObject({ name: z.string(), version: z.string(), protocol: z.string() }),
  entries: z.array(fileEntry),
  /** Blobs with further entries, where there are too many to be read by people. */
  more: z.array(z.string().regex(/^[0-9a-f]{64}\.jsonl$/, "expected the name of a .jsonl in blobs/")).optional(),
  facts: z.strictObject({
    recorded: z.strictObject({ at: z.string(), by: z.string(), ms: amount }),
    findings: z.array(z.string()).optional(),
    entries: z.array(entryTimes),
  }),
});

function pick<T extends z.ZodType>(schema: T, entry: JsonObject, context: z.core.ParsePayload): z.output<T> {
  const parsed = schema.safeParse(entry);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.issues.push({ code: "custom", path: [...path], message, input: entry });
  return z.NEVER;
}
