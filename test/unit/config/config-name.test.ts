import { describe, expect, it } from "vitest";
import { isConfigName, isSharedName, suiteNameOf } from "../../../src/config/config-name.js";
import { isSuiteText } from "../../../src/config/looks-like-suite.js";

describe("the name of a config", () => {
  it.each([
    ["mcp-eval.config.json", "mcp-eval"],
    ["mcpvals.config.ts", "mcpvals"],
    ["sky.mcp-eval.config.json", "sky"],
    ["sky.mcpvals.config.mts", "sky"],
    ["sky.blue.mcp-eval.config.cjs", "sky.blue"],
    ["mcp-eval.mcp-eval.config.json", "mcp-eval"],
  ])("%s is one, and its suite is %s", (name, suite) => {
    expect(isConfigName(name)).toBe(true);
    expect(isSharedName(name)).toBe(false);
    expect(suiteNameOf(`/p/${name}`)).toBe(suite);
  });

  it.each([
    "sky-mcp-eval.config.json",
    "sky.config.ts",
    ".mcp-eval.config.json",
    ".sky.mcp-eval.config.json",
    "x.json",
  ])("%s says nothing", (name) => {
    expect(isConfigName(name)).toBe(false);
    expect(isSharedName(name)).toBe(name === "sky-mcp-eval.config.json");
  });

  it("gives a suite of any other name what comes before .config", () => {
    expect(suiteNameOf("sky.config.json")).toBe("sky");
    expect(suiteNameOf("sky.json")).toBe("sky");
    expect(suiteNameOf(".mcp-eval.config.json")).toBe(".mcp-eval");
  });
});

describe("the content of a suite", () => {
  it.each([
    '{ "server": {}, "workflows": [] }',
    '{ "server": {}, "toolHealthSuites": [] }',
    '{ "$schema": "./node_modules/mcpvals/docs/config.schema.json" }',
    '{ "$schema": "https://unpkg.com/mcpvals@0.1.0/docs/config.schema.json" }',
    '{ "$schema": "mcpvals/config.schema.json" }',
    '{ "server": {}, "workflows": [ }',
    '// mine\n{ "server": {}, "workflows": [] }',
  ])("%s", (text) => {
    expect(isSuiteText(text)).toBe(true);
  });

  it.each([
    "{}",
    "[]",
    "null",
    "{",
    '{ "server": { "port": 1 } }',
    '{ "workflows": [] }',
    '{ "server": "x", "workflows": [] }',
    '{ "server": {}, "workflows": {} }',
    '{ "mcpServers": { "a": { "command": "x" } } }',
    '{ "$schema": "https://example.org/other/config.schema.json" }',
    '{ "$schema": "https://example.org/notmcpvals/config.schema.json" }',
  ])("is not %s", (text) => {
    expect(isSuiteText(text)).toBe(false);
  });
});
