// Changes every value of a trace that came from outside by a given function. Pure.
import type { JsonValue } from "../json/value.js";
import type { Contract, ServerSays, Tool } from "./contract.js";
import type { RunOutline } from "./outline.js";
import type { Call, CallOutcome, ServerIdentity, ServerRequest, Trace, Turn } from "./trace.js";

export type Change = <T extends JsonValue>(value: T) => T;

/** Changes script, results, arguments, contract, system prompt and stderr. The evidence of a replay stays as it is. */
export function changeTrace(
  trace: Trace,
  change: Change,
  changeWhole: (call: Call) => Call = (call) => changeCall(call, change),
): Trace {
  // The same list in several turns stays the same array: readers rely on that to be fast.
  const lists = new Map<readonly Tool[], Tool[]>();
  const changeTools = (tools: readonly Tool[]): Tool[] => {
    const changed = lists.get(tools) ?? tools.map((tool) => change(tool));
    lists.set(tools, changed);
    return changed;
  };
  const changeTurn = (turn: Turn): Turn => ({
    ...turn,
    content: turn.content.map((block) => change(block)),
    stop: turn.stop.details === undefined ? turn.stop : { ...turn.stop, details: change(turn.stop.details) },
    calls: turn.calls.map(changeWhole),
    ...(turn.own === undefined
      ? {}
      : { own: turn.own.map((own) => ({ ...own, given: own.given.map((block) => change(block)) })) }),
    tools: changeTools(turn.tools),
  });
  const { end, server } = trace;
  return {
    ...trace,
    system: change(trace.system),
    server: changeIdentity(server, change),
    contract: changeContract(trace.contract, change, changeTools),
    steps: trace.steps.map((step) => ({ user: change(step.user), turns: step.turns.map(changeTurn) })),
    end: end.kind === "completed" ? end : { ...end, message: change(end.message) },
    findings: trace.findings.map((finding) => change(finding)),
    stderr: change(trace.stderr),
  };
}

/** Changes who a server says it is. */
export function changeIdentity(server: ServerIdentity, change: Change): ServerIdentity {
  const { name, version, roots, servers } = server;
  return {
    ...server,
    name: change(name),
    version: change(version),
    ...(roots === undefined ? {} : { roots: roots.map((root) => change(root)) }),
    ...(servers === undefined ? {} : { servers: mapValues(servers, (one) => changeIdentity(one, change)) }),
  };
}

/** Changes what a server declares about itself. */
export function changeContract(
  contract: Contract,
  change: Change,
  changeTools: (tools: readonly Tool[]) => Tool[],
): Contract {
  const { servers } = contract;
  const { server, capabilities, instructions, ...lists } = changeSays(contract, change);
  return {
    server,
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
    tools: changeTools(contract.tools),
    ...lists,
    ...(servers === undefined ? {} : { servers: mapValues(servers, (says) => changeSays(says, change)) }),
  };
}

function changeSays(says: ServerSays, change: Change): ServerSays {
  const { instructions, prompts, resources, resourceTemplates } = says;
  return {
    server: change(says.server),
    capabilities: change(says.capabilities),
    ...(instructions === undefined ? {} : { instructions: change(instructions) }),
    ...(prompts === undefined ? {} : { prompts: prompts.map((prompt) => change(prompt)) }),
    ...(resources === undefined ? {} : { resources: resources.map((resource) => change(resource)) }),
    ...(resourceTemplates === undefined ? {} : { resourceTemplates: resourceTemplates.map((each) => change(each)) }),
  };
}

function mapValues<T>(values: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** Changes tool, arguments, outcome and everything else that belongs to a call. */
export function changeCall(call: Call, change: Change): Call {
  return {
    ...call,
    tool: change(call.tool),
    arguments: change(call.arguments),
    outcome: changeOutcome(call.outcome, change),
    notifications: call.notifications.map(({ method, params }) => ({
      method: change(method),
      ...(params === undefined ? {} : { params: change(params) }),
    })),
    serverRequests: changeRequests(call.serverRequests, change),
  };
}

function changeRequests(requests: readonly ServerRequest[], change: Change): ServerRequest[] {
  return requests.map((request) => ({
    ...request,
    method: change(request.method),
    ...(request.params === undefined ? {} : { params: change(request.params) }),
    ...(request.answer === undefined ? {} : { answer: change(request.answer) }),
  }));
}

/** Changes what an outline shares with a trace. */
export function changeOutline(run: RunOutline, change: Change): RunOutline {
  const { system, server, steps } = run;
  return {
    ...run,
    system: change(system),
    server: changeIdentity(server, change),
    steps: steps.map(({ user, turns }) => ({
      user: change(user),
      turns: turns.map(({ calls }) => ({
        calls: calls.map(({ id, tool, serverRequests }) => ({
          id,
          tool: change(tool),
          serverRequests: changeRequests(serverRequests, change),
        })),
      })),
    })),
  };
}

function changeOutcome(outcome: CallOutcome, change: Change): CallOutcome {
  if (outcome.kind === "result") return { ...outcome, result: change(outcome.result) };
  if (outcome.kind === "error") return { ...outcome, error: change(outcome.error) };
  return { ...outcome, message: change(outcome.message) };
}
