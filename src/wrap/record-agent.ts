// Records any command that starts an agent: `wrap --record`.
import { basename } from "node:path";
import { writeAgentCassette } from "../cassette/agent-cassette.js";
import { displayPath } from "../cassette/store-place.js";
import { recordRequests } from "../gateway/record.js";
import { sendJson, startGatewayServer, type GatewayRequest } from "../gateway/server.js";
import { buildStopBody } from "../gateway/stop.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { startPatientDispatcher } from "../network/proxy-dispatcher.js";
import type { Exit } from "../proxy/process-group.js";
import { scanForSecrets } from "../redaction/last-scan.js";
import type { Veil } from "../redaction/veil.js";
import { callsOf } from "../trace/read.js";
import { readTrace } from "../cassette/read-trace.js";
import { VERSION } from "../version.js";
import { buildAgentCassette, type RecordedAgentRun } from "./build-agent.js";
import { agentNames, describeUnasked, toolName, type MetServer } from "./joined-server.js";
import { meetServers, readMet, type Meeting } from "./meet-servers.js";
import { RunRecorder, type FailedTry } from "./record-run.js";
import type { LinkStage } from "./link-stage.js";
import { openWrapStage, type WrapOptions } from "./wrap-stage.js";

export interface RecordedAgent {
  /** Undefined where the cassette was written. */
  refused?: string;
  /** One line for a person, and one for the check. */
  said: string;
  exit: Exit;
}

/** The upstream of an agent whose environment names none. */
const API = "https://api.anthropic.com";
/** Milliseconds for an answer that is still under way when the command has ended. */
const LAST_ANSWER = 2000;

/**
 * Runs the command with the real model, and writes the cassette where all of it was seen. `check`: runs it once more, with
 * the recorded model and without streams.
 */
export async function recordAgent({ check, ...options }: WrapOptions & { check: boolean }): Promise<RecordedAgent> {
  const recorded = await recordOnce(options);
  if (!check || recorded.refused !== undefined || recorded.exit.code !== 0) return recorded;
  const { checkAgent } = await import("./check-agent.js");
  const { said } = await checkAgent({ ...options, silent: true });
  return { ...recorded, said: `${recorded.said}\n  Checked: ${said}.` };
}

async function recordOnce(options: WrapOptions): Promise<RecordedAgent> {
  const stage = await openWrapStage(options);
  try {
    const recording = await startRecording(stage, options.env);
    try {
      const exit = await stage.run(recording.url, false);
      return { ...(await recording.finish(options.file)), exit };
    } finally {
      await recording.close();
    }
  } finally {
    await stage.close();
  }
}

/** A run that was all seen, or why it was not. */
export type EndedRecording = { refused: string } | { run: Omit<RecordedAgentRun, "name"> };

export interface AgentRecording {
  /** What ANTHROPIC_BASE_URL takes. */
  url: string;
  recorder: RunRecorder;
  /** True from the first request for the model on. */
  hasBegun: () => boolean;
  /** Waits for the last answer. Call it when the agent has ended. */
  end: () => Promise<EndedRecording>;
  /** What was seen of a run that broke off; undefined where a server did not say what it is. */
  soFar: () => Omit<RecordedAgentRun, "name"> | undefined;
  /** As {@link end}, and writes the cassette, or says why not. */
  finish: (file: string) => Promise<Omit<RecordedAgent, "exit">>;
  close: () => Promise<void>;
}

export interface RecordingOptions {
  /** Called with each message of the model, also with a title. */
  onMessage?: (message: JsonObject) => void;
  /** Called with each try for a turn that failed. */
  onFailed?: (fault: FailedTry) => void;
  /** Why this may not be asked of the model; called before each request. */
  refuse?: (request: GatewayRequest) => Promise<string | undefined>;
}

/** Offers the real model on a stage, and records what passes. */
export async function startRecording(
  stage: LinkStage,
  env: WrapOptions["env"],
  { onMessage, onFailed, refuse: refuseRequest }: RecordingOptions = {},
): Promise<AgentRecording> {
  const dispatcher = await startPatientDispatcher(env);
  const meetings: Promise<Meeting>[] = [];
  const startedAt = Date.now();
  const recorder = new RunRecorder({
    credentials: stage.know,
    first: () => void meetings.push(meetServers(stage.links, stage.servers)),
    ...(onMessage !== undefined && { answered: onMessage }),
    ...(onFailed !== undefined && { failed: onFailed }),
    hide: (text) => stage.veil.hide(text),
  });
  const upstream = { url: (env["ANTHROPIC_BASE_URL"] ?? API).replace(/\/+$/, ""), dispatcher };
  let fault: unknown;
  const record = recordRequests(upstream, recorder, () => performance.now());
  const gateway = await startGatewayServer(
    async (request, response) => {
      const message = request.method === "POST" ? await refuseRequest?.(request) : undefined;
      if (message === undefined) return record(request, response);
      sendJson(response, 400, buildStopBody({ message }), { "x-should-retry": "false" });
    },
    (error) => (fault ??= error),
  );
  const end = async (): Promise<EndedRecording> => {
    for (let waited = 0; recorder.isBusy() && waited < LAST_ANSWER; waited += 50) await stage.links.change(50);
    if (fault !== undefined) throw fault;
    const met = await Promise.all(meetings);
    const [first] = met;
    const refused = refuse(recorder, met.find(({ kind }) => kind === "missing") ?? first, stage);
    if (refused !== undefined || first?.kind !== "met") return { refused: refused ?? "" };
    return { run: runOf(first.servers) };
  };
  const runOf = (met: readonly MetServer[]): Omit<RecordedAgentRun, "name"> => {
    const { links, isJoined } = stage;
    return { recorder, calls: links.calls, met, startedAt, ms: Date.now() - startedAt, ...(isJoined && { isJoined }) };
  };
  return {
    url: gateway.url,
    recorder,
    hasBegun: () => meetings.length > 0,
    end,
    soFar: () => {
      const met = readMet(stage.links, stage.servers);
      return met.length < stage.servers.length ? undefined : runOf(met);
    },
    finish: async (file) => {
      const ended = await end();
      if ("refused" in ended) return { refused: ended.refused, said: `not recorded: ${ended.refused}` };
      return { said: await write(file, ended.run, stage.veil) };
    },
    close: async () => {
      await gateway.close();
      await dispatcher.close().catch(() => undefined);
    },
  };
}

/** Why nothing is written: a recording of what was not all seen would prove what it does not know. */
function refuse(
  recorder: RunRecorder,
  meeting: Meeting | undefined,
  { servers, links, isJoined }: LinkStage,
): string | undefined {
  if (meeting === undefined)
    return "no request for the model came. Does the command start an agent that reads ANTHROPIC_BASE_URL?";
  if (meeting.kind === "missing") {
    return `${meeting.message}, so the model was not given its tools. Is it slow? MCP_CONNECT_TIMEOUT_MS sets how long the agent waits.`;
  }
  if (recorder.turns.length === 0) return "the model answered no request.";
  const status = recorder.unanswered();
  if (status !== undefined) {
    return `the model's last answer failed${status === 0 ? "" : ` with status ${status}`}, so the run broke off. Run it again.`;
  }
  const blocks = recorder.turns.flatMap(({ message }) => (Array.isArray(message["content"]) ? message["content"] : []));
  const asked = new Set(blocks.flatMap((block) => (isJsonObject(block) ? [block["id"]] : [])));
  const unasked = links.calls.find(({ useId }) => useId !== undefined && !asked.has(useId));
  if (unasked !== undefined) {
    return `${describeUnasked(toolName(servers, unasked, isJoined))}. Does every agent that the command starts read ANTHROPIC_BASE_URL?`;
  }
  const names = agentNames(readMet(links, servers), isJoined);
  const seen = new Set(links.calls.flatMap(({ useId }) => useId ?? []));
  for (const block of blocks) {
    if (!isJsonObject(block) || block["type"] !== "tool_use") continue;
    const { id, name } = block;
    const result = typeof id === "string" ? recorder.results.get(id) : undefined;
    const isForeign = typeof name === "string" && name.startsWith("mcp__") && !names.has(name);
    if (isForeign && result?.isError === false && typeof id === "string" && !seen.has(id)) {
      return `${name} was called on a server that is not behind mcpvals. Give the agent the servers by --mcp-config or .mcp.json, or read them from the file that MCPVALS_MCP_CONFIG names.`;
    }
  }
  return undefined;
}

async function write(file: string, run: Omit<RecordedAgentRun, "name">, veil: Veil): Promise<string> {
  const name = basename(file).replace(/\.ya?ml$/, "");
  const built = buildAgentCassette({ ...run, name }, veil, `mcpvals ${VERSION}`);
  if (built === undefined) return "not recorded: the model answered no request";
  await writeAgentCassette(file, built, (shown, content) => scanForSecrets(veil, shown, content));
  const { agent, cassette, contract } = built;
  const calls = callsOf(readTrace(cassette, contract)).length;
  const { name: client, version } = agent.client;
  return `recorded ${counted(agent.turns.length, "turn")} of ${client} ${version} and ${counted(calls, "call")} to ${counted(agent.servers.length, "server")}: ${displayPath(file)}`;
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
