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
  return {
    folder,
    context,
    async open(html, { width = 1280, dark = false } = {}) {
      faults = [];
      const file = join(folder, `report-${Math.random()}.html`);
      await writeFile(file, html);
      const page = await context.newPage();
      page.on("console", (message) => faults.push(`console: ${message.text()}`));
      page.on("pageerror", (error) => faults.push(`error: ${String(error)}`));
      page.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
      page.on("request", (request) => {
        if (!/^(data:|file:.*\/report-)/.test(request.url())) faults.push(`request: ${request.url()}`);
      });
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
      await page.goto(pathToFileURL(file).href);
      return page;
    },
    async close(page) {
      expect(faults).toEqual([]);
      await page.close();
    },
    async end() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs in the page, whose types are not known here. */
export const ask = <T>(page: Page, script: string): Promise<T> => page.evaluate<T>(script);
