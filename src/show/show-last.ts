// Reads the last run of a workflow for people: live or replayed, recorded or not.
import { existsSync } from "node:fs";
import { findTake } from "../cassette/find-take.js";
import { readCassette } from "../cassette/read-cassette.js";
import { readTrace } from "../cassette/read-trace.js";
import { displayPath, lastPageFileOf, lastRunFileOf } from "../cassette/store-place.js";
import { McpvalsError } from "../errors.js";
import type { Shown, ShownRun } from "../render/transcript/shown.js";
import { buildReport } from "../report/build.js";
import type { Evaluation, Report } from "../report/report.js";
import { buildTranscript } from "../report/transcript.js";
import { BY, identifySuite } from "../suite/identify.js";
import { keepFile } from "../suite/keep-file.js";
import { invalidRun, readLastRun } from "../suite/last-run.js";
import { readLastReplay } from "../suite/last-replay.js";
import type { Trace } from "../trace/trace.js";
import { NOTHING_LEARNED } from "../variables/learned.js";
import type { FoundCassette } from "./find-shown.js";

/** The last run of a workflow, and what was reported of it. */
export interface FoundRun {
  of: NonNullable<FoundCassette["of"]>;
  command: "eval" | "record" | "replay" | "diff";
  file: string;
  by: string;
  evaluation: Evaluation;
  run: Trace;
  /** A replay: when its recording was made. */
  recordedAt?: string;
}

/** Throws RUN_MISSING where no command here ran the workflow, RUN_INVALID where what was kept cannot be read. */
export async function readFoundRun({ file, of }: FoundCassette): Promise<FoundRun> {
  if (of === undefined) {
    throw new McpvalsError("RUN_MISSING", `${displayPath(file)} is not a cassette of a config here`, {
      evidence: "The last run of a workflow is kept beside its config, in .mcpvals/last/.",
      fix: "Name the config behind it: mcpvals show FILE CONFIG --last",
    });
  }
  const { place, workflow } = of;
  const [live, replay] = [await readLastRun(place, workflow), await readLastReplay(place, workflow)];
  const files = { live: lastRunFileOf(place, "live", workflow), replay: lastRunFileOf(place, "replay", workflow) };
  if (replay === undefined && existsSync(files.replay))
    throw invalidRun(files.replay, `it is not a replay as ${BY} keeps it`);
  const isReplay = replay !== undefined && (live === undefined || live.run.startedAt < replay.run.startedAt);
  if (isReplay) return { ...replay, of, file: files.replay };
  if (live !== undefined) return { ...live, of, file: files.live };
  throw new McpvalsError("RUN_MISSING", `There is no last run of ${workflow}`, {
    evidence:
      "eval, record and replay keep the last run of each workflow in .mcpvals/last/, on the machine that ran it.",
    fix: "Run it: mcpvals eval, or mcpvals replay",
  });
}

/** The run as people read it. */
export function showRun({ file, command, by, evaluation, run }: FoundRun): Shown {
  const { workflow, model, system, server, steps, end, findings, startedAt } = run;
  const { verdict, results, reasons, replay } = evaluation;
  const shown: ShownRun = {
    file: displayPath(file),
    kind: "workflow",
    workflow,
    model,
    system,
    server,
    steps,
    end,
    findings: evaluation.run?.findings ?? findings,
    learned: NOTHING_LEARNED,
    scores: {},
    judge: [],
    recorded: { at: startedAt, by },
    problems: [],
    last: {
      command,
      verdict,
      results: results.map(({ metric, verdict: says, score, details }) => ({ metric, verdict: says, score, details })),
      reasons,
      drift: replay?.drift.length ?? 0,
    },
  };
  return { run: shown };
}

/** The report of this run alone, with its transcript, for the HTML page. */
export async function reportRun(found: FoundRun, cwd: string): Promise<Report> {
  const { command, by, evaluation, run, of } = found;
  const transcript = buildTranscript(await besideItsRecording(found));
  return buildReport({
    by,
    command: command === "diff" ? "replay" : command,
    suite: identifySuite(of.suite, cwd),
    // The page shows nothing of the config, whose secrets are not removed here.
    config: {},
    evaluations: [{ ...evaluation, transcript }],
    toolHealth: [],
    timestamp: run.startedAt,
  });
}

/** Writes the page of this run beside what was kept of it; its absolute path. Throws WRITE_FAILED. */
export async function writePage({ of: { place, workflow } }: FoundRun, html: string): Promise<string> {
  const file = lastPageFileOf(place, workflow);
  await keepFile(place, file, html);
  return file;
}

/** A replay with its recording, where that is still the one that was replayed. */
async function besideItsRecording({ run, recordedAt, of: { place, workflow } }: FoundRun): Promise<Trace> {
  if (recordedAt === undefined) return run;
  try {
    const file = await findTake(place, workflow, recordedAt);
    if (file === undefined) return run;
    const { cassette, contract } = await readCassette(file);
    return { ...run, evidence: { recorded: readTrace(cassette, contract), drift: [], substitutions: [] } };
  } catch (error) {
    if (error instanceof McpvalsError && error.code.startsWith("CASSETTE_")) return run;
    throw error;
  }
}
