// Writes what the last replay of a workflow found as text, and reads that text. Pure: last-replay.ts reads and writes
// the files.
import { readJson } from "../json/read-json.js";
import * as z from "zod";
import { buildCassette } from "../cassette/build-cassette.js";
import { readTrace } from "../cassette/read-trace.js";
import { cassetteSchema } from "../cassette/schema.js";
import { toJson } from "../json/to-json.js";
import { hideTrace, type Hider } from "../places/trace-places.js";
import type { Evaluation } from "../report/report.js";
import type { JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import type { Drift, Substitution } from "../trace/drift.js";
import type { Trace } from "../trace/trace.js";
import type { Veil } from "../redaction/veil.js";
import { BY } from "./identify.js";
import { driftKeys, placeKeys } from "../trace/drift-shape.js";
import { keptEvaluation, withoutTranscript } from "./kept-evaluation.js";

const VERSION = 1;

/** Any JSON value, as files of `.mcpvals/last/` hold it. */
const json = z.custom<JsonValue>((value) => value !== undefined, "expected a value");
const ordinal = z.number().int().positive();
const place = z.strictObject(placeKeys);
/** A drift, as files of `.mcpvals/last/` hold it. */
export const driftShape = z.strictObject(driftKeys(json, place));
const file = z.strictObject({
  lastReplay: z.literal(VERSION),
  by: z.string(),
  workflow: z.string(),
  recordedAt: z.string(),
  command: z.enum(["replay", "diff"]),
  evaluation: keptEvaluation,
  strict: z.boolean(),
  drift: z.array(driftShape),
  substitutions: z.array(z.strictObject({ recorded: json, live: json, from: place })),
  ungroundedFrom: ordinal.optional(),
  run: cassetteSchema,
});

/** What `accept` and `show --diff` need from a replay. All values with placeholders, as in a cassette. */
export interface LastReplay {
  workflow: string;
  /** When the played run was recorded; after another recording, all of this is out of date. */
  recordedAt: string;
  command: "replay" | "diff";
  /** What ran it: `mcpvals 0.1.0`. */
  by: string;
  /** As it was reported. */
  evaluation: Evaluation;
  strict: boolean;
  drift: Drift[];
  substitutions: Substitution[];
  /** The first turn (from 1) from which on the recording proves nothing. */
  ungroundedFrom?: number | undefined;
  /** The part of the run that was played, and what the server said; without tools and contract. */
  run: Trace;
}

/** What is kept of a replay besides its trace. */
export type Replayed = Pick<LastReplay, "command" | "evaluation" | "strict" | "ungroundedFrom">;

const NO_CONTRACT: Contract = { server: {}, capabilities: {}, tools: [] };

/** The trace of a replay with its evidence, as the text of the file. Hides places and secrets. */
export function serializeLastReplay(
  trace: Trace,
  { evaluation, ...replayed }: Replayed,
  hider: Hider & Pick<Veil, "redactTexts">,
): string {
  const { evidence, ...run } = trace;
  // Leave out tools and contract: they are ten times as large as the rest, and the drift holds what is new in them.
  const steps = run.steps.map((step) => ({ ...step, turns: step.turns.map((turn) => ({ ...turn, tools: [] })) }));
  const hidden = hideTrace({ ...run, contract: NO_CONTRACT, steps, stderr: "" }, hider);
  return `${JSON.stringify(
    toJson({
      lastReplay: VERSION,
      by: BY,
      workflow: trace.workflow,
      recordedAt: evidence?.recorded.startedAt ?? "",
      ...replayed,
      evaluation: hider.redactTexts(withoutTranscript(evaluation)),
      drift: evidence?.drift ?? [],
      substitutions: evidence?.substitutions ?? [],
      run: buildCassette(hidden, { by: BY, scores: {} }),
    }),
  )}\n`;
}

/**
 * Undefined for a text of another version or a broken one: it is only a note, and the next replay writes a new one.
 */
export function parseLastReplay(text: string): LastReplay | undefined {
  const parsed = file.safeParse(readJson(text));
  if (!parsed.success) return undefined;
  const { workflow, recordedAt, command, by, evaluation, strict, drift, substitutions, ungroundedFrom } = parsed.data;
  const run = readTrace(parsed.data.run, NO_CONTRACT);
  return { workflow, recordedAt, command, by, evaluation, strict, drift, substitutions, ungroundedFrom, run };
}
