// Compares a live run with its recording step by step: finds drift, and tells for each turn whether it is still
// evidence.
// Both sides have the machine's places hidden. Must not know where the live side comes from.
import { buildPointer } from "../json/pointer.js";
import { callsOf, turnsOf } from "../trace/read.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { Drift, DriftPlace, ReadVariable, Substitution } from "../trace/drift.js";
import type { JsonValue } from "../json/value.js";
import type { Call, CallOutcome, ModelBlock, ServerIdentity, ServerRequest, Trace, Turn } from "../trace/trace.js";
import type { Learned } from "../variables/learned.js";
import type { SaidByCalls } from "../variables/left-words.js";
import type { Moment } from "../variables/moment.js";
import { compareOutcomes } from "./compare-outcome.js";
import { findProtocolDrift } from "./compare-protocols.js";
import { ContractComparer } from "./contract-comparer.js";
import { noteLost, ResultValues, type Before } from "./lost.js";
import { readDate } from "../reading/dates.js";
import { withoutAbyss } from "./depth.js";
import { describeDrift } from "../trace/describe-drift.js";
import type { Difference, LeafContext } from "./leaf-context.js";
import { Ledger, type DriftEffect } from "./ledger.js";
import { LiveValues } from "./live-values.js";
import { Pairs } from "./pairs.js";
import { noteDeadEnds } from "./look-ahead.js";
import type { MadeCall } from "./pins.js";
import { prepareTurn, type PreparedTurn } from "./prepare-turn.js";
import { readableOf } from "./readable.js";
import { buildPlaceRules, type DriftRules, type PlaceRules } from "./rules.js";
import { compareRequests, type RequestDifference } from "./requests.js";
import { Sampled, type SampledView } from "./sampled.js";
import { Seen } from "./seen.js";
import { SentValues } from "./sent.js";
import { withSettled } from "./set-back.js";
import { losesGround } from "../trace/drift-classes.js";

export interface ComparerInput {
  recorded: Trace;
  /** What the cassette learned about values that differ on their own. */
  learned: Learned;
  rules: DriftRules;
  /** Texts that we give Claude: system prompt and user messages. */
  prompts: readonly string[];
  /** Tools that the suite expects to be called. */
  expectedTools: readonly string[];
  /** What the recorded calls of the suite's other workflows say, whose rows are in lists that grow. */
  others?: SaidByCalls | undefined;
  /** When the live run started, in epoch milliseconds. */
  liveStartedAt: number;
  /**
   * Milliseconds by which the live moments are ahead of the machine's clock: in a check that moved the server's clock.
   */
  liveAhead?: number;
  /** Live values known from the start for recorded ones: redacted values that are at hand. */
  known?: readonly { recorded: string; live: string }[];
  /** True for the placeholder of a secret whose value is put in before a call is made. */
  isAtHand?: (placeholder: string) => boolean;
}

/** The live side of a call. */
export interface LiveCall {
  outcome: CallOutcome;
  /** When it was made, in epoch milliseconds. */
  startedAt: number;
  /** Milliseconds until its outcome. */
  ms: number;
  /** What the server asked its client during the call. */
  serverRequests: readonly ServerRequest[];
}

/** A recorded turn as it has to be played now. */
export type TurnView =
  | { grounded: true; content: ModelBlock[] }
  /** `sendable`: no value is missing, so its calls can be made for information. */
  | { grounded: false; content: ModelBlock[]; sendable: boolean; because: Drift[]; message: string };

/** Compares one live run with its recording. Call its methods in the order of the run. */
export interface Comparer {
  /** Call once, before the first turn. */
  contract(live: Contract): Drift[];
  /** Call before each turn (from 1) for which the tools were listed again. */
  tools(turn: number, live: readonly Tool[]): Drift[];
  /** Returns whether a turn is evidence, and its content with live values put in. `now` in epoch milliseconds. */
  turn(turn: number, now: number): TurnView;
  /** Answers a sampling request that the server makes during the calls of a turn. */
  sampled(turn: number, params: JsonValue | undefined, now: number): SampledView;
  /** Compares the protocol versions of this run. */
  protocol(identity: ServerIdentity): void;
  /** Compares the finished calls of a turn: their live sides in the turn's order, whatever order they finished in. */
  settle(turn: number, calls: readonly LiveCall[]): Drift[];
  drift(): Drift[];
  /** The drift because of which no later turn is evidence, in whichever conversation it is. */
  ungrounded(): Drift[];
  /**
   * Ends the run and looks at the turns that were not played. Returns why one of them can never be played, whatever is
   * accepted; the drift that caused it says so too.
   */
  lookAhead(): string | undefined;
  /** Notes that the server failed, which it did not when it was recorded. `message` says how; `server`: of several. */
  serverFailed(message: string, server?: string): void;
  /** Drift that was accepted: by its id, or by a config that accepts its class. */
  accepted(): Drift[];
  substitutions(): Substitution[];
  /** The live values in the places of redacted ones, secrets among them. Nothing else may read them. */
  secrets(): { recorded: string; live: string }[];
  /** Groups of calls that raced each other when the recording was checked, and that drifted now. */
  raced(): number[][];
  /** Number of redacted places whose live values were not compared. */
  notCompared(): number;
  /** The variables that were read and differ from their recorded values. */
  variables(): ReadVariable[];
}

/** Creates a comparer. */
export function createComparer(input: ComparerInput): Comparer {
  return new RunComparer(input);
}

const RACED = "concurrent calls, whose outcomes depend on which of them comes first";
const NOTED: DriftEffect = { from: 1, acceptable: true };

class RunComparer implements Comparer {
  private readonly turns: readonly Turn[];
  private readonly stepOfTurn: readonly number[];
  private readonly start: number;
  private readonly ledger: Ledger;
  private readonly sent: SentValues;
  private readonly placeRules: (tool: string) => PlaceRules;
  private readonly pairs = new Pairs();
  private readonly values: LiveValues;
  private readonly recordedCalls: ReadonlyMap<number, { call: Call; turn: number }>;
  private readonly before: Before = { given: new Seen(), recorded: new Seen() };
  private readonly made: MadeCall[] = [];
  private readonly used = new Map<string, Substitution>();
  private readonly prepared = new Map<number, PreparedTurn>();
  private readonly sampling: Sampled;
  private readonly contracts: ContractComparer;

  constructor(private readonly input: ComparerInput) {
    const { recorded, rules, learned, prompts, known = [] } = input;
    this.turns = turnsOf(recorded);
    this.stepOfTurn = recorded.steps.flatMap((step, at) => step.turns.map(() => at + 1));
    this.start = readDate(recorded.startedAt)?.at ?? Number.NaN;
    this.ledger = new Ledger(recorded.workflow, rules);
    this.sent = new SentValues(recorded);
    this.placeRules = buildPlaceRules(rules);
    this.values = new LiveValues(learned, callsOf(recorded), this.pairs, input.others);
    const calls = this.turns.flatMap((turn, at) =>
      turn.calls.map((call) => [call.id, { call, turn: at + 1 }] as const),
    );
    this.recordedCalls = new Map(calls);
    this.contracts = new ContractComparer({ ...input, start: this.start, ledger: this.ledger, values: this.values });
    this.sampling = new Sampled({
      turns: this.turns,
      pairs: this.pairs,
      contextOf: (call, at) => this.contextOf(call, { startedAt: at, ms: 0 }),
      note: (difference, call, turn) => this.noteSampled(difference, call, turn),
    });
    for (const pair of known) this.pairs.add({ ...pair, from: { part: "run", path: "" } });
    for (const prompt of prompts) this.before.given.add(prompt);
  }

  contract(live: Contract): Drift[] {
    return this.contracts.compare(live);
  }

  tools(turn: number, live: readonly Tool[]): Drift[] {
    return this.contracts.compareTools(turn, live);
  }

  turn(turn: number, now: number): TurnView {
    const recorded = this.turns[turn - 1];
    if (recorded === undefined) {
      return { grounded: false, content: [], sendable: false, because: [], message: "the recording ends here" };
    }
    const { pairs, made, values } = this;
    const { rules, prompts, isAtHand } = this.input;
    const prepared = prepareTurn(recorded, {
      values,
      pairs,
      placeOf: (call, path) => this.placeOfCall(call, path),
      pins: rules.pins,
      made,
      prompts,
      now,
      start: this.start,
      isAtHand,
    });
    this.prepared.set(turn, prepared);
    const lost = this.ledger.before(turn);
    // A missing value matters only where the call would be played.
    const because = lost.length > 0 ? lost : this.noteProblems(prepared, turn);
    for (const put of prepared.used) this.used.set(put.recorded, put);
    const { content, sendable } = prepared;
    const [first] = because;
    if (first === undefined) return { grounded: true, content };
    const more = because.length === 1 ? "" : `, and ${String(because.length - 1)} more`;
    return { grounded: false, content, sendable, because, message: describeDrift(first) + more };
  }

  private noteProblems({ problems }: PreparedTurn, turn: number): Drift[] {
    for (const { call, tool, path, value, note, acceptable } of problems) {
      const where: DriftPlace = { part: "arguments", step: this.stepOfTurn[turn - 1] ?? 0, turn, call, tool, path };
      const effect = { from: turn, acceptable };
      this.ledger.add({ class: "changed", where, recorded: value, note }, effect);
    }
    return this.ledger.before(turn);
  }

  sampled(turn: number, params: JsonValue | undefined, now: number): SampledView {
    return this.sampling.ask(turn, params, now);
  }

  private noteSampled(difference: Difference, call: Call | undefined, turn: number): Drift | undefined {
    const { path, lost: _, ...rest } = difference;
    const pointer = buildPointer(path);
    const step = this.stepOfTurn[turn - 1] ?? 0;
    const where: DriftPlace =
      call === undefined ? { part: "result", step, turn, path: pointer } : this.placeOf(call, turn, pointer);
    // A request that was not recorded has no answer, so nobody can accept it.
    const acceptable = difference.class !== "changed" || difference.recorded !== undefined || path.length > 1;
    return this.ledger.add({ ...rest, where }, { from: turn + 1, acceptable });
  }

  protocol(identity: ServerIdentity): void {
    for (const drift of findProtocolDrift(this.input.recorded.server, identity)) this.ledger.add(drift, NOTED);
  }

  settle(turn: number, calls: readonly LiveCall[]): Drift[] {
    const recorded = this.turns[turn - 1]?.calls ?? [];
    for (const call of recorded) this.before.given.add(call.arguments);
    // What the client answered is not a value of the server, even when it comes back.
    for (const { answer } of recorded.flatMap((call) => call.serverRequests)) {
      if (answer === undefined) continue;
      this.before.given.add(answer);
    }
    return recorded.flatMap((call, at) => {
      const live = calls[at];
      if (live !== undefined) return this.compareMade(call, live, turn);
      const note = "the call was not made";
      const drift = { class: "breaking", where: this.placeOf(call, turn, ""), note } as const;
      return this.ledger.add(drift, { from: turn + 1, acceptable: false }) ?? [];
    });
  }

  private placeOf(call: Call, turn: number, path: string): DriftPlace {
    return { part: "result", step: this.stepOfTurn[turn - 1] ?? 0, turn, call: call.id, tool: call.tool, path };
  }

  private compareCall(call: Call, made: LiveCall, turn: number): Drift[] {
    const live = { ...made, outcome: withoutAbyss(made.outcome) };
    const { pairs, sent, before } = this;
    const context = this.contextOf(call, live);
    const differences = compareOutcomes(call.outcome, live.outcome, context);
    const readable = readableOf(live.outcome);
    const standing = new ResultValues(readable);
    for (const { path, lost } of differences) {
      const from = this.placeOf(call, turn, buildPointer(path));
      if (lost !== undefined) noteLost({ lost, live: standing, turn, from }, sent, before, pairs);
    }
    before.recorded.add(readableOf(call.outcome));
    this.made.push({
      place: this.placeOf(call, turn, ""),
      tool: call.tool,
      recorded: call.outcome,
      live: live.outcome,
    });
    return differences.flatMap((one) => this.noteDifference(withSettled(one, context), call, turn) ?? []);
  }

  /** Refused requests come first: they explain why the outcome differs. */
  private compareMade(call: Call, live: LiveCall, turn: number): Drift[] {
    const refused = live.serverRequests.some(({ unrecorded }) => unrecorded === true);
    const asked = refused ? this.compareAsks(call, live, turn) : [];
    return [...asked, ...this.compareCall(call, live, turn), ...(refused ? [] : this.compareAsks(call, live, turn))];
  }

  private compareAsks(call: Call, live: LiveCall, turn: number): Drift[] {
    const around = { context: this.contextOf(call, live), sampled: this.sampling.wasAsked(turn) };
    const differences = compareRequests(call.serverRequests, live.serverRequests, around);
    return differences.flatMap((one) => this.noteDifference(withSettled(one, around.context), call, turn) ?? []);
  }

  private contextOf(call: Call, { startedAt, ms }: Pick<LiveCall, "startedAt" | "ms">): LeafContext {
    const { liveStartedAt, liveAhead: ahead = 0 } = this.input;
    const callStart = this.start + call.at * 1000;
    const recordedAt: Moment = { runStart: this.start, callStart, callEnd: callStart + call.ms };
    const liveAt: Moment = { runStart: liveStartedAt, callStart: startedAt, callEnd: startedAt + ms, ahead };
    const { index, bindings } = this.values;
    const free = this.values.freePlaces(this.placeRules(call.tool), (path) => this.placeOfCall(call.id, path));
    return { call: call.id, index, bindings, free, recordedAt, liveAt };
  }

  private placeOfCall(id: number, path: string): DriftPlace {
    const found = this.recordedCalls.get(id);
    return found === undefined ? { part: "server", path } : this.placeOf(found.call, found.turn, path);
  }

  private noteDifference(difference: RequestDifference, call: Call, turn: number): Drift | undefined {
    const { path, lost: _, unanswered = false, acceptable = true, ...rest } = difference;
    const pointer = buildPointer(path);
    const isSent = rest.class === "volatile" && this.values.isSentFrom(call.id, pointer);
    const isRaced = rest.class === "changed" && this.input.learned.races.some((group) => group.includes(call.id));
    const note = isRaced && rest.note === undefined ? { note: RACED } : {};
    const where = this.placeOf(call, turn, pointer);
    const drift = { ...rest, ...note, class: isSent ? "correlated" : rest.class, where };
    return this.ledger.add(drift, { from: turn + 1, acceptable: acceptable && !unanswered });
  }

  serverFailed(present: string, server?: string): void {
    // A call without an answer reports the failure already.
    if (this.ledger.all().some(({ class: kind, note }) => kind === "breaking" && note === "no answer")) return;
    const drift = {
      class: "breaking",
      where: { part: "server", ...(server === undefined ? {} : { server }), path: "" },
      present,
      note: "the server failed",
    } as const;
    this.ledger.add(drift, { from: 1, acceptable: false });
  }

  lookAhead(): string | undefined {
    const { rules, isAtHand = () => false } = this.input;
    const { values, pairs, made, prepared } = this;
    // The last requested turn may not have been played.
    const turns = this.turns.slice(Math.max(0, prepared.size - 1));
    return noteDeadEnds({ turns, values, pairs, pins: rules.pins, made, isAtHand }, this.ledger);
  }

  ungrounded(): Drift[] {
    return this.ledger.before(Number.POSITIVE_INFINITY);
  }

  drift(): Drift[] {
    return this.ledger.all();
  }

  accepted(): Drift[] {
    return this.ledger.accepted();
  }

  substitutions(): Substitution[] {
    return [...this.used.values()];
  }

  secrets(): { recorded: string; live: string }[] {
    return this.pairs.secrets();
  }

  raced(): number[][] {
    const drifted = new Set(
      this.ledger.all().flatMap((drift) => {
        const { call } = drift.where;
        return losesGround(drift) && call !== undefined ? [call] : [];
      }),
    );
    return this.input.learned.races.filter((group) => group.some((call) => drifted.has(call)));
  }

  notCompared(): number {
    return this.values.notCompared();
  }

  variables(): ReadVariable[] {
    return this.values.read().flatMap(({ variable: { name, kind, sent }, recorded, live }) => {
      if (recorded === live) return [];
      const made = sent
        .filter(({ by }) => by !== "literal")
        .map(({ call, at, token }) => {
          return { call, at, ...(token === undefined ? {} : { token }) };
        });
      return [{ name, kind, recorded, now: live, sent: made }];
    });
  }
}
