// Builds the report of a diff with its verdict and exit code. The time is passed in, not read.
import type { ContractDiff, DiffReport, DiffSide, DiffSummary, DiffVerdict } from "./diff.js";
import type { ContractClass } from "../contract/classes.js";
import { decideVerdict, diffExitCodeOf, joinFindings, type DiffGate, type DiffFindings } from "./verdict/decide.js";
import { findCalledTools, sortForReaders, worstFirst } from "./sort-for-readers.js";
import type { ComparedWorkflow } from "./workflow.js";

export interface DiffParts {
  by: string;
  from: DiffSide;
  to: DiffSide;
  contracts: ContractDiff[];
  workflows: readonly ComparedWorkflow[];
  unused?: string[];
  reasons?: string[];
  /** Findings outside of workflows: the contracts, or a side that could not be loaded. */
  findings: readonly DiffFindings[];
  gate: DiffGate;
  /** ISO 8601, UTC. */
  timestamp: string;
}

/** Builds the report: the worst part decides; a diff that compared nothing is inconclusive. */
export function buildDiffReport(parts: DiffParts): DiffReport {
  const { by, from, to, unused = [], reasons = [], timestamp } = parts;
  const workflows = worstFirst(parts.workflows.map(({ diff }) => diff));
  const called = findCalledTools(workflows);
  const contracts = parts.contracts.map((pair) => ({ ...pair, changes: sortForReaders(pair.changes, called) }));
  const findings = joinFindings([...parts.findings, ...parts.workflows.map((one) => one.findings)]);
  return {
    version: 2,
    kind: "diff",
    by,
    from,
    to,
    contracts,
    workflows,
    unused,
    reasons,
    summary: summarize(
      contracts,
      workflows.map(({ outcome }) => outcome),
    ),
    verdict: decideVerdict(findings),
    exitCode: diffExitCodeOf(findings, parts.gate),
    timestamp,
  };
}

/** Counts a change that several pairs of contracts have once. */
function summarize(contracts: readonly ContractDiff[], outcomes: readonly DiffVerdict[]): DiffSummary {
  const changes = new Map(contracts.flatMap((pair) => pair.changes).map((change) => [change.id, change]));
  const count = (kind: ContractClass): number =>
    [...changes.values()].filter((change) => change.class === kind && change.accepted !== true).length;
  const having = (outcome: DiffVerdict): number => outcomes.filter((one) => one === outcome).length;
  return {
    breaking: count("breaking"),
    risky: count("risky"),
    compatible: count("compatible"),
    docs: count("docs"),
    workflows: {
      REGRESSED: having("REGRESSED"),
      BREAKING: having("BREAKING"),
      CHANGED: having("CHANGED"),
      INCONCLUSIVE: having("INCONCLUSIVE"),
      SAME: having("SAME"),
    },
  };
}
