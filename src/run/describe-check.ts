// Describes what the checks of a recording taught, in at most five lines: learned, unstable, doubtful, state, evidence.
import { describePlace } from "../trace/describe-drift.js";
import type { Drift } from "../trace/drift.js";
import type { ClockState } from "../server/moved-clock.js";
import { placesOf } from "../trace/places-of.js";
import type { Trace } from "../trace/trace.js";
import { sharedAmong } from "../suite/working-files.js";
import { describeDerived } from "../variables/describe-derived.js";
import { describeReadings } from "../variables/describe-readings.js";
import { seenText, type AssertedPlaces, type Learned } from "../variables/learned.js";

/** The outcome of the checks of one recording. */
export interface CheckOutcome {
  learned: Learned;
  /** Drift that a replay would still find, after everything that was learned. */
  unresolved: readonly Drift[];
  /** Places that the server changed since an older recording, and drift of that kind. */
  changed: Learned["unstable"];
  drift: readonly Drift[];
  /** The last run. */
  trace: Trace;
  recorded: Trace;
  evidence: AssertedPlaces;
  /** What will differ on a later day, in words. */
  aging: readonly string[];
  /** The clock of each check that was to move the server's clock. */
  clocks: readonly ClockState[];
}

const BEFORE_EACH = 'before each run with a command in the config: "reset": "npm run db:reset".';
const DOES_NOT_REPLAY = "Does not replay on its own server";

/** How many items a sentence names; nobody reads more. */
const SHOWN = 6;
const MOST_LINES = 5;

/** True where a replay on the same server will give the same outcome. */
export function isFine({ learned, unresolved, changed, drift, trace, recorded }: CheckOutcome): boolean {
  const { unstable, doubtful, state, races } = learned;
  const open =
    unstable.length + doubtful.length + state.length + races.length + unresolved.length + changed.length + drift.length;
  return open === 0 && trace.end.kind === recorded.end.kind;
}

/** Describes the outcome; `file` is the cassette that it was written to. */
export function describeCheck(outcome: CheckOutcome, file: string): string {
  const { learned, unresolved, recorded } = outcome;
  const places = placesOf(recorded);
  const lines = [
    isFine(outcome) ? `Replays. ${describeLearned(outcome, file)}` : `${DOES_NOT_REPLAY}.${otherEnd(outcome)}`,
  ];
  const { state } = learned;
  if (state.length > 0) {
    const first = state.slice(0, 1).map(({ call, at }) => describePlace(places(call, at)));
    const shared = sharedAmong(recorded.findings);
    const help = shared === undefined ? `. Reset it ${BEFORE_EACH}` : `: ${shared}.`;
    lines.push(`The recording left state that the check met, first at ${first.join("")}${help}`);
  }
  if (learned.races.length > 0) {
    const calls = learned.races.map((group) => group.join(", ")).join("; ");
    const help =
      recorded.agent === undefined
        ? 'Send calls one after another, or only reading calls in parallel: "parallelToolCalls": "read-only".'
        : "The agent makes them at the same time, so their order is another in each run.";
    lines.push(`The results of parallel calls depend on their order (calls ${calls}). ${help}`);
  }
  const changed = [
    ...outcome.changed.map(
      ({ call, at, seen: [then, now, ...more] }) =>
        `${describePlace(places(call, at))} (recorded ${short(then)}; steady: ${short(now)} in ${more.length === 1 ? "both" : "all"} checks, so the server changed)`,
    ),
    ...outcome.drift.map(
      ({ where }) => `${describePlace(where)} (steady: the same in all checks, so the server changed)`,
    ),
  ];
  if (changed.length > 0) {
    lines.push(
      `The cassette stays as it is for: ${list(changed)}.`,
      // In a line of its own: the console leaves out lines with the commands that it shows below.
      "If that is right, record it again (mcpvals record), or replay it and accept the difference (mcpvals replay).",
    );
  }
  const unstable = learned.unstable
    .filter(({ call, at }) => !state.some((one) => one.call === call && one.at === at))
    .map(({ call, at, why, seen }) => `${describePlace(places(call, at))} (${[why, ...shown(seen)].join(": ")})`);
  const open = unresolved.map(
    ({ where }) => `${describePlace(where)} changed, and nothing that was learned explains it`,
  );
  if (unstable.length + open.length > 0) lines.push(`It differs on its own: ${list([...unstable, ...open])}.`);
  const doubts = learned.doubtful.map(
    (doubt) =>
      `${describePlace({ ...places(doubt.call, doubt.at), part: "arguments" })} is ${short(doubt.value)}, which ${
        describeDerived(doubt) ?? describeReadings(doubt)
      }`,
  );
  if (doubts.length > 0) lines.push(`What to send is not known, so these turns are not played: ${list(doubts)}.`);
  if (outcome.aging.length > 0 && lines.length < MOST_LINES) lines.push(`Ages: ${list(outcome.aging)}.`);
  const joined = lines.splice(0, Math.max(1, lines.length - MOST_LINES + 1)).join(" ");
  return [joined, ...lines].join("\n");
}

/** Describes a check of an older recording in which the server failed. */
export function describeFailure({
  failed,
  gone,
  ...runs
}: Pick<CheckOutcome, "trace" | "recorded"> & { failed: readonly string[]; gone: readonly string[] }): string {
  const lines = [`${DOES_NOT_REPLAY}.${otherEnd(runs)}`];
  if (gone.length > 0) lines.push(`The server no longer has what was called: ${list(gone)}.`);
  if (failed.length > 0) {
    lines.push(
      `Failed now, and not when it was recorded: ${list(failed)}. If earlier runs left data behind, reset it ${BEFORE_EACH}`,
    );
  }
  return [...lines, "Nothing was learned: the cassette stays as it is."].join("\n");
}

/** Describes how the last run ended, where the recording ended differently. */
function otherEnd({ trace, recorded }: Pick<CheckOutcome, "trace" | "recorded">): string {
  if (trace.end.kind === recorded.end.kind || trace.end.kind === "ungrounded") return "";
  return ` ${"message" in trace.end ? trace.end.message.replaceAll(/\s*\n\s*/g, " ") : "It ended differently."}`;
}

function describeLearned({ learned, evidence, clocks }: CheckOutcome, file: string): string {
  const { variables, orders, grows, lengths = [] } = learned;
  const names = variables.map(({ name }) => name);
  const shown = names.slice(0, SHOWN).join(", ") + (names.length > SHOWN ? `, and ${names.length - SHOWN} more` : "");
  const found = [
    ...(names.length === 0 ? [] : [`${names.length} ${names.length === 1 ? "variable" : "variables"} (${shown})`]),
    ...(orders.length === 0 ? [] : [`${orders.length} ${orders.length === 1 ? "list" : "lists"} in any order`]),
    ...(grows.length === 0 ? [] : [`${grows.length} ${grows.length === 1 ? "list that grows" : "lists that grow"}`]),
    ...(lengths.length === 0
      ? []
      : [`${lengths.length} ${lengths.length === 1 ? "list" : "lists"} of any number of rows`]),
  ];
  const what = found.length === 0 ? "Nothing differs on its own." : `${found.join(", ")}, written into ${file}.`;
  const { places, asserted, variables: varying, ignored } = evidence;
  const rest = ignored === 0 ? "" : `, ${counted(ignored)} ignored or ${ignored === 1 ? "holds" : "hold"} nothing`;
  return `${what}${describeClock(clocks)} Of ${places} places that Claude was given, ${counted(asserted)} asserted, ${counted(varying)} variable${rest}.`;
}

/** Says why the server's clock was not moved, if so: then nobody knows what another day changes. */
function describeClock(clocks: readonly ClockState[]): string {
  const still = clocks.flatMap((clock) => (clock.moved === false ? clock.why : clock.still) ?? []);
  return still[0] === undefined
    ? ""
    : ` The server's clock was not moved (${still[0]}), so what another day changes is not known.`;
}

function counted(count: number): string {
  return `${count} ${count === 1 ? "is" : "are"}`;
}

function list(all: readonly string[]): string {
  return all.slice(0, SHOWN).join("; ") + (all.length > SHOWN ? `; and ${all.length - SHOWN} more` : "");
}

/** Empty for contents that cannot be shown. */
function shown(seen: Learned["unstable"][number]["seen"]): string[] {
  return seen.every((value) => value === null) ? [] : [seen.map(short).join(", ")];
}

function short(value: Parameters<typeof seenText>[0]): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
