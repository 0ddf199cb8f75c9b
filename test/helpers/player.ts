// Holds a live run to what was learned, call by call: with the product's own values, its arguments and its comparison.
import { LiveValues } from "../../src/drift/live-values.js";
import { Pairs } from "../../src/drift/pairs.js";
import type { MadeCall } from "../../src/drift/pins.js";
import { prepareCall } from "../../src/drift/prepare-call.js";
import type { JsonObject } from "../../src/json/value.js";
import type { DriftPlace } from "../../src/trace/drift.js";
import { RecordingBeside } from "../../src/variables/beside.js";
import { compareCall } from "../../src/variables/compare.js";
import { withLearnedLines } from "../../src/variables/lines-of-json.js";
import { endsGround, type VariableFinding } from "../../src/variables/finding.js";
import type { Learned } from "../../src/variables/learned.js";
import type { Pin } from "../../src/variables/pins.js";
import { startMoment, viewCall, viewContract, type Run, type RunCall } from "../../src/variables/run.js";

/** Why a turn cannot be played. */
export interface Stop {
  turn: number;
  call: number;
  at: string;
  why: "doubtful" | "derived" | "unread" | "aged";
  value: string;
}

/** Plays a recording against a live run. */
export class Player {
  private readonly recording: RecordingBeside;
  private readonly values: LiveValues;
  private readonly pairs = new Pairs();
  private readonly made: MadeCall[] = [];
  private readonly races: ReadonlySet<number>;

  constructor(
    private readonly learned: Learned,
    recorded: Run,
    private readonly pins: readonly Pin[] = [],
  ) {
    this.recording = new RecordingBeside(withLearnedLines(recorded, learned));
    this.values = new LiveValues(learned, recorded.calls, this.pairs);
    this.races = new Set(learned.races.flat());
  }

  private get rules() {
    const { index, bindings } = this.values;
    return { index, bindings };
  }

  /** Compares the contract. Before the first call. */
  contract(live: Pick<Run, "contract" | "startedAt">): VariableFinding[] {
    const recorded = this.recording.run;
    const moments = { recorded: startMoment(recorded), live: startMoment({ ...recorded, ...live }) };
    const view = this.recording.views.get(0) ?? null;
    return compareCall(view, viewContract(live.contract), { call: 0, ...moments, ...this.rules }).filter(
      ({ why, class: kind }) => why !== "new" && kind !== "volatile",
    );
  }

  /** The arguments of a recorded call with live values put in, or why it cannot be made. `now` in epoch milliseconds. */
  prepare(call: RunCall, now: number): { arguments: JsonObject } | { stop: Stop } {
    const { values, pairs, pins, made } = this;
    const prepared = prepareCall(call.arguments, {
      call: call.id,
      tool: call.tool,
      values,
      pairs,
      pins,
      made,
      prompts: this.recording.run.prompts,
      recordedAt: call.moment.callStart,
      now,
      placeOf: (id, path) => this.placeOf(id, path),
    });
    const [problem] = prepared.problems;
    if (problem === undefined) return { arguments: prepared.arguments };
    const { path: at, value, note, acceptable } = problem;
    const doubt = this.learned.doubtful.find((one) => one.call === call.id && one.at === at);
    const isUnread = note.startsWith("the live value for");
    const why = acceptable ? "aged" : isUnread ? "unread" : doubt?.derived === undefined ? "doubtful" : "derived";
    const isChosen = doubt === undefined && !isUnread && !acceptable;
    return { stop: { turn: call.turn, call: call.id, at, why: isChosen ? "derived" : why, value } };
  }

  private placeOf(call: number, path: string): DriftPlace {
    const tool = this.recording.run.calls.find(({ id }) => id === call)?.tool;
    return { part: "result", call, ...(tool !== undefined && { tool }), path };
  }

  /** Compares the live side of a recorded call. */
  settle(recorded: RunCall, live: Pick<RunCall, "outcome" | "requests" | "moment">): VariableFinding[] {
    const { id: call, tool, outcome } = recorded;
    this.made.push({ place: this.placeOf(call, ""), tool, recorded: outcome, live: live.outcome });
    const pair = { call, recorded: recorded.moment, live: live.moment, ...this.rules };
    const view = this.recording.views.get(call) ?? null;
    const { lines = new Set<number>() } = this.recording.run.calls.find(({ id }) => id === call) ?? {};
    const found = compareCall(view, viewCall({ ...live, lines }), pair).filter(
      ({ class: kind }) => kind !== "volatile",
    );
    return this.races.has(call) ? found.map((finding) => ({ ...finding, why: "race" })) : found;
  }
}

/** What a live run comes to. */
export interface Held {
  findings: VariableFinding[];
  /** The arguments of each call that the recording would send in this run. */
  sent: { call: number; arguments: JsonObject }[];
  /** The turn that could not be played. */
  stopped?: Stop;
  /** True where the recording was played to its end on ground. */
  green: boolean;
}

/** Holds a whole live run to what was learned. The run ends at the first turn that is not grounded. */
export function hold(learned: Learned, recorded: Run, live: Run, pins: readonly Pin[] = []): Held {
  const player = new Player(learned, recorded, pins);
  const findings = player.contract(live);
  const sent: Held["sent"] = [];
  for (const [at, call] of recorded.calls.entries()) {
    const isNewTurn = recorded.calls[at - 1]?.turn !== call.turn;
    if (isNewTurn && findings.some(endsGround)) return { findings, sent, green: false };
    const prepared = player.prepare(call, live.calls[at]?.moment.callStart ?? live.startedAt);
    if ("stop" in prepared) return { findings, sent, stopped: prepared.stop, green: false };
    sent.push({ call: call.id, arguments: prepared.arguments });
    const answer = live.calls[at];
    if (answer === undefined) return { findings, sent, green: false };
    findings.push(...player.settle(call, answer));
  }
  return { findings, sent, green: !findings.some(endsGround) };
}

/** What the comparison finds in a run whose calls were made with other arguments than now, whatever comes before. */
export function findingsIn(learned: Learned, recorded: Run, live: Run): VariableFinding[] {
  const player = new Player(learned, recorded);
  const settled = recorded.calls.flatMap((call, at) => {
    const answer = live.calls[at];
    return answer === undefined ? [] : [{ call, answer }];
  });
  return [...player.contract(live), ...settled.flatMap(({ call, answer }) => player.settle(call, answer))].filter(
    endsGround,
  );
}
