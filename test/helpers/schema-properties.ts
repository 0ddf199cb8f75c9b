// What must hold of the comparison of schemas, whatever the schemas; the tests put their own into it.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import { compareSchemas } from "../../src/json-schema/compare-schemas.js";
import type { SchemaChange } from "../../src/json-schema/schema-change.js";
import type { SchemaDirection } from "../../src/json-schema/rules/rule.js";
import { SCHEMA_RULES } from "../../src/json-schema/schema-rules.js";
import { buildPointer } from "../../src/json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/json/value.js";
import {
  allPlacesOf,
  MUTATIONS,
  placesOf,
  replaceAt,
  REWRITINGS,
  type Mutation,
  type Place,
} from "./schema-mutations.js";
import { validatorOf } from "./schema-validator.js";
import { chanceOf, pick, valueFor, type Chance } from "./valid-value.js";

/** Keys, `required`, `enum` and `type` in another order. */
export function shuffle(value: JsonValue, chance: Chance, key = ""): JsonValue {
  const mixed = <T>(list: T[]) =>
    list
      .map((item) => ({ item, at: chance.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item);
  if (Array.isArray(value)) {
    return ["required", "enum", "type"].includes(key) ? mixed(value) : value.map((part) => shuffle(part, chance));
  }
  if (!isJsonObject(value)) return value;
  const isData = ["default", "const", "examples"].includes(key);
  return Object.fromEntries(
    mixed(Object.entries(value)).map(([name, part]) => [
      name,
      isData ? part : shuffle(part, chance, key === "properties" ? "" : name),
    ]),
  );
}

const known = new WeakMap<readonly JsonObject[], { document: JsonObject; place: Place }[]>();

/** All places of some schemas, found once. */
function placesIn(schemas: readonly JsonObject[]) {
  const places =
    known.get(schemas) ?? schemas.flatMap((document) => placesOf(document).map((place) => ({ document, place })));
  known.set(schemas, places);
  return places;
}

/** What a mutation makes of places where it fits, taken at random. */
export function mutantsOf(
  schemas: readonly JsonObject[],
  mutation: Pick<Mutation, "change">,
  chance: Chance,
  most: number,
) {
  const left = [...placesIn(schemas)];
  const mutants: { document: JsonObject; place: Place; changed: JsonObject; mutant: JsonValue }[] = [];
  while (mutants.length < most && left.length > 0) {
    const [taken] = left.splice(Math.floor(chance.next() * left.length), 1);
    const changed = taken === undefined ? undefined : mutation.change(taken.place.schema, chance);
    if (taken === undefined || changed === undefined) continue;
    mutants.push({ ...taken, changed, mutant: replaceAt(taken.document, taken.place.path, changed) });
  }
  return mutants;
}

const DIRECTIONS: SchemaDirection[] = ["input", "output"];

/** One finding for one change, of its rule, at its place, with its class; and the same of the way back. */
export function expectMutation(mutation: Mutation, document: JsonValue, place: Place, changed: JsonObject): void {
  const mutant = replaceAt(document, place.path, changed);
  const path = buildPointer([...place.path, ...mutation.at(place.schema, changed)]);
  for (const direction of DIRECTIONS) {
    const isOutput = direction === "output";
    const there = (isOutput ? mutation.outputRule : undefined) ?? mutation.rule;
    const back = (isOutput ? mutation.outputBack : undefined) ?? mutation.back;
    const pairs = [
      [compareSchemas(document, mutant, direction), there],
      [compareSchemas(mutant, document, direction), back],
    ] as const;
    for (const [changes, rule] of pairs) {
      const wanted = [[rule, path, classOf(rule, direction)]];
      if (isDeepStrictEqual(told(changes), wanted)) continue;
      expect(told(changes), `${mutation.name}, ${direction}, ${path} of ${JSON.stringify(document)}`).toEqual(wanted);
    }
  }
}

function told(changes: SchemaChange[]) {
  return changes.map((change) => [change.rule, change.path, change.class]);
}

function classOf(rule: string, direction: SchemaDirection) {
  return Object.entries(SCHEMA_RULES).find(([id]) => id === rule)?.[1].class[direction];
}

/** A pair of schemas, one made of the other by a few changes and rewritings at any places, in either direction. */
export function wildPair(schemas: readonly JsonObject[], chance: Chance): [JsonValue, JsonValue] {
  const first = pick(chance, schemas) ?? {};
  let second: JsonValue = first;
  for (let step = 1 + Math.floor(chance.next() * 3); step > 0; step--) second = wildly(second, schemas, chance);
  return chance.next() < 0.5 ? [first, second] : [second, first];
}

function wildly(document: JsonValue, schemas: readonly JsonObject[], chance: Chance): JsonValue {
  for (let attempt = 0; attempt < 20; attempt++) {
    const place = pick(chance, allPlacesOf(document));
    if (place === undefined) return document;
    const changed = wildChange(place.schema, schemas, chance);
    if (changed !== undefined) return replaceAt(document, place.path, changed);
  }
  return document;
}

const EDITS: ((schema: JsonObject, schemas: readonly JsonObject[], chance: Chance) => JsonValue | undefined)[] = [
  // A keyword gone.
  (schema, _schemas, chance) => {
    const gone = pick(chance, Object.keys(schema));
    return gone === undefined ? undefined : Object.fromEntries(Object.entries(schema).filter(([key]) => key !== gone));
  },
  // A schema from elsewhere, instead or beside.
  (_schema, schemas, chance) => partOfAny(schemas, chance),
  (schema, schemas, chance) => ({ anyOf: [schema, partOfAny(schemas, chance)] }),
  (schema, schemas, chance) => ({ oneOf: [schema, partOfAny(schemas, chance)] }),
  (schema, schemas, chance) => ({ allOf: [schema, partOfAny(schemas, chance)] }),
  (schema, schemas, chance) => ({ ...schema, not: partOfAny(schemas, chance) }),
  (schema, schemas, chance) => ({ ...schema, if: partOfAny(schemas, chance), else: partOfAny(schemas, chance) }),
  (schema) => ({ anyOf: [schema, { type: "null" }] }),
  (schema) => ({ not: { not: schema } }),
  (schema) => ({ ...schema, unevaluatedProperties: false }),
  (schema) => ({ ...schema, type: "object" }),
  (schema, schemas, chance) => ({ ...schema, additionalProperties: partOfAny(schemas, chance) }),
  (schema, schemas, chance) => ({ ...schema, patternProperties: { "^[a-m]": partOfAny(schemas, chance) } }),
  (schema, schemas, chance) => ({ ...schema, contains: partOfAny(schemas, chance), maxContains: 2 }),
  (schema, schemas, chance) => ({ ...schema, dependentSchemas: { name: partOfAny(schemas, chance) } }),
  (schema, _schemas, chance) => ({
    ...schema,
    type: pick(chance, ["string", "integer", "number", "null", "array"]) ?? "string",
  }),
  (schema, _schemas, chance) => ({
    ...schema,
    enum: [1, "a", null, 2.5, "day", true, {}].filter(() => chance.next() < 0.6),
  }),
  (_schema, _schemas, chance) => chance.next() < 0.5,
];

function partOfAny(schemas: readonly JsonObject[], chance: Chance): JsonValue {
  const place = pick(chance, allPlacesOf(pick(chance, schemas) ?? {}));
  // A reference would lead elsewhere in another document.
  return place === undefined || JSON.stringify(place.schema).includes('"$ref"') ? { type: "string" } : place.schema;
}

function wildChange(schema: JsonObject, schemas: readonly JsonObject[], chance: Chance): JsonValue | undefined {
  const kind = chance.next();
  if (kind < 0.6) return pick(chance, MUTATIONS)?.change(schema, chance);
  if (kind < 0.75) return pick(chance, REWRITINGS)?.change(schema);
  return pick(chance, EDITS)?.(schema, schemas, chance);
}

export interface Agreement {
  /** Values that were tried on both sides. */
  values: number;
  /** Pairs of which the comparison said that nothing breaks. */
  safe: number;
  /** What it said so of, wrongly. */
  wrong: string[];
}

/** What an input takes before, it takes after, if the comparison finds nothing breaking; and so for outputs the other way. */
export function agreeWithValidator(
  pair: [JsonValue, JsonValue],
  direction: SchemaDirection,
  formats: boolean,
  chance: Chance,
  tries: number,
  sum: Agreement,
): void {
  const [before, after] = pair;
  const changes = compareSchemas(before, after, direction);
  const harmless = direction === "input" && !formats ? ["docs", "compatible", "risky"] : ["docs", "compatible"];
  if (!changes.every((change) => harmless.includes(change.class))) return;
  // Here a validator refuses what nobody was told that it may be sent.
  if (changes.some(({ rule }) => rule.startsWith("undeclared-properties-"))) return;
  const [from, to] = direction === "input" ? [before, after] : [after, before];
  const [isValid, isTaken] = [validatorOf(from, formats), validatorOf(to, formats)];
  if (isValid === undefined || isTaken === undefined) return;
  sum.safe += 1;
  const names = namesIn(to);
  for (let attempt = 0; attempt < tries; attempt++) {
    const value = valueFor(from, from, { next: () => chance.next(), names });
    if (!isValid(value)) continue;
    sum.values += 1;
    if (!isTaken(value)) sum.wrong.push(JSON.stringify({ from, to, value, changes: told(changes) }));
  }
}

function namesIn(schema: JsonValue): string[] {
  return allPlacesOf(schema).flatMap((place) =>
    isJsonObject(place.schema["properties"]) ? Object.keys(place.schema["properties"]) : [],
  );
}

/** The same for many pairs; the seed says which. */
export function sumOfAgreement(schemas: readonly JsonObject[], seed: number, pairs: number): Agreement {
  const sum: Agreement = { values: 0, safe: 0, wrong: [] };
  const chance = chanceOf(seed);
  for (let at = 0; at < pairs; at++) {
    const pair = wildPair(schemas, chance);
    agreeWithValidator(pair, chance.next() < 0.7 ? "input" : "output", chance.next() < 0.3, chance, 12, sum);
  }
  return sum;
}

export const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });
