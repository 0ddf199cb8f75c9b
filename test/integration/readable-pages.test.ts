// The pages of a report, a diff and a review as people see them: on a phone, a tablet and a screen, light and dark, by
// keyboard, and on paper.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderDiffHtml } from "../../src/render/formats/diff/html.js";
import { renderHtml } from "../../src/render/formats/html/html.js";
import { renderReviewHtml } from "../../src/render/formats/review/html.js";
import { ask, CHROMIUM, startBrowser, type Browser } from "../helpers/browser.js";
import { findClipped, findPale, findUnprinted, findUnreachable } from "../helpers/readable-page.js";
import { changedRun, failedRun, mixed, passedRun, reportOf, toolSuite } from "../helpers/sample-reports.js";
import { mixedReview } from "../helpers/sample-reviews.js";
import { CONFIG, mixedDiff } from "../unit/render/diff/sample-diffs.js";

const LONG = "a-name-without-any-space-".repeat(12);
const report = (): string =>
  renderHtml([
    mixed(),
    reportOf([failedRun(LONG), changedRun("again"), passedRun(LONG)], [toolSuite(LONG)], "another-suite"),
  ]);
const PAGES: [string, () => string][] = [
  ["a report", report],
  ["a diff", () => renderDiffHtml(mixedDiff(), { config: CONFIG })],
  ["a review", () => renderReviewHtml(mixedReview())],
];

let browser: Browser;

describe.skipIf(CHROMIUM === undefined)("the page of", () => {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.end());

  describe.each(PAGES)("%s", (_, render) => {
    it.each([360, 768, 1440])("shows all of its text at %i pixels, folded and unfolded", async (width) => {
      const page = await browser.open(render(), { width });
      expect(await findClipped(page)).toEqual([]);
      await page.keyboard.press("e");
      expect(await findClipped(page)).toEqual([]);
      await browser.close(page);
    });

    it.each(["light", "dark"])("has texts that stand out from what is behind them, %s", async (scheme) => {
      const page = await browser.open(render(), { dark: scheme === "dark" });
      await page.keyboard.press("e");
      expect(await findPale(page)).toEqual([]);
      await browser.close(page);
    });

    it.each([360, 1440])("gives every control to the keyboard, with a mark, at %i pixels", async (width) => {
      const page = await browser.open(render(), { width });
      expect(await findUnreachable(page)).toEqual([]);
      await browser.close(page);
    });

    it("is printed with all that is folded", async () => {
      const page = await browser.open(render(), { width: 794 });
      await page.emulateMedia({ media: "print" });
      await expect.poll(() => findUnprinted(page)).toEqual([]);
      expect(await findClipped(page)).toEqual([]);
      await browser.close(page);
    });

    it("has the worst first", async () => {
      const page = await browser.open(render());
      const ranks = await ranksOf(page);
      expect(ranks.length).toBeGreaterThan(3);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      await browser.close(page);
    });
  });

  it("a bad example is noticed", async () => {
    const page = await browser.open(
      `<!doctype html><body style="margin:0"><link rel="icon" href="data:,"><p style="width:50px;overflow:hidden;white-space:nowrap">cut off at the end</p>` +
        `<p style="position:absolute;left:300px;width:200px">outside</p><p style="color:#aaa">pale</p>` +
        `<a href="#a" style="outline:none">no mark</a><button tabindex="-1">not reached</button><details><summary>folded</summary><p hidden>never shown</p></details>`,
      { width: 360 },
    );
    expect(await findClipped(page)).toEqual([
      "the page scrolls sideways",
      'too wide: p "cut off at the end"',
      'outside: p "outside"',
    ]);
    expect(await findPale(page)).toEqual(['pale: p "pale"']);
    expect(await findUnreachable(page)).toEqual(['no mark: a "no mark"', 'not reached: button "not reached"']);
    await page.emulateMedia({ media: "print" });
    expect(await findUnprinted(page)).toEqual(['p "never shown"']);
    await browser.close(page);
  });

  it("a report says why in the first screen of a phone, of what did not pass", async () => {
    const page = await browser.open(renderHtml([reportOf([passedRun(), failedRun()])]), { width: 360 });
    const why = page.locator("tr[data-row] td.why").first();
    expect(await why.textContent()).toContain("divide (call 1) failed");
    expect((await why.boundingBox())?.y).toBeLessThan(800);
    await browser.close(page);
  });
});

const WORST_FIRST = [
  ["failed", "REGRESSED", "worse"],
  ["error"],
  ["inconclusive", "INCONCLUSIVE", "look"],
  ["CHANGED"],
  ["passed", "skipped", "SAME", "rest"],
];

/** How bad each section is, in the order of the page; contracts have none. */
async function ranksOf(page: Page): Promise<number[]> {
  const verdicts = await ask<string[]>(
    page,
    `[...document.querySelectorAll("details.workflow")].filter((one) => !one.querySelector(".name").textContent.includes("Contract")).map((one) => one.dataset.verdict)`,
  );
  return verdicts.map((verdict) => WORST_FIRST.findIndex((words) => words.includes(verdict)));
}
