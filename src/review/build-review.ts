// Builds the review of everything that changed: suites and workflows, the worst first, and one sentence for the whole.
import { reviewContracts } from "./review-contract.js";
import type { RecordingSide } from "../diff/recordings/recording.js";
import type { Attention, Review, SuiteReview, WorkflowReview } from "./review.js";
import { reviewWorkflow } from "./review-workflow.js";
import { type CassetteChange } from "./cassette-change.js";
import { severityOf, severityOfAttention } from "./severity.js";
import { summarise } from "./summarise.js";
import { watchAccepted, type AcceptedFileChange } from "./watch-accepted.js";
import { watchConfig, type ConfigChange } from "./watch-config.js";

export interface ReviewInput {
  by: string;
  base: Review["base"];
  cassettes: readonly CassetteChange[];
  accepted: readonly AcceptedFileChange[];
  configs: readonly ConfigChange[];
  notLookedAt: readonly string[];
}

/** Builds the review of a change. */
export function buildReview({ by, base, cassettes, accepted, configs, notLookedAt }: ReviewInput): Review {
  const bySuite = new Map<string, CassetteChange[]>();
  for (const change of cassettes) {
    const folder = change.file.slice(0, Math.max(0, change.file.lastIndexOf("/")));
    bySuite.set(folder, [...(bySuite.get(folder) ?? []), change]);
  }
  const suites = [...bySuite]
    .map(([folder, changes]) => reviewSuite(folder, changes))
    .filter(({ workflows }) => workflows.length > 0)
    .toSorted((a, b) => severityOfSuite(a) - severityOfSuite(b) || byText(a.folder, b.folder));
  const attention = [...accepted.flatMap(watchAccepted), ...configs.flatMap(watchConfig)].toSorted(
    (a, b) => severityOfAttention(a.kind) - severityOfAttention(b.kind) || byText(a.where, b.where) || byWorkflow(a, b),
  );
  const { worse, sentence } = summarise(suites, attention);
  return { version: 1, by, base, worse, sentence, suites, attention, notLookedAt: [...notLookedAt] };
}

function reviewSuite(folder: string, changes: readonly CassetteChange[]): SuiteReview {
  const workflows = changes
    .flatMap((change) => reviewWorkflow(change) ?? [])
    .toSorted((a, b) => severityOf(a) - severityOf(b) || byText(a.workflow, b.workflow));
  return { folder, workflows, contracts: reviewContracts(changes.flatMap(bothOf)) };
}

function bothOf({ before, after }: CassetteChange): { before: RecordingSide; after: RecordingSide }[] {
  if (before === undefined || after === undefined || "message" in before || "message" in after) return [];
  return [{ before, after }];
}

function severityOfSuite({ workflows }: SuiteReview): number {
  return Math.min(...workflows.map((workflow: WorkflowReview) => severityOf(workflow)));
}

function byWorkflow(a: Attention, b: Attention): number {
  return byText(a.workflow ?? "", b.workflow ?? "");
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
