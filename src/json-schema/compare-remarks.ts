// Compares what two schemas only say (titles, descriptions, defaults, …) about the same values, wherever it is written:
// in place or in a definition, beside `allOf` or in it. Other files compare which values are accepted.
import { canonicalJson } from "../json/canonical.js";
import { buildPointer } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";
import type { Meanings } from "./meanings.js";
import { buildVoices, type Voices } from "./voices.js";
import { showValue, type SchemaFinding } from "./schema-change.js";
import type { SchemaRuleId } from "./schema-rules.js";
import { nodeKeyOf, straighten, type Node, type SchemaSource } from "./source.js";
import type { Work } from "./work.js";

type Pair = readonly [old: Node, now: Node];

/**
 * Finds what is said on one side only, or differently. `name`: the name of the whole. Reports nothing about a property
 * that only one side has.
 */
export function compareRemarks(
  before: SchemaSource,
  after: SchemaSource,
  meanings: Meanings,
  work: Work,
  name: string | undefined,
): SchemaFinding[] {
  const found: SchemaFinding[] = [];
  const seen = new Set<string>();
  const pairs: Pair[] = [[[before], [after]]];
  for (const pair of pairs) {
    const key = pair.map((node) => nodeKeyOf(straighten(node))).join(" | ");
    if (seen.has(key)) continue;
    seen.add(key);
    const [old, now] = [buildVoices(pair[0], work, name), buildVoices(pair[1], work, name)];
    found.push(...compareWords(old, now));
    pairs.push(...pairsBelow(old, now, meanings));
  }
  return found;
}

/** Keywords that the model reads and follows, although no validator does. */
const STEERING: ReadonlySet<string> = new Set(["title", "description", "examples", "$comment"]);

function compareWords(before: Voices, after: Voices): SchemaFinding[] {
  const keys = new Set([...before.words.keys(), ...after.words.keys()]);
  return [...keys].flatMap((key): SchemaFinding[] => {
    const [was, is] = [before.words.get(key) ?? [], after.words.get(key) ?? []];
    const [old, now] = [missing(was, is), missing(is, was)].map(valueOf);
    if (old === undefined && now === undefined) return [];
    const message = STEERING.has(key)
      ? `The ${key} ${was.length === 0 ? "is new" : is.length === 0 ? "is gone" : "changed"}; the model is steered by it.`
      : `${JSON.stringify(key)} was ${showValue(old)} and is ${showValue(now)}.`;
    const [gone, fresh] = [missing(was, is)[0]?.path, missing(is, was)[0]?.path];
    // The old place, if it is still a place of the same values.
    const kept = gone !== undefined && after.paths.has(gone) ? gone : undefined;
    const path = (fresh ?? kept ?? after.path ?? before.path ?? "") + buildPointer([key]);
    return [{ rule: ruleOf(key, old, now), path, before: old, after: now, message }];
  });
}

interface Word {
  value: JsonValue;
  path: string;
}

function missing(from: readonly Word[], others: readonly Word[]): Word[] {
  const texts = new Set(others.map(({ value }) => canonicalJson(value)));
  return from.filter(({ value }) => !texts.has(canonicalJson(value)));
}

function valueOf(words: readonly Word[]): JsonValue | undefined {
  return words.length > 1 ? words.map(({ value }) => value) : words[0]?.value;
}

const RULES = new Map<string, SchemaRuleId>([
  ["$schema", "dialect-changed"],
  ["title", "title-changed"],
  ["description", "description-changed"],
  ["examples", "examples-changed"],
  ["$comment", "comment-changed"],
  ["deprecated", "deprecated-changed"],
  ["readOnly", "read-only-changed"],
  ["writeOnly", "write-only-changed"],
  ["contentMediaType", "content-changed"],
  ["contentEncoding", "content-changed"],
  ["contentSchema", "content-changed"],
]);

function ruleOf(key: string, old: JsonValue | undefined, now: JsonValue | undefined): SchemaRuleId {
  if (key !== "default") return RULES.get(key) ?? "keyword-changed";
  return old === undefined ? "default-added" : now === undefined ? "default-removed" : "default-changed";
}

function pairsBelow(before: Voices, after: Voices, meanings: Meanings): Pair[] {
  const names = new Set([...before.parts.keys(), ...after.parts.keys()]);
  const parts = [...names].flatMap((name): Pair[] => {
    const [old, now] = [before.parts.get(name), after.parts.get(name)];
    const isNamed = old?.named ?? now?.named ?? false;
    // A property that only one side has is reported as a property.
    if (isNamed && (old === undefined || now === undefined)) return [];
    return [[old?.node ?? [], now?.node ?? []]];
  });
  return [...parts, ...pairChoices(before.choices, after.choices, meanings)];
}

/** Those with the same meaning first, then by position. */
function pairChoices(before: readonly SchemaSource[], after: readonly SchemaSource[], meanings: Meanings): Pair[] {
  const left = after.map((source) => ({ source, text: meanings.textOf(source) }));
  const pairs: Pair[] = [];
  const rest = before.filter((old) => {
    const text = meanings.textOf(old);
    const at = left.findIndex((other) => other.text === text);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    if (same !== undefined) pairs.push([[old], [same.source]]);
    return same === undefined;
  });
  if (rest.length === left.length) return [...pairs, ...rest.map((old, at): Pair => [[old], nodeOf(left[at]?.source)])];
  // What remains has another meaning, and is reported as such, except what only repeats or separates values.
  const isOneSided = before.length === 0 || after.length === 0;
  const repeats = (source: SchemaSource, others: readonly SchemaSource[]) =>
    isOneSided || others.some((other) => other !== source && meanings.textOf(other) === meanings.textOf(source));
  return [
    ...pairs,
    ...rest.filter((old) => repeats(old, before)).map((old): Pair => [[old], []]),
    ...left.filter(({ source }) => repeats(source, after)).map(({ source }): Pair => [[], [source]]),
  ];
}

function nodeOf(source: SchemaSource | undefined): Node {
  return source === undefined ? [] : [source];
}
