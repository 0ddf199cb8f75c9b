// Keeps each judged trial of an eval or a recording until the command is done, so that going on pays for none twice.
import { appendFile, rm } from "node:fs/promises";
import * as z from "zod";
import { readLimited } from "../cassette/read-limited.js";
import { goingOnFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import { canonicalJson } from "../json/canonical.js";
import { counts, type TrialResult } from "../report/build-trials.js";
import { scanForSecrets } from "../redaction/last-scan.js";
import type { Veil } from "../redaction/veil.js";
import { shortHash } from "../short-hash.js";
import { KEPT_LIMIT, keepFile } from "./keep-file.js";
import { keptEvaluation, withoutTranscript } from "./kept-evaluation.js";
import type { RunSettings } from "./settings.js";

/** What may change while the trials that were made still count. */
const BESIDE = new Set([
  "workflows",
  "repeat",
  "passAt",
  "sure",
  "keepTrials",
  "check",
  "bail",
  "concurrency",
  "reporters",
  "prices",
  "maxBudgetUsd",
  "tokenLimit",
]);

const kept = z.object({
  /** Name and hash of the workflow. */
  of: z.string(),
  /** Of the trial, from 1. */
  number: z.int().min(1),
  evaluation: keptEvaluation,
  /** `recorded.at` of the cassette that the trial was written into. */
  at: z.string().optional(),
  path: z
    .object({ turns: z.array(z.object({ tools: z.array(z.string()), calls: z.string() })), lastWords: z.string() })
    .optional(),
});

/** A trial, and when it was recorded, where it has a cassette. */
export interface KeptTrial extends TrialResult {
  at?: string | undefined;
}

export interface TrialsBefore {
  /** The trial as an earlier command judged it; undefined where none did. */
  find(workflow: Workflow, number: number): KeptTrial | undefined;
  /** How many there are; of one workflow, or of all. */
  count(workflow?: Workflow): number;
  /** How many are kept of these by now. */
  countKept(workflows: readonly Workflow[]): Promise<number>;
  /** Keeps a trial, if it was judged. `places` hides the secrets of its run. Throws SECRET_FOUND, WRITE_FAILED. */
  add(workflow: Workflow, number: number, trial: KeptTrial, places: Veil): Promise<void>;
  /** Drops what is kept of these: they are done, or begin again. */
  forget(workflows: readonly Workflow[]): Promise<void>;
}

/**
 * Opens what an earlier `command` with the same config, model, agent, judge and server kept; without `goOn`, nothing of it.
 * A line that cannot be read counts as none.
 */
export async function openTrialsBefore(
  { suite, model, agent, judge, servers }: Pick<RunSettings, "suite" | "model" | "agent" | "judge" | "servers">,
  { goOn, command }: { goOn: boolean; command: "eval" | "record" },
): Promise<TrialsBefore> {
  const place = storePlaceOf(suite);
  const path = goingOnFileOf(
    place,
    hashOf([command, withoutBeside(suite.config), model, agent ?? null, judge?.model ?? null, servers]),
  );
  const trials = goOn ? await readTrials(path) : new Map<string, Kept>();
  let isThere = trials.size > 0;
  // Trials of several workflows end at the same time, and each one reads or writes the whole file.
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = before.then(work);
    before = mine.catch(() => {});
    return mine;
  };
  return {
    find: (workflow, number) => trials.get(JSON.stringify([nameOf(workflow), number])),
    count: (workflow) => {
      const of = workflow === undefined ? undefined : nameOf(workflow);
      return [...trials.values()].filter((one) => of === undefined || one.of === of).length;
    },
    countKept: (workflows) =>
      inTurn(async () => {
        const names = new Set(workflows.map(nameOf));
        return [...(await readTrials(path)).values()].filter(({ of }) => names.has(of)).length;
      }),
    add: async (workflow, number, { evaluation, path: taken, at }, places) => {
      if (!counts(evaluation)) return;
      const of = nameOf(workflow);
      const shown = withoutTranscript(places.redactTexts(evaluation));
      const line = `${JSON.stringify({ of, number, evaluation: shown, at, path: taken })}\n`;
      scanForSecrets(places, "The trial", { value: line, bytes: Buffer.from(line) });
      await inTurn(async () => {
        await (isThere ? appendFile(path, `\n${line}`) : keepFile(place, path, line));
        isThere = true;
      });
    },
    forget: (workflows) =>
      inTurn(async () => {
        const gone = new Set(workflows.map(nameOf));
        const left = [...(await readTrials(path)).values()].filter(({ of }) => !gone.has(of));
        isThere = left.length > 0;
        if (isThere) await keepFile(place, path, left.map((one) => `${JSON.stringify(one)}\n`).join(""));
        else await rm(path, { force: true });
      }),
  };
}

interface Kept extends KeptTrial {
  of: string;
  number: number;
}

async function readTrials(path: string): Promise<Map<string, Kept>> {
  const found = new Map<string, Kept>();
  const bytes = await readLimited(path, KEPT_LIMIT);
  for (const line of bytes === undefined ? [] : Buffer.from(bytes).toString().split("\n")) {
    // Where a crash ended a command a line may be half written, also in the middle of a character.
    const parsed = kept.safeParse(readLine(line));
    if (!parsed.success) continue;
    const { of, number, evaluation, at, path: taken } = parsed.data;
    found.set(JSON.stringify([of, number]), { of, number, evaluation, at, path: taken });
  }
  return found;
}

function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function nameOf(workflow: Workflow): string {
  return `${workflow.name} ${hashOf(withoutBeside(workflow))}`;
}

function withoutBeside(keys: object): unknown[] {
  return Object.entries(keys).filter(([key]) => !BESIDE.has(key));
}

function hashOf(value: unknown): string {
  return shortHash(canonicalJson(JSON.parse(JSON.stringify(value))));
}
