// Compares two recordings call by call, and place by place in each call.
import { addAll } from "../../append-to.js";
import { extractBlobs } from "../../cassette/blobs.js";
import { buildResultEntry } from "../../cassette/script-results.js";
import { toJson } from "../../json/to-json.js";
import { parsePointer } from "../../json/pointer.js";
import { isJsonObject, type JsonValue } from "../../json/value.js";
import { callsOf, finalTextOf, turnsOf } from "../../trace/read.js";
import type { Call, Trace } from "../../trace/trace.js";
import { alignSequences } from "./align-sequences.js";
import type { PlayedBeside } from "./play-beside.js";
import type { CallChange, ImageChange, RunChanges, ValueChange } from "./changes.js";
import { diffValues } from "./values-beside.js";
import { repeatsAs, repetitionIn } from "../../reading/repeats-text.js";
import { factsOf, isExplained } from "../../trace/drift-classes.js";

/** Where the files of each side's blobs are, relative to the repository's root. */
export interface BlobFolders {
  before: string;
  after: string;
}

/** Compares two runs from their first calls to their last answers. */
export function findRunChanges(before: Trace, after: Trace, played: PlayedBeside, folders: BlobFolders): RunChanges {
  const [old, now] = [callsOf(before), callsOf(after)];
  const playedCalls = turnsOf(before)
    .slice(0, played.turns)
    .flatMap(({ calls }) => calls).length;
  const calls: CallChange[] = [];
  const values: ValueChange[] = [];
  const images: ImageChange[] = [];
  let notGiven = 0;
  for (const { before: row, after: column } of alignSequences(old, now, (one, other) => one.tool === other.tool)) {
    const one = row === undefined ? undefined : old[row];
    const other = column === undefined ? undefined : now[column];
    const either = other ?? one;
    if (either === undefined) continue;
    const place = { call: either.id, tool: either.tool };
    if (one === undefined || other === undefined) {
      calls.push({ kind: other === undefined ? "gone" : "new", ...place });
      continue;
    }
    addAll(images, imagesOf(one, other, place, folders));
    // The comparer knows more about the calls that it saw: what differs on its own is not a change there.
    const isPlayed = row === column && (row ?? 0) < playedCalls;
    const args = isPlayed ? [] : diffValues(one.arguments, other.arguments);
    calls.push({ kind: "same", ...place, ...(args.length === 0 ? {} : { otherArguments: true }) });
    addAll(
      values,
      args.map((difference): ValueChange => ({ ...place, part: "arguments", ...difference })),
    );
    if (isPlayed) continue;
    const found = diffValues(readableOf(one), readableOf(other));
    const isRepeated = repeatsInBoth(one, other);
    const given = found.filter(({ path }) => !isBeside(path, isRepeated));
    notGiven += found.length - given.length;
    addAll(
      values,
      given.map((difference): ValueChange => ({ ...place, part: "result", ...difference })),
    );
  }
  const ofPlayed = played.drift.filter(({ where }) => where.part === "result");
  const givenAsPlayed = ofPlayed
    .filter((drift) => !isExplained(drift) && factsOf(drift.class).isGiven)
    .map(({ where, recorded, present }): ValueChange => {
      const place = { call: where.call ?? 0, tool: where.tool ?? "", part: "result", path: where.path } as const;
      return { ...place, ...valueOf("before", recorded), ...valueOf("after", present) };
    });
  return {
    calls,
    values: [...givenAsPlayed, ...values],
    byItself: ofPlayed.filter(isExplained).length,
    notGiven: notGiven + ofPlayed.filter((drift) => !factsOf(drift.class).isGiven).length,
    answers: compareAnswers(before, after),
    images,
  };
}

/** Describes a run that exists on one side only. */
export function describeRun(trace: Trace, kind: "gone" | "new"): RunChanges {
  const calls = callsOf(trace).map(({ id, tool }): CallChange => ({ kind, tool, call: id }));
  return { calls, values: [], byItself: 0, notGiven: 0, answers: [], images: [] };
}

function compareAnswers(before: Trace, after: Trace): RunChanges["answers"] {
  const steps = Math.max(before.steps.length, after.steps.length);
  return Array.from({ length: steps }, (_, at) => {
    const [one, other] = [before.steps[at], after.steps[at]];
    return {
      step: at + 1,
      ...(one === undefined ? {} : { before: finalTextOf(one) }),
      ...(other === undefined ? {} : { after: finalTextOf(other) }),
    };
  }).filter((answer) => answer.before?.trim() !== answer.after?.trim());
}

/**
 * Returns the result as the cassette writes it: JSON in texts as JSON, binary and very large contents as names of
 * blobs.
 */
function readableOf(call: Call): JsonValue {
  const {
    result: _,
    tool: __,
    arguments: ___,
    notifications: ____,
    requests: _____,
    ...entry
  } = buildResultEntry(call, []);
  return extractBlobs(toJson(entry)).value;
}

/** True for what is next to the content: Claude is given only the content, and what structured content says beside it. */
function isBeside(path: string, isRepeated: boolean): boolean {
  const [part = ""] = parsePointer(path) ?? [];
  return part === "structuredContent" ? isRepeated : ["_meta", "others"].includes(part);
}

function repeatsInBoth({ outcome: one }: Call, { outcome: other }: Call): boolean {
  if (one.kind !== "result" || other.kind !== "result" || !isJsonObject(one.result) || !isJsonObject(other.result))
    return false;
  const repetition = repetitionIn(one.result);
  return repetition !== undefined && repeatsAs(repetition, other.result);
}

function imagesOf(one: Call, other: Call, place: { call: number; tool: string }, folders: BlobFolders): ImageChange[] {
  const [old, now] = [blobsOf(readableOf(one)), blobsOf(readableOf(other))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [before, after] = [old.get(path), now.get(path)];
    if (before === after) return [];
    return [
      {
        ...place,
        path,
        ...(before === undefined ? {} : { before: `${folders.before}/blobs/${before}` }),
        ...(after === undefined ? {} : { after: `${folders.after}/blobs/${after}` }),
      },
    ];
  });
}

/** Returns where a value contains names of binary blobs. */
function blobsOf(value: JsonValue, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  if (typeof value !== "object" || value === null) return found;
  const name = isJsonObject(value) ? value["$base64"] : undefined;
  if (typeof name === "string" && /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/.test(name)) return found.set(path, name);
  for (const [key, part] of Object.entries(value)) {
    for (const [at, one] of blobsOf(part, `${path}/${key}`)) found.set(at, one);
  }
  return found;
}

function valueOf<K extends "before" | "after">(key: K, value: JsonValue | undefined): { [key in K]?: JsonValue } {
  const found: { [key in K]?: JsonValue } = {};
  if (value !== undefined) found[key] = value;
  return found;
}
