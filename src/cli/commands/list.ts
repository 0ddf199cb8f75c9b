// Runs `mcpvals list`: suites, workflows, states of cassettes, and needs. Runs nothing and loads nothing heavy, so that
// it answers at once.
import { showPath } from "../../config/show-path.js";
import { EXIT } from "../../errors.js";
import { worstExitCode } from "../../report/exit-code.js";
import { renderJsonText } from "../../render/safe/json-text.js";
import { listSuite, type SuiteListing } from "../../run/list.js";
import { hasColor } from "../colour.js";
import type { CommandContext } from "../context.js";
import { renderFailure } from "../failure.js";
import { allOf, bad, switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { renderListTable, type ListTableOptions } from "../list-table.js";
import { renderList } from "../list-text.js";
import { buildMatrix } from "../list-matrix.js";
import { planSuites } from "../plan-suites.js";
import { deliver, planReporters } from "../reporters.js";

/** Resolves to the exit code. Reports a config that does not load on stderr, and lists the others. */
export async function runList(invocation: Invocation, context: CommandContext): Promise<number> {
  const { values } = invocation;
  const { cwd, env, stdout, stderr } = context;
  const json = switchedOn(values, "json");
  const named = allOf(values, "reporter");
  if (json && named !== undefined) throw bad("json", "is --reporter json, so it has no meaning beside --reporter");
  const targets = planReporters(json ? ["json"] : named, [], cwd);
  const other = targets.find(({ name }) => name !== "console" && name !== "json");
  if (other !== undefined) throw bad("reporter", `is console or json for list, not ${other.name}`);

  const { planned, faults } = await planSuites(invocation, context, { spends: false, allowUnset: true });
  const suites: SuiteListing[] = [];
  for (const { suite, label, workflows, leftOut } of planned) {
    const listed = await listSuite(suite, { env, workflows: workflows ?? [], tags: allOf(values, "tag") });
    const listing = { ...listed, name: label };
    suites.push(leftOut === undefined ? listing : { ...listing, leftOut });
  }
  const color = hasColor(stdout, env, switchedOn(values, "no-color"));
  const show = (path: string): string => showPath(path, cwd);
  await deliver(targets, stdout, (reporter, toFile) =>
    reporter === "json"
      ? renderJsonText({ version: 1, suites, matrix: buildMatrix(suites, cwd) })
      : renderSuites(suites, { show, color: color && !toFile, width: toFile ? 80 : stdout.columns }),
  );
  for (const fault of faults) await stderr.write(`${renderFailure(fault, switchedOn(values, "debug") === true)}\n`);
  return worstExitCode([EXIT.yes, ...faults.map(({ exitCode }) => exitCode)]);
}

/** One suite with everything about it, several as tables. */
function renderSuites(suites: readonly SuiteListing[], options: ListTableOptions): string {
  const [suite, ...others] = suites;
  if (suite === undefined) return "";
  return others.length === 0 ? renderList(suite, options) : renderListTable(suites, options);
}
