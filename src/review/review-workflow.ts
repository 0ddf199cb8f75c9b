// Reviews both sides of one cassette for a person.
import type { CassetteChange } from "./cassette-change.js";
import { canonicalJson } from "../json/canonical.js";
import { toJson } from "../json/to-json.js";
import type { JsonValue } from "../json/value.js";
import { findCauses } from "./causes.js";
import { playBeside } from "../diff/recordings/play-beside.js";
import { buildSide, type RecordingSide } from "../diff/recordings/recording.js";
import type { WorkflowReview } from "./review.js";
import { findRunChanges, describeRun } from "../diff/recordings/run-changes.js";
import { watchWorkflow } from "./watch-workflow.js";

/** Undefined where nothing changed that it reports. */
export function reviewWorkflow(change: CassetteChange): WorkflowReview | undefined {
  const facts = reviewFacts(change);
  if (facts === undefined) return undefined;
  return { ...facts, attention: watchWorkflow(change, facts) };
}

function reviewFacts({ name, file, before, after }: CassetteChange): Omit<WorkflowReview, "attention"> | undefined {
  const nothing = { calls: [], values: [], byItself: 0, notGiven: 0, answers: [], images: [] };
  const old = before === undefined || "message" in before ? undefined : before;
  const workflow = old?.cassette.workflow ?? name;
  if (after === undefined) {
    if (before === undefined) return undefined;
    const gone =
      old === undefined ? { changes: nothing } : { before: buildSide(old), changes: describeRun(old.trace, "gone") };
    return { workflow, file, status: "deleted", causes: [], ...gone };
  }
  if ("message" in after) {
    const side = old === undefined ? {} : { before: buildSide(old) };
    return { workflow, file, status: "broken", causes: [], changes: nothing, ...side };
  }
  const now = { workflow: after.cassette.workflow, file, after: buildSide(after) };
  if (old === undefined) return { ...now, status: "added", causes: [], changes: describeRun(after.trace, "new") };

  const renamed =
    old.file === after.file && old.cassette.workflow === after.cassette.workflow
      ? {}
      : { renamedFrom: { workflow: old.cassette.workflow, file: old.file } };
  const played = playBeside(old, after);
  const folders = { before: folderOf(old.file), after: folderOf(after.file) };
  const both = {
    ...now,
    ...renamed,
    before: buildSide(old),
    changes: findRunChanges(old.trace, after.trace, played, folders),
  };
  if (isSameRun(old, after)) {
    const isSame = canonicalJson(withoutName(old)) === canonicalJson(withoutName(after)) && old.sealed === after.sealed;
    return isSame && !("renamedFrom" in renamed) ? undefined : { ...both, status: "edited", causes: [] };
  }
  const { differsFrom } = played;
  const causes = findCauses(old.trace, after.trace, played);
  if (differsFrom !== undefined) return { ...both, status: "differs", differsFrom, causes };
  // Without an effect nothing needs an explanation.
  const isScoredAlike = canonicalJson(toJson(old.cassette.scores)) === canonicalJson(toJson(after.cassette.scores));
  return {
    ...both,
    status: "same",
    causes: isScoredAlike ? causes.filter(({ kind }) => kind !== "expectations") : causes,
  };
}

/** True where both sides come from one recording: a new one has a different time. */
function isSameRun(before: RecordingSide, after: RecordingSide): boolean {
  return before.cassette.facts.recorded.at === after.cassette.facts.recorded.at;
}

function withoutName({ cassette }: RecordingSide): JsonValue {
  return toJson({ ...cassette, workflow: "" });
}

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}
