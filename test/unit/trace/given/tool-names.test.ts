import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildToolNames } from "../../../../src/trace/given/tool-names.js";

const LEGAL = /^[a-zA-Z0-9_-]{1,128}$/;
const nameArb = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "_", "-", ".", "/", " ", "é", "天"), minLength: 0, maxLength: 6 }),
  fc.string({ unit: fc.constantFrom("a", "."), minLength: 126, maxLength: 131 }),
);

describe("tool names", () => {
  it("stay as they are where they are legal, whatever other tools there are", () => {
    const names = buildToolNames(["read_file", "read.file", "read/file"]);
    expect(names.toClaude("read_file")).toBe("read_file");
    expect(names.toMcp("read_file")).toBe("read_file");
  });

  it("have odd characters replaced, without a hash where nothing collides", () => {
    const names = buildToolNames(["files.read", "github/search"]);
    expect(names.toClaude("files.read")).toBe("files_read");
    expect(names.toMcp("github_search")).toBe("github/search");
  });

  it("get a hash where two would be the same", () => {
    const names = buildToolNames(["a.b", "a/b", "a_b"]);
    expect(names.toClaude("a.b")).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(names.toClaude("a/b")).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(names.toClaude("a.b")).not.toBe(names.toClaude("a/b"));
  });

  it("leave a name that no tool has as it is on the way back", () => {
    expect(buildToolNames(["a.b"]).toMcp("made_up")).toBe("made_up");
  });

  it("map one to one to legal names, in any order of the list", () => {
    fc.assert(
      fc.property(fc.uniqueArray(nameArb, { maxLength: 30 }), (list) => {
        const names = buildToolNames(list);
        const reversed = buildToolNames(list.toReversed());
        const mapped = list.map((name) => names.toClaude(name));
        expect(new Set(mapped).size).toBe(list.length);
        for (const [at, name] of list.entries()) {
          expect(mapped[at]).toMatch(LEGAL);
          expect(names.toMcp(mapped[at] ?? "")).toBe(name);
          expect(reversed.toClaude(name)).toBe(mapped[at]);
          if (LEGAL.test(name)) expect(mapped[at]).toBe(name);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("of several servers are made as the config says, within 64 characters, one to one", () => {
    const server = fc.stringMatching(/^[a-z0-9-]{1,32}$/);
    const pattern = fc.constantFrom("{server}__{tool}", "mcp__{server}__{tool}", "{tool}_{server}");
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(server, nameArb), { maxLength: 20 }), pattern, (pairs, joined) => {
        const list = [...new Set(pairs.map(([name, tool]) => `${name}/${tool}`))];
        const names = buildToolNames(list, joined);
        const mapped = list.map((name) => names.toClaude(name));
        expect(new Set(mapped).size).toBe(list.length);
        for (const [at, name] of list.entries()) {
          expect(mapped[at]).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect(names.toMcp(mapped[at] ?? "")).toBe(name);
        }
      }),
    );
    expect(buildToolNames(["bank/pay"], "mcp__{server}__{tool}").toClaude("bank/pay")).toBe("mcp__bank__pay");
    expect(buildToolNames(["bank/pay"], "{server}__{tool}").toClaude("made_up")).toBe("made_up");
  });

  it("of tools that are not listed are legal and no listed tool's", () => {
    fc.assert(
      fc.property(fc.uniqueArray(nameArb, { minLength: 1, maxLength: 10 }), ([unlisted = "", ...list]) => {
        const names = buildToolNames(list);
        const claudeName = names.toClaude(unlisted);
        expect(claudeName).toMatch(LEGAL);
        expect(list.map((name) => names.toClaude(name))).not.toContain(claudeName);
      }),
    );
  });
});
