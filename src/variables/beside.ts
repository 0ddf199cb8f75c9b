// Aligns the runs of the checks with the recording, call by call, and returns the places seen before a turn.
import { toolWithInserts } from "./arguments.js";
import { leavesOf } from "../reading/leaves.js";
import { appendTo } from "../append-to.js";
import { align } from "./align.js";
import { isLong, isUnlikely } from "./chance.js";
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
import { isExactObject, type Exact } from "../json/exact.js";
import { entriesOf, itemsOf, rowsOfText } from "../reading/rows.js";
import { jsonOfText } from "../reading/text-json.js";
import { canonOf } from "./shapes.js";

/** Aligns one check with the recording. What a call teaches depends on the calls that were added before it. */
export class Beside {
  /** The live values of recorded ones. */
  private readonly known: KnownValue[] = [];
  private readonly knownByLive = new Map<string, KnownValue[]>();
  /** Keyed by the ordinal of the call; 0 is the contract. */
  readonly pairings = new Map<number, Pairing>();
  readonly calls: RunCall[] = [];

  constructor(
    private readonly recorded: RecordingBeside,
    readonly run: Pick<Run, "contract" | "startedAt">,
  ) {
    this.lay(0, "", viewContract(run.contract));
  }

  /** Adds a call of the check at a position (from 0) among the recording's calls. Default: the next one. */
  add(call: RunCall, at = this.calls.length): void {
    const recorded = this.recorded.run.calls[at];
    if (recorded === undefined) return;
    this.calls[at] = call;
    this.lay(recorded.id, recorded.tool, viewCall(call));
  }

  private lay(id: number, tool: string, live: Exact): void {
    const pairing = align(this.recorded.views.get(id) ?? null, live, this.knownTo(tool));
    this.pairings.set(id, pairing);
    for (const [one, other] of pairing.differences()) {
      const known = { recorded: one, live: other, tool };
      this.known.push(known);
      appendTo(this.knownByLive, other, known);
    }
    if (id > 0) this.recorded.noteRows(this, tool, live);
  }

  /** True for a value that this check has in place of a recorded one. */
  hasMade(tool: string, value: string): boolean {
    return this.knownByLive.get(value)?.some((known) => isRelated(known, tool)) === true;
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

  /** Values that are hardly in a list by chance, also those of tools that are not related. */
  private unlikelyTo(tool: string): ReadonlyMap<string, string> {
    const others = this.known.filter((known) => !isRelated(known, tool) && isUnlikely(known.recorded));
    return new Map(others.toReversed().map(({ recorded, live }) => [recorded, live]));
  }

  /** A short value of an unrelated tool says nothing about this tool's values. */
  private knownTo(tool: string): Known {
    const values = new Map<string, string>();
    for (const known of this.known) {
      if (isRelated(known, tool) && !values.has(known.recorded)) values.set(known.recorded, known.live);
    }
    return {
      values,
      left: (row) => this.recorded.hasRow(this, tool, row),
      unlikely: this.unlikelyTo(tool),
      made: (value) => this.recorded.hasMade(this, tool, value),
    };
  }
}

/** A value of the recording in a check, with the tool that returned it. */
interface KnownValue {
  recorded: string;
  live: string;
  tool: string;
}

function isRelated(known: KnownValue, tool: string): boolean {
  return isLong(known.recorded) || shareNoun(known.tool, tool);
}

/** A recording with what Claude was given of each call. */
export class RecordingBeside {
  readonly views = new Map<number, Exact>();
  private readonly checks = new Set<Beside>();
  /** The rows of the lists that each run was given. */
  private given: { check?: Beside; tool: string; rows: () => ReadonlySet<string> }[] = [];

  constructor(readonly run: Run) {
    this.views.set(0, viewContract(run.contract));
    for (const call of run.calls) {
      const view = viewCall(call);
      this.views.set(call.id, view);
      this.given.push({ tool: call.tool, rows: rowsIn(view) });
    }
  }

  /** Keeps what a check was given: later checks meet its rows. */
  noteRows(check: Beside, tool: string, view: Exact): void {
    this.checks.add(check);
    this.given.push({ check, tool, rows: rowsIn(view) });
  }

  /** Takes back all rows of a check. */
  forget(check: Beside): void {
    this.checks.delete(check);
    this.given = this.given.filter((one) => one.check !== check);
  }

  /** True where the recording, or a check other than this one, had this row in a list of a tool. */
  hasRow(check: Beside | undefined, tool: string, row: string): boolean {
    const isOther = (other: Beside | undefined): boolean =>
      other === undefined || (check !== undefined && other !== check);
    return this.given.some((other) => isOther(other.check) && other.tool === tool && other.rows().has(row));
  }

  /** True for a value that another check has in place of a recorded one. */
  hasMade(check: Beside, tool: string, value: string): boolean {
    return [...this.checks].some((other) => other !== check && other.hasMade(tool, value));
  }

  /** Aligns a finished check with this recording. */
  beside(check: Run): Beside {
    const beside = new Beside(this, check);
    for (const call of check.calls) beside.add(call);
    return beside;
  }
}

/** Returns the elements of all arrays and the lines of all texts, as {@link canonOf} writes them; read when asked for. */
function rowsIn(view: Exact): () => ReadonlySet<string> {
  let rows: Set<string> | undefined;
  const add = (value: Exact, found: Set<string>): void => {
    if (typeof value === "string") {
      const json = jsonOfText(value);
      if (json !== undefined) add(json, found);
      else {
        for (const line of rowsOfText(value)) {
          found.add(canonOf(line));
          if (typeof line !== "string") add(line, found);
        }
        for (const item of itemsOf(value)) found.add(canonOf(item));
      }
    } else if (Array.isArray(value)) {
      for (const part of value) {
        found.add(canonOf(part));
        add(part, found);
      }
    } else if (isExactObject(value)) {
      for (const entry of entriesOf(value) ?? []) found.add(canonOf(entry));
      for (const part of Object.values(value)) add(part, found);
    }
  };
  return () => {
    if (rows === undefined) {
      rows = new Set();
      add(view, rows);
    }
    return rows;
  };
}

/** Returns whole values and the pieces of texts. */
function valuesIn(view: Exact): string[] {
  return leavesOf(view).flatMap(({ text }) => [text, ...piecesOf(text).map((piece) => piece.text)]);
}

/** Returns the names of properties, which may be ids, and their pieces. */
function namesIn(view: Exact): Set<string> {
  if (Array.isArray(view)) return new Set(view.flatMap((part) => [...namesIn(part)]));
  if (!isExactObject(view)) return new Set();
  return new Set(
    Object.entries(view).flatMap(([name, part]) => [name, ...piecesOf(name).map(({ text }) => text), ...namesIn(part)]),
  );
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
    for (const id of shrunk) {
      const live = this.liveViews(id).map(namesIn);
      for (const name of namesIn(this.recording.views.get(id) ?? null))
        if (!live.every((names) => names.has(name))) lost.add(name);
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
    return { call: id, turn: recorded.turn, tool: toolWithInserts(recorded), moments };
  }
}
