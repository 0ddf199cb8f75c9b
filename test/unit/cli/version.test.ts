import { expect, it } from "vitest";
import { VERSION } from "../../../src/version.js";
import manifest from "../../../package.json" with { type: "json" };

it("is the version of the package", () => {
  expect(VERSION).toBe(manifest.version);
});
