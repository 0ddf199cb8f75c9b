// Plays a recording once more on the same server, to learn what differs: never sends a guess, and judges nothing.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Veil } from "../redaction/veil.js";
import type { Contract } from "../trace/contract.js";
import { turnsOf } from "../trace/read.js";
import type { CallOutcome, ServerRequest, Trace, Turn } from "../trace/trace.js";
import type { Beside, RecordingBeside } from "../variables/beside.js";
import { Check } from "../variables/check.js";
import type { Pin } from "../variables/pins.js";
import type { RunCall } from "../variables/run.js";
import type { Comparer, LiveCall, TurnView } from "./comparer.js";
import { withoutAbyss } from "./depth.js";
import type { SampledView } from "./sampled.js";
import { isPlaceholder } from "../redaction/placeholder.js";
import { withoutClock } from "./without-clock.js";
import { pairRedacted, placeholdersOf, type RedactedPair } from "./redacted-values.js";
import { SAMPLING } from "./requests.js";

/** What a recorded turn is played by. */
export type TurnPlayer = Pick<Comparer, "contract" | "tools" | "turn" | "settle" | "sampled">;

export interface CheckInput {
  recorded: Trace;
  recording: RecordingBeside;
  /** The checks before this one. */
  earlier: readonly Beside[];
  pins: readonly Pin[];
  /** What a doubtful turn is tried with. The run ends with that turn. */
  tried?: { turn: number; pins: readonly Pin[] } | undefined;
  /** By the clock of the server, in epoch milliseconds. */
  startedAt: number;
  /** How far that clock is ahead of ours, in milliseconds. */
  clock: number;
  /** Secrets: what stands for a placeholder now is one too, and hidden from then on. */
  veil: Pick<Veil, "learn" | "redact">;
}

/** One check that was played: what it sent and what came, in the terms of the cassette. */
export interface PlayedCheck {
  contract: Contract;
  startedAt: number;
  /** By how much its moments are ahead of the machine's clock. */
  ahead: number;
  /** By turn, from the first. */
  turns: LiveCall[][];
  beside: Beside;
}

/** The same secret has the recorded name. */
function rename<T extends JsonValue>(value: T, pairs: readonly RedactedPair[]): T;
function rename(value: JsonValue, pairs: readonly RedactedPair[]): JsonValue {
  if (pairs.length === 0) return value;
  if (typeof value === "string")
    return pairs.reduce((text, { placeholder, live }) => text.replaceAll(live, placeholder), value);
  if (Array.isArray(value)) return value.map((part) => rename(part, pairs));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rename(part, pairs)]));
}

/** A check in the making. */
export class CheckPlayer implements TurnPlayer {
  private readonly turns: readonly Turn[];
  private readonly settled: LiveCall[][] = [];
  private readonly sent = new Map<number, RunCall["arguments"]>();
  private readonly answered = new Set<ServerRequest>();
  /** Placeholders of the recorded results so far, with the live values that stand for them. */
  private readonly secrets = new Map<string, string | undefined>();
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
    const { tried } = this.input;
    if (tried !== undefined && number > tried.turn) return this.refuse("no more was to be tried");
    const planned = this.check?.turn(number, tried?.turn === number ? tried.pins : []);
    if (recorded === undefined || planned === undefined || "questions" in planned) {
      return this.refuse("it is not known what to send");
    }
    const inputs = new Map<string, RunCall["arguments"]>();
    for (const [at, { id }] of recorded.calls.entries()) {
      const args = planned.arguments[at] ?? {};
      this.sent.set(id, args);
      const shown = this.withSecrets(args);
      // A secret that the server made in the recorded run is none of this one.
      if (shown === undefined) return this.refuse("a redacted value of the server's own has no live one");
      inputs.set(`toolu_${id}`, shown);
    }
    const content = recorded.content.map((block) => {
      const input = typeof block["id"] === "string" ? inputs.get(block["id"]) : undefined;
      return input === undefined ? block : { ...block, input };
    });
    return { grounded: true, content };
  }

  private refuse(message: string): TurnView {
    return { grounded: false, content: [], sendable: false, because: [], message };
  }

  /** Live secrets in the places of those that recorded results gave; undefined where one of them is not known. */
  private withSecrets(args: JsonObject): JsonObject | undefined {
    let isWhole = true;
    const put = (value: JsonValue): JsonValue => {
      if (typeof value === "string") {
        return value.replace(/\[redacted:[^[\]\s]*\]/g, (name) => {
          if (!this.secrets.has(name)) return name;
          const live = this.secrets.get(name);
          isWhole &&= live !== undefined;
          return live ?? name;
        });
      }
      if (Array.isArray(value)) return value.map(put);
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, put(part)]));
    };
    const all = put(args);
    return isWhole && isJsonObject(all) ? all : undefined;
  }

  /** The outcome without the secrets that stand in the places of redacted values. */
  private withoutSecrets(recorded: CallOutcome, live: CallOutcome): CallOutcome {
    const { veil } = this.input;
    const found = pairRedacted(recorded, live);
    for (const name of placeholdersOf(JSON.stringify(recorded)))
      if (!this.secrets.has(name)) this.secrets.set(name, undefined);
    for (const { placeholder, live: secret } of found) {
      if (secret === placeholder) {
        // Hidden already, by what it looks like or as the value of a variable: it is put in where it is shown.
        this.secrets.delete(placeholder);
        continue;
      }
      this.secrets.set(placeholder, secret);
      if (!isPlaceholder(secret)) veil.learn(placeholder, secret);
    }
    const renamed = found.filter(({ live: secret, placeholder }) => secret !== placeholder && isPlaceholder(secret));
    return found.length === 0 ? live : rename(veil.redact(live), renamed);
  }

  settle(number: number, calls: readonly LiveCall[]): [] {
    const { clock } = this.input;
    const recorded = this.turns[number - 1]?.calls ?? [];
    const made = calls.map(({ outcome, startedAt, ...call }): LiveCall => {
      return {
        ...call,
        outcome: clock === 0 ? withoutAbyss(outcome) : withoutClock(withoutAbyss(outcome)),
        startedAt: startedAt + clock,
      };
    });
    for (const [at, call] of made.entries()) {
      const then = recorded[at];
      if (then !== undefined) made[at] = { ...call, outcome: this.withoutSecrets(then.outcome, call.outcome) };
    }
    this.settled[number - 1] = made;
    for (const [at, { outcome, startedAt, ms, serverRequests }] of made.entries()) {
      const call = recorded[at];
      if (call === undefined) continue;
      const moment = { runStart: this.input.startedAt, callStart: startedAt, callEnd: startedAt + ms, ahead: clock };
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
    const { startedAt, clock: ahead } = this.input;
    return { contract: live, startedAt, ahead, turns: settled, beside: check.done() };
  }
}
