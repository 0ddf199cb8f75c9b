// Lists what changed on our own side since a recording: prompts, settings, and what the client offers. Pure.
import { answerElicitation } from "../agent/elicitation.js";
import type { AgentSettings } from "../config/agent.js";
import type { ParsedConfig } from "../config/schema.js";
import { serverKey, type NamedServer } from "../config/servers.js";
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject } from "../json/value.js";
import { identitiesIn } from "../trace/servers.js";
import { callsOf, turnsOf } from "../trace/read.js";
import type { RunOutline } from "../trace/outline.js";
import type { Dispatch } from "../trace/trace.js";
import type { ClientScript } from "./client-script.js";

export interface Today {
  /** The user messages, in the same terms as the recorded run: with placeholders or without. */
  prompts: readonly string[];
  /** The system prompt, in the same terms; null where there is none, undefined where it is unknown. */
  system: string | null | undefined;
  /** A setting that the config does not name is unchanged: it comes from the recording. */
  config: Pick<ParsedConfig, "model" | "maxTokens" | "maxTurns" | "temperature" | "instructions" | "toolNames">;
  /** How the calls of one turn would be sent; absent where the config does not set it. */
  dispatch?: Dispatch | undefined;
  /** The agent that works in place of our own loop; absent where neither config nor flag names one. */
  agent?: AgentSettings["type"] | undefined;
  /** What the client says to the server, in the same terms; absent where that is unknown. */
  client?: ClientToday | undefined;
}

export interface ClientToday extends ClientScript {
  /** The servers of the config and the `protocol` that each names; the only one without a name. */
  servers: readonly { name: string | undefined; protocol: string | undefined }[];
}

/** What a recording is compared with of the servers of a config. */
export function protocolsOf(servers: readonly NamedServer[]): ClientToday["servers"] {
  return servers.map(({ name, server: { protocol } }) => ({ name, protocol }));
}

export interface Staleness {
  /** One sentence each. */
  changes: string[];
  /** How many recorded turns come at or after the first change. */
  turns: number;
  /** How many turns were recorded. */
  of: number;
}

/** Undefined where nothing changed. */
export function findStaleness(recorded: RunOutline, today: Today): Staleness | undefined {
  // Of an imported run, and of an agent's, the settings are unknown or those of another client.
  const isOwn = recorded.imported === undefined && recorded.agent === undefined;
  const own = isOwn
    ? [
        ...compareSettings(recorded, today),
        ...compareTurns(recorded, today.config.maxTurns),
        ...compareDispatch(recorded, today.dispatch),
      ]
    : [];
  const agent = recorded.imported === undefined ? compareAgent(recorded, today.agent) : [];
  const settings = [...agent, ...own, ...(today.client === undefined ? [] : compareClient(recorded, today.client))];
  const steps = compareSteps(
    recorded.steps.map((step) => step.user),
    today.prompts,
    recorded.end.kind === "completed",
  );
  const changes = [...settings, ...steps.changes];
  if (changes.length === 0) return undefined;
  const from = settings.length > 0 ? 0 : steps.first;
  const count = (list: RunOutline["steps"]): number => list.reduce((sum, step) => sum + step.turns.length, 0);
  return { changes, turns: count(recorded.steps.slice(from)), of: count(recorded.steps) };
}

/** What the cassette says counts where nobody names an agent. */
function compareAgent({ agent }: RunOutline, is: Today["agent"]): string[] {
  if (is === undefined || agent?.type === is) return [];
  return [`the agent was ${agent?.type ?? "the loop of mcpvals"}, is ${is}`];
}

function compareSettings({ model, system, instructions }: RunOutline, today: Today): string[] {
  const { config } = today;
  const changes: string[] = [];
  const compare = (name: string, was: unknown, is: unknown): void => {
    if (is !== undefined && is !== was)
      changes.push(`${name} was ${show(was ?? undefined)}, is ${show(is ?? undefined)}`);
  };
  compare("model", model.name, config.model);
  compare("maxTokens", model.maxTokens, config.maxTokens);
  compare("temperature", model.temperature ?? null, config.temperature);
  // Without an entry in the config there is no system prompt, and instructions are given: neither default depends on
  // the version.
  compare("toolNames", model.toolNames, config.toolNames);
  compare("instructions", instructions, config.instructions ?? true);
  compare("the system prompt", system, today.system);
  return changes;
}

/** Reports a new limit that would have stopped Claude earlier, or would not have stopped it. */
function compareTurns({ steps, end }: RunOutline, limit: number | undefined): string[] {
  if (limit === undefined) return [];
  if (end.kind === "max-turns") {
    return end.limit === limit ? [] : [`maxTurns was ${end.limit}, which ended the run, is ${limit}`];
  }
  const longest = Math.max(0, ...steps.map(({ turns }) => turns.length));
  return longest > limit ? [`a step took ${longest} turns, maxTurns is ${limit}`] : [];
}

/** Without a turn of several calls, dispatch makes no difference. */
function compareDispatch(recorded: RunOutline, is: Dispatch | undefined): string[] {
  const was = recorded.dispatch;
  if (was === undefined || is === undefined || was === is) return [];
  if (turnsOf(recorded).every(({ calls }) => calls.length < 2)) return [];
  return [`calls of one turn were sent ${SENT[was]}, are sent ${SENT[is]} (parallelToolCalls)`];
}

const SENT: Readonly<Record<Dispatch, string>> = {
  serial: "one after another",
  together: "together",
  "read-only-together": "together where their tools say readOnlyHint",
};

function compareClient(recorded: RunOutline, { servers, roots, elicitation }: ClientToday): string[] {
  const all = identitiesIn(recorded.server);
  const { client = [], roots: named = [] } = all[0]?.identity ?? {};
  const changes = compareServers(
    all.map(({ server }) => server),
    servers.map(({ name }) => name),
  );
  for (const { server, identity } of all) {
    const { protocol } = servers.find(({ name }) => name === server) ?? {};
    if (protocol === undefined || protocol === "auto" || protocol === identity.protocol) continue;
    const key = `${serverKey(server)}.protocol`;
    changes.push(`the protocol was ${show(identity.protocol)}, is ${show(protocol)} (${key})`);
  }
  // What an agent offers is its own.
  if (recorded.agent !== undefined) return changes;
  // The recorded offer is repeated; only its contents can change.
  if (!same(named, roots)) changes.push(`the roots were ${show(named)}, are ${show(roots)}`);
  if (!client.includes("elicitation")) return changes;
  for (const { id, tool, serverRequests } of callsOf(recorded)) {
    for (const { method, params, answer } of serverRequests) {
      const was = answer?.["result"];
      if (method !== "elicitation/create" || was === undefined) continue;
      const is = answerElicitation(params, elicitation);
      if (canonicalJson(was) === canonicalJson(is)) continue;
      const message = isJsonObject(params) ? show(params["message"]) : "its question";
      changes.push(`the answer to ${message} (call ${id}, ${tool}) was ${show(was)}, is ${show(is)} (elicitation)`);
    }
  }
  return changes;
}

/** Claude was given the tools of these servers, under names that begin with theirs. */
function compareServers(was: readonly (string | undefined)[], is: readonly (string | undefined)[]): string[] {
  // A suite may leave its server to a flag.
  if (is.length === 0 || canonicalJson([...was].map(nameIt)) === canonicalJson([...is].map(nameIt))) return [];
  const list = (names: readonly (string | undefined)[]): string => names.map(nameIt).join(", ");
  return [`the servers were ${list(was)}, are ${list(is)}`];
}

function nameIt(name: string | undefined): string {
  return name ?? "one without a name";
}

function compareSteps(
  was: readonly string[],
  is: readonly string[],
  completed: boolean,
): { changes: string[]; first: number } {
  // A run that ended early holds only the steps that it began.
  const now = completed ? is : is.slice(0, Math.max(was.length, 1));
  const first = now.findIndex((prompt, index) => prompt !== was[index]);
  if (first === -1 && was.length <= now.length) return { changes: [], first: 0 };
  const from = first === -1 ? now.length : first;
  if (was.length === now.length && same(was.toSorted(), now.toSorted())) {
    return { changes: ["the steps are in another order"], first: from };
  }
  const changes: string[] = [];
  for (let index = from; index < Math.max(was.length, now.length); index++) {
    const [before, after] = [was[index], now[index]];
    if (before === after) continue;
    if (before === undefined) changes.push(`step ${index + 1} is new: ${show(after)}`);
    else if (after === undefined) changes.push(`step ${index + 1} is gone; it was ${show(before)}`);
    else changes.push(`step ${index + 1} was ${show(before)}, is ${show(after)}`);
  }
  return { changes, first: from };
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "not set";
  return text.length > 200 ? `${text.slice(0, 190)}…"` : text;
}
