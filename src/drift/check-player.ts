// Plays a recording once more on the same server, to learn what differs: never sends a guess, and judges nothing.
import type { JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import { turnsOf } from "../trace/read.js";
import type { ServerRequest, Trace, Turn } from "../trace/trace.js";
import type { Beside, Recording } from "../variables/beside.js";
import { Check } from "../variables/check.js";
import type { Pin } from "../variables/pins.js";
import type { RunCall } from "../variables/run.js";
import type { Comparer, LiveCall, TurnView } from "./comparer.js";
import { withoutAbyss } from "./depth.js";
import type { SampledView } from "./sampled.js";
import { SAMPLING } from "./requests.js";

/** What a recorded turn is played by. */
export type TurnPlayer = Pick<Comparer, "contract" | "tools" | "turn" | "settle" | "sampled">;

export interface CheckInput {
  recorded: Trace;
  recording: Recording;
  /** The checks before this one. */
  earlier: readonly Beside[];
  pins: readonly Pin[];
  /** By the clock of the server, in epoch milliseconds. */
  startedAt: number;
  /** How far that clock is ahead of ours, in milliseconds. */
  clock: number;
}

/** One check that was played: what it sent and what came, in the terms of the cassette. */
export interface PlayedCheck {
  contract: Contract;
  startedAt: number;
  /** By turn, from the first. */
  turns: LiveCall[][];
  beside: Beside;
}

/** A check in the making. */
export class CheckPlayer implements TurnPlayer {
  private readonly turns: readonly Turn[];
  private readonly settled: LiveCall[][] = [];
  private readonly sent = new Map<number, RunCall["arguments"]>();
  private readonly answered = new Set<ServerRequest>();
  private check: Check | undefined;
  private live: Contract | undefined;

  constructor(private readonly input: CheckInput) {
    this.turns = turnsOf(input.recorded);
  }

  contract(live: Contract): [] {
    const { recording, earlier, pins, startedAt } = this.input;
    this.live = live;
    this.check = new Check(recording, earlier, { contract: live, startedAt }, pins);
    return [];
  }

  tools(): [] {
    return [];
  }

  turn(number: number): TurnView {
    const recorded = this.turns[number - 1];
    const planned = this.check?.turn(number);
    if (recorded === undefined || planned === undefined || "questions" in planned) {
      const message = "it is not known what to send";
      return { grounded: false, content: [], sendable: false, because: [], message };
    }
    const inputs = new Map(recorded.calls.map(({ id }, at) => [`toolu_${id}`, planned.arguments[at] ?? {}]));
    recorded.calls.forEach(({ id }, at) => this.sent.set(id, planned.arguments[at] ?? {}));
    const content = recorded.content.map((block) => {
      const input = typeof block["id"] === "string" ? inputs.get(block["id"]) : undefined;
      return input === undefined ? block : { ...block, input };
    });
    return { grounded: true, content };
  }

  settle(number: number, calls: readonly LiveCall[]): [] {
    const { clock } = this.input;
    const recorded = this.turns[number - 1]?.calls ?? [];
    const made = calls.map(({ outcome, startedAt, ...call }): LiveCall => {
      return { ...call, outcome: withoutAbyss(outcome), startedAt: startedAt + clock };
    });
    this.settled[number - 1] = made;
    for (const [at, { outcome, startedAt, ms, serverRequests }] of made.entries()) {
      const call = recorded[at];
      if (call === undefined) continue;
      const moment = { runStart: this.input.startedAt, callStart: startedAt, callEnd: startedAt + ms };
      const { id, tool } = call;
      const args = this.sent.get(id) ?? call.arguments;
      this.check?.settle({ id, turn: number, tool, arguments: args, outcome, requests: serverRequests, moment });
    }
    return [];
  }

  /** The recorded answers, in their order: what is asked is compared later. */
  sampled(number: number, _params: JsonValue | undefined): SampledView {
    const asks = (this.turns[number - 1]?.calls ?? []).flatMap(({ serverRequests }) => serverRequests);
    const next = asks.find((request) => request.method === SAMPLING && !this.answered.has(request));
    if (next === undefined) return { known: false, message: "This sampling request was not recorded" };
    this.answered.add(next);
    const { answer, usage } = next;
    return { known: true, ...(answer !== undefined && { answer }), ...(usage !== undefined && { usage }) };
  }

  /** Undefined where not even the tools were listed. */
  played(): PlayedCheck | undefined {
    const { check, live, settled } = this;
    if (check === undefined || live === undefined) return undefined;
    return { contract: live, startedAt: this.input.startedAt, turns: settled, beside: check.done() };
  }
}
