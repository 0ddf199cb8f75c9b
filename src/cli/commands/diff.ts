// Runs `mcpvals diff`: compares two versions of a server, two recordings or two reports.
import { dirname, resolve } from "node:path";
import { loadSuite } from "../../config/load.js";
import { findConfigs } from "../../config/find.js";
import { showPath } from "../../config/show-path.js";
import { wordsOfConfigs } from "../../config/words-of-configs.js";
import { McpvalsError } from "../../errors.js";
import { fileWord } from "../../shell-words.js";
import type { DiffReport } from "../../diff/diff.js";
import { loadDiffReporter, parseDiffReporter, type DiffReporterName } from "../../render/formats/diff/index.js";
import { diffFiles } from "../../diff/sides/diff-files.js";
import { diffServers } from "../../diff/sides/diff-servers.js";
import { hasColor } from "../colour.js";
import type { CommandContext } from "../context.js";
import { buildDiffForm, type DiffForm } from "../diff-options.js";
import { nameEnvFile } from "../env-files.js";
import { allOf, bad, switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { deliver, type ReporterTarget } from "../reporters.js";
import { startProgress } from "../start-progress.js";
import { wordsOfFlags } from "../words-of-flags.js";

/** Flags of `--live`. */
const OF_LIVE = ["repeat", "model", "max-budget-usd", "token-limit", "dry-run", "yes"] as const;

/** Resolves to the exit code. */
export async function runDiff(invocation: Invocation, context: CommandContext): Promise<number> {
  const { values } = invocation;
  if (switchedOn(values, "live") === true) return (await import("./diff-live.js")).runLiveDiff(invocation, context);
  const ofLive = OF_LIVE.find((flag) => values[flag] !== undefined);
  if (ofLive !== undefined) throw bad(ofLive, "has a meaning only beside --live: nothing else asks Claude");
  const { cwd, env, stdout } = context;
  const form = buildDiffForm(invocation, context.platform);
  const targets = planTargets(allOf(values, "reporter") ?? ["console"], cwd);
  const { report, config } = await compare(form, invocation, context);
  // After an interrupt, print and write nothing: half a report would look like a whole one.
  if (context.signal.aborted) return report.exitCode;
  const color = hasColor(stdout, env, switchedOn(values, "no-color"));
  const full = (switchedOn(values, "full") ?? switchedOn(values, "debug")) === true;
  await deliver(targets, stdout, async (name, toFile) => {
    const render = await loadDiffReporter(name);
    return render(report, { color: color && !toFile, columns: toFile ? 80 : stdout.columns, full, config });
  });
  return report.exitCode;
}

async function compare(
  form: DiffForm,
  invocation: Invocation,
  context: CommandContext,
): Promise<{ report: DiffReport; config?: string }> {
  const { values } = invocation;
  const { cwd, env, signal } = context;
  if (form.kind === "files") return { report: await diffFiles(form.before, form.after, { ...form.options, cwd }) };

  const all = await findConfigs(form.configs, { cwd });
  const [found, other] = all;
  if (found === undefined || other !== undefined) {
    throw new McpvalsError("BAD_USAGE", "diff compares one suite at a time", {
      evidence: all.map((one) => showPath(one.file, cwd)).join("\n"),
      fix: `Name one of them: mcpvals diff${wordsOfConfigs([found === undefined ? "CONFIG" : fileWord(showPath(found.file, cwd))])}${wordsOfFlags(invocation)}`,
    });
  }
  const { file, isMeant } = found;
  const suite = await loadSuite(file, { cwd, env, allowUnset: false, mayRun: isMeant }).catch(
    async (error: unknown) => {
      throw await nameEnvFile(error, { invocation, cwd, folder: dirname(file) });
    },
  );
  const asked = (name: "debug" | "quiet"): boolean => switchedOn(values, name) ?? suite.config[name] === true;
  const progress = startProgress(context, {
    debug: asked("debug"),
    quiet: asked("quiet"),
    noColor: switchedOn(values, "no-color"),
    several: false,
  });
  try {
    const report = await diffServers(suite, { ...form.options, cwd, env, signal, onProgress: progress.tell });
    return { report, config: showPath(file, cwd) };
  } catch (error) {
    throw await nameEnvFile(error, { invocation, cwd, folder: suite.folder });
  } finally {
    await progress.stop();
  }
}

/** Where each report goes. Only console and github share stdout: GitHub picks its lines out of a log. */
function planTargets(flags: readonly string[], cwd: string): ReporterTarget<DiffReporterName>[] {
  const targets: ReporterTarget<DiffReporterName>[] = [];
  for (const flag of flags) {
    const { name, file } = parseDiffReporter(flag);
    const target = file === undefined ? { name } : { name, file: resolve(cwd, file) };
    const there = targets.filter((one) => one.file === target.file);
    const other = there.find((one) => one.name !== name && !sharesLog(one, target));
    if (other !== undefined) {
      throw new McpvalsError(
        "BAD_USAGE",
        `The reporters ${other.name} and ${name} would both write to ${target.file ?? "stdout"}`,
        {
          fix: `Give one a file of its own: --reporter ${name}=FILE`,
        },
      );
    }
    if (there.every((one) => one.name !== name)) targets.push(target);
  }
  return targets;
}

function sharesLog(one: ReporterTarget<DiffReporterName>, other: ReporterTarget<DiffReporterName>): boolean {
  return one.file === undefined && [one.name, other.name].toSorted().join() === "console,github";
}
