// What the last replay of a workflow found, as the text of its file, and back. Pure: the disk is last-replay.ts.
import * as z from "zod";
import { buildCassette } from "../cassette/build-cassette.js";
import { readTrace } from "../cassette/read-trace.js";
import { cassetteSchema } from "../cassette/schema.js";
import { toJson } from "../json/to-json.js";
import { hideTrace, type Hider } from "../places/trace-places.js";
import type { JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import type { Drift, Substitution } from "../trace/drift.js";
import type { Trace, TraceStep } from "../trace/trace.js";
import { BY } from "./identify.js";
import { driftKeys, placeKeys } from "../trace/drift-shape.js";
import { VERDICTS_WORST_FIRST } from "../metrics/verdicts.js";

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
  verdict: z.enum(VERDICTS_WORST_FIRST),
  strict: z.boolean(),
  drift: z.array(driftShape),
  substitutions: z.array(z.strictObject({ recorded: json, live: json, from: place })),
  ungroundedFrom: ordinal.optional(),
  run: cassetteSchema,
});

/** What `accept` and `show --diff` need to know of a replay. All values with placeholders, as in a cassette. */
export interface LastReplay {
  workflow: string;
  /** When the run was recorded that was played: another recording since makes all of this old. */
  recordedAt: string;
  verdict: z.output<typeof file>["verdict"];
  strict: boolean;
  drift: Drift[];
  substitutions: Substitution[];
  /** The first turn (from 1) that is no evidence. */
  ungroundedFrom?: number | undefined;
  /** What was played of the run, and what the server said. */
  steps: TraceStep[];
}

/** What is kept of a replay, beside its trace. */
export type Replayed = Pick<LastReplay, "verdict" | "strict" | "ungroundedFrom">;

const NO_CONTRACT: Contract = { server: {}, capabilities: {}, tools: [] };

/** The text of the file: the trace of a replay with its evidence, its places and secrets hidden. */
export function serializeLastReplay(trace: Trace, replayed: Replayed, hider: Hider): string {
  const { evidence, ...run } = trace;
  // Tools and contract are ten times the rest, and what is new in them stands in the drift.
  const steps = run.steps.map((step) => ({ ...step, turns: step.turns.map((turn) => ({ ...turn, tools: [] })) }));
  const hidden = hideTrace({ ...run, contract: NO_CONTRACT, steps, stderr: "" }, hider);
  return `${JSON.stringify(
    toJson({
      lastReplay: VERSION,
      by: BY,
      workflow: trace.workflow,
      recordedAt: evidence?.recorded.startedAt ?? "",
      ...replayed,
      drift: evidence?.drift ?? [],
      substitutions: evidence?.substitutions ?? [],
      run: buildCassette(hidden, { by: BY, scores: {} }),
    }),
  )}\n`;
}

/** Undefined for a text of another version, or one that is broken: it is only a note, and the next replay makes a new one. */
export function parseLastReplay(text: string): LastReplay | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) return undefined;
  const { workflow, recordedAt, verdict, strict, ungroundedFrom, substitutions, run } = parsed.data;
  const { steps } = readTrace(run, NO_CONTRACT);
  return { workflow, recordedAt, verdict, strict, drift: parsed.data.drift, substitutions, ungroundedFrom, steps };
}
