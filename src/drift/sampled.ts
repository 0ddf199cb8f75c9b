// Answers a server's sampling request with the recorded answer where the request is the recorded one.
// Both sides have the machine's places hidden.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Drift } from "../trace/drift.js";
import type { Call, ServerRequest, Turn, TurnUsage } from "../trace/trace.js";
import { forTrying, type Difference, type LeafContext } from "./leaf-context.js";
import { requestPlace } from "../variables/run.js";
import type { Pairs } from "./pairs.js";
import { compareAsked, isHarmless, NEW_SAMPLING, SAMPLING } from "./requests.js";

/** The recorded view of a sampling request. */
export type SampledView =
  /**
   * The same request: `{ result }` or `{ error }`, with live values put in; absent where it had no recorded answer
   * either.
   */
  { known: true; answer?: JsonObject; usage?: TurnUsage } | { known: false; message: string };

export interface SampledInput {
  turns: readonly Turn[];
  pairs: Pairs;
  contextOf: (call: Call, now: number) => LeafContext;
  /** Notes a difference in what a call's request asks. Returns the drift where nothing accepts it. */
  note: (difference: Difference, call: Call | undefined, turn: number) => Drift | undefined;
}

interface Recorded {
  call: Call;
  index: number;
  request: ServerRequest;
}

/** Holds the recorded sampling requests of a run; each is used once. */
export class Sampled {
  private readonly used = new Set<ServerRequest>();
  private readonly turns = new Set<number>();

  constructor(private readonly input: SampledInput) {}

  /** Answers a request that came during the calls of a turn. */
  ask(turn: number, params: JsonValue | undefined, now: number): SampledView {
    this.turns.add(turn);
    const left = this.ofTurn(turn).filter(({ request }) => !this.used.has(request));
    const compared = left.map((recorded) => ({ recorded, differences: this.compare(recorded, params, now, true) }));
    const same = compared.find(({ differences }) => differences.every(isHarmless)) ?? this.letPass(compared[0], turn);
    if (same === undefined) return { known: false, message: this.refuse(compared.length, params, turn) };
    const { recorded, differences } = same;
    this.used.add(recorded.request);
    // Only the matching request may read its variables.
    this.compare(recorded, params, now, false);
    for (const difference of differences) this.input.note(difference, recorded.call, turn);
    return this.answerOf(recorded.request);
  }

  /** True where any request came during the calls of a turn. */
  wasAsked(turn: number): boolean {
    return this.turns.has(turn);
  }

  private ofTurn(turn: number): Recorded[] {
    const calls = this.input.turns[turn - 1]?.calls ?? [];
    return calls.flatMap((call) =>
      call.serverRequests.flatMap((request, index) =>
        request.method === SAMPLING ? [{ call, index: requestPlace(call.serverRequests, index), request }] : [],
      ),
    );
  }

  private compare(
    { call, index, request }: Recorded,
    params: JsonValue | undefined,
    now: number,
    isTrial: boolean,
  ): Difference[] {
    const context = this.input.contextOf(call, now);
    return compareAsked(request, index, params, isTrial ? forTrying(context) : context);
  }

  /** Returns the nearest recorded request where a person accepted the differences. */
  private letPass(
    nearest: { recorded: Recorded; differences: Difference[] } | undefined,
    turn: number,
  ): { recorded: Recorded; differences: Difference[] } | undefined {
    if (nearest === undefined) return undefined;
    const { call } = nearest.recorded;
    const drift = nearest.differences.filter((one) => !isHarmless(one)).map((one) => this.input.note(one, call, turn));
    return drift.every((one) => one?.accepted === true) ? { ...nearest, differences: [] } : undefined;
  }

  private refuse(candidates: number, params: JsonValue | undefined, turn: number): string {
    if (candidates > 0) return "This sampling request differs from the recorded one";
    const calls = this.input.turns[turn - 1]?.calls ?? [];
    const difference: Difference = {
      path: ["requests"],
      class: "changed",
      present: params ?? null,
      note: NEW_SAMPLING,
    };
    this.input.note(difference, calls.length === 1 ? calls[0] : undefined, turn);
    return "This sampling request was not recorded";
  }

  private answerOf({ answer, usage }: ServerRequest): SampledView {
    if (answer === undefined) return { known: true };
    const put = this.input.pairs.intoObject(answer);
    const lacking = put.used.find(({ live, recorded }) => live === undefined && !recorded.startsWith("[redacted:"));
    if (lacking !== undefined) {
      return {
        known: false,
        message: `The recorded answer needs a live value for ${JSON.stringify(lacking.recorded)}`,
      };
    }
    return { known: true, answer: put.value, ...(usage === undefined ? {} : { usage }) };
  }
}
