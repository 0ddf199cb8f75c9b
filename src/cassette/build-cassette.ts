// Builds the cassette of a run from its trace, losslessly. Pure; places and secrets are replaced before.
import type { JsonValue } from "../json/value.js";
import { turnsOf } from "../trace/read.js";
import { contractsIn, identitiesIn, serverNamesOf } from "../trace/servers.js";
import type { Call, Dispatch, OwnCall, Trace, Turn } from "../trace/trace.js";
import { serializeContract } from "./contract-file.js";
import { CASSETTE_VERSION } from "./format-version.js";
import { NOTHING_LEARNED, type Learned } from "../variables/learned.js";
import type { WrittenCallFacts, TurnFacts } from "./facts-schema.js";
import { buildRows } from "./facts.js";
import { buildLearned } from "./learned.js";
import type { Judgement, ScriptEntry, Scores, WrittenCassette, WrittenServer } from "./schema.js";
import { buildBlockEntry } from "./script-blocks.js";
import { UNKNOWN } from "./schema.js";
import { buildOwnEntry, buildResultEntry } from "./script-results.js";
import { buildToolsEntry } from "./script-tools.js";

/** What a cassette holds in addition to the run. */
export interface CassetteExtras {
  /** `mcpvals 0.1.0`. */
  by: string;
  scores: Scores;
  judge?: Judgement[];
  /** How the calls of a turn were sent. Default: one after another. */
  dispatch?: Dispatch;
  learned?: Learned;
  /** How many checks were made on the server, and how far its clock was moved. */
  checks?: number;
  clock?: string;
}

/**
 * The cassette of a run. `readTrace` restores the run, except what is not recorded: stderr, where its sides came from,
 * the evidence of a replay, progress tokens.
 */
export function buildCassette(trace: Trace, extras: CassetteExtras): WrittenCassette {
  const { name, answered, maxTokens, temperature, toolNames } = trace.model;
  const { by, checks, clock } = extras;
  const turns = turnsOf(trace);
  return {
    cassette: CASSETTE_VERSION,
    kind: "workflow",
    workflow: trace.workflow,
    ...(trace.imported === undefined ? {} : { imported: trace.imported }),
    ...buildServers(trace),
    dispatch: extras.dispatch ?? trace.dispatch ?? "serial",
    model: {
      name,
      ...(answered === undefined ? {} : { answered }),
      maxTokens: maxTokens ?? UNKNOWN,
      ...(temperature === undefined ? {} : { temperature }),
      system: trace.imported === undefined ? trace.system : UNKNOWN,
      instructions: trace.imported === undefined ? trace.instructions : UNKNOWN,
      ...(toolNames === undefined ? {} : { toolNames }),
    },
    script: buildScript(trace),
    ...(trace.end.kind === "completed" ? {} : { end: trace.end }),
    judge: extras.judge ?? [],
    ...buildLearned(extras.learned ?? NOTHING_LEARNED),
    scores: extras.scores,
    facts: {
      recorded: {
        at: trace.startedAt,
        by,
        ms: trace.ms,
        ...(checks === undefined ? {} : { checks }),
        ...(clock === undefined ? {} : { clock }),
      },
      ...(trace.findings.length === 0 ? {} : { findings: trace.findings }),
      ...buildRows(
        turns.map(({ ms, usage, retries }): TurnFacts => ({ ms, ...usage, retries })),
        turns.flatMap((turn) => inOrder(turn).map((call) => ("given" in call ? undefined : buildCallFacts(call)))),
      ),
    },
  };
}

function buildServers({ server, contract }: Trace): Pick<WrittenCassette, "server" | "servers"> {
  const identities = new Map(identitiesIn(server).map(({ server: name, identity }) => [name, identity]));
  const all = contractsIn(contract).map(({ server: name, contract: own }) => {
    const { client, roots, ...rest } = identities.get(name) ?? { name: "", version: "", protocol: "" };
    const written: WrittenServer = {
      name: rest.name,
      version: rest.version,
      protocol: rest.protocol,
      ...(client === undefined ? {} : { client: [...client] }),
      ...(roots === undefined ? {} : { roots: [...roots] }),
      contract: serializeContract(own).id,
    };
    return [name, written] as const;
  });
  const [only] = all;
  if (only !== undefined && only[0] === undefined) return { server: only[1] };
  return { servers: Object.fromEntries(all.map(([name = "", written]) => [name, written])) };
}

function buildScript(trace: Trace): ScriptEntry[] {
  const servers = new Set(serverNamesOf(trace));
  let tools = trace.contract.tools;
  const entries: ScriptEntry[] = [];
  for (const step of trace.steps) {
    entries.push({ user: step.user });
    for (const turn of step.turns) {
      const change = buildToolsEntry(tools, turn.tools);
      if (change !== undefined) entries.push(change);
      tools = [...turn.tools];
      entries.push({
        assistant: turn.content.map((block) => buildBlockEntry(block, servers)),
        stop: buildStop(turn.stop),
      });
      for (const call of inOrder(turn)) {
        entries.push("given" in call ? buildOwnEntry(call) : buildResultEntry(call, turn.content));
      }
    }
  }
  return entries;
}

/** All calls of a turn, in the order of their blocks. */
function inOrder({ calls, own = [] }: Turn): (Call | OwnCall)[] {
  return own.length === 0 ? calls : [...calls, ...own].toSorted((one, other) => one.id - other.id);
}

function buildStop(
  stop: Turn["stop"],
): string | null | { reason: string | null; sequence?: string; details?: JsonValue } {
  const { reason, sequence, details } = stop;
  if (sequence === undefined && details === undefined) return reason;
  return { reason, ...(sequence === undefined ? {} : { sequence }), ...(details === undefined ? {} : { details }) };
}

function buildCallFacts({ id, at, ms, serverRequests }: Call): Omit<WrittenCallFacts, "http"> & { id: number } {
  const sampling = serverRequests.flatMap(({ usage }, index) =>
    usage === undefined ? [] : [{ request: index + 1, ...usage }],
  );
  return { id, at, ms, sampling };
}
