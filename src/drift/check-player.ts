// Plays a recording again on the same server to learn what differs. Never sends a guess, and judges nothing.
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

/** The part of a comparer that plays a recorded turn. */
export type TurnPlayer = Pick<Comparer, "contract" | "tools" | "turn" | "settle" | "sampled">;

export interface CheckInput {
  recorded: Trace;
  recording: RecordingBeside;
  /** The earlier checks. */
  earlier: readonly Beside[];
  pins: readonly Pin[];
  /** What is sent to try a reading of a doubtful turn. The run ends with that turn. */
  tried?: { turn: number; pins: readonly Pin[] } | undefined;
  /** By the clock of the server, in epoch milliseconds. */
  startedAt: number;
  /** Milliseconds by which that clock is ahead of ours. */
  clock: number;
  /** Secrets: the live value in the place of a placeholder is a secret too, and hidden from then on. */
  veil: Pick<Veil, "learn" | "redact">;
}

/** One check that was played: what it sent and received, with the cassette's placeholders. */
export interface PlayedCheck {
  contract: Contract;
  startedAt: number;
  /** Milliseconds by which its moments are ahead of the machine's clock. */
  ahead: number;
  /** By turn, from the first. */
  turns: LiveCall[][];
  beside: Beside;
}

/** Gives a live secret the name that it has in the recording. */
function rename<T extends JsonValue>(value: T, pairs: readonly RedactedPair[]): T;
function rename(value: JsonValue, pairs: readonly RedactedPair[]): JsonValue {
  if (pairs.length === 0) return value;
  if (typeof value === "string")
    return pairs.reduce((text, { placeholder, live }) => text.replaceAll(live, placeholder), value);
  if (Array.isArray(value)) return value.map((part) => rename(part, pairs));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rename(part, pairs)]));
}

/** Plays one check. */
export class CheckPlayer implements TurnPlayer {
  private readonly turns: readonly Turn[];
  private readonly settled: LiveCall[][] = [];
  private readonly sent = new Map<number, RunCall["arguments"]>();
  private readonly answered = new Set<ServerRequest>();
  /** Placeholders of the recorded results so far, with the live values in their places. */
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
      return this.refuse("no known value to send");
    }
    const inputs = new Map<string, RunCall["arguments"]>();
    for (const [at, { id }] of recorded.calls.entries()) {
      const args = planned.arguments[at] ?? {};
      this.sent.set(id, args);
      const shown = this.withSecrets(args);
      // A secret that the server made in the recorded run does not exist in this one.
      if (shown === undefined) return this.refuse("a redacted value of the server has no live value");
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

  /** Puts live secrets in the places of those from recorded results; undefined where one of them is unknown. */
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

  /** Removes from the outcome the secrets that are in the places of redacted values. */
  private withoutSecrets(recorded: CallOutcome, live: CallOutcome): CallOutcome {
    const { veil } = this.input;
    const found = pairRedacted(recorded, live);
    for (const name of placeholdersOf(JSON.stringify(recorded)))
      if (!this.secrets.has(name)) this.secrets.set(name, undefined);
    for (const { placeholder, live: secret } of found) {
      if (secret === placeholder) {
        // It is hidden already, by its shape or as the value of a variable: it is put in where it is shown.
        this.secrets.delete(placeholder);
        continue;
      }
      this.secrets.set(placeholder, secret);
      if (!isPlaceholder(secret)) veil.learn(placeholder, secret);
    }
    // What was learned just now is named by when it came, which the recorded name is not.
    const renamed = found.flatMap(({ placeholder, live: secret }) => {
      const name = veil.redact(secret);
      return name !== placeholder && isPlaceholder(name) ? [{ placeholder, live: name }] : [];
    });
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

  /** Returns the recorded answers in their order; the questions are compared later. */
  sampled(number: number, _params: JsonValue | undefined): SampledView {
    const asks = (this.turns[number - 1]?.calls ?? []).flatMap(({ serverRequests }) => serverRequests);
    const next = asks.find((request) => request.method === SAMPLING && !this.answered.has(request));
    if (next === undefined) return { known: false, message: "This sampling request was not recorded" };
    this.answered.add(next);
    const { answer, usage } = next;
    return { known: true, ...(answer !== undefined && { answer }), ...(usage !== undefined && { usage }) };
  }

  /** Undefined where the run ended before the tools were listed. */
  played(): PlayedCheck | undefined {
    const { check, live, settled } = this;
    if (check === undefined || live === undefined) return undefined;
    const { startedAt, clock: ahead } = this.input;
    // A conversation's last turn has no calls, and nobody settles it.
    const turns = Array.from(settled, (calls: LiveCall[] | undefined) => calls ?? []);
    return { contract: live, startedAt, ahead, turns, beside: check.done() };
  }
}
