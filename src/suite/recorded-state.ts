// Reads whether a cassette's file is recorded, stale or unreadable for its workflow. Checks only that the contract's
// file exists: it is ten times as large as a run, and the state does not depend on it.
import { serversIn } from "../config/servers.js";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { dispatchOf } from "../agent/dispatch.js";
import { BLOB_LIMIT } from "../cassette/blobs.js";
import { parseCassette } from "../cassette/cassette-text.js";
import { openBody, openVersion } from "../cassette/open-text.js";
import { outlineOf, readOutline, type CassetteOutline } from "../cassette/read-outline.js";
import { isOfWrap, onlyOfAnAgent } from "../cassette/kind.js";
import { decodeText, readLimited } from "../cassette/read-limited.js";
import { displayPath } from "../cassette/store-place.js";
import { TEXT_LIMIT } from "../cassette/yaml-read.js";
import type { Workflow } from "../config/schema.js";
import type { Suite } from "../config/suite.js";
import { agentOf } from "../config/agent.js";
import { McpvalsError } from "../errors.js";
import { changeOutline } from "../trace/change-trace.js";
import type { RunOutline } from "../trace/outline.js";
import { callsOf } from "../trace/read.js";
import { findStaleness } from "./stale.js";
import { readToday, type SuiteToday } from "./today.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the cassette and compares it with the workflow of today. */
export async function readRecordedState(
  file: string,
  suite: Suite,
  workflow: Workflow,
  env: Environment,
): Promise<CassetteState> {
  try {
    const { run, at, ms } = await readRecording(file);
    const { name: model, answered } = run.model;
    const facts = { file, at, ms, model, ...(answered === undefined ? {} : { answered }) };
    const changed = await findChanges(run, suite, workflow, env);
    return changed.length === 0 ? { state: "recorded", ...facts } : { state: "stale", ...facts, changed };
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    return { state: "unreadable", file, code: error.code, message: error.message };
  }
}

async function readRecording(file: string): Promise<CassetteOutline> {
  const shown = displayPath(file);
  const text = decodeText(need(await readLimited(file, TEXT_LIMIT), file), shown);
  const body = openVersion(text, shown);
  const outline = readOutline(body) ?? (await readWhole(body, file));
  for (const contract of outline.contracts) {
    const path = join(dirname(file), "contracts", `${contract}.yaml`);
    need(existsSync(path) ? path : undefined, path);
  }
  return outline;
}

async function readWhole(body: string, file: string): Promise<CassetteOutline> {
  const opened = openBody(body, displayPath(file));
  const blobs = new Map<string, Uint8Array>();
  for (const name of opened.blobs) {
    const path = join(dirname(file), "blobs", name);
    blobs.set(name, need(await readLimited(path, BLOB_LIMIT), path));
  }
  const cassette = parseCassette(opened, blobs);
  if (isOfWrap(cassette)) throw onlyOfAnAgent(displayPath(file));
  return outlineOf(cassette);
}

function need<T>(found: T | undefined, path: string): T {
  if (found !== undefined) return found;
  throw new McpvalsError("CASSETTE_FILE_MISSING", `${displayPath(path)}: this file of the cassette is missing`);
}

const todays = new WeakMap<Suite, { env: Environment; today: SuiteToday | undefined }>();

/** Read once for all workflows of a suite. */
function todayOf(suite: Suite, env: Environment): SuiteToday | undefined {
  const known = todays.get(suite);
  if (known?.env === env) return known.today;
  const today = readToday(suite, env);
  todays.set(suite, { env, today });
  return today;
}

/** What changed on our own side; empty where that is unknown. */
async function findChanges(run: RunOutline, suite: Suite, workflow: Workflow, env: Environment): Promise<string[]> {
  const now = todayOf(suite, env);
  if (now === undefined) return [];
  const { config } = suite;
  const texts = { prompts: now.promptsOf(workflow), system: config.system ?? null, client: now.client };
  const asked = callsOf(run).flatMap((call) => call.serverRequests);
  const given = [run.system, run.server, asked, ...run.steps.map(({ user }) => user)];
  const wasRedacted = JSON.stringify(given).includes("[redacted:");
  const both = { recorded: changeOutline(run, (value) => now.places.show(value)), texts };
  // A place may hold a secret of today, such as the password in a URL.
  const { recorded, texts: today } = wasRedacted ? await redactTexts(both, suite, env) : both;
  const { prompts, system, client } = today;
  const staleness = findStaleness(recorded, {
    prompts,
    system,
    client,
    config,
    dispatch: dispatchOf(config.parallelToolCalls),
    agent: agentOf(config.agent)?.type,
  });
  return staleness?.changes ?? [];
}

/** Loaded only where a recorded prompt holds a secret, so that `list` stays fast. */
async function redactTexts<T>(texts: T, suite: Suite, env: Environment): Promise<T> {
  const { loadRedactor } = await import("./redaction.js");
  return (await loadRedactor({ suite, servers: serversIn(suite.config), env })).redact(texts);
}

export type CassetteState =
  | { state: "missing" }
  /** `at`: ISO 8601, UTC. `ms`: how long the recorded run took. `model`: the model that was requested. */
  | { state: "recorded"; file: string; at: string; ms: number; model: string; answered?: string }
  /** Our own side changed since the recording; one sentence for each change. */
  | { state: "stale"; file: string; at: string; ms: number; model: string; answered?: string; changed: string[] }
  | { state: "unreadable"; file: string; code: string; message: string };
