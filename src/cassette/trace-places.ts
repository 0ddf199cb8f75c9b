// In: a trace and the places of a machine. Out: the trace with placeholders, or with what they mean here. Pure.
import type { JsonValue } from "../json/value.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { Call, CallOutcome, Trace, Turn } from "../trace/trace.js";
import type { Places } from "./places.js";

type Change = <T extends JsonValue>(value: T) => T;

/** The trace with placeholders in every text: script, results, arguments, contract, system prompt. Evidence stays. */
export function hideTrace(trace: Trace, places: Places): Trace {
  return changeTrace(trace, (value) => places.hide(value));
}

/** The trace in the terms of this machine. */
export function showTrace(trace: Trace, places: Places): Trace {
  return changeTrace(trace, (value) => places.show(value));
}

/** The contract with placeholders. */
export function hideContract(contract: Contract, places: Places): Contract {
  return changeContract(
    contract,
    (value) => places.hide(value),
    (tools) => [...tools].map((tool) => places.hide(tool)),
  );
}

function changeTrace(trace: Trace, change: Change): Trace {
  // The same list from turn to turn stays the same array: readers rely on it to be quick.
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
    calls: turn.calls.map((call) => changeCall(call, change)),
    tools: changeTools(turn.tools),
  });
  const { end } = trace;
  return {
    ...trace,
    system: change(trace.system),
    contract: changeContract(trace.contract, change, changeTools),
    steps: trace.steps.map((step) => ({ user: change(step.user), turns: step.turns.map(changeTurn) })),
    end: end.kind === "completed" ? end : { ...end, message: change(end.message) },
    findings: trace.findings.map((finding) => change(finding)),
    stderr: change(trace.stderr),
  };
}

function changeContract(contract: Contract, change: Change, changeTools: (tools: readonly Tool[]) => Tool[]): Contract {
  const { instructions, prompts, resources, resourceTemplates } = contract;
  return {
    server: change(contract.server),
    capabilities: change(contract.capabilities),
    ...(instructions === undefined ? {} : { instructions: change(instructions) }),
    tools: changeTools(contract.tools),
    ...(prompts === undefined ? {} : { prompts: prompts.map((prompt) => change(prompt)) }),
    ...(resources === undefined ? {} : { resources: resources.map((resource) => change(resource)) }),
    ...(resourceTemplates === undefined ? {} : { resourceTemplates: resourceTemplates.map((each) => change(each)) }),
  };
}

function changeCall(call: Call, change: Change): Call {
  return {
    ...call,
    arguments: change(call.arguments),
    outcome: changeOutcome(call.outcome, change),
    notifications: call.notifications.map((notification) =>
      notification.params === undefined ? notification : { ...notification, params: change(notification.params) },
    ),
    serverRequests: call.serverRequests.map((request) => ({
      ...request,
      ...(request.params === undefined ? {} : { params: change(request.params) }),
      ...(request.answer === undefined ? {} : { answer: change(request.answer) }),
    })),
  };
}

function changeOutcome(outcome: CallOutcome, change: Change): CallOutcome {
  if (outcome.kind === "result") return { ...outcome, result: change(outcome.result) };
  if (outcome.kind === "error") return { ...outcome, error: change(outcome.error) };
  return { ...outcome, message: change(outcome.message) };
}
