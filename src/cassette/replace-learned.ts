// Replaces what was learned about a run in its cassette's text, and upgrades the text to version 2. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Learned } from "../variables/learned.js";
import { escapeReferences } from "./blobs.js";
import { foldDeep } from "./deep.js";
import { factsOfVersion1, type WrittenCallFacts, type Facts } from "./facts-schema.js";
import { buildRows } from "./facts.js";
import { CASSETTE_VERSION } from "./format-version.js";
import { invalidValue } from "./invalid.js";
import { refuseKind } from "./kind.js";
import { buildLearned } from "./learned.js";
import { learnedShape } from "./learned-schema.js";
import { replaceBlocks } from "./replace-block.js";
import type { Dispatch } from "../trace/trace.js";
import { openSealed } from "./seal.js";
import { toJson } from "../json/to-json.js";
import { parseYaml, type YamlText } from "./yaml-read.js";

/** The results of checks. */
export interface LearnedAnew {
  learned: Learned;
  /** How the calls of a turn were sent. Default: unchanged, or serial. */
  dispatch?: Dispatch;
  /** How many checks there were, and how far they moved the clock. */
  checks?: number;
  clock?: string;
}

/**
 * The text with this instead of what was learned before, and a new seal; every other byte is unchanged. Upgrades a text
 * of version 1 to version 2: its run, scores and verdicts stay. Throws where the old seal does not fit.
 */
export function replaceLearned(text: string, file: string, anew: LearnedAnew): string {
  const yaml = parseYaml(openSealed(text, file), file);
  refuseKind(yaml.value, "session", file);
  const value = isJsonObject(yaml.value) ? yaml.value : {};
  const isOld = value["cassette"] === 1;
  const { facts, script } = isOld ? upgrade(value, yaml, file) : { facts: value["facts"] ?? null };
  const dispatch = anew.dispatch ?? (isOld ? "serial" : undefined);
  return replaceBlocks(text, file, {
    ...(isOld ? { cassette: CASSETTE_VERSION } : {}),
    ...(dispatch === undefined ? {} : { dispatch }),
    ...(script === undefined ? {} : { script }),
    ...blocksOf(anew.learned),
    varies: undefined,
    facts: withChecks(facts, anew),
  });
}

/** The text of each key; undefined where nothing was learned. */
function blocksOf(learned: Learned): Record<string, JsonValue | undefined> {
  const keys = toJson(buildLearned(learned));
  const blocks = Object.keys(learnedShape).map((key): [string, JsonValue | undefined] => {
    const value = isJsonObject(keys) ? keys[key] : undefined;
    return [key, value === undefined ? undefined : escapeReferences(foldDeep(value))];
  });
  return Object.fromEntries(blocks);
}

function withChecks(facts: JsonValue, { checks, clock }: LearnedAnew): JsonValue {
  if (!isJsonObject(facts) || !isJsonObject(facts["recorded"])) return facts;
  const { checks: _, clock: __, ...recorded } = facts["recorded"];
  const made = {
    ...(checks === undefined ? {} : { checks }),
    ...(clock === undefined ? {} : { clock }),
  };
  return { ...facts, recorded: { ...recorded, ...made } };
}

/** Moves facts into rows, and adds the HTTP status 200 where all other calls have one. */
function upgrade(value: JsonObject, yaml: YamlText, file: string): { facts: JsonValue; script?: JsonValue } {
  const parsed = factsOfVersion1.safeParse(value["facts"]);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ["facts", ...issue.path] }));
    throw invalidValue(file, issues, yaml.lineOf);
  }
  const { recorded, findings, turns, calls } = parsed.data;
  const entries = Array.isArray(value["script"]) ? value["script"] : [];
  const ids = entries.flatMap((entry) => {
    const id = isJsonObject(entry) ? entry["result"] : undefined;
    return typeof id === "number" ? [id] : [];
  });
  if (ids.length !== calls.length) {
    const issue = { path: ["facts", "calls"], message: `expected ${ids.length}, one a call` };
    throw invalidValue(file, [issue], yaml.lineOf);
  }
  const rows = buildRows(
    turns,
    calls.map((call, index) => ({ ...call, id: ids[index] ?? 0 })),
  );
  const facts: Facts = { recorded, ...(findings === undefined ? {} : { findings }), ...rows };
  const script = calls.some(({ http }) => http !== undefined) ? withStatus(entries, calls) : undefined;
  return { facts: toJson(facts), ...(script === undefined ? {} : { script }) };
}

function withStatus(entries: readonly JsonValue[], calls: readonly WrittenCallFacts[]): JsonValue {
  let next = 0;
  return entries.map((entry) => {
    if (!isJsonObject(entry) || typeof entry["result"] !== "number") return entry;
    const http = calls[next++]?.http;
    if (http === undefined || entry["http"] !== undefined) return entry;
    const { notifications, requests, ...outcome } = entry;
    return {
      ...outcome,
      http,
      ...(notifications === undefined ? {} : { notifications }),
      ...(requests === undefined ? {} : { requests }),
    };
  });
}
