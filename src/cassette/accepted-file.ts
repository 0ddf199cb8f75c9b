// Writes drift and contract changes that a person accepted, by value, as the text of `accepted.yaml`, and parses that
// text. Pure: accepted-store.ts reads and writes the file.
import * as z from "zod";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { McpvalsError } from "../errors.js";
import { foldDeep, unfoldDeep } from "./deep.js";
import { invalidValue } from "./invalid.js";
import { changeKeys } from "../contract/change-shape.js";
import { placeKeys } from "../trace/drift-shape.js";
import { addSeal, openSealed } from "./seal.js";
import { toJson } from "../json/to-json.js";
import { parseYaml } from "./yaml-read.js";
import { serializeYaml } from "./yaml-text.js";
import { ACCEPTABLE } from "../trace/drift-classes.js";

/** The newest version that can be read, and the one that is written. */
const VERSION = 2;

const json = z.custom<JsonValue>((value) => value !== undefined, "expected a value");
const ordinal = z.number().int().positive();

const id = z.string().regex(/^d-[0-9a-f]{8}$/, "expected d- and eight hex digits");
/** Set where the id is one of version 1: then place and values identify the drift. */
const version = z.literal(1).optional();

// The turn does not decide whether two drifts are the same.
const { turn: _, ...keys } = placeKeys;
const where = z.strictObject(keys);

const driftShape = {
  /** Absent where the entry holds for all workflows of the suite: what the server says about itself. */
  workflow: z.string().optional(),
  class: z.enum([...ACCEPTABLE, "client"]),
  where: where.extend({ token: z.union([ordinal, z.tuple([ordinal, ordinal])]).optional() }),
  /** Absent where there was no value. */
  recorded: json.optional(),
  present: json.optional(),
  why: z.string().min(1),
};

const acceptedDrift = z.strictObject({ id, version, ...driftShape });
const driftOfVersion1 = z.strictObject({ id, ...driftShape, class: z.enum(ACCEPTABLE), where });

/** The shape of a contract change, wherever it is kept, without its id and its description. */
export const changeShape = changeKeys(json, z.strictObject);

const why = z.string().min(1);
const acceptedChange = z.strictObject({ id, version, ...changeShape, why });

const file = z.strictObject({
  accepted: z.literal(VERSION),
  drift: z.array(acceptedDrift),
  contract: z.array(acceptedChange).optional(),
});

const fileOfVersion1 = z.strictObject({
  accepted: z.literal(1),
  drift: z.array(driftOfVersion1),
  contract: z.array(z.strictObject({ id, ...changeShape, why })).optional(),
});

/** One accepted drift. git knows who accepted it, and when. The keys have the order of the file. */
export type AcceptedDrift = z.output<typeof acceptedDrift>;

/** One accepted contract change, for all workflows. */
export type AcceptedChange = z.output<typeof acceptedChange>;

/** Everything in the file. */
export interface Accepted {
  drift: AcceptedDrift[];
  contract: AcceptedChange[];
}

/**
 * The text with its seal. Entries are in the order of workflows and places, so that the text does not depend on who
 * accepted first. `as` 1: the text of a file that has not changed since version 1.
 */
export function serializeAccepted(
  drift: readonly AcceptedDrift[],
  contract: readonly AcceptedChange[] = [],
  as: 1 | typeof VERSION = VERSION,
): string {
  // In the file, `version` comes after the id.
  const written = <T extends { id: string; version?: 1 | undefined }>({ id: own, version: former, ...entry }: T) => ({
    id: own,
    version: as === 1 ? undefined : former,
    ...entry,
  });
  const sorted = drift.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  const changes = contract.toSorted((a, b) => compare(keyOfChange(a), keyOfChange(b)));
  const more = changes.length === 0 ? undefined : changes.map(written);
  const whole = { accepted: as, drift: sorted.map(written), contract: more };
  return addSeal(serializeYaml(foldDeep(toJson(whole))));
}

/**
 * The entries in a text, which is treated as hostile. `name` is used in errors. Entries from a file of version 1 carry
 * their version: ids are made differently now.
 */
export function parseAccepted(text: string, name: string): Accepted & { version: 1 | typeof VERSION } {
  const { value, lineOf } = parseYaml(openOwn(text, name), name);
  const isOld = isJsonObject(value) && value["accepted"] === 1;
  const parsed = (isOld ? fileOfVersion1 : file).safeParse(unfoldDeep(value));
  if (!parsed.success) throw mended(invalidValue(name, parsed.error.issues, lineOf), name);
  const { drift, contract = [] }: { drift: AcceptedDrift[]; contract?: AcceptedChange[] | undefined } = parsed.data;
  for (const [list, entries] of Object.entries({ drift, contract })) {
    const seen = new Set<string>();
    const twice = entries.findIndex(({ id }) => seen.size === seen.add(id).size);
    if (twice < 0) continue;
    const issue = { path: [list, twice, "id"], message: `${entries[twice]?.id ?? ""} occurs twice` };
    throw mended(invalidValue(name, [issue], lineOf), name);
  }
  if (!isOld) return { version: VERSION, drift, contract };
  const mark = <T extends object>(entry: T) => ({ ...entry, version: 1 as const });
  return { version: 1, drift: drift.map(mark), contract: contract.map(mark) };
}

function openOwn(text: string, name: string): string {
  const version = Number(/^accepted: (\d{1,9})\n/.exec(text)?.[1] ?? VERSION);
  if (version > VERSION) {
    throw new McpvalsError("CASSETTE_VERSION", `${name}:1: version ${version}; this mcpvals reads up to ${VERSION}`, {
      fix: "Update mcpvals.",
    });
  }
  try {
    return openSealed(text, name);
  } catch (error) {
    throw error instanceof McpvalsError && error.code === "CASSETTE_SEAL" ? mended(error, name) : error;
  }
}

/** Replaces the advice for a cassette: nothing of this file can be recorded again. */
function mended({ code, message, cause }: McpvalsError, name: string): McpvalsError {
  return new McpvalsError(code, message, {
    evidence: "Drift is accepted by its values, so a file that was edited by hand or merged by lines accepts nothing.",
    fix: `Restore it: git checkout -- ${name}. Or remove it, replay, and accept again: mcpvals accept ID -m WHY`,
    cause,
  });
}

function keyOf({ workflow, where, id }: AcceptedDrift): (string | number)[] {
  return [workflow ?? "", where.step ?? 0, where.call ?? 0, where.part, where.tool ?? "", where.path, id];
}

function keyOfChange({ subject, path, rule, id }: AcceptedChange): string[] {
  return [subject.kind, subject.name ?? "", path, rule, id];
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? one;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
