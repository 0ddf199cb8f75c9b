// Compares what a server declares about itself with the recorded contract, variables set back, and notes what differs.
import { buildPointer } from "../json/pointer.js";
import { isJsonObject } from "../json/value.js";
import type { Contract, ServerSays, Tool } from "../trace/contract.js";
import type { Drift, DriftPlace } from "../trace/drift.js";
import { turnsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";
import { compareCall } from "../variables/compare.js";
import { type CallPair } from "../variables/call-pair.js";
import { settleText, viewContract } from "../variables/run.js";
import type { Moment } from "../variables/moment.js";
import { compareListedTools, usesFrom } from "./compare-tools.js";
import { compareContracts } from "./contract-drift.js";
import type { Ledger } from "./ledger.js";
import type { LiveValues } from "./live-values.js";
import { setBack } from "./set-back.js";

export interface ContractSides {
  recorded: Trace;
  /** Tools that the suite expects to be called. */
  expectedTools: readonly string[];
  /** When both runs started, in epoch milliseconds. */
  start: number;
  liveStartedAt: number;
  ledger: Ledger;
  values: LiveValues;
}

/** Compares the contract of one run, as read at its start and listed again later. */
export class ContractComparer {
  private lastLists: { recorded: readonly Tool[]; live: readonly Tool[] } | undefined;

  constructor(private readonly sides: ContractSides) {}

  compare(live: Contract): Drift[] {
    const { recorded, ledger, values } = this.sides;
    const pair = this.pair();
    // A later call may send a value from the instructions.
    if (values.index.isWithin(0, "")) compareCall(viewContract(recorded.contract), viewContract(live), pair);
    const settled = this.setBackInstructions(live, pair);
    const found = compareContracts(recorded.contract, settled, recorded.instructions).flatMap(
      (drift) => ledger.add(drift, { from: 1, acceptable: true }) ?? [],
    );
    return [...found, ...this.compareLists(recorded.contract.tools, live.tools, 1)];
  }

  private setBackInstructions(live: Contract, pair: CallPair): Contract {
    const { contract } = this.sides.recorded;
    const setBackOf = (before: ServerSays | undefined, now: ServerSays, within: readonly string[]): object => {
      if (now.instructions === undefined) return {};
      const at = buildPointer([...within, "instructions"]);
      const said = setBack(settleText(before?.instructions ?? ""), settleText(now.instructions), at, pair);
      return typeof said === "string" ? { instructions: said } : {};
    };
    if (live.servers === undefined) return { ...live, ...setBackOf(contract, live, []) };
    const servers = Object.entries(live.servers).map(([name, says]) => {
      const before = contract.servers?.[name];
      return [name, { ...says, ...setBackOf(before, says, ["servers", name]) }] as const;
    });
    return { ...live, servers: Object.fromEntries(servers) };
  }

  /** Compares the tools that were listed again before a turn (from 1). */
  compareTools(turn: number, live: readonly Tool[]): Drift[] {
    const recorded = turnsOf(this.sides.recorded)[turn - 1]?.tools;
    return recorded === undefined ? [] : this.compareLists(recorded, live, turn);
  }

  private compareLists(recorded: readonly Tool[], live: readonly Tool[], turn: number): Drift[] {
    if (this.lastLists?.recorded === recorded && this.lastLists.live === live) return [];
    this.lastLists = { recorded, live };
    const { recorded: run, expectedTools, ledger } = this.sides;
    const stepOfTurn = run.steps.flatMap((step, at) => step.turns.map(() => at + 1));
    const uses = usesFrom(turnsOf(run), stepOfTurn, turn);
    const names = { expected: new Set(expectedTools), pattern: run.model.toolNames };
    return compareListedTools(recorded, this.setBackTools(recorded, live), uses, names).flatMap((found) => {
      const { tool, path, use, acceptable = true, ...difference } = found;
      const where: DriftPlace = { part: "tool", ...(use === undefined ? {} : { turn: use.turn }), tool, path };
      return ledger.add({ ...difference, where }, { from: use?.turn ?? turn, acceptable }) ?? [];
    });
  }

  private setBackTools(recorded: readonly Tool[], live: readonly Tool[]): readonly Tool[] {
    const pair = this.pair();
    if (!pair.index.isWithin(0, "/tools")) return live;
    const before = new Map(recorded.map((tool) => [tool.name, tool]));
    return live.map((tool): Tool => {
      const set = setBack(before.get(tool.name), tool, `/tools${buildPointer([tool.name])}`, pair);
      return isJsonObject(set) ? { ...set, name: tool.name } : tool;
    });
  }

  private pair(): CallPair {
    const { start, liveStartedAt, values } = this.sides;
    const { index, bindings } = values;
    return { call: 0, recorded: momentAt(start), live: momentAt(liveStartedAt), index, bindings };
  }
}

/** A moment at which nothing took time. */
function momentAt(at: number): Moment {
  return { runStart: at, callStart: at, callEnd: at };
}
