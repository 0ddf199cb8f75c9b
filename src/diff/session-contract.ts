// Builds the contract that the lists of a recorded session contain. Lists that the client never requested are missing.
import { settleNumbers } from "../json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { Session } from "../trace/session.js";
import type { MetContract } from "./contracts.js";

const HELLO = new Set(["initialize", "server/discover"]);

/** Undefined where the client never requested the tools. */
export function contractOfSession(session: Session): MetContract | undefined {
  const exchanges = session.entries.flatMap((entry) => (entry.kind === "exchange" ? [entry] : []));
  const hello = exchanges.find(({ method }) => HELLO.has(method));
  const said = resultOf(hello?.answer) ?? {};
  const listOf = (method: string, key: string): JsonObject[] | undefined => {
    const pages = exchanges.filter((exchange) => exchange.method === method);
    // Uses the pages from the last request for the first page on.
    const first = pages.findLastIndex(({ params }) => !isJsonObject(params) || params["cursor"] === undefined);
    const answers = pages.slice(Math.max(0, first)).map(({ answer }) => resultOf(answer)?.[key]);
    const items = answers.filter((items) => Array.isArray(items)).flat();
    return answers.some((items) => Array.isArray(items)) ? items.filter((item) => isJsonObject(item)) : undefined;
  };
  const tools = listOf("tools/list", "tools")?.filter(isTool);
  if (tools === undefined) return undefined;
  const { instructions } = said;
  const [prompts, resources] = [listOf("prompts/list", "prompts"), listOf("resources/list", "resources")];
  const resourceTemplates = listOf("resources/templates/list", "resourceTemplates");
  const contract: Contract = {
    server: serverInfoOf(said),
    capabilities: objectOf(said["capabilities"]),
    ...(typeof instructions === "string" ? { instructions } : {}),
    tools,
    ...(prompts === undefined ? {} : { prompts }),
    ...(resources === undefined ? {} : { resources }),
    ...(resourceTemplates === undefined ? {} : { resourceTemplates }),
  };
  return { server: session.server, contract };
}

/** A list that one client never requested says nothing about its server. `left`: the lists left out of both. */
export function keepCommonLists(
  before: MetContract,
  after: MetContract,
): { before: MetContract; after: MetContract; left: string[] } {
  const left = (["prompts", "resources", "resourceTemplates"] as const).filter(
    (list) => (before.contract[list] === undefined) !== (after.contract[list] === undefined),
  );
  const without = (met: MetContract): MetContract => {
    const contract = { ...met.contract };
    for (const list of left) delete contract[list];
    return { ...met, contract };
  };
  return { before: without(before), after: without(after), left };
}

/** Modern servers name themselves in the `_meta` of the result. */
function serverInfoOf(said: JsonObject): JsonObject {
  return objectOf(said["serverInfo"] ?? objectOf(said["_meta"])["io.modelcontextprotocol/serverInfo"]);
}

function resultOf(answer: JsonObject | undefined): JsonObject | undefined {
  // Settled like the contract of a separate recording.
  const result = settleNumbers(answer?.["result"] ?? null);
  return isJsonObject(result) ? result : undefined;
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function isTool(item: JsonObject): item is Tool {
  return typeof item["name"] === "string";
}
