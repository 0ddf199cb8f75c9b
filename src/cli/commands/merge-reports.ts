// Runs `mcpvals merge-reports`: the reports of all shards as the one of a whole run. Starts nothing.
import { McpvalsError } from "../../errors.js";
import { commandExitCode } from "../../report/exit-code.js";
import { mergeShards } from "../../report/merge-shards.js";
import { readShards } from "../../run/read-shards.js";
import { loadReporter } from "../../render/formats/index.js";
import { hasColor } from "../colour.js";
import type { CommandContext } from "../context.js";
import { allOf, switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { deliver, planReporters } from "../reporters.js";

/** Resolves to the exit code of the whole run. */
export async function runMergeReports(
  { values, configs: files }: Invocation,
  { cwd, env, stdout }: CommandContext,
): Promise<number> {
  if (files.length === 0) {
    throw new McpvalsError("BAD_USAGE", "merge-reports names no report", {
      fix: "Name the JSON reports of all shards: mcpvals merge-reports shards/*.json",
    });
  }
  const targets = planReporters(allOf(values, "reporter"), [], cwd);
  const reports = mergeShards(await readShards(files, cwd));
  const color = hasColor(stdout, env, switchedOn(values, "no-color"));
  await deliver(targets, stdout, async (name, toFile) => {
    const render = await loadReporter(name);
    return render(reports, {
      color: color && !toFile,
      debug: switchedOn(values, "debug") ?? false,
      verbose: switchedOn(values, "verbose"),
      quiet: !toFile && switchedOn(values, "quiet"),
      width: toFile ? 80 : stdout.columns,
    });
  });
  return commandExitCode(reports);
}
