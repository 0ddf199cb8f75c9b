// Gives suites of one name names that differ, for everything that shows several: a repository may have a
// `mcp-eval.config.json` beside each server. Cassettes stay where the suite's own name puts them. Pure.
import { sep } from "node:path";
import { appendTo } from "../append-to.js";
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";

/** In the order of the suites: the name; with the folder before it, or the config's path, where another has it too. */
export function labelSuites(suites: readonly Pick<Suite, "name" | "folder" | "file">[], cwd: string): string[] {
  const path = (file: string): string => showPath(file, cwd).split(sep).join("/");
  const byName = distinct(
    suites,
    ({ name }) => name,
    ({ name, folder }) => (folder === cwd ? name : `${path(folder)}/${name}`),
  );
  return distinct(
    suites.map((suite, at) => ({ ...suite, label: byName[at] ?? suite.name })),
    ({ label }) => label,
    ({ label, file }) => (file === null ? label : path(file)),
  );
}

function distinct<One>(all: readonly One[], short: (one: One) => string, long: (one: One) => string): string[] {
  const groups = new Map<string, One[]>();
  for (const one of all) appendTo(groups, short(one), one);
  return all.map((one) => ((groups.get(short(one)) ?? []).length > 1 ? long(one) : short(one)));
}
