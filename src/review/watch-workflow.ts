// One changed cassette in; what of it a person has to look at, with evidence and a command, out.
import { toJson } from "../cassette/to-json.js";
import { variesOf } from "../cassette/varies-of.js";
import { canonicalJson } from "../json/canonical.js";
import type { JsonValue } from "../json/value.js";
import type { Verdict } from "../metrics/result.js";
import type { Recording } from "./recording.js";
import type { CassetteChange } from "./review-workflow.js";
import type { Attention, AttentionKind, Evidence, Side, WorkflowReview } from "./review.js";
import { METRIC_NAMES } from "./metric-names.js";
import { fileWord, shellWords } from "./shell-words.js";
import { diffValues } from "./value-diff.js";

type Facts = Omit<WorkflowReview, "attention">;

const RANK: Readonly<Record<Verdict, number>> = { failed: 0, inconclusive: 1, passed: 2 };

/** The worst first. */
export function watchWorkflow({ before, after, base }: CassetteChange, facts: Facts): Attention[] {
  const found: Attention[] = [];
  const file = fileWord(facts.file);
  const note = (kind: AttentionKind, what: string, evidence: Evidence[], command: string): void => {
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
    if (!after.sealed) {
      const what = "the seal does not fit: the file was edited by hand, cut off, or merged by lines";
      note("seal", what, [], old === undefined ? shellWords("mcpvals", "lint", file) : diff);
    }
    if (old !== undefined && facts.status === "edited") {
      for (const [kind, what, evidence] of rewritten(old, after)) note(kind, what, evidence, diff);
    }
  }
  const { before: one, after: other } = facts;
  if (one !== undefined && other !== undefined) {
    const fallen = fallenScores(one, other);
    if (one.verdict !== null && other.verdict !== null && RANK[other.verdict] < RANK[one.verdict]) {
      const evidence = [{ label: "verdict", before: one.verdict, after: other.verdict }, ...fallen];
      note("verdict", "the verdict fell", evidence, show);
    } else if (fallen.length > 0) note("score", fallen.length === 1 ? "a score fell" : "scores fell", fallen, show);
    if (isThirdMore(one.calls, other.calls)) note("calls", "a third more calls", [counted("calls", one, other)], show);
    if (isThirdMore(one.tokens, other.tokens))
      note("tokens", "a third more tokens", [counted("tokens", one, other)], show);
  } else if (other !== undefined && other.verdict !== null && other.verdict !== "passed") {
    const evidence = [{ label: "verdict", after: other.verdict }];
    note("failing", "a new cassette that does not pass", evidence, shellWords("mcpvals", "show", file));
  }
  return found;
}

/** The parts of a cassette that changed although nobody recorded again. */
function rewritten(before: Recording, after: Recording): [AttentionKind, string, Evidence[]][] {
  const found: [AttentionKind, string, Evidence[]][] = [];
  const [one, other] = [before.cassette, after.cassette];
  const differs = (key: keyof typeof one): boolean =>
    canonicalJson(toJson(one[key] ?? null)) !== canonicalJson(toJson(other[key] ?? null));
  if (differs("scores")) {
    const evidence = diffValues(toJson(one.scores), toJson(other.scores)).map(({ path, ...seen }): Evidence => ({
      label: METRIC_NAMES[path.slice(1)] ?? path,
      ...seen,
    }));
    found.push(["rewritten", "scores changed without a new recording", evidence]);
  }
  const others = (["script", "model", "server", "end", "judge", "facts", "kind"] as const).filter(differs);
  if (others.length > 0) {
    const evidence = others.flatMap((key) =>
      diffValues(toJson(one[key] ?? null), toJson(other[key] ?? null)).map(({ path, ...seen }) => ({
        label: `${key}${path}`,
        ...seen,
      })),
    );
    found.push(["rewritten", "what was recorded changed without a new recording", evidence]);
  }
  const known = new Set(variesOf(one).map(placeOf));
  const more = variesOf(other).filter((entry) => !known.has(placeOf(entry)));
  if (more.length > 0) {
    const evidence = more.map(({ call, at }): Evidence => ({ label: `call ${call}`, after: at }));
    found.push(["varies", "more places may differ by themselves", evidence]);
  }
  return found;
}

function placeOf({ call, at }: { call: number; at: string }): string {
  return `${call} ${at}`;
}

function fallenScores(before: Side, after: Side): Evidence[] {
  return Object.entries(METRIC_NAMES).flatMap(([id, label]) => {
    const [one, other] = [scoreOf(before, id), scoreOf(after, id)];
    if (one === undefined || one === null || other === undefined) return [];
    // A metric without a score does not apply any more; what the config expects is watched there.
    const fell = other === null ? id === "llm-judge" : other < one;
    return fell ? [{ label, before: one, after: other }] : [];
  });
}

function scoreOf({ scores }: Side, id: string): JsonValue | undefined {
  return Object.entries(scores).find(([key]) => key === id)?.[1];
}

function isThirdMore(before: number, after: number): boolean {
  return before > 0 && after * 3 >= before * 4;
}

function counted(label: "calls" | "tokens", before: Side, after: Side): Evidence {
  return { label, before: before[label], after: after[label] };
}
