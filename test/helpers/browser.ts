// A page of ours in a real browser, and everything that no page may do.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { expect } from "vitest";
import { CHROMIUM, CHROMIUM_ARGS } from "../../src/build/chromium.mjs";

export { CHROMIUM, CHROMIUM_ARGS };

if (CHROMIUM === undefined) console.log("skipped: html reports in a browser, for there is no Chromium in /usr/bin");

export interface Browser {
  folder: string;
  context: BrowserContext;
  /** A page of this HTML; what it asks for, complains of or opens is a fault. */
  open(html: string, look?: { width?: number; dark?: boolean }): Promise<Page>;
  /** Expects that the last page had no fault. */
  close(page: Page): Promise<void>;
  end(): Promise<void>;
}

export async function startBrowser(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-html-"));
  const context = await chromium.launchPersistentContext(join(folder, "profile"), {
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    headless: true,
    args: CHROMIUM_ARGS,
  });
  let faults: string[] = [];
  // All pages come one after another into one tab: a tab of its own for each costs a process and as much time again.
  const [tab = await context.newPage()] = context.pages();
  tab.on("console", (message) => faults.push(`console: ${message.text()}`));
  tab.on("pageerror", (error) => faults.push(`error: ${String(error)}`));
  tab.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
  tab.on("request", (request) => {
    if (!/^(data:|file:.*\/report-)/.test(request.url())) faults.push(`request: ${request.url()}`);
  });
  return {
    folder,
    context,
    async open(html, { width = 1280, dark = false } = {}) {
      const file = join(folder, `report-${Math.random()}.html`);
      await writeFile(file, html);
      await tab.setViewportSize({ width, height: 800 });
      await tab.emulateMedia({ media: null, colorScheme: dark ? "dark" : "light" });
      faults = [];
      await tab.goto(pathToFileURL(file).href);
      return tab;
    },
    async close() {
      expect(faults).toEqual([]);
    },
    async end() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs in the page, whose types are not known here. */
export const ask = <T>(page: Page, script: string): Promise<T> => page.evaluate<T>(script);
