// The contract diff on every published tool list: nothing of nothing, no matter the order, the mirror image when swapped;
// and how long 70 servers take.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { diffContracts } from "../../src/contract/diff-contracts.js";
import type { Contract } from "../../src/trace/contract.js";
import { bestOfRuns, slowness } from "../helpers/best-of.js";
import { hasToolLists, readDump, readServers } from "../helpers/tool-lists.js";

if (!hasToolLists) console.warn("skipped: no shared/data/tool-lists");

/** Other orders of tools, keys and `required`. */
function shuffled(contract: Contract): Contract {
  return { ...contract, tools: contract.tools.map((tool) => shuffleKeys(tool)).toReversed() };
}

function shuffleKeys<T>(value: T): T;
function shuffleKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => shuffleKeys(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, key === "required" && Array.isArray(item) ? item.toReversed() : shuffleKeys(item)])
      .toReversed(),
  );
}

describe.skipIf(!hasToolLists)("the published lists", () => {
  const dumps = hasToolLists
    ? readdirSync(new URL("../../../shared/data/tool-lists/", import.meta.url))
        .filter((file) => file.includes("@"))
        .map((file) => readDump(file.replace(/\.json$/, "")).contract)
    : [];
  const contracts = hasToolLists ? [...dumps, ...readServers()] : [];

  test("each list and itself are the same, in any order", () => {
    expect(contracts.length).toBeGreaterThan(80);
    expect(contracts.flatMap(({ tools }) => tools).length).toBeGreaterThan(527);
    for (const contract of contracts) {
      expect(diffContracts(contract, structuredClone(contract))).toEqual([]);
      expect(diffContracts(contract, shuffled(contract))).toEqual([]);
    }
  });

  test("each list beside the next swaps what is gone and what is new with the sides", () => {
    const names = (changes: ReturnType<typeof diffContracts>, rule: string): string[] =>
      changes
        .filter((change) => change.rule === rule)
        .map((change) => change.subject.name ?? "")
        .toSorted((a, b) => a.localeCompare(b));
    for (const [at, one] of contracts.entries()) {
      const other = contracts[(at + 1) % contracts.length] ?? one;
      const [there, back] = [diffContracts(one, other), diffContracts(other, one)];
      expect(names(back, "tool-added")).toEqual(names(there, "tool-removed"));
      expect(names(back, "tool-removed")).toEqual(names(there, "tool-added"));
      expect(names(back, "tool-renamed")).toHaveLength(names(there, "tool-renamed").length);
    }
  });

  test("70 servers, 527 tools, beside a mutated copy take less than 2 s and 300 MB", async () => {
    const bench = fileURLToPath(new URL("../../bench/contract-diff.mjs", import.meta.url));
    const best = await bestOfRuns(2000, async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [bench, "--once"]);
      const run = JSON.parse(stdout) as { tools: number; servers: { cpu: number; changes: number }; megabytes: number };
      expect(run.tools).toBe(527);
      expect(run.servers.changes).toBeGreaterThan(150);
      expect(run.megabytes).toBeLessThan(300);
      // Of the processor's time, so that what else runs on the machine does not count; the bench tells both.
      return run.servers.cpu / slowness();
    });
    expect(best).toBeLessThan(2000);
  });
});
