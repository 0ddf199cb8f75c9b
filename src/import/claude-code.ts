// Reads the session file of Claude Code: one content block a line, lines of one turn share `message.id`, and
// `parentUuid` makes a tree of which one branch is the conversation. Pure.
import { McpvalsError } from "../errors.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { blocksOf, saidBlocks, saidResults, typedText, usageIn } from "./content.js";
import { callsIn, type Said, type SaidResult, type SaidStep, type SaidTurn } from "./said.js";

/** A prompt, or a turn with all of its lines. */
interface Node {
  uuid: string;
  parent: string | undefined;
  at: string;
  prompt?: string;
  turn?: SaidTurn;
}

/** Collects the lines of a session file, or those of a subagent's file. */
export class ClaudeCodeReader {
  private readonly nodes = new Map<string, Node>();
  /** From the uuid of a line that is no node to that of its parent. */
  private readonly above = new Map<string, string>();
  private readonly nodeOfMessage = new Map<string, string>();
  private readonly results = new Map<string, SaidResult>();
  /** Subagents by the id of the call that opened them. */
  private readonly agents = new Map<string, string>();
  private model: string | null = null;
  private cwd: string | null = null;
  private lastLeaf: string | undefined;
  private mainLines = 0;
  private session: string | undefined;

  /** `shown`: the file for people. `sidechains`: take the lines of subagents, and no others. */
  constructor(
    private readonly shown: string,
    private readonly sidechains = false,
  ) {}

  /** Throws TRANSCRIPT_VERSION. */
  add(line: JsonObject, number: number): void {
    const { type, uuid, version, sessionId, cwd } = line;
    if (typeof sessionId === "string") this.session ??= sessionId;
    if (type === "last-prompt" && typeof line["leafUuid"] === "string") this.lastLeaf = line["leafUuid"];
    if (typeof uuid !== "string") return;
    if (typeof version === "string") this.requireKnown(version, number);
    const isSide = line["isSidechain"] === true;
    if (!isSide) this.mainLines += 1;
    if (isSide !== this.sidechains) return;
    if (typeof cwd === "string") this.cwd ??= cwd;
    const parent = [line["parentUuid"], line["logicalParentUuid"]].find((one) => typeof one === "string");
    const at = typeof line["timestamp"] === "string" ? line["timestamp"] : "";
    const message = isJsonObject(line["message"]) ? line["message"] : undefined;
    const added =
      message !== undefined &&
      (type === "assistant"
        ? this.addTurn(line, message, { uuid, parent, at })
        : type === "user" && this.addUser(line, message, { uuid, parent, at }));
    if (!added && parent !== undefined) this.above.set(uuid, parent);
  }

  private requireKnown(version: string, number: number): void {
    if (/^2\.\d+\.\d+/.test(version)) return;
    throw new McpvalsError("TRANSCRIPT_VERSION", `${this.shown}:${number} was written by Claude Code ${version}`, {
      evidence: "Session files of versions 2.x are read.",
      fix: "If it is newer: a newer mcpvals may read it.",
    });
  }

  private addTurn(line: JsonObject, message: JsonObject, node: Omit<Node, "turn" | "prompt">): boolean {
    const { id, model, content, stop_reason: stop } = message;
    if (line["isApiErrorMessage"] === true || model === "<synthetic>" || typeof id !== "string") return false;
    if (typeof model === "string") this.model = model;
    const known = this.nodes.get(this.nodeOfMessage.get(id) ?? "");
    const blocks = saidBlocks(blocksOf(content));
    if (known?.turn !== undefined) {
      known.turn.blocks.push(...blocks);
      if (typeof stop === "string") known.turn.stop = stop;
      this.above.set(node.uuid, known.uuid);
      return true;
    }
    this.nodeOfMessage.set(id, node.uuid);
    const turn = {
      blocks,
      stop: typeof stop === "string" ? stop : null,
      usage: usageIn(message),
      ...(node.at !== "" && { at: node.at }),
    };
    this.nodes.set(node.uuid, { ...node, turn });
    return true;
  }

  private addUser(line: JsonObject, message: JsonObject, node: Omit<Node, "turn" | "prompt">): boolean {
    const blocks = blocksOf(message["content"]);
    const results = saidResults(blocks, node.at === "" ? undefined : node.at);
    for (const [id, result] of results) {
      this.results.set(id, result);
      const answer = line["toolUseResult"];
      const agent = isJsonObject(answer) ? answer["agentId"] : undefined;
      if (typeof agent === "string") this.agents.set(id, agent);
    }
    if (results.size > 0 || line["isMeta"] === true || line["isCompactSummary"] === true) return false;
    const prompt = typedText(blocks);
    if (prompt === undefined) return false;
    this.nodes.set(node.uuid, { ...node, prompt });
    return true;
  }

  /** The session, where the file holds nothing but a subagent's lines. */
  subagentOf(): string | undefined {
    return this.mainLines === 0 ? this.session : undefined;
  }

  /** The names of the subagents, with the call that opened each. */
  subagents(): ReadonlyMap<string, string> {
    return this.agents;
  }

  /**
   * The conversation of one branch. `leaf`: the uuid of its last line, or the beginning of it. Throws
   * TRANSCRIPT_INVALID where several branches end and none is named.
   */
  finish(leaf?: string): Said {
    const branch = this.branchOf(this.chooseLeaf(leaf));
    const steps: SaidStep[] = [];
    for (const { prompt, turn } of branch) {
      if (prompt !== undefined) steps.push({ user: prompt, turns: [] });
      if (turn === undefined) continue;
      for (const call of callsIn(turn)) {
        const result = this.results.get(call.id);
        if (result !== undefined) call.result = result;
      }
      if (steps.length === 0) steps.push({ user: null, turns: [] });
      steps.at(-1)?.turns.push(turn);
    }
    const left = [...this.nodes.values()].filter(({ turn }) => turn !== undefined).length;
    const taken = branch.filter(({ turn }) => turn !== undefined).length;
    const notes = left > taken ? [`${left - taken} turns of other branches (rewound) are left out.`] : [];
    return { format: "claude-code", model: this.model, cwd: this.cwd, steps, notes };
  }

  private chooseLeaf(named: string | undefined): Node | undefined {
    const leaves = this.leaves();
    if (named !== undefined) {
      const line = [...this.nodes.keys(), ...this.above.keys()].find((uuid) => uuid.startsWith(named));
      const node = line === undefined ? undefined : this.nodeAt(line);
      if (node !== undefined) return node;
      throw new McpvalsError("TRANSCRIPT_INVALID", `${this.shown} has no line with the uuid ${named}`, {
        fix: this.describeLeaves(leaves),
      });
    }
    const last = this.lastLeaf === undefined ? undefined : this.nodeAt(this.lastLeaf);
    if (last !== undefined && leaves.includes(last)) return last;
    if (leaves.length <= 1 || this.sidechains) return leaves.at(-1);
    throw new McpvalsError("TRANSCRIPT_INVALID", `${this.shown} has ${leaves.length} branches that end`, {
      evidence: "Claude Code was rewound in it, and it does not say which branch counts.",
      fix: this.describeLeaves(leaves),
    });
  }

  private describeLeaves(leaves: readonly Node[]): string {
    const lines = leaves.slice(-8).map((leaf) => {
      const text =
        leaf.prompt ?? leaf.turn?.blocks.flatMap((block) => (block.kind === "text" ? block.text : [])).at(-1);
      return `--leaf ${leaf.uuid.slice(0, 8)}   ${leaf.at}  ${JSON.stringify((text ?? "").slice(0, 60))}`;
    });
    return `Name its last line:\n${lines.join("\n")}`;
  }

  private leaves(): Node[] {
    const parents = new Set([...this.nodes.values()].map(({ parent }) => this.nodeAt(parent)));
    return [...this.nodes.values()].filter((node) => !parents.has(node));
  }

  private branchOf(leaf: Node | undefined): Node[] {
    const branch = new Set<Node>();
    for (let node = leaf; node !== undefined && !branch.has(node); node = this.nodeAt(node.parent)) branch.add(node);
    return [...branch].toReversed();
  }

  /** The node that a line is, or the one above it. */
  private nodeAt(uuid: string | undefined): Node | undefined {
    const seen = new Set<string>();
    for (let at = uuid; at !== undefined && !seen.has(at); at = this.above.get(at)) {
      const node = this.nodes.get(at);
      if (node !== undefined) return node;
      seen.add(at);
    }
    return undefined;
  }
}
