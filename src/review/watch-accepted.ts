// Finds newly accepted drift in the two sides of an `accepted.yaml`.
import type { Accepted, AcceptedChange, AcceptedDrift } from "../cassette/accepted-file.js";
import { describePlace } from "../trace/describe-drift.js";
import type { Attention, ReviewEvidence } from "./review.js";
import type { Unreadable } from "../diff/recordings/recording.js";
import { fileWord, shellWords } from "../shell-words.js";

export interface AcceptedFileChange {
  /** Relative to the repository's root. */
  file: string;
  before: Accepted;
  after: (Accepted & { sealed: boolean }) | Unreadable;
  /** The shortest name of the commit that contains `before`. */
  base: string;
  /** The suite's config, relative to the repository's root; undefined where it was not found. */
  config?: string | undefined;
}

/** Returns one entry for each workflow, so that each can be reviewed with its run, and one for the whole suite. */
export function watchAccepted({ file, before, after, base, config }: AcceptedFileChange): Attention[] {
  const command = shellWords("git", "diff", base, "--", fileWord(file));
  const replay = ["mcpvals", "replay", ...(config === undefined ? [] : [fileWord(config)]), "--strict"];
  if ("message" in after) {
    const what = "accepted.yaml cannot be read, so nothing is accepted";
    return [{ kind: "broken", what, where: file, evidence: [{ label: "", after: after.message }], command }];
  }
  const found: Attention[] = [];
  if (!after.sealed) {
    const what = "the seal of accepted.yaml does not fit: it was edited by hand, or merged by lines";
    found.push({ kind: "seal", what, where: file, evidence: [], command });
  }
  const keyOf = ({ id, workflow }: AcceptedDrift): string => JSON.stringify([id, workflow ?? null]);
  const known = new Set(before.drift.map(keyOf));
  const fresh = after.drift.filter((drift) => !known.has(keyOf(drift)));
  for (const workflow of new Set(fresh.map((drift) => drift.workflow))) {
    const own = fresh.filter((drift) => drift.workflow === workflow);
    found.push({
      kind: "accepted",
      what: own.length === 1 ? "drift was accepted" : `${own.length} drifts were accepted`,
      where: file,
      ...(workflow === undefined ? {} : { workflow }),
      evidence: own.flatMap(evidenceOf),
      command: workflow === undefined ? shellWords(...replay) : shellWords(...replay, "-t", workflow),
    });
  }
  const knownChanges = new Set(before.contract.map(({ id }) => id));
  const changes = after.contract.filter(({ id }) => !knownChanges.has(id));
  if (changes.length > 0) {
    found.push({
      kind: "accepted",
      what:
        changes.length === 1
          ? "a change of the contract was accepted"
          : `${changes.length} changes of the contract were accepted`,
      where: file,
      evidence: changes.flatMap(evidenceOfChange),
      command,
    });
  }
  return found;
}

function evidenceOfChange(change: AcceptedChange): ReviewEvidence[] {
  const { id, class: kind, rule, subject, path, before, after, why } = change;
  const place = [subject.name === undefined ? subject.kind : `${subject.kind} ${subject.name}`, path];
  return [
    {
      label: `${id} (${kind}, ${rule}), ${place.filter((part) => part !== "").join(", ")}`,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
    { label: "why", after: why },
  ];
}

function evidenceOf({ id, class: kind, where, recorded, present, why }: AcceptedDrift): ReviewEvidence[] {
  return [
    {
      label: `${id} (${kind}), ${describePlace(where)}`,
      ...(recorded === undefined ? {} : { before: recorded }),
      ...(present === undefined ? {} : { after: present }),
    },
    { label: "why", after: why },
  ];
}
