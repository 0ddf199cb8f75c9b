// Checks that `.gitattributes` tells git to leave a folder of cassettes unchanged.
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readLimited } from "../cassette/read-limited.js";
import { displayPath } from "../cassette/store-place.js";
import { ATTRIBUTES } from "../cassette/store.js";
import { TEXT_LIMIT } from "../cassette/yaml-read.js";
import type { Finding } from "./finding.js";

/**
 * Looks in the folder, in `attributes` (where `record` writes them; by default beside the folder) and above, up to the
 * root of the repository.
 */
export async function lintAttributes(folder: string, attributes?: string): Promise<Finding[]> {
  const lines: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const bytes = await readLimited(join(at, ".gitattributes"), TEXT_LIMIT).catch(() => undefined);
    lines.push(...(bytes?.toString("utf8").split(/\r?\n/) ?? []));
    if (existsSync(join(at, ".git")) || dirname(at) === at) break;
  }
  const rules = lines.filter((line) => /^[^#\s]*(?:\*|\.yaml)\s/.test(line));
  const keepsEnds = rules.some((line) => /\s(?:eol=lf|-text|binary)(?=\s|$)/.test(line));
  const keepsMerges = rules.some((line) => /\s(?:-merge|merge=binary|binary)(?=\s|$)/.test(line));
  if (keepsEnds && keepsMerges) return [];

  const home = attributes ?? (basename(dirname(folder)) === "cassettes" ? dirname(folder) : folder);
  const file = join(home, ".gitattributes");
  const isThere = existsSync(file);
  const what = [...(keepsEnds ? [] : ["changing line ends"]), ...(keepsMerges ? [] : ["merging line by line"])];
  return [
    {
      rule: "git-attributes",
      file,
      line: 1,
      message: `nothing keeps git from ${what.join(" and from ")} the cassettes in ${displayPath(folder)}`,
      fix: isThere
        ? "Add a line to it: *.yaml text eol=lf -merge"
        : "Run `mcpvals lint --fix`, or record: both write the file.",
      ...(isThere ? {} : { repair: { kind: "create", file, to: ATTRIBUTES } as const }),
    },
  ];
}
