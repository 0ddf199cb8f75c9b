// oxlint-disable max-lines -- short functions over the state of one replay: what was compared, claimed and replaced
// Decides for each recorded turn whether it may go out to the agent: all results that it is based on are compared by the
// drift engine, on the side of the servers; what the agent passed on is compared with what it passed on then.
import type { AgentRequest, ClientResult } from "../gateway/agent-request.js";
import type { RequestPlace } from "../gateway/conversations.js";
import type { OpenedTurn, Referee, Stopped } from "../gateway/play.js";
import type { AgentPart, AgentTurnPart, PassedPart } from "../cassette/agent-schema.js";
import type { TurnPlayer } from "../drift/check-player.js";
import type { Comparer } from "../drift/comparer.js";
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { toJson } from "../json/to-json.js";
import type { Veil } from "../redaction/veil.js";
import { TurnReferee } from "../referee/turn-referee.js";
import { describeDrift } from "../trace/describe-drift.js";
import type { Drift } from "../trace/drift.js";
import { toolUsesOf, turnsOf } from "../trace/read.js";
import type { Contract } from "../trace/contract.js";
import type { Call, ModelBlock, ServerIdentity, Trace, Turn, StoppedAgent } from "../trace/trace.js";
import { buildCall } from "./agent-trace.js";
import { CallFinder } from "./find-calls.js";
import { passedForm, shortenResult, settleAgentText } from "./client-results.js";
import {
  nameAgentServer,
  describeUnasked,
  joinServers,
  keepListsOfBoth,
  splitToolName,
  toolName,
} from "./joined-server.js";
import type { Links } from "./links.js";
import { meetServers, readMet } from "./meet-servers.js";
import { readAgentClient, type AgentClient } from "./record-run.js";
import { SystemTexts } from "./system-text.js";

/** Decides about turns and results: the comparer of a replay, or the player of a check. */
export type AgentJudge = TurnPlayer & Pick<Comparer, "protocol" | "ungrounded" | "variables">;

export interface AgentRefereeInput {
  recorded: Trace;
  agent: AgentPart;
  judge: AgentJudge;
  veil: Veil;
  links: Links;
  startedAt: number;
  now: () => number;
}

interface GivenUse {
  /** As the trace has it. */
  tool: string;
  call: Call | undefined;
}

/** Judges one replay. */
export class AgentReferee implements Referee {
  /** Who asks now. */
  client: AgentClient | undefined;
  /** The live calls, by recorded turn. */
  readonly calls = new Map<number, Call[]>();
  private readonly turns: readonly Turn[];
  private readonly referee: TurnReferee;
  private readonly settled = new Map<number, Promise<StoppedAgent | undefined>>();
  /** The live content of each turn that was given out, by recorded turn. */
  readonly given = new Map<number, ModelBlock[]>();
  /** What the servers say of themselves now; undefined before they were met. */
  live: { server: ServerIdentity; contract: Contract } | undefined;
  private begun: Promise<StoppedAgent | undefined> | undefined;
  private readonly finder: CallFinder;
  private toolsCompared = "";
  private contractsCompared: readonly Contract[] = [];
  private readonly systemTexts: SystemTexts;
  /** Recorded texts that have other values in this run. */
  private readonly replaced: { recorded: string; live: string }[] = [];

  constructor(private readonly input: AgentRefereeInput) {
    const { recorded, judge, veil, startedAt, now, links, agent } = input;
    this.turns = turnsOf(recorded);
    this.referee = new TurnReferee({ recorded, player: judge, places: veil, startedAt, now });
    this.finder = new CallFinder(links, (call) => toolName(agent.servers, call, this.isJoined));
    this.systemTexts = new SystemTexts((text) => veil.hide(text));
  }

  settle(text: string): string {
    return this.input.veil.hide(settleAgentText(text.trim()));
  }

  asNow(text: string): string {
    return this.replaced.reduce((now, { recorded, live }) => now.replaceAll(recorded, live), text);
  }

  async open(number: number, place: RequestPlace, request: AgentRequest): Promise<OpenedTurn | Stopped> {
    const stop =
      (await (this.begun ??= this.begin(number))) ?? (place.after > 0 ? await this.compareOnce(place) : undefined);
    if (stop !== undefined) return { stop };
    const asked = this.compareAsked(number, request);
    if (asked !== undefined) return { stop: asked };
    this.compareTools(number);
    const opened = this.referee.open(number);
    if (opened.kind === "end") return { stop: { kind: "drift", message: opened.message, turn: number } };
    const { view, turn, content } = opened;
    if (!view.grounded) return { stop: this.drifted(view.because, number, view.message) };
    const latched = this.ungrounded(number);
    if (latched !== undefined) return { stop: latched };
    this.noteReplaced(turn.content, view.content);
    this.given.set(number, content);
    for (const { id, name: tool, input } of toolUsesOf(content)) this.finder.ask({ id, tool, arguments: input });
    const { name, answered = name } = this.input.recorded.model;
    const { reason, sequence = null, details } = turn.stop;
    return {
      content: content.map((block) => this.named(block)),
      message: {
        model: answered,
        stop_reason: reason,
        stop_sequence: sequence,
        ...(details !== undefined && { stop_details: details }),
        usage: usageOf(turn),
      },
    };
  }

  /** The agent is started again: its servers are met again. */
  startAgain(): void {
    this.begun = undefined;
  }

  /**
   * Compares the calls of turns after which the agent asked for nothing more: their results were never passed on.
   * `given`: the turns that were played.
   */
  async finish(given: readonly number[]): Promise<StoppedAgent | undefined> {
    for (const number of given) {
      if (this.settled.has(number)) continue;
      const live: Call[] = [];
      for (const [id, { call: recorded }] of usesOf(this.turns[number - 1])) {
        if (recorded === undefined) continue;
        const { tool } = recorded;
        const made = await this.finder.find(id, undefined, !this.isAsAsked(number, recorded));
        if (made === undefined) {
          const { server } = splitToolName(this.input.agent.servers, tool);
          const message = `the agent ended without calling ${tool} (call ${id}), which it called when this was recorded`;
          return { kind: "client", message, server, tool, call: id, path: "", turn: number };
        }
        const call = buildCall(made, { id, tool, startedAt: this.input.startedAt });
        const other = this.compareArguments(number, call, recorded);
        if (other !== undefined) return { ...other, turn: number };
        live.push(call);
      }
      if (live.length === 0) continue;
      this.calls.set(number, live);
      this.referee.settle(number, live);
      const drifted = this.ungrounded(number);
      if (drifted !== undefined) return drifted;
    }
    return undefined;
  }

  private get isJoined(): boolean {
    return this.input.recorded.contract.servers !== undefined;
  }

  private async begin(turn: number): Promise<StoppedAgent | undefined> {
    const { links, agent } = this.input;
    const meeting = await meetServers(links, agent.servers);
    if (meeting.kind === "missing") {
      const { server, message } = meeting;
      return { kind: "server", server, message: `${message}; when this was recorded, it was`, turn };
    }
    // Of a later step, the tools are compared before each turn.
    if (this.live !== undefined) return undefined;
    const { server, contract } = joinServers(meeting.servers, this.isJoined);
    this.toolsCompared = canonicalJson(toJson(contract.tools));
    this.live = { server, contract: keepListsOfBoth(contract, this.input.recorded.contract) };
    this.input.judge.protocol(server);
    this.referee.contract(this.live.contract);
    return undefined;
  }

  /** What the model is asked with, beside the conversation. */
  private compareAsked(turn: number, { model, system, previous }: AgentRequest): StoppedAgent | undefined {
    const { recorded, agent } = this.input;
    const then = agent.turns[turn - 1];
    if (turn === 1 && model !== recorded.model.name) {
      // `--model` of a recording is not in the config.
      const help =
        agent.type === undefined
          ? ""
          : `. To keep that model, write "model": ${JSON.stringify(recorded.model.name)} into the config`;
      const message = `the agent asks ${model}, and asked ${recorded.model.name} when this was recorded${help}`;
      return { kind: "request", message, turn };
    }
    const isSame = this.client?.name === agent.client.name && this.client.version === agent.client.version;
    // A thread's later requests have none; another version has other words.
    if (!isSame || previous !== undefined || this.systemTexts.hashOf(system) === then?.system) return undefined;
    const message = `the agent gives the model another system text than when this was recorded`;
    return { kind: "request", message, turn };
  }

  private compareTools(turn: number): void {
    const { links, agent } = this.input;
    const met = readMet(links, agent.servers);
    if (met.length < agent.servers.length) return;
    const contracts = met.map(({ contract }) => contract);
    if (contracts.every((contract, at) => contract === this.contractsCompared[at])) return;
    this.contractsCompared = contracts;
    const { tools } = joinServers(met, this.isJoined).contract;
    const text = canonicalJson(toJson(tools));
    if (text === this.toolsCompared) return;
    this.toolsCompared = text;
    this.referee.tools(turn, tools);
  }

  /** A turn is compared once, however often the agent asks what follows it. */
  private compareOnce(place: RequestPlace): Promise<StoppedAgent | undefined> {
    const before = this.settled.get(place.after);
    if (before !== undefined) return before;
    const comparing = this.compare(place);
    this.settled.set(place.after, comparing);
    return comparing;
  }

  private async compare({ after, results }: RequestPlace): Promise<StoppedAgent | undefined> {
    const turn = this.turns[after - 1];
    const part = this.input.agent.turns[after - 1];
    if (turn === undefined || part === undefined) return undefined;
    const uses = usesOf(turn);
    const live: Call[] = [];
    const notWhole: { call: Call; result: ClientResult }[] = [];
    for (const [id, use] of uses) {
      const useId = `toolu_${id}`;
      const result = results.find((one) => one.id === useId);
      if (result === undefined) {
        return {
          kind: "request",
          message: `the agent goes on without the result of ${use.tool} (call ${id})`,
          call: id,
          turn: after + 1,
        };
      }
      if (use.call === undefined) {
        const stop = await this.compareOwn(id, use, result, part, after);
        if (stop !== undefined) return stop;
        continue;
      }
      const made = await this.finder.find(id, result, !this.isAsAsked(after, use.call));
      if (made === undefined) return this.notMade(use.call, result, after);
      const call = buildCall(made, { id, tool: use.call.tool, startedAt: this.input.startedAt });
      const other = this.compareArguments(after, call, use.call);
      if (other !== undefined) return { ...other, turn: after + 1 };
      live.push(call);
      notWhole.push({ call, result });
    }
    this.calls.set(after, live);
    this.referee.settle(after, live);
    const drifted = this.ungrounded(after + 1);
    if (drifted !== undefined) return drifted;
    for (const { call, result } of notWhole) {
      const stop = this.comparePassed(call, result, part, after);
      if (stop !== undefined) return stop;
    }
    return undefined;
  }

  /** Where the agent called otherwise than the model asked when this was recorded, it may do so in any way. */
  private compareArguments(turn: number, { id, tool, arguments: now }: Call, then: Call): StoppedAgent | undefined {
    const asked = inputOf(this.given.get(turn) ?? [], id);
    if (canonicalJson(asked) === canonicalJson(now) || !this.isAsAsked(turn, then)) return undefined;
    const { server } = splitToolName(this.input.agent.servers, tool);
    const message = `the agent called ${tool} (call ${id}) with other arguments than the model asked for; when this was recorded, with the same`;
    return { kind: "client", message, server, tool, call: id, path: "" };
  }

  /** True where the agent made the recorded call as the model asked. */
  private isAsAsked(turn: number, { id, arguments: args }: Call): boolean {
    return canonicalJson(inputOf(this.turns[turn - 1]?.content ?? [], id)) === canonicalJson(args);
  }

  private notMade({ id, tool, outcome }: Call, result: ClientResult, after: number): StoppedAgent {
    const { links, agent } = this.input;
    const { server } = splitToolName(agent.servers, tool);
    const gone = links.of(server)?.gone();
    const said = shortenResult(result, (text) => this.input.veil.hide(text)).begins;
    const place = { server, tool, call: id, path: "", turn: after + 1 };
    if (gone !== undefined) {
      return {
        kind: "server",
        message: `${nameAgentServer(server)} is gone (${gone}), so ${tool} (call ${id}) was not called`,
        ...place,
      };
    }
    const then = outcome.kind === "result" ? "it was called" : `it ended with ${outcome.kind}`;
    return {
      kind: "client",
      message: `the agent did not call ${tool} (call ${id}) and told the model ${JSON.stringify(said)}; when this was recorded, ${then}`,
      ...place,
    };
  }

  /** Calls that the agent made now and no turn asked for. */
  unasked(): string[] {
    const tools = this.finder.unasked().map((call) => toolName(this.input.agent.servers, call, this.isJoined));
    return [...new Set(tools)].map((tool) => describeUnasked(tool));
  }

  /** A tool of the agent itself, or a call that it refused when this was recorded. */
  private async compareOwn(
    id: number,
    { tool }: GivenUse,
    result: ClientResult,
    part: AgentTurnPart,
    after: number,
  ): Promise<StoppedAgent | undefined> {
    const isMcp = Object.hasOwn(this.input.agent.names, tool);
    const server = isMcp ? splitToolName(this.input.agent.servers, tool).server : undefined;
    const place = { ...(server !== undefined && { server }), tool, call: id, path: "", turn: after + 1 };
    const kind: StoppedAgent["kind"] = isMcp ? "client" : "environment";
    if (this.input.links.calls.some(({ useId }) => useId === `toolu_${id}`)) {
      return {
        kind,
        message: `the agent called ${tool} (call ${id}), which it did not when this was recorded`,
        ...place,
      };
    }
    const then = part.own?.find(({ call }) => call === id);
    return this.compareText(then, result, {
      kind,
      what: isMcp ? `the agent's refusal of ${tool}` : `the agent's own tool ${tool}`,
      ...place,
    });
  }

  private comparePassed(
    call: Call,
    result: ClientResult,
    part: AgentTurnPart,
    after: number,
  ): StoppedAgent | undefined {
    const { id, tool, outcome } = call;
    const then = part.passed?.find((one) => one.call === id);
    const { server } = splitToolName(this.input.agent.servers, tool);
    const place = { kind: "client", server, tool, call: id, path: "", turn: after + 1 } as const;
    const form = passedForm(outcome, result);
    if (then !== undefined || form === undefined) {
      return this.compareText(then, result, { ...place, what: `what the agent passes on of the result of ${tool}` });
    }
    const before = part.structured?.includes(id) === true ? "structured" : "text";
    if (form === "either" || form === before) return undefined;
    const words = { text: "text", structured: "structured content" };
    const message = `the agent passes on the ${words[form]} of the result of ${tool} (call ${id}), and passed on its ${words[before]} when this was recorded: they do not say the same`;
    return { ...place, message };
  }

  private compareText(
    then: PassedPart | undefined,
    result: ClientResult,
    { what, ...place }: Omit<StoppedAgent, "message"> & { what: string; call: number },
  ): StoppedAgent | undefined {
    const hide = (text: string): string => this.input.veil.hide(text);
    const now = shortenResult(result, (text) => this.asRecorded(hide(text)));
    if (then !== undefined && then.hash === now.hash && then.isError === now.isError) return undefined;
    const before = then === undefined ? "all of it" : JSON.stringify(then.begins);
    const message = `${what} (call ${place.call}) differs: ${JSON.stringify(now.begins)} now, ${before} when this was recorded`;
    return { ...place, message };
  }

  /** The other direction of {@link asNow}, also with the variables of the servers. */
  private asRecorded(text: string): string {
    const ofServers = this.input.judge.variables().map(({ recorded, now }) => ({ recorded, live: now }));
    return [...this.replaced, ...ofServers].reduce(
      (then, { recorded, live }) => (live === "" ? then : then.replaceAll(live, recorded)),
      text,
    );
  }

  private ungrounded(turn: number): StoppedAgent | undefined {
    const drifts = this.input.judge.ungrounded();
    return drifts.length === 0 ? undefined : this.drifted(drifts, turn);
  }

  private drifted(
    because: readonly Drift[],
    turn: number,
    why = "the recording proves nothing from here on",
  ): StoppedAgent {
    const [first] = because;
    if (first === undefined) return { kind: "drift", message: why, turn };
    const { where } = first;
    const more = because.length === 1 ? "" : `, and ${because.length - 1} more`;
    const server = where.tool === undefined ? undefined : splitToolName(this.input.agent.servers, where.tool).server;
    return {
      kind: "drift",
      message: `${this.input.veil.redact(describeDrift(first))}${more}`,
      turn,
      path: where.path,
      ...(server !== undefined && { server }),
      ...(where.tool !== undefined && { tool: where.tool }),
      ...(where.call !== undefined && { call: where.call }),
    };
  }

  private named(block: ModelBlock): JsonObject {
    const { name } = block;
    const own = typeof name === "string" && block.type === "tool_use" ? this.input.agent.names[name] : undefined;
    return own === undefined ? block : { ...block, name: own };
  }

  /** Notes which texts have other values now, because the agent says them again: in a subagent's prompt, in its answer. */
  private noteReplaced(recorded: readonly ModelBlock[], live: readonly ModelBlock[]): void {
    for (const [at, block] of recorded.entries()) {
      const now = live[at];
      if (now === undefined || now === block) continue;
      const pairs = [...textPairs(block["text"], now["text"]), ...textPairs(block["input"], now["input"])];
      for (const pair of pairs) if (pair.recorded.length > 0) this.replaced.push(pair);
    }
  }

  /** Takes note of who asks. */
  meet(userAgent: string | undefined): void {
    this.client ??= readAgentClient(userAgent);
  }
}

function textPairs(recorded: unknown, live: unknown): { recorded: string; live: string }[] {
  if (typeof recorded === "string" && typeof live === "string") return recorded === live ? [] : [{ recorded, live }];
  if (Array.isArray(recorded) && Array.isArray(live)) return recorded.flatMap((part, at) => textPairs(part, live[at]));
  if (!isJsonObject(recorded) || !isJsonObject(live)) return [];
  return Object.entries(recorded).flatMap(([key, part]) => textPairs(part, live[key]));
}

function usesOf(turn: Turn | undefined): Map<number, GivenUse> {
  const uses = new Map<number, GivenUse>();
  for (const { type, id, name } of turn?.content ?? []) {
    if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") continue;
    const number = Number(id.replace(/^\D*/, ""));
    uses.set(number, { tool: name, call: turn?.calls.find((call) => call.id === number) });
  }
  return uses;
}

function inputOf(content: readonly ModelBlock[], call: number): JsonObject {
  return toolUsesOf(content).find(({ id }) => id === call)?.input ?? {};
}

function usageOf({ usage }: Turn): JsonObject {
  return {
    input_tokens: usage.input,
    output_tokens: usage.output,
    cache_creation_input_tokens: usage.cacheWrite ?? 0,
    cache_read_input_tokens: usage.cacheRead ?? 0,
  };
}
