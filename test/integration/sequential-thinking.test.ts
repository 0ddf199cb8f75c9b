// server-sequential-thinking 2025.7.1 and 2026.8.31: written in plain JSON Schema, and then in zod 4.
import { describe, expect, it } from "vitest";
import { diffContracts } from "../../src/contract/diff-contracts.js";
import { compareListedTools } from "../../src/drift/compare-tools.js";
import { hasToolLists, readDump } from "../helpers/tool-lists.js";

const contractOf = (version: string) => readDump(`server-sequential-thinking@${version}`).contract;

describe.skipIf(!hasToolLists)("server-sequential-thinking 2025.7.1 and 2026.8.31", () => {
  it("break no caller in diff: the limits that zod writes of whole numbers are none", () => {
    const changes = diffContracts(contractOf("2025.7.1"), contractOf("2026.8.31"));
    expect(changes.filter((change) => change.class === "breaking")).toEqual([]);
    const ofInput = changes.filter(({ path }) => path.startsWith("/inputSchema"));
    expect(ofInput.map(({ class: kind, rule, path }) => `${kind} ${rule} ${path}`)).toEqual([
      // "true" and "false" are taken, too.
      "compatible type-widened /inputSchema/properties/nextThoughtNeeded/type",
      "compatible type-widened /inputSchema/properties/isRevision/type",
      "compatible type-widened /inputSchema/properties/needsMoreThoughts/type",
      "docs dialect-changed /inputSchema/$schema",
      "docs description-changed /inputSchema/properties/thoughtNumber/description",
      "docs description-changed /inputSchema/properties/totalThoughts/description",
    ]);
  });

  it("break no recorded call in replay: Claude reads other words", () => {
    const args = { thought: "One.", thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: true };
    const use = { step: 1, turn: 1, call: 1, tool: "sequentialthinking", arguments: args };
    const drift = compareListedTools(contractOf("2025.7.1").tools, contractOf("2026.8.31").tools, [use], {
      expected: new Set(),
    });
    expect(drift.filter(({ class: kind }) => kind !== "docs").map((one) => `${one.class} ${one.path}`)).toEqual([
      "reworded /description",
      "reworded /inputSchema",
    ]);
  });
});
