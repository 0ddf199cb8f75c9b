import { Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { defineConfig } from "../../../src/config/define-config.js";
import { buildJsonSchema } from "../../../src/config/json-schema.js";
import { writtenConfigSchema } from "../../../src/config/schema-written.js";
import { parseConfig } from "../../../src/config/validate.js";
import { guideConfig } from "./guide.config.js";

const schema = buildJsonSchema();
const accepts = (config: unknown): boolean => new Validator(schema, "7", false).validate(config).valid;

describe("the config's JSON Schema", () => {
  it("has every key of the config, each with a description for the editor", () => {
    const properties = schema["properties"] as Record<string, { description?: string }>;
    expect(Object.keys(properties)).toEqual(Object.keys(writtenConfigSchema.shape));
    const bare = Object.entries(properties).filter(([, property]) => property.description === undefined);
    expect(bare).toEqual([]);
  });

  it("accepts what the program accepts", () => {
    expect(accepts(guideConfig)).toBe(true);
    expect(accepts({ toolHealthSuites: [{ name: "h", tests: [{ name: "add" }] }], $schema: "x" })).toBe(true);
    expect(accepts({ server: { transport: "sse", url: "http://x/sse", headers: { A: "b" } } })).toBe(true);
  });

  it.each([
    ["an unknown key", { workflow: [] }],
    ["a URL on stdio", { server: { transport: "stdio", command: "x", url: "http://x/" } }],
    ["an unknown transport", { server: { transport: "http", url: "http://x/" } }],
    ["a workflow without steps", { workflows: [{ name: "w", steps: [] }] }],
    ["an empty expected state", { workflows: [{ name: "w", steps: [{ user: "x", expectedState: "" }] }] }],
  ])("refuses %s, as the program does", (_, config) => {
    expect(accepts(config)).toBe(false);
    expect(() => parseConfig(config, "x.json")).toThrow("problem");
  });
});

describe("defineConfig", () => {
  it("gives the config back, and the guide's example is one", () => {
    expect(defineConfig(guideConfig)).toBe(guideConfig);
    expect(parseConfig(guideConfig, "x.ts")).toEqual(guideConfig);
  });
});
