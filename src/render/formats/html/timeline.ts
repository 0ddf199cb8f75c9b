// Draws a run on one axis of time: when the model answered, when tools did, what each subagent did meanwhile, and how many
// tokens each turn took. Idle time in between is left out.
import type { Transcript, TranscriptTurn } from "../../../report/transcript.js";
import { ownUsesOf } from "../../../trace/read.js";
import { markup, type Markup } from "./markup.js";
import { shortCount, duration, plural } from "./numbers.js";

/** `own`: a call that the agent answered on its own; it has no time of its own, and lasts until the agent goes on. */
type BarKind = "model" | "tool" | "own";

interface Bar {
  kind: BarKind;
  /** Milliseconds from the first turn on. */
  start: number;
  ms: number;
  title: string;
  bad: boolean;
}

interface TokenBar {
  turn: number;
  /** Of its turn. */
  start: number;
  ms: number;
  input: number;
  output: number;
}

/** One conversation: that of the user, or that of a subagent. */
interface Conversation {
  bars: Bar[];
  /** Until when it has come. */
  now: number;
  /** Own calls that have not ended. */
  waiting: Bar[];
}

/** The user's conversation; subagents count from 1. */
const MAIN = 0;
const LANE = 26;
const TOKENS = 56;

/** Undefined without a turn. */
export function timeline(transcript: Transcript, modelIsRecorded: boolean): Markup | undefined {
  const { conversations, tokens, total } = measure(transcript);
  if (tokens.length === 0) return undefined;
  const all = [...conversations.values()].flatMap(({ bars }) => bars);
  const input = tokens.reduce((sum, bar) => sum + bar.input, 0);
  const output = tokens.reduce((sum, bar) => sum + bar.output, 0);
  const said = `model${modelIsRecorded ? " (as recorded)" : ""} ${duration(msOf(all, "model"))}`;
  const calls = all.filter(({ kind }) => kind === "tool").length;
  const subagents = [...conversations.keys()].filter((number) => number !== MAIN).toSorted((a, b) => a - b);
  const label = `${plural(tokens.length, "turn")}, ${said}; ${plural(calls, "call")}, tools ${duration(msOf(all, "tool"))}${subagents.length > 0 ? `; ${plural(subagents.length, "subagent")}` : ""}`;
  const own = conversations.get(MAIN)?.bars ?? [];
  const ownTools = own.filter(({ kind }) => kind === "own");
  return markup`<figure class="timeline${subagents.length + ownTools.length > 0 && " of-agent"}">
<div class="lane"><span>model</span><svg role="img" aria-label="${label}" height="${LANE}">${lane(own, total, "model")}</svg></div>
<div class="lane"><span>tools</span><svg aria-hidden="true" height="${LANE}">${lane(own, total, "tool")}</svg></div>
${ownTools.length > 0 && markup`<div class="lane"><span>own tools</span><svg role="img" aria-label="${plural(ownTools.length, "call")} of the agent's own tools" height="${LANE}">${lane(own, total, "own")}</svg></div>`}
${subagents.map((number) => subagentLane(number, conversations.get(number)?.bars ?? [], total))}
<div class="lane"><span>tokens</span><svg role="img" aria-label="${shortCount(input)} tokens in, ${shortCount(output)} out" height="${TOKENS}">${tokenBars(tokens, total)}</svg></div>
<div class="lane axis"><span></span><svg aria-hidden="true" height="16">${ticks(total)}</svg></div>
<figcaption>${label}; <span class="key in"></span>${shortCount(input)} tokens in, <span class="key out"></span>${shortCount(output)} out</figcaption>
</figure>`;
}

/** A conversation waits for itself, so its turns and calls share one lane. */
function subagentLane(number: number, bars: readonly Bar[], total: number): Markup {
  const [turns, calls] = (["model", "tool"] as const).map((kind) => bars.filter((bar) => bar.kind === kind).length);
  const label = `subagent ${number}: ${plural(turns ?? 0, "turn")}, ${plural(calls ?? 0, "call")}`;
  return markup`<div class="lane"><span>subagent ${number}</span><svg role="img" aria-label="${label}" height="${LANE}">${lane(bars, total)}</svg></div>`;
}

function msOf(bars: readonly Bar[], kind: BarKind): number {
  return bars.reduce((sum, bar) => (bar.kind === kind ? sum + bar.ms : sum), 0);
}

function measure({ steps }: Transcript): {
  conversations: Map<number, Conversation>;
  tokens: TokenBar[];
  total: number;
} {
  const main: Conversation = { bars: [], now: 0, waiting: [] };
  const conversations = new Map([[MAIN, main]]);
  const tokens: TokenBar[] = [];
  for (const turn of steps.flatMap((step) => step.turns)) {
    const { subagent = MAIN, ms, usage } = turn;
    const own = conversations.get(subagent) ?? { bars: [], now: main.now, waiting: [] };
    conversations.set(subagent, own);
    // The agent goes on when its subagents have ended.
    if (own === main) own.now = Math.max(...[...conversations.values()].map(({ now }) => now));
    for (const bar of own.waiting.splice(0)) bar.ms = own.now - bar.start;
    tokens.push({ turn: tokens.length + 1, start: own.now, ms, input: usage.input, output: usage.output });
    addTurn(own, turn, tokens.length);
  }
  const total = Math.max(1, ...[...conversations.values()].map(({ now }) => now));
  return { conversations, tokens, total };
}

function addTurn(to: Conversation, { ms, calls, retries, content, own = [] }: TranscriptTurn, turn: number): void {
  const again = retries > 0 ? `, asked ${retries + 1} times` : "";
  const title = `turn ${turn}: ${duration(ms)}${again}`;
  to.bars.push({ kind: "model", start: to.now, ms, title, bad: retries > 0 });
  to.now += Math.max(0, ms);
  const began = to.now;
  const first = calls[0]?.at ?? 0;
  for (const call of calls) {
    const start = began + Math.max(0, call.at - first) * 1000;
    const what = `call ${call.id}, ${call.tool}: ${duration(call.ms)}`;
    to.bars.push({ kind: "tool", start, ms: call.ms, title: what, bad: call.outcome.kind !== "result" });
    to.now = Math.max(to.now, start + call.ms);
  }
  for (const { id, name } of ownUsesOf(content)) {
    const bad = own.some((one) => one.id === id && one.isError === true);
    const bar: Bar = { kind: "own", start: began, ms: 0, title: `call ${id}, ${name}: not of a server`, bad };
    to.bars.push(bar);
    to.waiting.push(bar);
  }
}

/** `only`: bars of this kind. */
function lane(bars: readonly Bar[], total: number, only?: BarKind): Markup[] {
  const shown = only === undefined ? bars : bars.filter(({ kind }) => kind === only);
  return shown.map(({ kind, start, ms, title, bad }) => {
    const x = percentOf(start, total);
    const width = widthOf(ms, total);
    return markup`<rect class="${kind}${bad ? " bad" : ""}" x="${x}" y="3" width="${width}" height="${LANE - 6}" rx="2"><title>${title}</title></rect>`;
  });
}

function ticks(total: number): Markup[] {
  const rough = total / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const marks: Markup[] = [];
  for (let at = 0; at <= total; at += step) {
    const anchor = at === 0 ? "start" : at > total * 0.92 ? "end" : "middle";
    marks.push(markup`<text x="${percentOf(at, total)}" y="12" text-anchor="${anchor}">${duration(at)}</text>`);
  }
  return marks;
}

function tokenBars(bars: readonly TokenBar[], total: number): Markup[] {
  const most = Math.max(1, ...bars.map((bar) => bar.input + bar.output));
  return bars.map(({ turn, start, ms, input, output }) => {
    const x = percentOf(start, total);
    const width = widthOf(ms, total);
    const low = (input / most) * (TOKENS - 4);
    const high = (output / most) * (TOKENS - 4);
    return markup`<g><title>turn ${turn}: ${input} tokens in, ${output} out</title><rect class="in" x="${x}" y="${(TOKENS - low).toFixed(1)}" width="${width}" height="${low.toFixed(1)}"/><rect class="out" x="${x}" y="${(TOKENS - low - high).toFixed(1)}" width="${width}" height="${Math.max(high, output > 0 ? 1 : 0).toFixed(1)}"/></g>`;
  });
}

function widthOf(ms: number, total: number): string {
  return `${Math.max(0.4, (ms / total) * 100).toFixed(2)}%`;
}

function percentOf(part: number, total: number): string {
  return `${Math.min(99.6, (part / total) * 100).toFixed(2)}%`;
}
