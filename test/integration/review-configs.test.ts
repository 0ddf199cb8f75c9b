// Which config a command of a review names, by where a suite keeps its cassettes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { findConfigOf } from "../../src/review/files/find-config.js";
import { readConfigChange } from "../../src/review/files/review-config.js";

const root = mkdtempSync(join(tmpdir(), "find-config-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, config: object): string => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(config));
  return path;
};

it("is the one whose cassettes are in the folder, and none where that is not clear", async () => {
  const paths = [
    write("travel.config.json", { workflows: [] }),
    write("suites/memory.config.json", { workflows: [], cassettes: "../cassettes" }),
    write("apps/travel.mcp-eval.config.json", { workflows: [] }),
    write("tool.config.json", { name: "of another program" }),
    write("twice.config.json", { workflows: [] }),
    write("twice.mcpvals.config.json", { workflows: [] }),
    "code.mcpvals.config.ts",
  ];
  const find = (folder: string) => findConfigOf(root, paths, folder);
  expect(await find("cassettes/travel")).toBe("travel.config.json");
  expect(await find("cassettes/memory")).toBe("suites/memory.config.json");
  expect(await find("apps/cassettes/travel")).toBe("apps/travel.mcp-eval.config.json");
  expect(await find("cassettes/code")).toBe("code.mcpvals.config.ts");
  expect(await find("cassettes/tool")).toBeUndefined();
  expect(await find("cassettes/twice")).toBeUndefined();
  expect(await find("cassettes/nobody")).toBeUndefined();
});

it("reads what other configs extend, where that says what is accepted, and no JSON of other programs", () => {
  const read = (file: string, before: object, after: object) =>
    readConfigChange(file, JSON.stringify(before), JSON.stringify(after), "abc").kind;
  expect(read("shared.json", { accept: ["docs"] }, { accept: ["docs", "additive"] })).toBe("config");
  expect(
    read("sky.config.json", { extends: "shared.json", server: { env: {} }, workflows: [] }, { workflows: [] }),
  ).toBe("config");
  expect(read("other.json", { accept: ["docs"], version: 3 }, { accept: [] })).toBe("other");
  expect(read("timeouts.json", { timeout: 1 }, { timeout: 2 })).toBe("other");
});
