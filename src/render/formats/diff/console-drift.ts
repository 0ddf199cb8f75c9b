// Renders the drift of a diff as sections of the console: by workflow, each difference once.
import type { WorkflowDiff } from "../../../diff/diff.js";
import { canonicalJson } from "../../../json/canonical.js";
import type { Drift } from "../../../trace/drift.js";
import { describePlace } from "../../../trace/describe-drift.js";
import { hanging, paragraph } from "../console-look.js";
import { changedValueLines } from "./console-change.js";
import {
  few,
  consoleWorkflowSection,
  type DiffConsole,
  type ConsoleSection,
  type ConsoleSectionHead,
} from "./console-section.js";
import { isUngrounded, quietDrift, tellingDrift } from "./notable.js";
import { wasSettled, type DriftClass } from "../../../trace/drift-classes.js";

const MOST = 5;

/** Renders drift of some classes, or with `quiet` all drift that does not count. */
export function driftSection(
  view: DiffConsole,
  head: ConsoleSectionHead,
  which: readonly DriftClass[] | "quiet",
): ConsoleSection {
  const shown = new Set<string>();
  const driftOf = (workflow: WorkflowDiff): Drift[] =>
    which === "quiet" ? quietDrift(workflow) : tellingDrift(workflow).filter(({ class: kind }) => which.includes(kind));
  return consoleWorkflowSection(
    view,
    head,
    (workflow) => driftOf(workflow).length > 0,
    (workflow) => {
      const drift = driftOf(workflow);
      const fresh = view.look.debug ? drift : drift.filter((item) => !shown.has(sameKey(item)));
      for (const item of fresh.slice(0, MOST)) shown.add(sameKey(item));
      const known = drift.length - fresh.length;
      return [
        ...few(fresh, MOST, 4, view.look, (item) => driftLines(item, workflow, 4, view)),
        ...(known > 0 ? [`    ${known} shown above already`] : []),
      ];
    },
  );
}

function sameKey({ class: kind, where, recorded, present }: Drift): string {
  const { part, tool, path } = where;
  return canonicalJson([kind, part, tool ?? null, path, recorded ?? null, present ?? null]);
}

/** Renders id, class, place, both values and the note. */
export function driftLines(
  drift: Drift,
  workflow: WorkflowDiff,
  indent: number,
  view: Pick<DiffConsole, "look" | "differ">,
): string[] {
  const { id, class: kind, where, recorded, present, note } = drift;
  const marks = [
    ...(wasSettled(drift) ? ["accepted"] : []),
    ...(isUngrounded(workflow, drift) ? ["for information only"] : []),
  ];
  const mark = marks.length === 0 ? "" : ` (${marks.join(", ")})`;
  return [
    ...hanging(`${id} ${kind}${mark}: ${describePlace(where)}`, indent, view.look),
    ...changedValueLines([recorded, present], indent + 2, view),
    ...(note === undefined ? [] : paragraph(note, indent + 2, view.look)),
  ];
}
