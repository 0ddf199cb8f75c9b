// What the recorded server asked the model while its calls were on, and what it asks now, in; whether it is the same request,
// and then the recorded answer, out. Both sides come with the machine's places hidden.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Drift } from "../trace/drift.js";
import type { Call, ServerRequest, Turn, TurnUsage } from "../trace/trace.js";
import { compareJson } from "./compare-json.js";
import type { Difference, LeafContext } from "./leaf-context.js";
import type { Pairs } from "./pairs.js";

/** What the recording says of a sampling request. */
export type SampledView =
  /** The same request: `{ result }` or `{ error }`, with live values put in; absent where it was not answered then either. */
  { known: true; answer?: JsonObject; usage?: TurnUsage } | { known: false; message: string };

export interface SampledInput {
  turns: readonly Turn[];
  pairs: Pairs;
  contextOf: (call: Call, now: number) => LeafContext;
  /** Notes a difference in what a call's request asks. Gives the drift where it stands in the way. */
  note: (difference: Difference, call: Call | undefined, turn: number) => Drift | undefined;
  /** Differences that a check has found, before they are noted. */
  found: (call: Call, differences: readonly Difference[]) => void;
}

const SAMPLING = "sampling/createMessage";

/** What the model is given of a request; all else is for the report. */
const GIVEN = new Set(["messages", "systemPrompt", "maxTokens", "temperature", "stopSequences", "tools", "toolChoice"]);
const BESIDE = new Set(["annotations", "_meta"]);

interface Recorded {
  call: Call;
  index: number;
  request: ServerRequest;
}

/** The recorded sampling requests of a run; each is given out once. */
export class Sampled {
  private readonly used = new Set<ServerRequest>();

  constructor(private readonly input: SampledInput) {}

  /** A request that came while the calls of a turn were on. */
  ask(turn: number, params: JsonValue | undefined, now: number): SampledView {
    const left = this.ofTurn(turn).filter(({ request }) => !this.used.has(request));
    const compared = left.map((recorded) => ({ recorded, differences: this.compare(recorded, params, now) }));
    const same = compared.find(({ differences }) => differences.every(isHarmless)) ?? this.letPass(compared[0], turn);
    if (same === undefined) return { known: false, message: this.refuse(compared.length, params, turn) };
    const { recorded, differences } = same;
    this.used.add(recorded.request);
    this.input.found(recorded.call, differences);
    for (const difference of differences) this.input.note(difference, recorded.call, turn);
    return this.answerOf(recorded.request);
  }

  /** The calls of a turn are over: what was not asked any more is noted. */
  settle(turn: number): void {
    for (const { call, index, request } of this.ofTurn(turn)) {
      if (this.used.has(request)) continue;
      const note = "the server did not sample the model this time";
      this.input.note({ path: ["requests", index], class: "docs", recorded: request.params ?? null, note }, call, turn);
    }
  }

  private ofTurn(turn: number): Recorded[] {
    const calls = this.input.turns[turn - 1]?.calls ?? [];
    return calls.flatMap((call) =>
      call.serverRequests.flatMap((request, index) => (request.method === SAMPLING ? [{ call, index, request }] : [])),
    );
  }

  private compare({ call, index, request }: Recorded, params: JsonValue | undefined, now: number): Difference[] {
    const path = ["requests", index, "params"];
    const context = this.input.contextOf(call, now);
    return compareJson(request.params ?? {}, params ?? {}, path, context).map((difference): Difference => {
      const field = difference.path[path.length];
      if (difference.class === "volatile" || difference.class === "correlated") return difference;
      if (field !== undefined && !GIVEN.has(String(field))) return { ...difference, class: "docs" };
      const isBeside = BESIDE.has(String(difference.path.at(-1)));
      return difference.class === "additive" && !isBeside ? { ...difference, class: "changed" } : difference;
    });
  }

  /** The nearest recorded request, where a person has called harmless what differs. */
  private letPass(
    nearest: { recorded: Recorded; differences: Difference[] } | undefined,
    turn: number,
  ): { recorded: Recorded; differences: Difference[] } | undefined {
    if (nearest === undefined) return undefined;
    const { call } = nearest.recorded;
    this.input.found(call, nearest.differences);
    const drift = nearest.differences.filter((one) => !isHarmless(one)).map((one) => this.input.note(one, call, turn));
    return drift.every((one) => one?.accepted === true) ? { ...nearest, differences: [] } : undefined;
  }

  private refuse(candidates: number, params: JsonValue | undefined, turn: number): string {
    if (candidates > 0) return "This sampling request is not the recorded one";
    const calls = this.input.turns[turn - 1]?.calls ?? [];
    const note = "the server samples the model, which it did not when this was recorded";
    const difference: Difference = { path: ["requests"], class: "changed", present: params ?? null, note };
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

function isHarmless({ class: kind }: Difference): boolean {
  return kind === "volatile" || kind === "correlated" || kind === "docs" || kind === "additive";
}
