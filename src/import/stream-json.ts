// Reads what `claude -p --output-format stream-json` printed. Pure.
import { McpvalsError } from "../errors.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { blocksOf, saidBlocks, saidResults, typedText, usageIn } from "./content.js";
import { callsIn, type Said, type SaidResult, type SaidStep, type SaidTurn } from "./said.js";

/** Collects the events of a stream. */
export class StreamJsonReader {
  private readonly steps: SaidStep[] = [];
  private readonly turns = new Map<string, SaidTurn>();
  private readonly all: SaidTurn[] = [];
  private readonly results = new Map<string, SaidResult>();
  private model: string | null = null;
  private cwd: string | null = null;
  private ended = false;

  constructor(private readonly shown: string) {}

  /** Throws TRANSCRIPT_VERSION. */
  add(line: JsonObject, number: number): void {
    const { type, subtype, claude_code_version: version } = line;
    if (type === "system" && subtype === "init") {
      if (typeof version === "string" && !/^2\.\d+\.\d+/.test(version)) {
        throw new McpvalsError("TRANSCRIPT_VERSION", `${this.shown}:${number} was written by Claude Code ${version}`, {
          evidence: "stream-json of versions 2.x is read.",
          fix: "If it is newer: a newer mcpvals may read it.",
        });
      }
      if (typeof line["cwd"] === "string") this.cwd ??= line["cwd"];
    }
    if (type === "result") this.ended = true;
    const message = isJsonObject(line["message"]) ? line["message"] : undefined;
    if (message === undefined) return;
    const parent = line["parent_tool_use_id"];
    const opened = typeof parent === "string" ? parent : undefined;
    if (type === "assistant") this.addTurn(message, opened);
    else if (type === "user") this.addUser(line, message, opened);
  }

  private addTurn(message: JsonObject, opened: string | undefined): void {
    const { id, model, content, stop_reason: stop } = message;
    if (typeof id !== "string" || model === "<synthetic>") return;
    if (typeof model === "string" && opened === undefined) this.model = model;
    const blocks = saidBlocks(blocksOf(content));
    const known = this.turns.get(id);
    if (known !== undefined) {
      known.blocks.push(...blocks);
      if (typeof stop === "string") known.stop = stop;
      return;
    }
    const turn: SaidTurn = {
      blocks,
      stop: typeof stop === "string" ? stop : null,
      usage: usageIn(message),
      ...(opened !== undefined && { opened }),
    };
    this.turns.set(id, turn);
    this.all.push(turn);
    if (this.steps.length === 0 || (this.ended && opened === undefined)) this.steps.push({ user: null, turns: [] });
    this.ended = false;
    this.steps.at(-1)?.turns.push(turn);
  }

  private addUser(line: JsonObject, message: JsonObject, opened: string | undefined): void {
    const blocks = blocksOf(message["content"]);
    const at = line["timestamp"];
    const results = saidResults(blocks, typeof at === "string" ? at : undefined);
    for (const [id, result] of results) this.results.set(id, result);
    if (results.size > 0 || opened !== undefined || line["isSynthetic"] === true) return;
    const prompt = typedText(blocks);
    if (prompt === undefined) return;
    this.steps.push({ user: prompt, turns: [] });
    this.ended = false;
  }

  finish(): Said {
    for (const call of this.all.flatMap(callsIn)) {
      const result = this.results.get(call.id);
      if (result !== undefined) call.result = result;
    }
    return { format: "stream-json", model: this.model, cwd: this.cwd, steps: this.steps, notes: [] };
  }
}
