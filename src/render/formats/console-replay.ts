// Renders the facts of a replay for the console: baseline, drift and evidence.
import { canonicalJson } from "../../json/canonical.js";
import type { Drift } from "../../trace/drift.js";
import { describePlace } from "../../trace/describe-drift.js";
import { describeNotCompared, describeVariables } from "../../report/describe-variables.js";
import type { ReplayFacts } from "../../report/report.js";
import { countDrift, worstDriftFirst } from "../../report/worst-drift-first.js";
import { createValueDiffer } from "../parts/value-diff.js";
import { hanging, paragraph, type Look } from "./console-look.js";
import { consoleValueLines } from "./console-values.js";
import { wasSettled, isExplained } from "../../trace/drift-classes.js";

const SHOWN_IN_FULL = 5;
const WORDS = { before: "recorded", after: "present ", all: "--debug" };

/** `shown` contains what the report has shown: the same drift in several workflows is shown once. */
export function replayLines(replay: ReplayFacts, shown: Set<string>, look: Look): string[] {
  const { regressions, drift, unused = [], ungroundedFrom: from } = replay;
  return [
    ...regressions.flatMap((line) => paragraph(`Regression: ${line}`, 2, look)),
    ...driftLines(drift, shown, look),
    ...[describeVariables(replay.variables), describeNotCompared(replay)].flatMap((line) =>
      line === undefined ? [] : paragraph(line, 2, look),
    ),
    ...unused.flatMap((line) => paragraph(line, 2, look)),
    ...(from === undefined ? [] : paragraph(`Evidence ends before turn ${from.turn} (in step ${from.step}).`, 2, look)),
    ...(look.debug ? substitutionLines(replay, look) : []),
  ];
}

function driftLines(drift: readonly Drift[], shown: Set<string>, look: Look): string[] {
  if (drift.length === 0) return [];
  const sorted = worstDriftFirst(drift);
  // What differs on its own is only counted, unless --debug asks for everything.
  const telling = look.debug ? sorted : sorted.filter((item) => !isExplained(item));
  const fresh = telling.filter((item) => !shown.has(sameKey(item)));
  const full = look.debug ? fresh : fresh.slice(0, SHOWN_IN_FULL);
  for (const item of full) shown.add(sameKey(item));
  // Lists each id, because each can be accepted.
  const named = (items: readonly Drift[], what: string): string[] =>
    items.length === 0 ? [] : hanging(`${items.length} ${what}: ${items.map(({ id }) => id).join(", ")}`, 4, look);
  const known = telling.filter((item) => !fresh.includes(item));
  const rest = fresh.slice(full.length);
  return [
    ...paragraph(`Drift: ${countDrift(drift).join(", ")}`, 2, look),
    ...full.flatMap((item) => oneDrift(item, look)),
    ...named(known, "shown above already"),
    ...named(rest, "more (--debug shows all)"),
  ];
}

function sameKey({ class: kind, where, recorded, present }: Drift): string {
  const { part, tool, path } = where;
  return canonicalJson([kind, part, tool ?? null, path, recorded ?? null, present ?? null]);
}

function oneDrift(drift: Drift, look: Look): string[] {
  const { recorded, present } = drift;
  const head = `${drift.id} ${drift.class}${wasSettled(drift) ? " (accepted)" : ""}: ${describePlace(drift.where)}`;
  return [
    ...hanging(head, 4, look),
    ...consoleValueLines([recorded, present], { ...WORDS, indent: 6, differ: createValueDiffer() }, look),
    ...(drift.note === undefined ? [] : paragraph(drift.note, 6, look, { whole: drift.where.part === "arguments" })),
  ];
}

function substitutionLines(replay: ReplayFacts, look: Look): string[] {
  return replay.substitutions.flatMap(({ recorded, live, from }) =>
    paragraph(
      `Substituted ${JSON.stringify(recorded)} by ${JSON.stringify(live)}, from ${describePlace(from)}`,
      2,
      look,
    ),
  );
}
