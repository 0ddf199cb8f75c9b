// Compares two files or folders: cassettes, or JSON reports. Starts nothing.
import type { NamedPath } from "./diff-options.js";
import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { DiffReport } from "../diff.js";
import { describeMissingFile } from "../../config/not-found.js";
import { McpvalsError } from "../../errors.js";
import { diffCassettes } from "./diff-cassettes.js";
import type { DiffFilesOptions } from "./diff-options.js";
import { diffReports } from "./diff-reports.js";

type Kind = "cassettes" | "report";

/**
 * Compares two cassettes, two folders of them, or two JSON reports. Only reads. Throws FILE_NOT_FOUND, BAD_USAGE for
 * two that cannot be compared; CASSETTE_* for an unusable file.
 */
export async function diffFiles(before: string, after: string, options: DiffFilesOptions = {}): Promise<DiffReport> {
  const cwd = options.cwd ?? process.cwd();
  const one = { label: before, path: resolve(cwd, before) };
  const other = { label: after, path: resolve(cwd, after) };
  const [kind, otherKind] = [await kindOf(one, cwd), await kindOf(other, cwd)];
  if (kind !== otherKind) {
    const words: Record<Kind, string> = { cassettes: "contains cassettes", report: "is a JSON report" };
    throw new McpvalsError("BAD_USAGE", `${before} ${words[kind]}, and ${after} ${words[otherKind]}`, {
      fix: "Name two of a kind: cassettes, folders of cassettes, or JSON reports.",
    });
  }
  return kind === "report" ? diffReports(one, other, options) : diffCassettes(one, other, options);
}

async function kindOf({ label, path }: NamedPath, cwd: string): Promise<Kind> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) {
    throw await describeMissingFile(
      path,
      cwd,
      "Name two cassettes, folders or JSON reports; or a config, and the other server: --to CMD|URL",
    );
  }
  if (stats.isDirectory() || /^\.ya?ml$/i.test(extname(path))) return "cassettes";
  if (/^\.json$/i.test(extname(path))) return "report";
  throw new McpvalsError("BAD_USAGE", `${label} is neither a cassette nor a JSON report by its name`, {
    fix: "A cassette ends in .yaml, a report in .json. A config needs --to CMD|URL.",
  });
}
