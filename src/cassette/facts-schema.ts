// Defines the part of a cassette that changes with every recording: its keys in version 2, one line each, and in
// version 1.
import * as z from "zod/mini";
import "./schema-messages.js";

const ordinal = z.int().check(z.gt(0));
const count = z.int().check(z.gte(0));
const amount = z.number().check(z.gte(0));

/** Zeros at the end of a row are left out. */
const turn = z.tuple([amount, count, count, z.optional(count), z.optional(count), z.optional(count)]);
const sampling = z.tuple([ordinal, ordinal, count, count, z.optional(count), z.optional(count)]);

export const facts = z.strictObject({
  recorded: z.strictObject({
    at: z.string(),
    by: z.string(),
    ms: amount,
    /** How often the script was replayed on the server, to learn what varies. */
    checks: z.optional(count),
    /** How far the server's clock was moved in those checks. */
    clock: z.optional(z.string()),
  }),
  findings: z.optional(z.array(z.string())),
  /** Milliseconds, tokens in and out, read from and written to the cache, retries. */
  turns: z.array(turn),
  /** Seconds after the start of the run, and milliseconds; empty for a call of another tool than the server's. */
  calls: z.array(z.union([z.tuple([amount, amount]), z.tuple([])])),
  /** What the model spent on requests of the server: the call, its request, and tokens as above. */
  sampling: z.optional(z.array(sampling)),
});

const usage = {
  input: count,
  output: count,
  cacheRead: z.optional(count),
  cacheWrite: z.optional(count),
};

export const factsOfVersion1 = z.strictObject({
  recorded: z.strictObject({ at: z.string(), by: z.string(), ms: amount }),
  findings: z.optional(z.array(z.string())),
  turns: z.array(z.strictObject({ ms: amount, ...usage, retries: z.optional(count) })),
  calls: z.array(
    z.strictObject({
      at: amount,
      ms: amount,
      http: z.optional(z.int()),
      /** What the model spent on the call's requests, each named by its position among them. */
      sampling: z.optional(z.array(z.strictObject({ request: ordinal, ...usage }))),
    }),
  ),
});

export type Facts = z.output<typeof facts>;
export type FactsOfVersion1 = z.output<typeof factsOfVersion1>;
export type TurnFacts = FactsOfVersion1["turns"][number];
export type WrittenCallFacts = FactsOfVersion1["calls"][number];
