// Decides from `--reporter` or the configs' `reporters` where each report goes, and writes it to stdout or a file.
import { resolve } from "node:path";
import type { Suite } from "../config/suite.js";
import { McpvalsError, messageOf } from "../errors.js";
import { breakCommandsOf } from "../log-commands.js";
import { parseReporter, type ReporterName } from "../render/formats/index.js";
import { writeReport } from "../run/write-report.js";
import type { Output } from "./context.js";

export interface ReporterTarget<Name extends string = ReporterName> {
  name: Name;
  /** Absolute; absent for stdout. */
  file?: string;
}

/**
 * The reporters of a command: from the flag, else from all its suites, else the console. A path in a flag is relative
 * to the current folder, a path in a config to the config's folder. Throws BAD_USAGE for an unknown reporter, and for
 * two that would mix on stdout or in one file; only console and github share stdout.
 */
export function planReporters(
  flags: readonly string[] | undefined,
  suites: readonly Pick<Suite, "config" | "folder">[],
  cwd: string,
): ReporterTarget[] {
  const named =
    flags?.map((text) => ({ text, folder: cwd })) ??
    suites.flatMap(({ config, folder }) => (config.reporters ?? []).map((text) => ({ text, folder })));
  const targets: ReporterTarget[] = [];
  for (const { text, folder } of named) {
    const { name, file } = parseReporter(text);
    const target = file === undefined ? { name } : { name, file: resolve(folder, file) };
    const there = targets.filter((one) => one.file === target.file);
    const other = there.find((one) => one.name !== name && !sharesLog(one, target));
    if (other !== undefined) throw mixed(other, target);
    if (there.every((one) => one.name !== name)) targets.push(target);
  }
  return targets.length === 0 ? [{ name: "console" }] : targets;
}

/**
 * Renders for each target and writes the text to stdout, or to a file whose folders it creates. Throws WRITE_FAILED.
 */
export async function deliver<Name extends string>(
  targets: readonly ReporterTarget<Name>[],
  stdout: Output,
  render: (name: Name, toFile: boolean) => string | Promise<string>,
  flag: "reporter" | "format" = "reporter",
): Promise<void> {
  for (const { name, file } of targets) {
    const text = breakCommandsOf(name, await render(name, file !== undefined));
    if (file === undefined) {
      await (name === "github" ? stdout.writeCommands(text) : stdout.write(text));
      continue;
    }
    try {
      await writeReport(file, text, process.cwd());
    } catch (error) {
      if (error instanceof McpvalsError) throw error;
      throw new McpvalsError("WRITE_FAILED", `The ${name} report cannot be written to ${file}`, {
        evidence: messageOf(error),
        fix: `Name another file: --${flag} ${name}=FILE`,
        cause: error,
      });
    }
  }
}

/** True where one report is for people and the other is picked out of the log by GitHub: those share a log. */
function sharesLog(one: ReporterTarget, other: ReporterTarget): boolean {
  const names = [one.name, other.name].toSorted().join();
  return one.file === undefined && names === "console,github";
}

function mixed(one: ReporterTarget, other: ReporterTarget): McpvalsError {
  const where = one.file === undefined ? "stdout" : one.file;
  return new McpvalsError("BAD_USAGE", `The reporters ${one.name} and ${other.name} would both write to ${where}`, {
    fix: `Give one a file of its own: --reporter ${other.name}=FILE`,
  });
}
