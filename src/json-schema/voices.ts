// Gathers the schemas about the same values (a schema, what it refers to, its `allOf`), with what they say.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import {
  ASSERTIONS,
  DEFINITIONS,
  isImplied,
  ONE_SCHEMA,
  REFERENCES,
  SCHEMA_LIST,
  SCHEMA_MAP,
  SILENT,
} from "./keywords.js";
import { matchesAnyName } from "./generated.js";
import { repeatsName } from "./repeats-name.js";
import { nodeKeyOf, partOf, resolveReference, type Node, type SchemaSource } from "./source.js";
import type { Work } from "./work.js";

export interface Voices {
  /** Where the first of them is written. */
  path: string | undefined;
  /** Where they are written. */
  paths: ReadonlySet<string>;
  /** By keyword. */
  words: ReadonlyMap<string, readonly { value: JsonValue; path: string }[]>;
  /** The schemas of the parts, by where they are. `named`: one of several that the schema names, like a property. */
  parts: ReadonlyMap<string, { node: Node; named: boolean }>;
  /** Alternatives. */
  choices: readonly SchemaSource[];
}

/** Everything about the values of a node. `name`: the name of the document. */
export function buildVoices(node: Node, work: Work, name: string | undefined): Voices {
  const words = new Map<string, { value: JsonValue; path: string }[]>();
  const parts = new Map<string, { node: SchemaSource[]; named: boolean }>();
  const choices: SchemaSource[] = [];
  const seen = new Set<string>();
  const paths = new Set<string>();
  const waiting = [...node];
  for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
    work.pay();
    const { schema, path } = source;
    if (!isJsonObject(schema) || seen.has(nodeKeyOf([source]))) continue;
    seen.add(nodeKeyOf([source]));
    paths.add(path);
    const addPart = (name: string, part: SchemaSource, named = false) => {
      const known = parts.get(name) ?? { node: [], named };
      known.node.push(part);
      parts.set(name, known);
    };
    for (const [key, value] of Object.entries(schema)) {
      if (REFERENCES.has(key)) waiting.push(...targetsOf(source, value));
      else if (SCHEMA_LIST.has(key) && Array.isArray(value)) {
        const list = value.map((part, at) => partOf(source, part, key, at));
        if (key === "allOf") waiting.push(...list);
        else if (key === "anyOf" || key === "oneOf") {
          const single = onlyChoice(list);
          if (single === undefined) choices.push(...list);
          else waiting.push(single);
        } else for (const [at, part] of list.entries()) addPart(`position ${at}`, part);
      } else if (SCHEMA_MAP.has(key) && isJsonObject(value)) {
        for (const [member, part] of Object.entries(value)) {
          const below = partOf(source, part, key, member);
          if (key === "patternProperties" && matchesAnyName(member)) addPart("additionalProperties", below);
          else addPart(`${key} ${member}`, below, true);
        }
      } else if (ONE_SCHEMA.has(key)) addPart(key, partOf(source, value, key));
      else if (isWord(schema, key) && !(key === "title" && repeatsName(value, path, name))) {
        const said = words.get(key) ?? [];
        words.set(key, [...said, { value, path }]);
      }
    }
  }
  return { path: node[0]?.path, paths, words, parts, choices };
}

function targetsOf(source: SchemaSource, reference: JsonValue): SchemaSource[] {
  const target = typeof reference === "string" ? resolveReference(source, reference) : undefined;
  return target === undefined ? [] : [target];
}

/** The only alternative beside null: what it says holds for the values. */
function onlyChoice(list: readonly SchemaSource[]): SchemaSource | undefined {
  const others = list.filter(({ schema }) => !(isJsonObject(schema) && isBareNull(schema)));
  return others.length === 1 ? others[0] : undefined;
}

function isBareNull(schema: JsonObject): boolean {
  const keys = Object.keys(schema);
  return keys.length === 1 && (schema["type"] === "null" || schema["const"] === null);
}

const WITHOUT_WORDS = [ASSERTIONS, DEFINITIONS, SILENT];

function isWord(schema: JsonObject, key: string): boolean {
  return !WITHOUT_WORDS.some((keys) => keys.has(key)) && !isImplied(key, schema[key] ?? null);
}
