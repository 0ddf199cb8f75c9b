// Defines the file of a session cassette: its keys, their order, and their values. docs/cassette-format.md explains it.
// Knows no text and no disk; session-entries.ts turns `entries` into a session.
import * as z from "zod/mini";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { CASSETTE_VERSION } from "./format-version.js";
import "./schema-messages.js";
import { isContentEntry } from "./script-content.js";

/** Without generated code: generating it for each schema takes longer than checking a session's entries without. */
export const PLAIN = { jitless: true } as const;

const json = z.custom<JsonValue>((value) => value !== undefined, "expected a value");
const object = z.custom<JsonObject>(isJsonObject, "expected a mapping");
const amount = z.number().check(z.gte(0));
const content = z.custom<JsonObject>(
  isContentEntry,
  "expected one of text, json, image, audio, resource, link, raw, or type",
);

const notificationEntry = z.strictObject({
  notification: z.string(),
  /** Absent: the server. */
  from: z.optional(z.literal("client")),
  params: z.optional(json),
});

const answer = z.union(
  [z.strictObject({ result: json }), z.strictObject({ error: json })],
  "expected { result } or { error }",
);

const requestEntry = z.strictObject({
  request: z.string(),
  params: z.optional(json),
  answer: z.optional(answer),
  orUnder: z.optional(z.array(z.int().check(z.gte(1)))),
});

type EntryOf<T> = T extends z.ZodMiniType ? z.output<T> : never;
export type NotificationEntry = EntryOf<typeof notificationEntry>;
export type RequestEntry = EntryOf<typeof requestEntry>;

/** Picked by its key, so that an error is about the intended kind of entry, not about all kinds. */
const duringEntry = z.pipe(
  z.custom<JsonObject>(isJsonObject, "expected a mapping"),
  z.transform((entry: JsonObject, context): NotificationEntry | RequestEntry => {
    if ("notification" in entry) return pick(notificationEntry, entry, context);
    if ("request" in entry) return pick(requestEntry, entry, context);
    context.issues.push({ code: "custom", message: "expected an entry with notification or request", input: entry });
    return z.NEVER;
  }),
);

const OUTCOMES = ["result", "content", "error"] as const;

const exchangeEntry = z
  .strictObject({
    exchange: z.string(),
    params: z.optional(json),
    /** Whether the client asked for progress. */
    progress: z.optional(z.literal(true)),
    rounds: z.optional(z.array(z.strictObject({ required: object, responses: json }))),
    during: z.optional(z.array(duringEntry)),
    cancelled: z.optional(z.literal(true)),
    /**
     * A result without a list `content`; with one, its blocks are written under `content`, and its other fields under
     * `fields`.
     */
    result: z.optional(json),
    content: z.optional(z.array(content)),
    fields: z.optional(object),
    error: z.optional(json),
    http: z.optional(z.int()),
  })
  .check(
    z.refine(
      (entry) => OUTCOMES.filter((key) => entry[key] !== undefined).length <= 1,
      `expected at most one of ${OUTCOMES.join(", ")}`,
    ),
    z.refine((entry) => entry.fields === undefined || entry.content !== undefined, "expected content beside fields"),
  );
export type ExchangeEntry = EntryOf<typeof exchangeEntry>;

export type FileEntry = ExchangeEntry | NotificationEntry | RequestEntry;

/** An entry in the file. */
export const fileEntry = z.pipe(
  z.custom<JsonObject>(isJsonObject, "expected a mapping"),
  z.transform((entry: JsonObject, context): FileEntry => {
    if ("exchange" in entry) return pick(exchangeEntry, entry, context);
    if ("notification" in entry) return pick(notificationEntry, entry, context);
    if ("request" in entry) return pick(requestEntry, entry, context);
    const message = "expected an entry with exchange, notification or request";
    context.issues.push({ code: "custom", message, input: entry });
    return z.NEVER;
  }),
);

/** When an entry was, and when the entries under it were. */
export const entryTimes = z.strictObject({
  at: amount,
  /** The duration of an exchange. */
  ms: z.optional(amount),
  /** The times of the entries in `during`. */
  during: z.optional(z.array(amount)),
});
export type EntryTimes = z.output<typeof entryTimes>;

/** One line of a file named in `more`. */
export const moreLine = z.strictObject({ entry: fileEntry, times: entryTimes });

/** The file without its last line, the seal. The order of the keys is the order in the file. */
export const sessionSchema = z.strictObject({
  /** Version 1 differs only in its number. */
  cassette: z.literal([1, CASSETTE_VERSION]),
  kind: z.literal("session"),
  session: z.string(),
  transport: z.enum(["stdio", "http"]),
  era: z.enum(["legacy", "modern"]),
  server: z.strictObject({ name: z.string(), version: z.string(), protocol: z.string() }),
  entries: z.array(fileEntry),
  /** Blobs with further entries, where there are too many for people to read. */
  more: z.optional(
    z.array(z.string().check(z.regex(/^[0-9a-f]{64}\.jsonl$/, "expected the name of a .jsonl in blobs/"))),
  ),
  facts: z.strictObject({
    recorded: z.strictObject({ at: z.string(), by: z.string(), ms: amount }),
    findings: z.optional(z.array(z.string())),
    entries: z.array(entryTimes),
  }),
});

function pick<T extends z.ZodMiniType>(schema: T, entry: JsonObject, context: z.core.ParsePayload): z.output<T> {
  const parsed = schema.safeParse(entry, PLAIN);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.issues.push({ code: "custom", path: [...path], message, input: entry });
  return z.NEVER;
}
