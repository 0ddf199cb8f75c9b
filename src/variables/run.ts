// Flattens a trace into what variables are learned from: prompts, contract, and calls with what Claude was given.
import { readDate } from "../reading/dates.js";
import { repetitionIn } from "../reading/repeats-text.js";
import { jsonOfText } from "../reading/text-json.js";
import { isExactObject, type Exact, type ExactObject } from "../json/exact.js";
import { hashText } from "../json/hash.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Contract, ServerSays } from "../trace/contract.js";
import type { CallOutcome, ServerRequest, Trace } from "../trace/trace.js";
import type { Moment } from "./moment.js";

/** A call of a run with its outcome. */
export interface RunCall {
  /** Its ordinal in the run, from 1. */
  id: number;
  /** The turn that made it, from 1. */
  turn: number;
  tool: string;
  /** As they were sent. */
  arguments: JsonObject;
  outcome: CallOutcome;
  /** What the server asked its client during the call. */
  requests?: readonly Pick<ServerRequest, "method" | "params">[];
  moment: Moment;
  /** The indexes of its result's blocks whose text is read as lines of JSON, also where it is one JSON object. */
  lines?: ReadonlySet<number>;
}

/** One run of a workflow: the recording, a check, or a replay. */
export interface Run {
  prompts: string[];
  /** What Claude said, where it is known. */
  said?: string[];
  contract: Contract;
  /** In epoch milliseconds. */
  startedAt: number;
  calls: RunCall[];
}

/** Reads a trace. `prompts` are the texts that the suite gave Claude. */
export function runOf(trace: Trace): Run {
  const startedAt = readDate(trace.startedAt)?.at ?? Number.NaN;
  let turns = 0;
  const calls = trace.steps.flatMap((step) =>
    step.turns.flatMap((turn) => {
      turns++;
      return turn.calls.map((call): RunCall => {
        const callStart = startedAt + call.at * 1000;
        const moment = { runStart: startedAt, callStart, callEnd: callStart + call.ms };
        const { id, tool, arguments: args, outcome, serverRequests: requests } = call;
        return { id, turn: turns, tool, arguments: args, outcome, requests, moment };
      });
    }),
  );
  const system = trace.system === null ? [] : [trace.system];
  const said = trace.steps.flatMap(({ turns: all }) =>
    all.flatMap(({ content }) => content.flatMap(({ text }) => (typeof text === "string" ? [text] : []))),
  );
  return {
    prompts: [...system, ...trace.steps.map(({ user }) => user)],
    said,
    contract: trace.contract,
    startedAt,
    calls,
  };
}

/** Returns the moment of a run's start, when the contract was read. */
export function startMoment({ startedAt }: Run): Moment {
  return { runStart: startedAt, callStart: startedAt, callEnd: startedAt };
}

/**
 * Returns everything of a call that is compared: what Claude is given, and what the server asked. Places point into it.
 */
export function viewCall({ outcome, requests = [], lines }: Pick<RunCall, "outcome" | "requests" | "lines">): Exact {
  const view = viewOf(outcome, lines);
  const given = requests.filter(isGiven);
  if (given.length === 0 || !isExactObject(view)) return view;
  return { ...view, requests: given.map(({ method, params }) => ({ method, params: params ?? {} })) };
}

const GIVEN_METHODS: ReadonlySet<string> = new Set(["sampling/createMessage", "elicitation/create"]);

/** True for a request that the model or the user sees. */
function isGiven({ method }: { method: string }): boolean {
  return GIVEN_METHODS.has(method);
}

/** Returns the index of a request among those that are compared, for the pointers of places. */
export function requestPlace(requests: readonly { method: string }[], index: number): number {
  const request = requests[index];
  return request === undefined || !isGiven(request) ? index : requests.slice(0, index).filter(isGiven).length;
}

/**
 * Returns what Claude is given of an outcome, with JSON in text blocks parsed. Hosts differ in what they give of a result
 * that has both a text and structured content, so both count, once where one repeats the other.
 */
export function viewOf(outcome: CallOutcome, lines?: ReadonlySet<number>): Exact {
  if (outcome.kind === "error") return { error: outcome.error };
  if (outcome.kind !== "result") return { [outcome.kind]: outcome.kind === "none" ? outcome.reason : outcome.message };
  const { result } = outcome;
  if (!isJsonObject(result)) return { result };
  const { content, structuredContent, isError, _meta: _, ...rest } = result;
  const blocks = Array.isArray(content) ? content.map((block, i) => viewBlock(block, lines?.has(i))) : undefined;
  const saysMore = structuredContent !== undefined && repetitionIn(result) === undefined;
  return {
    ...(blocks === undefined ? rest : { content: blocks }),
    ...(saysMore ? { structuredContent } : {}),
    isError: isError === true,
  };
}

/** Returns a block of a result as Claude is given it. `isLines`: JSON in its text is the only one of its lines. */
export function viewBlock(block: JsonValue, isLines = false): Exact {
  if (!isJsonObject(block)) return block;
  const { annotations: _, _meta: __, text, data, blob, resource, ...rest } = block;
  const view: ExactObject = { ...rest };
  if (typeof text === "string") {
    const json = isLines ? undefined : jsonOfText(text);
    if (json === undefined) view["text"] = settleText(text);
    else view["json"] = json;
  }
  for (const [key, bytes] of [
    ["data", data],
    ["blob", blob],
  ] as const) {
    if (bytes !== undefined) view[key] = typeof bytes === "string" ? { [BYTES]: hashText(bytes) } : bytes;
  }
  if (resource !== undefined) view["resource"] = viewBlock(resource, isLines);
  return view;
}

/** The key of the hash that replaces binary contents. */
export const BYTES = "#bytes";

/** Removes differences of line ends and of white space at the ends of lines. */
export function settleText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[ \t]{1,200}$/gm, "")
    .trimEnd();
}

/**
 * Returns the contract as a value with names instead of indexes. Of several servers: `/tools/travel~1book/description`,
 * `/servers/travel/instructions`.
 */
export function viewContract({ tools, servers, ...says }: Contract): Exact {
  const { instructions, ...lists } = viewSays(says);
  return {
    ...(instructions === undefined ? {} : { instructions }),
    tools: byName(tools),
    ...lists,
    ...(servers === undefined
      ? {}
      : { servers: Object.fromEntries(Object.entries(servers).map(([name, its]) => [name, viewSays(its)])) }),
  };
}

function viewSays({ instructions, prompts, resources, resourceTemplates }: ServerSays): ExactObject {
  return {
    ...(instructions === undefined ? {} : { instructions: settleText(instructions) }),
    prompts: byName(prompts),
    resources: byName(resources),
    resourceTemplates: byName(resourceTemplates),
  };
}

function byName(items: readonly JsonObject[] | undefined): ExactObject {
  return Object.fromEntries((items ?? []).map((item, at) => [nameOf(item, at), item]));
}

/** Returns the name that replaces an item's index in pointers into the contract. */
export function nameOf(item: JsonObject, at: number): string {
  const name = item["name"] ?? item["uri"] ?? item["uriTemplate"];
  return typeof name === "string" ? name : String(at);
}
