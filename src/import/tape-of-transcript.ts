// Builds the run that a transcript tells of, as if it had been recorded: what import plays on the server. Pure.
import { McpvalsError } from "../errors.js";
import type { Contract } from "../trace/contract.js";
import type { Call, CallOutcome, Dispatch, ModelBlock, OwnCall, Trace, TraceStep, Turn } from "../trace/trace.js";
import { momentOf, startOf } from "./moments.js";
import type { Chosen } from "./choose-calls.js";
import { callsIn, type Said, type SaidCall, type SaidStep, type SaidTurn } from "./said.js";

export interface Tape {
  trace: Trace;
  /** By the ordinal of a call of the server: why its result cannot be compared. */
  cut: ReadonlyMap<number, string>;
  /** By the ordinal of a call of the server: calls since the one before it that may have written what it reads. */
  writers: ReadonlyMap<number, readonly string[]>;
  /** By the ordinal of any other call: why it never reached the server; undefined where it was for another tool. */
  foreign: ReadonlyMap<number, string | undefined>;
  /** How many prompts are left out, because no call of the server answers them. */
  leftOut: number;
}

export interface TapeInput {
  said: Said;
  chosen: Chosen;
  sha256: string;
  workflow: string;
  contract: Contract;
  server: Trace["server"];
  dispatch: Dispatch;
  /** For steps of which the transcript does not have what the user said, in order. */
  prompts: readonly string[];
}

/** Tools of clients that change nothing. */
const READS =
  /^(?:Read|Grep|Glob|LS|NotebookRead|WebFetch|WebSearch|Todo\w*|ToolSearch|Skill|ExitPlanMode|EnterPlanMode|AskUserQuestion|ListMcpResourcesTool|ReadMcpResourceTool|WaitForMcpServers|BashOutput|TaskOutput)$/;

/** Throws BAD_USAGE where a prompt is missing. */
export function tapeOfTranscript(input: TapeInput): Tape {
  const { said, chosen, contract } = input;
  const startedAt = startOf(said);
  const builder = new TapeBuilder(chosen, contract, startedAt);
  const prompts = [...input.prompts];
  const steps: TraceStep[] = [];
  let leftOut = 0;
  for (const step of said.steps) {
    const isUsed = step.turns.flatMap(callsIn).some(({ id }) => chosen.calls.get(id)?.kind === "taken");
    if (!isUsed) builder.pass(step);
    if (!isUsed) leftOut += 1;
    else steps.push(builder.step(step, step.user ?? prompts.shift() ?? refuse(said.format)));
  }
  const model = said.model ?? "unknown";
  return {
    trace: {
      workflow: input.workflow,
      imported: { format: said.format, sha256: input.sha256 },
      sources: { model: "recorded", server: "recorded" },
      model: { name: model, ...(said.model !== null && { answered: model }), maxTokens: null },
      system: null,
      instructions: true,
      server: input.server,
      dispatch: input.dispatch,
      contract,
      steps,
      end: { kind: "completed" },
      findings: [],
      stderr: "",
      startedAt: startedAt ?? "unknown",
      ms: 0,
    },
    cut: builder.cut,
    writers: builder.writers,
    foreign: builder.foreign,
    leftOut,
  };
}

function refuse(format: string): never {
  throw new McpvalsError("BAD_USAGE", `The transcript (${format}) does not have what the user said`, {
    fix: 'Say it: --prompt "Book a table"; again for each further one',
  });
}

class TapeBuilder {
  readonly cut = new Map<number, string>();
  readonly writers = new Map<number, readonly string[]>();
  readonly foreign = new Map<number, string | undefined>();
  private readonly ordinals = new Map<string, number>();
  private since: string[] = [];

  constructor(
    private readonly chosen: Chosen,
    private readonly contract: Contract,
    private readonly startedAt: string | undefined,
  ) {}

  /** Notes what the calls of a step that is left out may have written. */
  pass({ turns }: SaidStep): void {
    for (const call of turns.flatMap(callsIn)) this.noteWriter(call);
  }

  step({ turns }: SaidStep, user: string): TraceStep {
    const built = foldTexts(turns).map((turn) => this.turn(turn));
    const last = built.at(-1);
    // A run whose last answer is not known ends with a turn that says nothing.
    if (last === undefined || last.stop.reason === "tool_use") built.push(this.emptyTurn());
    return { user, turns: built };
  }

  private turn(said: SaidTurn): Turn {
    const { blocks, stop, usage } = said;
    const content: ModelBlock[] = [];
    const calls: Call[] = [];
    const own: OwnCall[] = [];
    for (const block of blocks) {
      if (block.kind === "text") content.push({ type: "text", text: block.text });
      else this.call(block, said, { content, calls, own });
    }
    const hasCalls = blocks.some(({ kind }) => kind === "call");
    const reason = hasCalls ? "tool_use" : stop === null || stop === "tool_use" ? "end_turn" : stop;
    const rest = { usage, ms: 0, retries: 0, tools: this.contract.tools };
    return { content, stop: { reason }, calls, ...(own.length > 0 && { own }), ...rest };
  }

  private call(
    call: SaidCall,
    turn: SaidTurn,
    { content, calls, own }: { content: ModelBlock[]; calls: Call[]; own: OwnCall[] },
  ): void {
    const id = this.ordinals.size + 1;
    this.ordinals.set(call.id, id);
    const by = turn.opened === undefined ? undefined : this.ordinals.get(turn.opened);
    const block = { type: "tool_use", id: `toolu_${id}`, ...(by !== undefined && { opened: by }) };
    const chosen = this.chosen.calls.get(call.id);
    if (chosen?.kind !== "taken") {
      this.foreign.set(id, chosen?.why);
      content.push({ ...block, name: call.name, input: call.input, own: true });
      const { content: given = [], isError = false } = call.result ?? {};
      own.push({ id, given: [...given], ...(isError && { isError }) });
      this.noteWriter(call);
      return;
    }
    const { tool, input, cut } = chosen;
    content.push({ ...block, name: tool, input });
    if (cut !== undefined) this.cut.set(id, cut);
    if (this.since.length > 0) this.writers.set(id, this.since);
    this.since = [];
    const rest = { notifications: [], serverRequests: [], ...momentOf(turn, call, this.startedAt) };
    calls.push({ id, tool, arguments: input, outcome: outcomeOf(call), ...rest });
  }

  private noteWriter(call: SaidCall): void {
    const chosen = this.chosen.calls.get(call.id);
    if (chosen?.kind === "foreign" && chosen.why === undefined && !READS.test(call.name)) this.since.push(call.name);
  }

  private emptyTurn(): Turn {
    const usage = { input: 0, output: 0 };
    return {
      content: [],
      stop: { reason: "end_turn" },
      calls: [],
      usage,
      ms: 0,
      retries: 0,
      tools: this.contract.tools,
    };
  }
}

/** A turn without a call that another turn follows becomes the beginning of that one: only the last turn ends a step. */
function foldTexts(turns: readonly SaidTurn[]): SaidTurn[] {
  const folded: SaidTurn[] = [];
  let before: SaidTurn["blocks"] = [];
  const last = turns.findLast(({ opened }) => opened === undefined);
  for (const turn of turns) {
    const isCalling = callsIn(turn).length > 0;
    if (turn.blocks.length === 0 && turn !== last) continue;
    // What a subagent says in the end is in the result of the call that opened it.
    if (!isCalling && turn.opened !== undefined) continue;
    if (!isCalling && turn !== last) before = [...before, ...turn.blocks];
    else {
      folded.push({ ...turn, blocks: [...before, ...turn.blocks] });
      before = [];
    }
  }
  return folded;
}

function outcomeOf({ result }: SaidCall): CallOutcome {
  if (result?.wire !== undefined) {
    return "error" in result.wire
      ? { kind: "error", error: result.wire.error }
      : { kind: "result", result: result.wire.result };
  }
  return { kind: "result", result: { content: [...(result?.content ?? [])], isError: result?.isError === true } };
}
