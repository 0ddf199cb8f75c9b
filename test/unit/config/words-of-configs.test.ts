import { expect, it } from "vitest";
import { wordsOfConfigs } from "../../../src/config/words-of-configs.js";

it("configs are words that a shell takes back as they were", () => {
  expect(wordsOfConfigs([])).toBe("");
  expect(wordsOfConfigs(["suites/a.config.json", "./b c.json", "it's.json"])).toBe(
    ` suites/a.config.json './b c.json' 'it'\\''s.json'`,
  );
});
