// Reads the JSON reports of shards. A file may be anything: it comes from another machine.
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { matchFiles } from "../config/match-files.js";
import { resolve } from "node:path";
import { showPath } from "../config/show-path.js";
import { McpvalsError, messageOf } from "../errors.js";
import { readKept } from "../json/read-json.js";
import type { ShardReport } from "../report/merge-shards.js";
import type { Report } from "../report/report.js";
import { reportSchema } from "../report/schema.js";
import { isGlob } from "../trace/glob.js";

const report = z.custom<Report>((value) => reportSchema.safeParse(value).success, "expected a report");
const document = z.union([z.looseObject({ reports: z.array(report) }), report]);

/** `files`: paths or globs. Throws FILE_NOT_FOUND, and SHARDS_REFUSED for what is not a report. */
export async function readShards(files: readonly string[], cwd: string): Promise<ShardReport[]> {
  const paths = new Array<string>();
  for (const file of files) {
    const found = isGlob(file) ? await matchFiles(file, cwd) : [resolve(cwd, file)];
    if (found.length === 0) throw missing(file, "no file matches");
    paths.push(...found);
  }
  return Promise.all(paths.map((path) => readShard(path, showPath(path, cwd))));
}

async function readShard(path: string, shown: string): Promise<ShardReport> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw missing(shown, messageOf(error));
  }
  // Numbers as they are written, so that the merged report has them, too.
  const parsed = z.safeParse(document, readKept(text));
  if (parsed.success) return { file: shown, reports: "reports" in parsed.data ? parsed.data.reports : [parsed.data] };
  throw new McpvalsError("SHARDS_REFUSED", `${shown} is not a JSON report of mcpvals`, {
    fix: "Name files that replay, eval or record wrote with --shard i/n --reporter json=FILE.",
  });
}

function missing(shown: string, evidence: string): McpvalsError {
  return new McpvalsError("FILE_NOT_FOUND", `There is no report ${shown}`, { evidence });
}
