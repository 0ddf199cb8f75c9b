import { describe, expect, it } from "vitest";
import { describeMissingVariable } from "../../../src/server/missing-variable.js";

describe("a server that ended for want of a variable", () => {
  it.each([
    "Error: API_TOKEN is not set",
    "Missing required environment variable API_TOKEN",
    "starting\nAPI_TOKEN must be set",
    "KeyError: 'API_TOKEN'",
  ])("is told how to pass it on: %j", (output) => {
    const fix = '"env": { "API_TOKEN": "${API_TOKEN}" } in "server".';
    expect(describeMissingVariable(output, {}, {})).toBe(`The server names API_TOKEN: set it, and pass it on: ${fix}`);
    expect(describeMissingVariable(output, { API_TOKEN: "s3cret-value" }, {})).toBe(
      `The server names API_TOKEN: it is set here, but not passed on: ${fix}`,
    );
    expect(describeMissingVariable(output, {}, { API_TOKEN: "s3cret-value" })).toBeUndefined();
  });

  it.each([
    "Error: Cannot find module './x.mjs'\n  code: 'MODULE_NOT_FOUND'",
    "code: 'ERR_MODULE_NOT_FOUND', required",
    "API_TOKEN accepted",
    "TypeError: undefined is not a function",
    "ENOENT: not found",
  ])("is none: %j", (output) => {
    expect(describeMissingVariable(output, {}, {})).toBeUndefined();
  });
});
