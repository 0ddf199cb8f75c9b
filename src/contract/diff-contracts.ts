// Compares two contracts for the callers of the first, most important changes first.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import { hashId } from "../trace/drift-id.js";
import { contractsIn, onServer } from "../trace/servers.js";
import type { ServerIdentity } from "../trace/trace.js";
import type { ContractChange } from "./change.js";
import { compareCapabilities } from "./compare-capabilities.js";
import { comparePrompts } from "./compare-prompts.js";
import { compareResources, compareTemplates } from "./compare-resources.js";
import { compareInstructions, compareProtocols, compareServerInfo } from "./compare-server.js";
import { compareTools } from "./compare-tools.js";
import { buildChange } from "./contract-change.js";
import { sortChanges } from "./sort-changes.js";

/** The protocol version that each side negotiated, which a contract does not contain. */
export interface Protocols {
  before: ProtocolOf;
  after: ProtocolOf;
}

type ProtocolOf = Pick<ServerIdentity, "protocol" | "servers">;

/**
 * Returns every difference, classified by how it affects a caller. The order of lists never matters. Of several servers,
 * each change names its own.
 */
export function diffContracts(before: Contract, after: Contract, protocols?: Protocols): ContractChange[] {
  const sides = [before, after].map((side) => new Map(contractsIn(side).map((one) => [one.server, one.contract])));
  const names = new Set(sides.flatMap((side) => [...side.keys()]));
  const changes = [...names].flatMap((server) => {
    const [then, now] = sides.map((side) => side.get(server) ?? NOTHING);
    const protocol = (side: ProtocolOf): Pick<ServerIdentity, "protocol"> =>
      server === undefined ? side : (side.servers?.[server] ?? { protocol: "" });
    const spoken = protocols && { before: protocol(protocols.before), after: protocol(protocols.after) };
    if (then === undefined || now === undefined) return [];
    if (server === undefined) return diffServers(then, now, spoken);
    return diffServers(named(server, then), named(server, now), spoken).map((change) => ofServer(server, change));
  });
  return sortChanges(changes);
}

const NOTHING: Contract = { server: {}, capabilities: {}, tools: [] };

function named(server: string, contract: Contract): Contract {
  return { ...contract, tools: onServer(server, contract.tools) };
}

function ofServer(server: string, change: ContractChange): ContractChange {
  const { id, subject, message } = change;
  return {
    ...change,
    // The same change of two servers is accepted for each.
    id: hashId([server, id]),
    subject: { ...subject, server },
    message: subject.kind === "tool" ? message : `${server}: ${message}`,
  };
}

function diffServers(
  before: Contract,
  after: Contract,
  protocols?: Record<"before" | "after", Pick<ServerIdentity, "protocol">>,
): ContractChange[] {
  const changes = [
    ...compareCapabilities(before.capabilities, after.capabilities),
    ...compareTools(before.tools, after.tools),
    ...compareAsides(before, after, "prompts", comparePrompts),
    ...compareAsides(before, after, "resources", compareResources),
    ...compareAsides(before, after, "resourceTemplates", compareTemplates),
    ...compareServerInfo(before.server, after.server),
    ...(protocols === undefined ? [] : compareProtocols(protocols.before.protocol, protocols.after.protocol)),
    ...compareInstructions(before, after),
  ];
  // Two identical entries that are both gone make one change: nothing tells them apart.
  return [...new Map(changes.map((change) => [change.id, change])).values()];
}

type Aside = "prompts" | "resources" | "resourceTemplates";
const METHODS: Readonly<Record<Aside, string>> = {
  prompts: "prompts/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
};

/** A list that is promised and not answered is one change, instead of one for each item that it had. */
function compareAsides(
  before: Contract,
  after: Contract,
  list: Aside,
  compare: (before: readonly JsonObject[], after: readonly JsonObject[]) => ContractChange[],
): ContractChange[] {
  const [one, other] = [before[list] ?? [], after[list] ?? []];
  const name = list === "prompts" ? "prompts" : "resources";
  const subject = { kind: "capability", name } as const;
  if (isUnanswered(after, list) && one.length > 0) {
    return [
      buildChange("list-unanswered", subject, {
        path: "",
        before: namesOf(one),
        message: `\`${METHODS[list]}\` is no longer answered; ${String(one.length)} were listed.`,
        note: "Whether they still exist cannot be decided.",
      }),
    ];
  }
  if (isUnanswered(before, list) && other.length > 0) {
    return [
      buildChange("list-answered", subject, {
        path: "",
        after: namesOf(other),
        message: `\`${METHODS[list]}\` is answered now; ${String(other.length)} are listed.`,
      }),
    ];
  }
  return compare(one, other);
}

function isUnanswered(contract: Contract, list: Aside): boolean {
  const capability = contract.capabilities[list === "prompts" ? "prompts" : "resources"];
  return contract[list] === undefined && capability !== undefined;
}

function namesOf(items: readonly JsonObject[]): JsonValue[] {
  return items.map((item) => item["uri"] ?? item["uriTemplate"] ?? item["name"] ?? null);
}
