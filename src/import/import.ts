// Imports transcripts of other clients as workflows with cassettes: one, or those of a batch that are worth it.
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { matchFiles } from "../config/match-files.js";
import { describeMissing } from "../config/not-found.js";
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import { isGlob } from "../trace/glob.js";
import { refuseInCi } from "../suite/ci.js";
import { redactError } from "../suite/redaction.js";
import { loadSettings } from "../suite/settings.js";
import { createStages } from "../suite/stages.js";
import { chooseCalls } from "./choose-calls.js";
import { importOne, lookAtServer, type ImportOptions, type ServerLook } from "./import-one.js";
import type { ImportReport } from "./import-report.js";
import { findImportedBefore } from "./imported-before.js";
import { openTranscript } from "./open-transcript.js";
import { allCallsIn, type Said } from "./said.js";

export interface BatchOptions extends ImportOptions {
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  allowCi: boolean | undefined;
  timeout: number | undefined;
  /** At least so many calls of the server; default 1. */
  minCalls: number | undefined;
  /** Only transcripts that call one of these tools; all without. */
  onlyTools: readonly string[];
  /** At most so many transcripts; default 20. */
  limit: number | undefined;
}

const LIMIT = 20;

export interface BatchReport {
  reports: ImportReport[];
  /** Transcripts that were not imported, and why; in one sentence each. */
  leftOut: string[];
  failed: McpvalsError[];
}

/**
 * Imports what the paths name: files, folders, globs. Throws as {@link importOne} where it is one file; of several, one
 * that cannot be imported is reported and the others go on.
 */
export async function importTranscripts(
  suite: Suite,
  paths: readonly string[],
  options: BatchOptions,
): Promise<BatchReport> {
  const { cwd, env, signal, timeout, allowCi } = options;
  if (!options.dryRun) refuseInCi("import", { env, allowCi });
  const files = await findFiles(paths, cwd);
  const state = options.state ?? suite.config.state;
  const whole: Suite = { ...suite, config: { ...suite.config, ...(state !== undefined && { state }) } };
  const settings = await loadSettings(whole, { cwd, env, signal, timeout });
  const stages = createStages(settings);
  try {
    const look = await lookAtServer(stages);
    // Of one session, another branch is another run. A dry run shows what is in a transcript, imported or not.
    const isAgain = options.leaf !== undefined || options.dryRun;
    const before = !isAgain ? await findImportedBefore(suite) : new Map<string, string>();
    const { chosen, leftOut } = await chooseFiles(files, { look, before }, options);
    const reports: ImportReport[] = [];
    const failed: McpvalsError[] = [];
    for (const file of chosen) {
      if (signal.aborted) break;
      try {
        reports.push(await importOne(file, options, { suite: whole, settings, stages, look, before }));
      } catch (error) {
        if (!(error instanceof McpvalsError) || files.length === 1) throw error;
        failed.push(error);
      }
    }
    return { reports, leftOut, failed };
  } catch (error) {
    throw redactError(error, settings.redactor);
  } finally {
    await stages.close();
  }
}

async function findFiles(paths: readonly string[], cwd: string): Promise<string[]> {
  const files = new Set<string>();
  for (const path of paths) {
    const at = resolve(cwd, path);
    const stats = await stat(at).catch(() => undefined);
    const found =
      stats?.isDirectory() === true
        ? await matchFiles(`${at}/**/*.jsonl`, cwd)
        : stats !== undefined
          ? [at]
          : isGlob(path)
            ? await matchFiles(path, cwd)
            : [];
    if (found.length === 0) throw await describeMissing(at, cwd);
    // Of several, those of subagents come with their session.
    for (const file of found) if (found.length === 1 || !basename(file).startsWith("agent-")) files.add(file);
  }
  return [...files];
}

/** Reads every transcript once, and keeps nothing of it but what it calls. */
async function chooseFiles(
  files: readonly string[],
  { look, before }: { look: ServerLook; before: ReadonlyMap<string, string> },
  options: BatchOptions,
): Promise<{ chosen: string[]; leftOut: string[] }> {
  if (files.length === 1) return { chosen: [...files], leftOut: [] };
  const chosen: string[] = [];
  const leftOut: string[] = [];
  const seen = new Map<string, string>();
  for (const file of files) {
    if (options.signal.aborted) break;
    const shown = showPath(file, options.cwd);
    try {
      const { said, sha256 } = await openTranscript(file, { cwd: options.cwd });
      const known = before.get(sha256);
      const why =
        known === undefined
          ? whyLeftOut({ said, shown, look, seen, isFull: chosen.length >= (options.limit ?? LIMIT) }, options)
          : `was imported before, as the workflow ${known}`;
      if (why === undefined) chosen.push(file);
      else leftOut.push(`${shown} ${why}`);
    } catch (error) {
      if (!(error instanceof McpvalsError)) throw error;
      leftOut.push(error.message);
    }
  }
  if (chosen.length === 0) {
    throw new McpvalsError("NOTHING_TO_IMPORT", `None of ${files.length} transcripts is to import`, {
      evidence: leftOut.slice(0, 10).join("\n"),
    });
  }
  return { chosen, leftOut };
}

interface Candidate {
  said: Said;
  shown: string;
  look: ServerLook;
  /** The calls of those that were chosen, and which it was; one that is chosen is added. */
  seen: Map<string, string>;
  isFull: boolean;
}

/** Why a transcript of a batch is not imported. */
function whyLeftOut({ said, shown, look, seen, isFull }: Candidate, options: BatchOptions): string | undefined {
  const { server, minCalls = 1, onlyTools, limit = LIMIT } = options;
  const tools = look.contract.tools.map(({ name }) => name);
  const { calls } = chooseCalls(said, { tools, server, shown });
  const taken = allCallsIn(said).flatMap(({ id }) => {
    const call = calls.get(id);
    return call?.kind === "taken" ? [call] : [];
  });
  if (taken.length < minCalls) return `has ${taken.length} calls of the server (--min-calls ${minCalls})`;
  if (onlyTools.length > 0 && !taken.some(({ tool }) => onlyTools.includes(tool))) {
    return `does not call ${onlyTools.join(" or ")} (--only-tool)`;
  }
  const lists = taken.map(({ tool, input }) => [tool, ...Object.keys(input).toSorted()].join(" ")).join("\n");
  const same = seen.get(lists);
  if (same !== undefined) return `makes the same calls as ${same}, with other values`;
  if (isFull) return `is one more than --limit ${limit}`;
  seen.set(lists, shown);
  return undefined;
}
