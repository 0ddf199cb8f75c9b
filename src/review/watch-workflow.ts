// Finds what a person has to look at in one changed cassette, with evidence and a command.
import type { Cassette, WrittenCassette } from "../cassette/schema.js";
import { toJson } from "../json/to-json.js";
import { canonicalJson } from "../json/canonical.js";
import type { JsonValue } from "../json/value.js";
import type { Verdict } from "../metrics/result.js";
import type { RecordingSide } from "../diff/recordings/recording.js";
import type { CassetteChange } from "./cassette-change.js";
import type { Attention, AttentionKind, ReviewEvidence, WorkflowReview } from "./review.js";
import type { ChangeSide } from "../diff/recordings/changes.js";
import { METRIC_NAMES } from "../metrics/metric-names.js";
import { fileWord, shellWords } from "../shell-words.js";
import { diffValues } from "../diff/recordings/values-beside.js";
import { findChangedValues } from "./watch-values.js";
import { watchLearned } from "./watch-learned.js";
import { watchTake } from "./watch-take.js";

type Facts = Omit<WorkflowReview, "attention">;

const RANK: Readonly<Record<Verdict, number>> = { failed: 0, inconclusive: 1, passed: 2 };

/** The worst first. */
export function watchWorkflow({ before, after, base }: CassetteChange, facts: Facts): Attention[] {
  const found: Attention[] = [];
  const file = fileWord(facts.file);
  const note = (kind: AttentionKind, what: string, evidence: ReviewEvidence[], command: string): void => {
    found.push({ kind, what, where: facts.file, workflow: facts.workflow, evidence, command });
  };
  const show = shellWords("mcpvals", "show", file, "--diff", base);
  const diff = shellWords("git", "diff", base, "--", file);
  const old = before === undefined || "message" in before ? undefined : before;

  if (after === undefined) {
    const evidence = facts.before === undefined ? [] : [{ label: "verdict", before: facts.before.verdict }];
    note("deleted", "the cassette was deleted", evidence, shellWords("git", "checkout", base, "--", file));
  } else if ("message" in after) {
    note(
      "broken",
      "the cassette cannot be read",
      [{ label: "", after: after.message }],
      shellWords("mcpvals", "lint", file),
    );
  } else {
    const imported = watchImported(old, after);
    if (imported !== undefined) note("accepted", imported, [], shellWords("mcpvals", "show", file));
    if (!after.sealed) {
      const what = "the seal does not fit: the file was edited by hand, cut off, or merged by lines";
      note("seal", what, [], old === undefined ? shellWords("mcpvals", "lint", file) : diff);
    }
    if (old !== undefined && facts.status === "edited") {
      for (const [kind, what, evidence] of rewritten(old, after)) note(kind, what, evidence, diff);
    }
    if (old !== undefined) {
      for (const [kind, what, evidence] of watchLearned(old, after)) note(kind, what, evidence, diff);
    }
  }
  const { before: one, after: other } = facts;
  if (one !== undefined && other !== undefined) {
    const fallen = fallenScores(one, other);
    if (one.verdict !== null && other.verdict !== null && RANK[other.verdict] < RANK[one.verdict]) {
      const evidence = [{ label: "verdict", before: one.verdict, after: other.verdict }, ...fallen];
      note("verdict", "the verdict got worse", evidence, show);
    } else if (fallen.length > 0)
      note("score", fallen.length === 1 ? "a score got worse" : "scores got worse", fallen, show);
    if (after !== undefined && !("message" in after)) {
      const values = findChangedValues(facts.changes, after.learned);
      const what =
        values.length === 1
          ? "a result changed for the same arguments"
          : `${values.length} values in results changed for the same arguments`;
      if (values.length > 0) note("value", what, values, show);
    }
    const take = watchTake(one, other, facts.changes);
    if (take !== undefined) note("take", take.what, take.evidence, show);
    if (isThirdMore(one.calls, other.calls)) note("calls", "a third more calls", [counted("calls", one, other)], show);
    if (isThirdMore(one.tokens, other.tokens))
      note("tokens", "a third more tokens", [counted("tokens", one, other)], show);
  } else if (other !== undefined && other.verdict !== null && other.verdict !== "passed") {
    const evidence = [{ label: "verdict", after: other.verdict }];
    note("failing", "a new cassette that does not pass", evidence, shellWords("mcpvals", "show", file));
  }
  return found;
}

/** Names the calls that a person accepted as different from their transcript, unless the old side says the same. */
function watchImported(before: RecordingSide | undefined, { trace }: RecordingSide): string | undefined {
  const { sha256, differs: all = [] } = trace.imported ?? {};
  const known = before?.trace.imported;
  const differs = known?.sha256 === sha256 ? all.filter((call) => known?.differs?.includes(call) !== true) : all;
  if (differs.length === 0) return undefined;
  const which = differs.length === 1 ? "call" : "calls";
  return `imported although the server answered ${which} ${differs.join(", ")} otherwise than the transcript says`;
}

/** Finds parts of a cassette that changed although nobody recorded again. */
function rewritten(before: RecordingSide, after: RecordingSide): [AttentionKind, string, ReviewEvidence[]][] {
  const found: [AttentionKind, string, ReviewEvidence[]][] = [];
  const [one, other] = [before.cassette, after.cassette];
  const differs = (key: keyof typeof one): boolean =>
    canonicalJson(toJson(one[key] ?? null)) !== canonicalJson(toJson(other[key] ?? null));
  if (differs("scores")) {
    const evidence = diffValues(toJson(one.scores), toJson(other.scores)).map(({ path, ...seen }): ReviewEvidence => ({
      label: METRIC_NAMES[path.slice(1)] ?? path,
      ...seen,
    }));
    found.push(["rewritten", "scores changed without a new recording", evidence]);
  }
  const [was, is] = one.cassette === other.cassette ? [partsOf(one), partsOf(other)] : [runOf(before), runOf(after)];
  const evidence = Object.keys({ ...was, ...is }).flatMap((key) =>
    diffValues(toJson(was[key] ?? null), toJson(is[key] ?? null)).map(({ path, ...seen }) => ({
      label: `${key}${path}`,
      ...seen,
    })),
  );
  if (evidence.length > 0) {
    found.push(["rewritten", "what was recorded changed without a new recording", evidence]);
  }
  return found;
}

/** Returns what only a recording writes. A later check adds how often and at which hour it ran. */
function partsOf(cassette: Cassette): Record<string, unknown> {
  const { script, model, server, end, judge, kind, facts } = cassette;
  const { checks: _, clock: __, ...recorded }: WrittenCassette["facts"]["recorded"] = facts.recorded;
  const { dispatch, imported } = cassette.cassette === 1 ? {} : cassette;
  return { script, model, server, end, judge, kind, dispatch, imported, facts: { ...facts, recorded } };
}

/** Returns the same where a check rewrote the run of an old version in the new format. */
function runOf({ cassette: { judge, facts }, trace }: RecordingSide): Record<string, unknown> {
  const { steps, model, system, instructions, server, end, findings, ms } = trace;
  return { steps, model: { ...model, system, instructions }, server, end, judge, findings, ms, by: facts.recorded.by };
}

function fallenScores(before: ChangeSide, after: ChangeSide): ReviewEvidence[] {
  return Object.entries(METRIC_NAMES).flatMap(([id, label]) => {
    const [one, other] = [scoreOf(before, id), scoreOf(after, id)];
    if (one === undefined || one === null || other === undefined) return [];
    // A metric without a score no longer applies; the config's expectations are compared elsewhere.
    const fell = other === null ? id === "llm-judge" : other < one;
    return fell ? [{ label, before: one, after: other }] : [];
  });
}

function scoreOf({ scores }: ChangeSide, id: string): JsonValue | undefined {
  return Object.entries(scores).find(([key]) => key === id)?.[1];
}

function isThirdMore(before: number, after: number): boolean {
  return before > 0 && after * 3 >= before * 4;
}

function counted(label: "calls" | "tokens", before: ChangeSide, after: ChangeSide): ReviewEvidence {
  return { label, before: before[label], after: after[label] };
}
