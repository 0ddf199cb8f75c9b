// Finds the call that an agent made for a `tool_use` block: by the id of the block, where the agent says it, else by tool,
// arguments and what its conversation passed on. Never by the order in which calls arrive: conversations go on at once.
import type { ClientResult } from "../gateway/agent-request.js";
import { canonicalJson } from "../json/canonical.js";
import type { JsonObject } from "../json/value.js";
import { passedForm } from "./client-results.js";
import type { Links } from "./links.js";
import type { LinkCall } from "./server-link.js";

/** Milliseconds for the answer of a call that the agent has made: it is under way from the stand-in process. */
const ANSWER_MS = 5000;
/** Milliseconds for a call that may have been made. */
const CALL_MS = 500;

/** A `tool_use` block that the agent was given. */
export interface AskedCall {
  /** Its ordinal. */
  id: number;
  /** As the trace has it. */
  tool: string;
  arguments: JsonObject;
}

/** Of equal calls, the one whose result the conversation passed on. */
export function pickCall(calls: readonly LinkCall[], result: ClientResult | undefined): LinkCall | undefined {
  return calls.find((call) => isPassedOn(call, result)) ?? calls[0];
}

function isPassedOn({ outcome }: LinkCall, result: ClientResult | undefined): boolean {
  return outcome !== undefined && result !== undefined && passedForm(outcome, result) !== undefined;
}

/** The calls of one run; each is found once. */
export class CallFinder {
  private readonly claimed = new Set<LinkCall>();
  /** What was asked for and is not found yet, by ordinal. */
  private readonly open = new Map<number, AskedCall & { text: string }>();

  /** `nameOf`: the tool of a call as the trace has it. */
  constructor(
    private readonly links: Pick<Links, "calls" | "change">,
    private readonly nameOf: (call: LinkCall) => string,
  ) {}

  /** Takes note of what a turn asks for. */
  ask(asked: AskedCall): void {
    this.open.set(asked.id, { ...asked, text: textOf(asked) });
  }

  /**
   * The answered call; undefined where the agent did not make it. `result`: what its conversation passed on. `isOwn`: the
   * agent has arguments of its own, not those that the model asked for.
   */
  async find(id: number, result: ClientResult | undefined, isOwn: boolean): Promise<LinkCall | undefined> {
    const asked = this.open.get(id);
    this.open.delete(id);
    if (asked === undefined) return undefined;
    const until = performance.now() + CALL_MS;
    let call = this.made(asked, result);
    for (let left = CALL_MS; call === undefined && left > 0; left = until - performance.now()) {
      if (isOwn && (call = this.otherwise(asked)) !== undefined) break;
      await this.links.change(left);
      call = this.made(asked, result);
    }
    call ??= pickCall(this.equal(asked), result) ?? this.otherwise(asked);
    if (call === undefined) return undefined;
    this.claimed.add(call);
    const end = performance.now() + ANSWER_MS;
    while (call.outcome === undefined && performance.now() < end) await this.links.change(end - performance.now());
    return call.outcome === undefined ? undefined : call;
  }

  /** Calls that no turn asked for. */
  unasked(): LinkCall[] {
    return this.links.calls.filter((call) => !this.claimed.has(call));
  }

  private made(asked: AskedCall & { text: string }, result: ClientResult | undefined): LinkCall | undefined {
    const named = this.links.calls.find(({ useId }) => useId === `toolu_${asked.id}`);
    if (named !== undefined) return named;
    const equal = this.equal(asked);
    // Another conversation asks for the same: the first that arrives may be its call.
    const isShared = [...this.open.values()].some(({ text }) => text === asked.text);
    return isShared && result !== undefined ? equal.find((call) => isPassedOn(call, result)) : pickCall(equal, result);
  }

  private equal({ text }: { text: string }): LinkCall[] {
    return this.left().filter((call) => this.textOfCall(call) === text);
  }

  /** A call with other arguments that no open block asks for. */
  private otherwise({ tool }: AskedCall): LinkCall | undefined {
    const asked = new Set([...this.open.values()].map(({ text }) => text));
    return this.left().find((call) => this.nameOf(call) === tool && !asked.has(this.textOfCall(call)));
  }

  private left(): LinkCall[] {
    return this.links.calls.filter((call) => call.useId === undefined && !this.claimed.has(call));
  }

  private textOfCall(call: LinkCall): string {
    return textOf({ tool: this.nameOf(call), arguments: call.arguments });
  }
}

function textOf({ tool, arguments: args }: Pick<AskedCall, "tool" | "arguments">): string {
  return canonicalJson([tool, args]);
}
