// Reads what the name of a file says: whether it is a suite's config, and what the suite is called. Pure.
import { basename, extname } from "node:path";

/** What a config's name may end in. */
export const EXTENSIONS = ["json", "ts", "mts", "cts", "js", "mjs", "cjs"] as const;

/** For messages and help: the names that a search finds. */
export const CONFIG_NAMES = "mcp-eval.config.*, mcpvals.config.*, *.mcp-eval.config.* or *.mcpvals.config.*";

const OURS = /^(?:[^.].*\.)?(?:mcp-eval|mcpvals)\.config\.(?:json|[cm]?[jt]s)$/s;

/** True for the name of a file that can be a config at all, where a user names it. */
export function isConfigLike(name: string): boolean {
  return /\.(?:json|[cm]?[jt]s)$/.test(name);
}

/** True for a name that only a suite's config has. */
export function isConfigName(name: string): boolean {
  return OURS.test(name);
}

/** True for a name that many programs give to their configs; the content tells whether it is a suite. */
export function isSharedName(name: string): boolean {
  return /^[^.].*\.config\.json$/s.test(name) && !isConfigName(name);
}

/** The suite's name: what comes before `.mcp-eval`, `.mcpvals` or `.config`. */
export function suiteNameOf(file: string): string {
  const name = basename(file, extname(file)).replace(/\.config$/, "");
  return name.replace(/(?<=.)\.(?:mcp-eval|mcpvals)$/s, "");
}
