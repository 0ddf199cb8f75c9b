// Compares two JSON reports: scores, verdicts and drift, workflow by workflow.
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { selectWorkflows } from "../../config/select.js";
import { buildDiffReport } from "../build-diff.js";
import type { DiffReport, DiffSide } from "../diff.js";
import { asWorkflow, compareReported, type ReportedWorkflow } from "../reports.js";
import { NOTHING } from "../verdict/decide.js";
import { buildUncompared, type ComparedWorkflow } from "../workflow.js";
import { McpvalsError, messageOf } from "../../errors.js";
import { REPORT_VERSION, reportSchema } from "../../report/schema.js";
import type { NamedPath } from "./diff-options.js";
import type { DiffFilesOptions } from "./diff-options.js";
import { hasSeveralSuites, pairByName, type NamedBySuite, type SidePair } from "./diff-pairs.js";
import { BY } from "../../suite/identify.js";
import type { WorkflowVerdict } from "../../metrics/verdicts.js";

const version = z.union([z.literal(1), z.literal(REPORT_VERSION)]);
/** Version 1 differs only in what it lacks. */
const readable = reportSchema.extend({ version });
const documents = z.union([readable, z.object({ version, reports: z.array(readable) })]);

type ReadReport = z.output<typeof readable>;

/** A workflow, or a suite of direct tool tests, of a report. */
interface Reported extends NamedBySuite {
  item: ReportedWorkflow;
}

/** Compares the results of two runs of the same suites. Reports contain no contracts. */
export async function diffReports(before: NamedPath, after: NamedPath, options: DiffFilesOptions): Promise<DiffReport> {
  const [old, now] = [await readReports(before), await readReports(after)];
  const all = pairByName(old.flatMap(itemsOf), now.flatMap(itemsOf));
  const chosen = selectWorkflows(
    all.map((pair) => ({ name: pair.workflow, pair })),
    options.workflows ?? [],
  ).map(({ pair }) => pair);
  const several = hasSeveralSuites(chosen);
  const skipped = chosen.filter(({ before: one, after: other }) => isSkipped(one) && isSkipped(other));
  const compared = chosen.filter((pair) => !skipped.includes(pair));
  return buildDiffReport({
    by: BY,
    from: sideOf(before, old),
    to: sideOf(after, now),
    contracts: [],
    workflows: compared.map((pair) => comparePair(pair, several ? pair.suite : undefined)),
    reasons: skipped.length === 0 ? [] : [`Skipped on both sides: ${skipped.length} of ${chosen.length} workflows.`],
    findings: [{ ...NOTHING, unknown: compared.length === 0 }],
    gate: options,
    timestamp: new Date().toISOString(),
  });
}

function comparePair({ workflow, before, after }: SidePair<Reported>, suite: string | undefined): ComparedWorkflow {
  if (before !== undefined && after !== undefined) {
    return compareReported({ workflow, suite }, before.item, after.item);
  }
  const on = before === undefined ? "to" : "from";
  const verdict: { before?: WorkflowVerdict; after?: WorkflowVerdict } = {
    ...(before === undefined ? {} : { before: before.item.verdict }),
    ...(after === undefined ? {} : { after: after.item.verdict }),
  };
  const side = on === "to" ? "old" : "new";
  return buildUncompared({ workflow, suite, on, verdict }, [`The ${side} report does not have it.`]);
}

function isSkipped(reported: Reported | undefined): boolean {
  return reported?.item.verdict === "skipped";
}

function itemsOf({ suite, evaluations, toolHealth }: ReadReport): Reported[] {
  return [
    ...evaluations.map((item) => ({ suite: suite.name, workflow: item.workflowName, item })),
    ...toolHealth.map((one) => ({ suite: suite.name, workflow: `tool tests: ${one.name}`, item: asWorkflow(one) })),
  ];
}

function sideOf({ label }: NamedPath, reports: readonly ReadReport[]): DiffSide {
  const server = reports.flatMap(({ evaluations }) => evaluations).find(({ run }) => run !== undefined)?.run?.server;
  return { kind: "report", label, ...(server === undefined ? {} : { server }) };
}

async function readReports({ path, label }: NamedPath): Promise<ReadReport[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new McpvalsError("BAD_USAGE", `${label} is not JSON`, { evidence: messageOf(error), cause: error });
  }
  const parsed = documents.safeParse(value);
  if (parsed.success) return "reports" in parsed.data ? parsed.data.reports : [parsed.data];
  const has = (key: string): boolean => typeof value === "object" && value !== null && key in value;
  if (has("contracts") && has("workflows")) {
    throw new McpvalsError("BAD_USAGE", `${label} is the report of a diff, which cannot be compared again`, {
      fix: "Name a file that eval, record or replay wrote with --reporter json=FILE.",
    });
  }
  const isConfig = has("server") || has("workflows");
  throw new McpvalsError("BAD_USAGE", `${label} is not a JSON report of mcpvals`, {
    evidence: isConfig ? "It looks like a config." : z.prettifyError(parsed.error).split("\n").slice(0, 6).join("\n"),
    fix: isConfig
      ? `To compare servers: mcpvals diff ${label} --to CMD|URL [--from CMD|URL]`
      : "eval, record and replay write a report with --reporter json=FILE.",
  });
}
