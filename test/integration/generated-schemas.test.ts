// The same tools as zod 3, zod 4, TypeBox, valibot and FastMCP write them: what differs between these says nothing more.
import { describe, expect, it } from "vitest";
import { judgeSchemas } from "../../src/drift/schema-words.js";
import { compareSchemas } from "../../src/json-schema/compare-schemas.js";
import type { JsonObject } from "../../src/json/value.js";
import type { Tool } from "../../src/trace/contract.js";
import { FASTMCP } from "../helpers/fastmcp-tools.js";
import { LIBRARIES, rebuild, type LibraryName } from "../helpers/rebuilt-schemas.js";
import { hasToolLists, readServers } from "../helpers/tool-lists.js";

interface Made {
  by: string;
  schema: JsonObject;
}

/** More than `docs`, between any two of them, in diff or in replay. */
function loudPairs(name: string, made: readonly Made[]): string[] {
  return made.flatMap((before) =>
    made.flatMap((after) => {
      if (before === after) return [];
      const loud = compareSchemas(before.schema, after.schema, "input", name).filter((one) => one.class !== "docs");
      const kind = judgeSchemas(before.schema, after.schema, name);
      const found = loud.map(({ rule, path }) => `${rule} ${path}`);
      if (kind !== "docs" && kind !== "same") found.push(kind);
      return found.map((what) => `${name}: ${before.by} > ${after.by}: ${what}`);
    }),
  );
}

function makeAll(schema: JsonObject, libraries: readonly LibraryName[]): Made[] {
  return libraries.flatMap((by) => {
    const made = rebuild(schema, by);
    return "why" in made ? [] : [{ by, schema: made.schema }];
  });
}

const inputOf = (tool: Tool): JsonObject => (tool["inputSchema"] ?? {}) as JsonObject;

describe.skipIf(!hasToolLists)("the tools of 70 servers, rebuilt", () => {
  const tools = hasToolLists ? readServers().flatMap((server) => server.tools) : [];

  it("differ in docs at most between zod 3 and zod 4", () => {
    let pairs = 0;
    const loud = tools.flatMap((tool) => {
      const made = makeAll(inputOf(tool), ["zod 3", "zod 4", "zod 4, 2020-12"]);
      pairs += made.length * (made.length - 1);
      return loudPairs(tool.name, made);
    });
    expect(loud).toEqual([]);
    // 519 of the 527: the others have references, `not`, a default of a required property, a format without a type.
    expect(pairs).toBe(519 * 6);
  });

  it("differ in docs at most between all four libraries", () => {
    // Those with the most to say.
    const fifty = tools
      .filter((tool) => makeAll(inputOf(tool), LIBRARIES).length === LIBRARIES.length)
      .toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)
      .slice(0, 50);
    let pairs = 0;
    const loud = fifty.flatMap((tool) => {
      const made = makeAll(inputOf(tool), LIBRARIES);
      pairs += made.length * (made.length - 1);
      return loudPairs(tool.name, made);
    });
    expect(loud).toEqual([]);
    expect(pairs).toBe(50 * 20);
  });
});

describe("ten tools of FastMCP", () => {
  it.each(FASTMCP)("$name: as its versions and the four libraries write it", ({ name, asked, written }) => {
    const made = [...written.map((schema, at) => ({ by: `FastMCP ${at + 1}`, schema })), ...makeAll(asked, LIBRARIES)];
    expect(made.length).toBe(written.length + LIBRARIES.length);
    expect(loudPairs(name, made)).toEqual([]);
  });

  it("still differ where their author changes something", () => {
    const { name, asked, written } = FASTMCP[1];
    const changed = makeAll({ ...asked, properties: { query: { type: "string" } } }, ["zod 4"]);
    const before = written.slice(0, 1).map((schema) => ({ by: "before", schema }));
    expect(loudPairs(name, [...before, ...changed])).toContain(`${name}: before > zod 4: reworded`);
  });
});
