// Replays a new recording on the server that made it, to learn what differs on its own. Spends no tokens and sends no
// guess.
import { buildLearned, readLearned } from "../cassette/learned.js";
import { rewriteLearned } from "../cassette/store.js";
import { toJson } from "../json/to-json.js";
import { displayPath, storePlaceOf } from "../cassette/store-place.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import type { PlayedCheck } from "../drift/check-player.js";
import type { Try } from "../drift/plan-tries.js";
import { pinsForDoubts } from "../drift/prepare-call.js";
import { findUnresolved } from "../drift/prove.js";
import { buildPlaceRules, type DriftRules } from "../drift/rules.js";
import { canonicalJson } from "../json/canonical.js";
import { scanForSecrets } from "../redaction/last-scan.js";
import type { RecordedFacts } from "../report/report.js";
import type { ClockState } from "../server/moved-clock.js";
import { callsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";
import { RecordingBeside } from "../variables/beside.js";
import { findAging } from "../variables/aging.js";
import { concurrentTurns, learnFrom } from "../variables/learn.js";
import type { Learned, Unstable } from "../variables/learned.js";
import { countEvidence } from "../variables/prove.js";
import { runOf } from "../variables/run.js";
import { describeMoves, isClockKnown } from "./check-clock.js";
import { describeCheck, describeFailure, isFine } from "./describe-check.js";
import type { RecordOptions } from "../suite/options.js";
import { planChecks } from "./plan-checks.js";
import { failsOtherwise, listFailed, listGone, playCheck, type Made } from "./play-check.js";
import { describeStaleness, readRecording } from "../suite/recording.js";
import { buildRules } from "./replay-workflow.js";
import type { RunSettings } from "../suite/settings.js";
import { groupTurns } from "../wrap/turn-groups.js";
import type { Stages } from "../suite/stage.js";
import { findSteadyDrift, separateSteady } from "./find-steady.js";
import { suggestPlaces } from "./suggest-places.js";
import { tryReadings } from "./try-readings.js";

export interface Checked {
  check: NonNullable<RecordedFacts["check"]>;
  /** Facts of the check for the report. */
  found?: Pick<RecordedFacts, "changed" | "paste" | "pins" | "unstable" | "doubtful" | "evidence">;
  /** The last run; absent where there was nothing to play. */
  trace?: Trace;
  /** The last run, as a report may show it. */
  shown?: Trace | undefined;
}

/**
 * Replays a cassette on the server that made it, as often as the config says, and writes what it learned into the
 * cassette. `isFresh`: right after the recording, so that every difference is one that occurs on its own. Otherwise the
 * cassette stays as it is where the server fails. Throws CASSETTE_*.
 */
export async function checkWorkflow(
  written: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions & { isFresh: boolean },
): Promise<Checked> {
  let recorded: RecordingBeside | undefined;
  const checks: PlayedCheck[] = [];
  const clocks: ClockState[] = [];
  const moves: number[] = [];
  let last: Made | undefined;
  const check = async (clock: number, tried?: Try): Promise<Made | Checked> => {
    const stage = await stages.open();
    try {
      const workflow = expandWorkflow(written, stage.env);
      const recording = await readRecording(settings, workflow, stage.places);
      if (recording.stale !== undefined)
        return { check: { replays: false, varies: [], message: describeStaleness(recording.stale) } };
      recorded ??= new RecordingBeside(runOf(recording.trace));
      const { onProgress } = options;
      const input = { workflow, recording, recorded, checks, clock, tried, onProgress };
      const { cassette } = recording;
      const part = cassette.cassette === 1 ? undefined : cassette.agent;
      if (part === undefined) return await playCheck(stage, settings, input);
      const { playAgentCheck } = await import("./play-agent-check.js");
      return await playAgentCheck(stage, settings, { ...input, part });
    } finally {
      await stage.close();
    }
  };
  for (const clock of planChecks(settings.suite.config, options)) {
    let made = await check(clock);
    // A server may fail only because its clock was moved.
    if (clock !== 0 && !("check" in made) && failsOtherwise(made)) made = await check(0);
    if ("check" in made) return made;
    if (!options.isFresh && failsOtherwise(made)) return describeBroken(made);
    last = made;
    if (made.clock !== undefined) clocks.push(made.clock);
    if (made.played !== undefined) {
      checks.push(made.played);
      moves.push(made.ahead);
    }
    if (made.trace.end.kind !== made.recording.trace.end.kind) break;
  }
  if (last === undefined || recorded === undefined) throw new Error("no check was made");
  const toLearn = { last, recorded, checks, clocks, moves, isFresh: options.isFresh };
  const learned = learnFromChecks(settings, toLearn);
  const attempt = async (one: Try): Promise<PlayedCheck | undefined> => {
    const made = await check(0, one);
    return "check" in made ? undefined : made.played;
  };
  const wanted = options.tryReadings ?? settings.suite.config.check?.try ?? false;
  const all = wanted ? await tryReadings(learned, last.recording.trace, settings, attempt, options) : learned;
  return write(written, settings, toLearn, all);
}

interface ToLearn {
  last: Made;
  recorded: RecordingBeside;
  checks: readonly PlayedCheck[];
  clocks: readonly ClockState[];
  moves: readonly number[];
  isFresh: boolean;
}

function learnFromChecks(
  { suite, dispatch, index }: RunSettings,
  { last, recorded, checks, isFresh }: ToLearn,
): Learned {
  const pins = suite.config.pins ?? [];
  const { cassette, trace } = last.recording;
  const agent = cassette.cassette === 1 ? undefined : cassette.agent;
  const together = agent === undefined ? concurrentTurns(trace.dispatch ?? dispatch) : groupTurns(agent.turns);
  return learnFrom(
    recorded,
    checks.map(({ beside }) => beside),
    { pins, given: [index.given()], together, isFresh },
  );
}

/** Writes what was learned, and describes the outcome. */
async function write(
  written: Workflow,
  settings: RunSettings,
  { last, recorded, checks, clocks, moves, isFresh }: ToLearn,
  found: Learned,
): Promise<Checked> {
  const { suite } = settings;
  const { recording, trace, shown } = last;
  const place = storePlaceOf(suite);
  const rules = buildRules(settings, { accepted: await settings.index.accepted(written.name), strict: false });
  const { learned: all, ...steady } = isFresh
    ? { learned: found, changed: [], unwritten: false }
    : separateSteady(found, recording);
  const changed = withoutFree(steady.changed, recording.trace, rules);
  // Keep what the config ignores: lint reports an `ignore` where nothing differs.
  const kept = { ...all, unstable: withoutIgnored(all.unstable, recording.trace, rules) };
  const learned = { ...kept, unstable: withoutFree(kept.unstable, recording.trace, rules) };
  const said = [...learned.unstable, ...changed];
  const unexplained = findUnresolved(recording.trace, learned, checks, rules).filter(
    ({ where: { call, path } }) => !said.some((one) => one.call === (call ?? 0) && covers(one.at, path)),
  );
  const drift = isFresh ? [] : findSteadyDrift(unexplained, { recorded: recording.trace, learned, checks, rules });
  const unresolved = unexplained.filter((one) => !drift.includes(one));
  // Do not rewrite a cassette for other values of the same variables: they would be noise in a pull request. A first
  // check is written.
  const { cassette } = recording;
  const clock = describeMoves(moves);
  const isKnown =
    cassette.cassette !== 1 &&
    isClockKnown(cassette.facts.recorded.clock, clock) &&
    (cassette.facts.recorded.checks ?? 0) > 0 &&
    isSameShape(kept, recording.learned) &&
    findUnresolved(recording.trace, recording.learned, checks, rules).length === unresolved.length;
  if (!isKnown && !steady.unwritten) {
    // Redact again: an earlier call may hold a value that only a later call showed to be a secret.
    const written = { learned: last.places.redact(kept), checks: checks.length, clock };
    await rewriteLearned(place, recording.file, written, (name, content) => scanForSecrets(last.places, name, content));
  }
  const evidence = countEvidence(learned, recorded.run);
  const aging = findAging({ recorded: recording.trace, learned, expected: written.steps.map(statesOf) });
  const outcome = { learned, unresolved, trace, recorded: recording.trace, evidence, aging, clocks, changed, drift };
  const calls = callsOf(recording.trace);
  const paste = suggestPlaces(unresolved, learned.unstable, calls);
  const pins = pinsForDoubts(learned, calls);
  return {
    check: {
      replays: isFine(outcome),
      varies: learned.variables.flatMap(({ places: [first] }) =>
        first === undefined || first.call === 0 ? [] : [{ call: first.call, at: first.at }],
      ),
      message: describeCheck(outcome, displayPath(recording.file)),
      ...(steady.unwritten && { unwritten: true }),
    },
    found: {
      ...(changed.length + drift.length > 0 && { changed: true }),
      ...(paste !== undefined && { paste }),
      ...(pins.length > 0 && { pins }),
      ...openOf(learned),
      evidence,
    },
    trace,
    shown,
  };
}

/** Of a server that fails now nothing is learned: what the cassette knows would be lost. */
function describeBroken(made: Made): Checked {
  const { trace, shown, recording } = made;
  const facts = { trace, recorded: recording.trace, failed: listFailed(made), gone: listGone(made) };
  return { check: { replays: false, varies: [], message: describeFailure(facts), unwritten: true }, trace, shown };
}

/** What is still unexplained, with values as short as in the cassette. */
function openOf(learned: Learned): Pick<RecordedFacts, "unstable" | "doubtful"> {
  const { unstable, doubtful } = readLearned(buildLearned(learned));
  return { ...(unstable.length > 0 && { unstable }), ...(doubtful.length > 0 && { doubtful }) };
}

/** True where only the seen values differ. */
function isSameShape(one: Learned, other: Learned): boolean {
  const [now, before] = [one, other].map(
    ({ variables, unstable, orders, grows, lengths = [], columns = [], races, doubtful }) =>
      canonicalJson(
        toJson({
          orders,
          grows,
          lengths: lengths.map(({ seen: __, said: ___, off: ____, ...list }) => list),
          columns,
          races,
          doubtful,
          variables: variables.map(({ seen: [recorded], ...variable }) => ({ ...variable, recorded })),
          unstable: unstable.map(({ seen: __, why: ___, ...place }) => place),
        }),
      ),
  );
  return now === before;
}

function covers(at: string, path: string): boolean {
  return path === at || path.startsWith(`${at}/`) || at.startsWith(`${path}/`);
}

/** Removes places that the config ignores. A field that is not always there stays: nothing else would report it. */
function withoutIgnored(unstable: readonly Unstable[], trace: Trace, rules: DriftRules): Unstable[] {
  const others = withoutFree(unstable, trace, { ...rules, varies: [] });
  return unstable.filter((one) => others.includes(one) || one.why === "a field that is not always there");
}

/** Removes places where the config accepts any value. */
function withoutFree(unstable: readonly Unstable[], { steps }: Trace, rules: DriftRules): Unstable[] {
  const placeRules = buildPlaceRules(rules);
  const tools = new Map(callsOf({ steps }).map(({ id, tool }) => [id, tool]));
  return unstable.filter(({ call, at }) => {
    const free = placeRules(tools.get(call) ?? "");
    return call === 0 || (!free.ignored(at) && !free.varies(at));
  });
}

/** The texts in the expected state of a step. */
function statesOf({ expectedState: state }: Workflow["steps"][number]): string[] {
  if (state === undefined) return [];
  if (typeof state === "string") return [state];
  return "equals" in state && typeof state.equals === "string" ? [state.equals] : [];
}
