// Finds what a suite's config expects less of, or accepts more of, than before.
import { canonicalJson } from "../json/canonical.js";
import { toJson } from "../json/to-json.js";
import type { ParsedConfig, Workflow } from "../config/schema.js";
import { isSkipped, type Skippable } from "../config/skip-reason.js";
import type { JsonValue } from "../json/value.js";
import type { Attention, AttentionKind, ReviewEvidence } from "./review.js";
import { fileWord, shellWords } from "../shell-words.js";
import { diffValues } from "../diff/recordings/values-beside.js";
import { DEFAULT_ACCEPT } from "../trace/drift-classes.js";

export interface ConfigChange {
  /** Relative to the repository's root. */
  file: string;
  before: ParsedConfig;
  after: ParsedConfig;
  /** The shortest name of the commit that contains `before`. */
  base: string;
}

/** Leaves out what is only stricter; a changed expectation may be either, so it is listed. */
export function watchConfig({ file, before, after, base }: ConfigChange): Attention[] {
  const command = shellWords("git", "diff", base, "--", fileWord(file));
  const found: Attention[] = [];
  const note = (kind: AttentionKind, what: string, evidence: ReviewEvidence[], workflow?: string): void => {
    if (evidence.length === 0) return;
    found.push({ kind, what, where: file, ...(workflow === undefined ? {} : { workflow }), evidence, command });
  };
  const now = new Map((after.workflows ?? []).map((workflow) => [workflow.name, workflow]));
  for (const workflow of before.workflows ?? []) {
    const { name } = workflow;
    const other = now.get(name);
    if (other === undefined)
      note("skipped", "a workflow is gone from the config", [{ label: "workflow", before: name }], name);
    else {
      note("skipped", "a workflow is skipped", newlySkipped(workflow, other), name);
      note("loosened", "expectations changed", compareExpectations(workflow, other), name);
    }
  }
  note("skipped", "the whole suite is skipped", newlySkipped(before, after));
  note("loosened", "tests of tools changed or are gone", compareHealth(before, after));
  note("loosened", "more places are ignored", added("ignore", before.ignore, after.ignore));
  note("loosened", "more places may differ on their own", added("varies", before.varies, after.varies));
  note(
    "loosened",
    "more drift is accepted",
    added("accept", before.accept ?? DEFAULT_ACCEPT, after.accept ?? DEFAULT_ACCEPT),
  );
  note("loosened", "less is needed to pass", compareGates(before, after));
  return found;
}

function newlySkipped(before: Skippable, after: Skippable): ReviewEvidence[] {
  if (!isSkipped(after) || isSkipped(before)) return [];
  return [{ label: "skip", before: before.skip ?? false, after: after.skip ?? true }];
}

function compareExpectations(before: Workflow, after: Workflow): ReviewEvidence[] {
  const steps = before.steps.flatMap((step, at): ReviewEvidence[] => {
    const other = after.steps[at];
    // The expectations of a removed step belong to a prompt change: the cassette is stale.
    return [
      ...changed(`step ${at + 1}, expectedState`, step.expectedState, other?.expectedState),
      ...changed(`step ${at + 1}, expectTools`, step.expectTools, other?.expectTools),
    ];
  });
  const isLooser = before.toolOrder === "exact" && after.toolOrder !== "exact";
  const allowed = (before.forbidTools ?? []).filter((tool) => after.forbidTools?.includes(tool) !== true);
  return [
    ...steps,
    ...changed("expectTools", before.expectTools, after.expectTools),
    ...(isLooser ? [{ label: "toolOrder", before: "exact", after: after.toolOrder ?? "subsequence" }] : []),
    ...allowed.map((tool) => ({ label: "forbidTools", before: tool })),
  ];
}

/** Empty where there was no expectation before: it is a new one. */
function changed(label: string, before: unknown, after: unknown): ReviewEvidence[] {
  if (before === undefined) return [];
  const [one, other] = [toJson(before), after === undefined ? undefined : toJson(after)];
  if (other !== undefined && canonicalJson(one) === canonicalJson(other)) return [];
  return [{ label, before: one, ...(other === undefined ? {} : { after: other }) }];
}

function compareHealth(before: ParsedConfig, after: ParsedConfig): ReviewEvidence[] {
  return (before.toolHealthSuites ?? []).flatMap(({ name, tests }) => {
    const suite = after.toolHealthSuites?.find((one) => one.name === name);
    return tests.flatMap((test, at): ReviewEvidence[] => {
      const label = `${name}, ${test.name}`;
      const same = suite?.tests.find((one) => canonicalJson(toJson(one)) === canonicalJson(toJson(test)));
      if (same !== undefined) return [];
      const other = suite?.tests[at];
      if (other === undefined || other.name !== test.name) return [{ label, before: toJson(test) }];
      return diffValues(toJson(test), toJson(other)).map(({ path, ...seen }) => ({ label: label + path, ...seen }));
    });
  });
}

function added(label: string, before: readonly unknown[] = [], after: readonly unknown[] = []): ReviewEvidence[] {
  const known = new Set(before.map((entry) => canonicalJson(toJson(entry))));
  return after
    .map(toJson)
    .flatMap((entry): ReviewEvidence[] => (known.has(canonicalJson(entry)) ? [] : [{ label, after: entry }]));
}

function compareGates(before: ParsedConfig, after: ParsedConfig): ReviewEvidence[] {
  const found: ReviewEvidence[] = [];
  const compare = (label: string, one: JsonValue, other: JsonValue, isLooser: boolean): void => {
    if (isLooser) found.push({ label, before: one, after: other });
  };
  const [one, other] = [before.passThreshold ?? 0.8, after.passThreshold ?? 0.8];
  compare("passThreshold", one, other, other < one);
  const [judged, judges] = [before.llmJudge ?? false, after.llmJudge ?? false];
  compare("llmJudge", judged, judges, judged && !judges);
  const [rubric, now] = [before.judge?.rubric ?? null, after.judge?.rubric ?? null];
  compare("judge.rubric", rubric, now, rubric !== now);
  const [fails, failsNow] = [before.failOn ?? "any", after.failOn ?? "any"];
  compare("failOn", fails, failsNow, fails === "any" && failsNow === "regression");
  const [missing, missingNow] = [before.whenEnvMissing ?? "fail", after.whenEnvMissing ?? "fail"];
  compare("whenEnvMissing", missing, missingNow, missing === "fail" && missingNow !== "fail");
  const [open, openNow] = [before.onInconclusive ?? "fail", after.onInconclusive ?? "fail"];
  compare("onInconclusive", open, openNow, open === "fail" && openNow === "warn");
  return found;
}
