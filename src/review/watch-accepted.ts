// Both sides of an `accepted.yaml` in; the drift that was newly called harmless out.
import type { AcceptedDrift } from "../cassette/accepted-file.js";
import { describePlace } from "../drift/describe.js";
import type { Attention, Evidence } from "./review.js";
import type { Unreadable } from "./recording.js";
import { fileWord, shellWords } from "./shell-words.js";

export interface AcceptedChange {
  /** Relative to the repository's root. */
  file: string;
  before: readonly AcceptedDrift[];
  after: { drift: readonly AcceptedDrift[]; sealed: boolean } | Unreadable;
  /** The shortest name of the commit that `before` stands in. */
  base: string;
}

/** One entry a workflow, so that each can be looked at with its run. */
export function watchAccepted({ file, before, after, base }: AcceptedChange): Attention[] {
  const command = shellWords("git", "diff", base, "--", fileWord(file));
  if ("message" in after) {
    const what = "accepted.yaml cannot be read, so nothing is accepted";
    return [{ kind: "broken", what, where: file, evidence: [{ label: "", after: after.message }], command }];
  }
  const found: Attention[] = [];
  if (!after.sealed) {
    const what = "the seal of accepted.yaml does not fit: it was edited by hand, or merged by lines";
    found.push({ kind: "seal", what, where: file, evidence: [], command });
  }
  const known = new Set(before.map(({ id, workflow }) => `${id} ${workflow}`));
  const fresh = after.drift.filter(({ id, workflow }) => !known.has(`${id} ${workflow}`));
  for (const workflow of new Set(fresh.map((drift) => drift.workflow))) {
    const own = fresh.filter((drift) => drift.workflow === workflow);
    found.push({
      kind: "accepted",
      what: own.length === 1 ? "drift was called harmless" : `${own.length} drifts were called harmless`,
      where: file,
      workflow,
      evidence: own.flatMap(evidenceOf),
      command: shellWords("mcpvals", "replay", "--strict", "-t", workflow),
    });
  }
  return found;
}

function evidenceOf({ id, class: kind, where, recorded, present, why }: AcceptedDrift): Evidence[] {
  return [
    {
      label: `${id} (${kind}), ${describePlace(where)}`,
      ...(recorded === undefined ? {} : { before: recorded }),
      ...(present === undefined ? {} : { after: present }),
    },
    { label: "why", after: why },
  ];
}
