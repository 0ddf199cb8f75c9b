// Aligns the runs of the checks with the recording, call by call, and returns the places seen before a turn.
import { leavesOf } from "../reading/leaves.js";
import { align } from "./align.js";
import { isLong } from "./chance.js";
import type { Pairing, Known } from "./leaf-pair.js";
import { viewLeavesOf } from "./leaves.js";
import { markMoved } from "./moved-values.js";
import { lostChunks } from "./lost.js";
import { GivenWords } from "./given-words.js";
import { KnownPlaces } from "./known-places.js";
import { shareNoun } from "./names.js";
import { piecesOf } from "./pieces.js";
import { tokensOf } from "./tokens.js";
import { observe, type Observed } from "./observe.js";
import { startMoment, viewCall, viewContract, type Run, type RunCall } from "./run.js";
import type { Exact } from "../json/exact.js";

/** Aligns one check with the recording. Calls are added in the order of the run. */
export class Beside {
  /** The live values of recorded ones, with the tool that returned them. */
  private readonly known: { recorded: string; live: string; tool: string }[] = [];
  /** Keyed by the ordinal of the call; 0 is the contract. */
  readonly pairings = new Map<number, Pairing>();
  readonly calls: RunCall[] = [];

  constructor(
    private readonly recorded: RecordingBeside,
    readonly run: Pick<Run, "contract" | "startedAt">,
  ) {
    this.lay(0, "", viewContract(run.contract));
  }

  /** Adds the next call of the check, at the position of the recording's next call. */
  add(call: RunCall): void {
    const recorded = this.recorded.run.calls[this.calls.length];
    if (recorded === undefined) return;
    this.calls.push(call);
    this.lay(recorded.id, recorded.tool, viewCall(call));
  }

  private lay(id: number, tool: string, live: Exact): void {
    const pairing = align(this.recorded.views.get(id) ?? null, live, this.knownTo(tool));
    this.pairings.set(id, pairing);
    for (const [one, other] of pairing.differences()) this.known.push({ recorded: one, live: other, tool });
  }

  /** Returns what the texts of the recorded call contain and this run does not. */
  lost(id: number): string[] {
    const at = this.recorded.run.calls.findIndex((call) => call.id === id);
    const live = this.calls[at];
    const view = this.recorded.views.get(id);
    if (view === undefined || live === undefined) return [];
    return (this.pairings.get(id)?.issues ?? []).flatMap((issue): string[] => {
      if (issue.why === "new" || issue.why === "boolean") return [];
      if (issue.why === "text") return lostChunks(issue.recorded, issue.live);
      const inside = viewLeavesOf(view, "").filter(
        (leaf) => leaf.at === issue.at || leaf.at.startsWith(`${issue.at}/`),
      );
      return lostChunks(
        inside.map(({ value }) => value),
        viewCall(live),
      );
    });
  }

  /** A short value of an unrelated tool says nothing about this tool's values. */
  private knownTo(tool: string): Known {
    const values = new Map<string, string>();
    for (const known of this.known) {
      const isRelated = isLong(known.recorded) || shareNoun(known.tool, tool);
      if (isRelated && !values.has(known.recorded)) values.set(known.recorded, known.live);
    }
    return { values };
  }
}

/** A recording with what Claude was given of each call. */
export class RecordingBeside {
  readonly views = new Map<number, Exact>();

  constructor(readonly run: Run) {
    this.views.set(0, viewContract(run.contract));
    for (const call of run.calls) this.views.set(call.id, viewCall(call));
  }

  /** Aligns a finished check with this recording. */
  beside(check: Run): Beside {
    const beside = new Beside(this, check);
    for (const call of check.calls) beside.add(call);
    return beside;
  }
}

/** Returns whole values and the pieces of texts. */
function valuesIn(view: Exact): string[] {
  return leavesOf(view).flatMap(({ text }) => [text, ...piecesOf(text).map((piece) => piece.text)]);
}

/** The places of the recording that all checks have reached, each call observed once. */
export class Observations {
  private readonly byCall = new Map<number, Observed[]>();
  private readonly known = new KnownPlaces();
  private readonly words: GivenWords;
  /** How many calls, with the contract, are among the known places. */
  private added = 0;

  constructor(
    private readonly recording: RecordingBeside,
    private readonly checks: readonly Beside[],
  ) {
    this.words = new GivenWords(recording.run);
  }

  /** Returns the words of prompts and of earlier arguments. Ask in the order of the run. */
  given(call: number): GivenWords {
    return this.words.before(call);
  }

  /** Returns the places of the contract and of the calls of earlier turns. Ask in the order of the run. */
  before(turn: number): KnownPlaces {
    const earlier = [0, ...this.recording.run.calls.flatMap((call) => (call.turn < turn ? [call.id] : []))];
    for (const id of earlier.slice(this.added)) this.known.add(this.of(id));
    this.added = Math.max(this.added, earlier.length);
    return this.known;
  }

  /**
   * Returns recorded values of earlier turns that a check lost: it has no place for them, and no other place has them.
   */
  private valuesLostBefore(turn: number): ReadonlySet<string> {
    const earlier = this.recording.run.calls.filter((call) => call.turn < turn).map(({ id }) => id);
    const shrunk = earlier.filter((id) =>
      this.checks.some(({ pairings }) => (pairings.get(id)?.issues.length ?? 0) > 0),
    );
    if (shrunk.length === 0) return new Set();
    const lost = new Set(shrunk.flatMap((id) => valuesIn(this.recording.views.get(id) ?? null)));
    for (const { seen } of this.before(turn).all) {
      for (const text of [seen[0] ?? "", ...tokensOf(seen[0] ?? "").map((token) => token.text)]) lost.delete(text);
    }
    return lost;
  }

  /** Returns the chunks of texts from earlier turns that a check lost. */
  private chunksLostBefore(turn: number): ReadonlySet<string> {
    const earlier = this.recording.run.calls.filter((call) => call.turn < turn);
    return new Set(earlier.flatMap(({ id }) => this.checks.flatMap((check) => check.lost(id))));
  }

  /** Returns everything of the calls of earlier turns that a check lost. */
  lostBefore(turn: number): { values: ReadonlySet<string>; chunks: ReadonlySet<string> } {
    return { values: this.valuesLostBefore(turn), chunks: this.chunksLostBefore(turn) };
  }

  of(id: number): Observed[] {
    const done = this.byCall.get(id);
    if (done !== undefined) return done;
    const pairings = this.checks.flatMap((check) => check.pairings.get(id) ?? []);
    if (pairings.length < this.checks.length) return [];
    const observed = observe(this.callOf(id), pairings);
    if (id > 0) markMoved(observed, this.recording.views.get(id) ?? null, this.liveViews(id));
    this.byCall.set(id, observed);
    return observed;
  }

  private liveViews(id: number): Exact[] {
    const at = this.recording.run.calls.findIndex((call) => call.id === id);
    return this.checks.flatMap(({ calls }) => {
      const call = calls[at];
      return call === undefined ? [] : [viewCall(call)];
    });
  }

  private callOf(id: number): Parameters<typeof observe>[0] {
    const at = this.recording.run.calls.findIndex((call) => call.id === id);
    const recorded = this.recording.run.calls[at];
    if (recorded === undefined) {
      const runs = [this.recording.run, ...this.checks.map(({ run }) => run)];
      return {
        call: 0,
        turn: 0,
        tool: "",
        moments: runs.map((run) => startMoment({ ...run, prompts: [], calls: [] })),
      };
    }
    const moments = [recorded.moment, ...this.checks.flatMap((check) => check.calls[at]?.moment ?? [])];
    return { call: id, turn: recorded.turn, tool: recorded.tool, moments };
  }
}
