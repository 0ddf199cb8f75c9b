// Reads a recorded run for people, alone, beside its last replay, or beside another recording. Starts nothing but git.
import { dirname } from "node:path";
import { serializeStandalone } from "../cassette/cassette-text.js";
import { decodeText, readLimited } from "../cassette/read-limited.js";
import { loadSessionLoosely } from "../cassette/load-session.js";
import { findTake } from "../cassette/find-take.js";
import { readCassette, type StoredCassette } from "../cassette/read-cassette.js";
import { readLoosely, type LooseCassette } from "../cassette/read-loosely.js";
import { learnedOf } from "../cassette/learned-of.js";
import { readTrace } from "../cassette/read-trace.js";
import { displayPath } from "../cassette/store-place.js";
import { TEXT_LIMIT, tooLarge } from "../cassette/yaml-read.js";
import { McpvalsError } from "../errors.js";
import type { GitPlace } from "../git/run-git.js";
import type { Shown, ShownDiff, ShownRun, ShownSession } from "../render/transcript/shown.js";
import { playBeside } from "../diff/recordings/play-beside.js";
import type { Contract } from "../trace/contract.js";
import type { Trace } from "../trace/trace.js";
import { findFile, type FoundCassette } from "./find-shown.js";
import { readAtRef } from "../cassette/git-file.js";
import { readLastReplay } from "../suite/last-replay.js";
import { findStaleness } from "../suite/stale.js";

/** Reads a session for people; undefined where the file is not a session. Throws CASSETTE_* for an invalid one. */
export async function readShownSession(file: string, { alone }: { alone: boolean }): Promise<ShownSession | undefined> {
  const read = await loadSessionLoosely(file, { alone });
  return read === undefined ? undefined : { file: displayPath(file), ...read };
}

const NO_CONTRACT: Contract = { server: {}, capabilities: {}, tools: [] };

/**
 * Reads a cassette for people. `contract`: also show what the server says about itself. `alone`: git has only this
 * file, without those beside it. Throws CASSETTE_*.
 */
export async function readShown(
  file: string,
  { contract = false, alone = false }: { contract?: boolean; alone?: boolean } = {},
): Promise<Shown> {
  const loose = await readLoosely(file, { alone });
  return { run: runOf(loose, traceOf(loose), contract) };
}

/** The cassette beside its last replay. Throws REPLAY_MISSING, and CASSETTE_* for one that cannot be replayed. */
export async function readShownWithLastReplay({ file, of }: FoundCassette): Promise<Shown> {
  if (of === undefined) {
    throw new McpvalsError("REPLAY_MISSING", `${displayPath(file)} is not a cassette of a config here`, {
      evidence: "What the last replay found is kept beside the config, in .mcpvals/last/.",
      fix: "Name the config behind it (mcpvals show FILE CONFIG --diff), or something to compare it with: --diff REF",
    });
  }
  const last = await readLastReplay(of.place, of.workflow);
  // The last replay keeps the take that decided, whichever that was.
  const take = last === undefined ? undefined : await findTake(of.place, of.workflow, last.recordedAt);
  const { run } = await readShown(take ?? file);
  if (last === undefined || last.recordedAt !== run.recorded.at) {
    const what = last === undefined ? "There is no last replay of" : "It was recorded again since the last replay of";
    throw new McpvalsError("REPLAY_MISSING", `${what} ${of.workflow}`, { fix: "Replay it first: mcpvals replay" });
  }
  const { evaluation, drift, substitutions, ungroundedFrom, run: played } = last;
  const { verdict } = evaluation;
  const beside = { with: "the last replay", kind: "replay", verdict, changes: [], drift, substitutions } as const;
  return { run, diff: { ...beside, changes: [], drift, ungroundedFrom, steps: played.steps } };
}

/**
 * Shows another recording, a file or the same file at a git ref, with this one beside it. Throws CASSETTE_*,
 * REF_NOT_FOUND, GIT_FAILED.
 */
export async function readShownSince(file: string, base: string, { cwd, env }: GitPlace): Promise<Shown> {
  const after = await readCassette(file);
  const other = await findFile(base, cwd);
  const before =
    other === undefined ? await readOld(file, base, { cwd: dirname(file), env }) : await readCassette(other);
  const [then, now] = [traceOf(before), traceOf(after)];
  const { drift, differsFrom, ungroundedFrom } = playBeside(
    { trace: then, learned: learnedOf(before.cassette, then) },
    { trace: now, learned: learnedOf(after.cassette, now) },
  );
  const shown = other === undefined ? `${displayPath(file)} at ${base}` : displayPath(other);
  const diff: ShownDiff = {
    with: `${displayPath(file)}, recorded ${now.startedAt}`,
    kind: "recording",
    changes: changesBetween(then, now),
    drift,
    substitutions: [],
    ungroundedFrom,
    partsAt: differsFrom?.turn,
    steps: now.steps,
  };
  return { run: { ...runOf({ ...before, problems: [] }, then, false), file: shown }, diff };
}

/** The cassette with its contract and all contents in one text. Throws CASSETTE_*. */
export async function readStandalone(file: string): Promise<string> {
  const { cassette, contract } = await readCassette(file);
  const text = serializeStandalone(cassette, contract);
  const size = Buffer.byteLength(text);
  if (size > TEXT_LIMIT) throw tooLarge(`${displayPath(file)} in one file`, size);
  return text;
}

/**
 * The text of a file that is shown unchanged: a contract, accepted drift, or a file that is not a cassette. Throws
 * CASSETTE_*.
 */
export async function readAsItIs(file: string): Promise<string> {
  const bytes = await readLimited(file, Infinity);
  if (bytes === undefined) throw new McpvalsError("CASSETTE_MISSING", `There is no ${displayPath(file)}`);
  return decodeText(bytes, displayPath(file));
}

async function readOld(file: string, ref: string, place: GitPlace): Promise<StoredCassette> {
  try {
    return await readCassette(file, { read: await readAtRef(ref, place) });
  } catch (error) {
    if (!(error instanceof McpvalsError) || error.code !== "CASSETTE_MISSING") throw error;
    throw new McpvalsError("CASSETTE_MISSING", `${ref} has no cassette ${displayPath(file)}`, {
      fix: "Was it recorded later, or under another name? To compare with another file: --diff FILE",
    });
  }
}

function traceOf({ cassette, contract }: Pick<LooseCassette, "cassette" | "contract">): Trace {
  return readTrace(cassette, contract ?? NO_CONTRACT);
}

function runOf({ file, cassette, contract, problems }: LooseCassette, trace: Trace, withContract: boolean): ShownRun {
  const { workflow, imported, agent, model, system, server, steps, end, findings } = trace;
  const { kind, scores, judge, facts } = cassette;
  return {
    file: displayPath(file),
    kind,
    workflow,
    ...(imported !== undefined && { imported }),
    ...(agent !== undefined && { agent }),
    model,
    system,
    server,
    steps,
    end,
    findings,
    learned: learnedOf(cassette, trace),
    scores,
    judge: judge.map((one) => ({ model: one.model, score: one.score, reason: one.reason })),
    recorded: {
      at: facts.recorded.at,
      by: facts.recorded.by,
      ...("checks" in facts.recorded && { checks: facts.recorded.checks, clock: facts.recorded.clock }),
    },
    problems,
    ...(withContract && contract !== undefined ? { contract } : {}),
  };
}

/** Changes in prompts and settings: what belongs neither to the server nor to the model. */
function changesBetween(then: Trace, now: Trace): string[] {
  const { system } = now;
  const { name: model, maxTokens, temperature } = now.model;
  const config = { model, maxTokens: maxTokens ?? undefined, temperature, instructions: now.instructions };
  const prompts = now.steps.map((step) => step.user);
  return findStaleness(then, { prompts, system, config, dispatch: now.dispatch })?.changes ?? [];
}
