import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REVIEW_MARKER } from "../../src/render/comment/render-markdown.js";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/pull-requests.md"), "utf8");

test("the review in the documentation is what the program writes", () => {
  const golden = readFileSync(join(root, "test/fixtures/review/one-regression.md"), "utf8");
  const [, shown] = /<!-- prettier-ignore-start -->\n\n([^]*)\n<!-- prettier-ignore-end -->/.exec(page) ?? [];
  expect(shown).toBe(golden);
});

test("the workflow in the documentation looks for the marker that a review begins with", () => {
  expect(page).toContain(`startswith("${REVIEW_MARKER}")`);
});
