// The page of a diff in a real browser: it loads nothing, harms nobody, folds, finds, filters, prints, and fits a phone.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DiffReport } from "../../src/diff/diff.js";
import { renderDiffHtml } from "../../src/render/formats/diff/html.js";
import { ask, CHROMIUM, startBrowser, type Browser } from "../helpers/browser.js";
import { poison } from "../helpers/poison.js";
import { change, CONFIG, mixedDiff } from "../unit/render/diff/sample-diffs.js";

let browser: Browser;
const open = (report: DiffReport, look?: { width?: number; dark?: boolean }): Promise<Page> =>
  browser.open(renderDiffHtml(report, { config: CONFIG }), look);
const visible = (page: Page): Promise<string[]> =>
  ask(
    page,
    `[...document.querySelectorAll("details.workflow")].filter((one) => !one.hidden).map((one) => one.querySelector(".name").textContent)`,
  );
const overflow = (page: Page): Promise<number> =>
  ask(page, `document.documentElement.scrollWidth - document.documentElement.clientWidth`);

const evilDiff = (): DiffReport =>
  poison(mixedDiff(), ["kind", "class", "on", "outcome", "change", "latency", "part", "timestamp"]);

describe.skipIf(CHROMIUM === undefined)("the page of a diff in a browser", () => {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.end());

  it("shows the worst open, one kind alone when asked, and goes from the tables to the sections", async () => {
    const page = await open(mixedDiff());
    expect(await page.title()).toBe("Something Got Worse - mcpvals");
    expect(await ask(page, `document.documentElement.classList.contains("js")`)).toBe(true);
    expect(await visible(page)).toHaveLength(9);
    await page.locator("button[data-filter=breaking]").click();
    expect(await visible(page)).toEqual(["Contract: tool cancel_table", "Contract: tool book_table"]);
    expect(await ask(page, `[...document.querySelectorAll("section.overview")].map((one) => one.hidden)`)).toEqual([
      true,
      false,
    ]);
    await page.locator("button[data-filter=breaking]").click();
    await page.locator("button.unfold").click();
    await page.locator(`a[href="#w9"]`).click();
    await expect.poll(() => ask(page, `document.getElementById("w9").open`)).toBe(true);
    await expect.poll(() => page.locator("#sections").getByText("What server-version says.").isHidden()).toBe(true);
    await page.keyboard.press("e");
    expect(await page.locator("#sections").getByText("What server-version says.").isVisible()).toBe(true);
    await browser.close(page);
  });

  it("finds what is in a folded section, unfolds it, and folds it again", async () => {
    const page = await open(mixedDiff());
    await page.keyboard.press("/");
    await page.keyboard.type("WHAT TOOL-ADDED SAYS");
    await expect.poll(() => ask(page, `document.getElementById("found").textContent`)).toBe("1 of 9, 1 place");
    expect(await visible(page)).toEqual(["Contract: tool drop_table"]);
    expect(await page.locator("#sections").getByText("What tool-added says.").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await visible(page)).toHaveLength(9);
    expect(await ask(page, `document.getElementById("w8").open`)).toBe(false);
    await browser.close(page);
  });

  it("does no harm with hostile texts, also when all of it is unfolded", async () => {
    const page = await open(evilDiff());
    await page.keyboard.press("e");
    const seen = await ask<Record<string, unknown>>(
      page,
      `({
        harmed: globalThis.harmed,
        scripts: document.scripts.length,
        handlers: [...document.querySelectorAll("*")].filter((one) => [...one.attributes].some(({ name }) => name.startsWith("on"))).length,
        links: [...document.links].filter((one) => !one.getAttribute("href").startsWith("#w")).length,
        foreign: document.querySelectorAll("iframe, object, embed, form, base, video, audio, img, link:not([rel=icon])").length,
        shown: document.body.textContent.includes("globalThis.harmed"),
      })`,
    );
    expect(seen).toEqual({ harmed: undefined, scripts: 1, handlers: 0, links: 0, foreign: 0, shown: true });
    await browser.close(page);
  });

  it("does not scroll sideways on a phone, folded and unfolded, and prints light", async () => {
    const long = "x".repeat(300);
    const wide = { kind: "tool", name: long } as const;
    const report = evilDiff();
    report.contracts.push({
      before: { name: long, version: long, protocol: long },
      after: { name: long, version: long, protocol: "" },
      workflows: [],
      changes: [change(long, "breaking", { id: long, path: `/${long}`, message: long, subject: wide, before: long })],
    });
    const page = await open({ ...report, to: { kind: "server", label: long } }, { width: 360, dark: true });
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press("e");
    expect(await overflow(page)).toBe(0);
    expect(await ask(page, `getComputedStyle(document.body).backgroundColor`)).toBe("rgb(22, 24, 27)");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.locator(".toolbar").isVisible()).toBe(false);
    expect(await ask(page, `getComputedStyle(document.body).backgroundColor`)).toBe("rgb(255, 255, 255)");
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await overflow(page)).toBe(0);
    await browser.close(page);
  });
});
