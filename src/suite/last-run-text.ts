// Writes the last run of a workflow with the live model as text, and reads that text. Pure: last-run.ts reads and writes
// the files.
import { joinRead, serversOfCassette } from "../cassette/written-servers.js";
import * as z from "zod";
import { parseCassette } from "../cassette/cassette-text.js";
import { openCassette } from "../cassette/open-text.js";
import { readTrace } from "../cassette/read-trace.js";
import type { AgentPart } from "../cassette/agent-schema.js";
import type { Judgement, WrittenCassette } from "../cassette/schema.js";
import { McpvalsError } from "../errors.js";
import { readJson } from "../json/read-json.js";
import type { Evaluation } from "../report/report.js";
import type { Contract } from "../trace/contract.js";
import type { Trace } from "../trace/trace.js";
import { BY } from "./identify.js";
import { keptEvaluation, withoutTranscript } from "./kept-evaluation.js";

const VERSION = 1;

const file = z.strictObject({
  lastRun: z.literal(VERSION),
  by: z.string(),
  command: z.enum(["eval", "record"]),
  workflow: z.string(),
  evaluation: keptEvaluation,
  /** A cassette in one file, with its contract. */
  run: z.string(),
});

/** A run with the live model. All values with placeholders, as in a cassette. */
export interface LastRun {
  command: "eval" | "record";
  workflow: string;
  /** What ran it: `mcpvals 0.1.0`. */
  by: string;
  /** As it was reported. */
  evaluation: Evaluation;
  run: Trace;
  judge: readonly Judgement[];
  /** Of an agent of somebody else: what its cassette says of it. */
  agent?: AgentPart;
}

/** What is kept of a run: its evaluation without secrets, and the run as a cassette. */
export interface RunToKeep extends Pick<LastRun, "command" | "workflow" | "evaluation"> {
  cassette: WrittenCassette;
  contract: Contract;
}

/** `run`: the text of its cassette. */
export function serializeLastRun({ command, workflow, evaluation }: RunToKeep, run: string): string {
  const kept = { lastRun: VERSION, by: BY, command, workflow, evaluation: withoutTranscript(evaluation), run };
  return `${JSON.stringify(kept)}\n`;
}

/** The run in the text, or why it cannot be read. `shown`: the file's name, for what is wrong in it. */
export function parseLastRun(text: string, shown: string): LastRun | { why: string } {
  const json = readJson(text);
  if (json === undefined) return { why: "it is not JSON" };
  const parsed = file.safeParse(json);
  if (!parsed.success) return { why: `it is not a run as ${BY} keeps it` };
  const { run: written, lastRun: _, ...rest } = parsed.data;
  try {
    const cassette = parseCassette(openCassette(written, shown), new Map());
    const contracts = serversOfCassette(cassette).flatMap(({ name, written: { contract } }) =>
      typeof contract === "string" ? [] : [[name, contract] as const],
    );
    const isWhole = contracts.length === serversOfCassette(cassette).length;
    if (!isWhole) return { why: "its run lacks what the server declares of itself" };
    const agent = cassette.cassette === 1 ? undefined : cassette.agent;
    const run = readTrace(cassette, joinRead(contracts));
    return { ...rest, run, judge: cassette.judge, ...(agent !== undefined && { agent }) };
  } catch (error) {
    if (error instanceof McpvalsError && error.code !== "BUG") return { why: error.message };
    throw error;
  }
}
