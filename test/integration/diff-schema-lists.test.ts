// The schemas of real servers, where their published tool lists are in the data folder beside the project.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareSchemas } from "../../src/json-schema/compare-schemas.js";
import { isJsonObject, type JsonObject } from "../../src/json/value.js";
import { MUTATIONS, REWRITINGS } from "../helpers/schema-mutations.js";
import { expectMutation, mutantsOf, shuffle, sumOfAgreement } from "../helpers/schema-properties.js";
import { chanceOf } from "../helpers/valid-value.js";

const FOLDER = new URL("../../../shared/data/tool-lists/", import.meta.url);
const here = existsSync(FOLDER);
if (!here) console.warn("skipped: no ../shared/data/tool-lists, so the schemas of real servers were not compared");

/** Every schema in a document, in whatever way it lists its tools. */
function schemasIn(value: unknown): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (!isJsonObject(value)) return [];
  if (!("inputSchema" in value)) return Object.values(value).flatMap(schemasIn);
  return [value["inputSchema"], value["outputSchema"]].filter(isJsonObject);
}

describe.skipIf(!here)("the schemas of real servers", () => {
  const files = here ? readdirSync(FOLDER).filter((name) => name.endsWith(".json")) : [];
  const schemas = files.flatMap((name) => schemasIn(JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"))));

  it("do not differ from themselves, in whatever order they say what they say", () => {
    expect(schemas.length).toBeGreaterThan(20);
    for (const [at, schema] of schemas.entries()) {
      expect(compareSchemas(schema, shuffle(schema, chanceOf(at)), "input")).toEqual([]);
    }
  });

  it("show a known change once, at its place, with its class", () => {
    let tried = 0;
    for (const mutation of MUTATIONS) {
      for (const { document, place, changed } of mutantsOf(schemas, mutation, chanceOf(5), 30)) {
        expectMutation(mutation, document, place, changed);
        tried += 1;
      }
    }
    // Each is compared in both directions, there and back.
    expect(tried * 4).toBeGreaterThan(4000);
  });

  it("mean the same in other words", () => {
    for (const rewriting of REWRITINGS) {
      for (const { document, mutant } of mutantsOf(schemas, rewriting, chanceOf(5), 30)) {
        expect(compareSchemas(document, mutant, "input").map(({ rule }) => rule)).toEqual(["schema-rewritten"]);
      }
    }
  });

  it("agree with a validator after any changes", () => {
    const { wrong, values, safe } = sumOfAgreement(schemas, 2026, 100);
    expect(wrong).toEqual([]);
    expect(safe).toBeGreaterThan(20);
    expect(values).toBeGreaterThan(50);
  });
});
