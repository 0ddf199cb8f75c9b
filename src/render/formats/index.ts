// Finds the reporter for a `--reporter` option. Each is loaded on demand.
import { McpvalsError } from "../../errors.js";
import type { Report } from "../../report/report.js";
import type { ConsoleOptions } from "./console.js";

/** Turns the reports of a command into the text that is printed or written. */
export type Reporter = (reports: readonly Report[], options: ConsoleOptions) => string;

const LOADERS = {
  console: async (): Promise<Reporter> => (await import("./console.js")).renderConsole,
  json: async (): Promise<Reporter> => (await import("./json.js")).renderJson,
  junit: async (): Promise<Reporter> => (await import("./junit.js")).renderJunit,
  markdown: async (): Promise<Reporter> => (await import("./markdown.js")).renderMarkdown,
  html: async (): Promise<Reporter> => (await import("./html/html.js")).renderHtml,
  github: async (): Promise<Reporter> => (await import("./github.js")).renderGithub,
} as const;

export type ReporterName = keyof typeof LOADERS;

export const REPORTER_NAMES: readonly string[] = Object.keys(LOADERS);

export interface ReporterChoice {
  name: ReporterName;
  /** Where the text is written; default: stdout. */
  file?: string;
}

/** Parses `json`, or `json=out.json`. Throws BAD_USAGE for a reporter that does not exist. */
export function parseReporter(text: string): ReporterChoice {
  const at = text.indexOf("=");
  const name = at < 0 ? text : text.slice(0, at);
  const file = at < 0 ? undefined : text.slice(at + 1);
  if (!isReporterName(name)) {
    throw new McpvalsError("BAD_USAGE", `The reporter "${name}" does not exist`, {
      fix: `Use one of: ${REPORTER_NAMES.join(", ")}; with "=FILE" it writes a file.`,
    });
  }
  if (file === "") throw new McpvalsError("BAD_USAGE", `--reporter ${text} names no file after "="`);
  return file === undefined ? { name } : { name, file };
}

export function loadReporter(name: ReporterName): Promise<Reporter> {
  return LOADERS[name]();
}

/** True where a reporter needs the transcripts of the runs. */
export function showsTranscripts(name: ReporterName): boolean {
  return name === "html";
}

function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(LOADERS, name);
}
