// Reads all that a run has written below a folder, and renders all that it could print.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderEvent } from "../../src/cli/event-lines.js";
import { renderStderrTails } from "../../src/cli/stderr-tails.js";
import type { Report } from "../../src/index.js";
import { loadReporter } from "../../src/render/formats/index.js";
import type { Progress } from "../../src/suite/options.js";

/** All files below a folder but configs and what the test itself says is none of the run's. */
export async function filesIn(
  folder: string,
  isOurs: (name: string) => boolean = (name) => !name.endsWith(".config.json"),
): Promise<{ file: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isOurs(entry.name));
  return Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      return { file: file.slice(folder.length), text: await readFile(file, "utf8") };
    }),
  );
}

/** What the journals of a suite hold now. */
export function journalsIn(folder: string): string[] {
  const journals = join(folder, ".mcpvals", "journal");
  return (existsSync(journals) ? readdirSync(journals, { recursive: true, encoding: "utf8" }) : [])
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => readFileSync(join(journals, name), "utf8"));
}

/** A report in all formats, with its progress, as `--debug` prints it. */
export async function printed(report: Report, told: readonly Progress[]): Promise<string> {
  const parts = told.map((each) => (each.type === "event" ? renderEvent(each.event) : JSON.stringify(each)));
  for (const name of ["console", "json", "junit", "markdown", "html", "github"] as const) {
    const render = await loadReporter(name);
    parts.push(render([report], { color: false, debug: true, width: 400 }));
  }
  return [...parts, renderStderrTails([report]), JSON.stringify(told), JSON.stringify(report)].join("\n");
}
