import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { serializeCassette } from "../../src/cassette/cassette-text.js";
import { example, learnedExtras } from "../unit/cassette/example.js";

test("the example of the documentation is what the program writes", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/cassette-format.md"), "utf8");
  const [, shown] = /```yaml\n([^]*?)```/.exec(page) ?? [];
  expect(shown).toBe(serializeCassette(buildCassette(example, learnedExtras)).text);
});
