// Finds the reporter of a diff for a `--reporter` option. Each is loaded on demand.
import type { DiffReporter } from "./reporter.js";
import { McpvalsError } from "../../../errors.js";
import { parseReporter, type ReporterName } from "../index.js";

const LOADERS = {
  console: async (): Promise<DiffReporter> => (await import("./console.js")).renderDiffConsole,
  json: async (): Promise<DiffReporter> => (await import("./json.js")).renderDiffJson,
  markdown: async (): Promise<DiffReporter> => (await import("./markdown.js")).renderDiffMarkdown,
  html: async (): Promise<DiffReporter> => (await import("./html.js")).renderDiffHtml,
  github: async (): Promise<DiffReporter> => (await import("./github.js")).renderDiffGithub,
} as const;

export type DiffReporterName = keyof typeof LOADERS;

export interface DiffReporterChoice {
  name: DiffReporterName;
  /** Where the text is written; default: stdout. */
  file?: string;
}

/** Parses `json`, or `json=out.json`. Throws BAD_USAGE for a reporter that does not exist, or that shows no diff. */
export function parseDiffReporter(text: string): DiffReporterChoice {
  const { name, ...rest } = parseReporter(text);
  if (isDiffReporterName(name)) return { name, ...rest };
  throw new McpvalsError("BAD_USAGE", `The reporter "${name}" cannot show a diff`, {
    evidence: "A diff compares two sides; it has no test cases that passed or failed.",
    fix: `Use one of: ${Object.keys(LOADERS).join(", ")}. For CI, the exit code says it: see --fail-on.`,
  });
}

export function loadDiffReporter(name: DiffReporterName): Promise<DiffReporter> {
  return LOADERS[name]();
}

function isDiffReporterName(name: ReporterName): name is ReporterName & DiffReporterName {
  return Object.hasOwn(LOADERS, name);
}
