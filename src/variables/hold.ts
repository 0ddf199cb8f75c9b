// Holds a live run to what was learned: puts variables into calls, reads them in results, and finds what else differs.
import type { JsonObject } from "../json/value.js";
import { argumentLeaves, putInto, type Replacement } from "./arguments.js";
import { Bindings } from "./bindings.js";
import { findRechosen, type Sides } from "./chosen.js";
import { pairArguments } from "./chosen-in-checks.js";
import { compareCall } from "./compare.js";
import { endsGround, type Finding } from "./finding.js";
import { LearnedIndex } from "./index-learned.js";
import { seenText, type Learned, type SentPlace } from "./learned.js";
import { rangeOf } from "./observe.js";
import { makeAs, type MadeAs, type Pin } from "./pins.js";
import { startMoment, viewCall, viewContract, type Run, type RunCall } from "./run.js";
import { Recording } from "./beside.js";

/** Why a turn cannot be played. */
export interface Stop {
  turn: number;
  call: number;
  at: string;
  why: "doubtful" | "derived" | "unread";
  value: string;
}

/** The arguments with which a call is made now, or why it cannot be made. */
export type Prepared = { arguments: JsonObject; put: Replacement[] } | { stop: Stop };

/** Plays a recording against a live run, call by call. Guesses nothing. */
export class Player {
  private readonly recording: Recording;
  private readonly index: LearnedIndex;
  private readonly bindings: Bindings;
  private readonly made: Sides[] = [];
  private readonly races: ReadonlySet<number>;

  constructor(
    private readonly learned: Learned,
    recorded: Run,
    private readonly pins: readonly Pin[] = [],
  ) {
    this.recording = new Recording(recorded);
    this.index = new LearnedIndex(learned, recorded);
    this.bindings = Bindings.of(this.index);
    this.races = new Set(learned.races.flat());
  }

  /** Compares the contract. Before the first call. */
  contract(live: Pick<Run, "contract" | "startedAt">): Finding[] {
    const recorded = this.recording.run;
    const moments = { recorded: startMoment(recorded), live: startMoment({ ...recorded, ...live }) };
    const view = this.recording.views.get(0) ?? null;
    const { index, bindings } = this;
    return compareCall(view, viewContract(live.contract), { call: 0, ...moments, index, bindings }).filter(
      ({ why, class: kind }) => why !== "new" && kind !== "volatile",
    );
  }

  /** The arguments of a recorded call, with live values put in. */
  prepare(call: RunCall): Prepared {
    const doubt = this.learned.doubtful.find((one) => one.call === call.id);
    if (doubt !== undefined) {
      const why = doubt.derived === undefined ? "doubtful" : "derived";
      return { stop: { turn: call.turn, call: call.id, at: doubt.at, why, value: seenText(doubt.value) } };
    }
    const put: Replacement[] = [];
    for (const [index, variable] of this.learned.variables.entries()) {
      for (const place of variable.sent) {
        if (place.call !== call.id || place.by === "literal") continue;
        const live = this.bindings.valueOf(index);
        const recorded = place.by === "pin" ? recordedAt(call, place) : seenText(variable.seen[0]);
        if (live === undefined) {
          const value = seenText(variable.seen[0]);
          return { stop: { turn: call.turn, call: call.id, at: place.at, why: "unread", value } };
        }
        put.push({ at: place.at, token: place.token, recorded, value: makeAs(live, this.madeAs(call, place)) });
      }
    }
    const args = putInto(call.arguments, put);
    const { prompts } = this.recording.run;
    const chosen = findRechosen(pairArguments(call, args, this.pins), this.made, prompts);
    if (chosen !== undefined) {
      return { stop: { turn: call.turn, call: call.id, at: chosen.at, why: "derived", value: chosen.recorded } };
    }
    return { arguments: args, put };
  }

  private madeAs(call: RunCall, place: SentPlace): MadeAs | undefined {
    if (place.by !== "pin") return undefined;
    return this.pins.find((pin) => pin.argument === place.at && pin.into === call.tool)?.as;
  }

  /** Compares the live side of a recorded call. */
  settle(recorded: RunCall, live: Pick<RunCall, "outcome" | "requests" | "moment">): Finding[] {
    const { index, bindings } = this;
    this.made.push({ recorded: recorded.outcome, live: live.outcome });
    const pair = { call: recorded.id, recorded: recorded.moment, live: live.moment, index, bindings };
    const view = this.recording.views.get(recorded.id) ?? null;
    const found = compareCall(view, viewCall(live), pair).filter(({ class: kind }) => kind !== "volatile");
    return this.races.has(recorded.id) ? found.map((finding) => ({ ...finding, why: "race" })) : found;
  }

  /** The live value of each variable that was read, by name. */
  values(): Map<string, string> {
    return new Map(
      this.learned.variables.flatMap(({ name }, index): [string, string][] => {
        const value = this.bindings.valueOf(index);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }
}

function recordedAt(call: RunCall, { at, token }: SentPlace): string {
  const leaf = argumentLeaves(call.arguments).find((one) => one.at === at);
  const range = leaf === undefined ? undefined : rangeOf(leaf.value, token);
  return leaf === undefined || range === undefined ? "" : leaf.value.slice(range.start, range.end);
}

/** What a live run comes to. */
export interface Held {
  findings: Finding[];
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
    const prepared = player.prepare(call);
    if ("stop" in prepared) return { findings, sent, stopped: prepared.stop, green: false };
    sent.push({ call: call.id, arguments: prepared.arguments });
    const answer = live.calls[at];
    if (answer === undefined) return { findings, sent, green: false };
    findings.push(...player.settle(call, answer));
  }
  return { findings, sent, green: !findings.some(endsGround) };
}
