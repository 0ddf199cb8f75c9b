// Draws three plots of a run on one axis of time: when the model answered, when tools did, and how many tokens each turn
// took. Idle time in between is left out.
import type { Transcript } from "../../../report/transcript.js";
import { markup, type Markup } from "./markup.js";
import { shortCount, duration, plural } from "./numbers.js";

interface Bar {
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

const LANE = 26;
const TOKENS = 56;

/** Undefined without a turn. */
export function timeline(transcript: Transcript, modelIsRecorded: boolean): Markup | undefined {
  const { model, tools, tokens, total } = measure(transcript);
  if (tokens.length === 0) return undefined;
  const modelMs = model.reduce((sum, bar) => sum + bar.ms, 0);
  const toolMs = tools.reduce((sum, bar) => sum + bar.ms, 0);
  const input = tokens.reduce((sum, bar) => sum + bar.input, 0);
  const output = tokens.reduce((sum, bar) => sum + bar.output, 0);
  const said = `model${modelIsRecorded ? " (as recorded)" : ""} ${duration(modelMs)}`;
  const label = `${plural(tokens.length, "turn")}, ${said}; ${plural(tools.length, "call")}, tools ${duration(toolMs)}`;
  return markup`<figure class="timeline">
<div class="lane"><span>model</span><svg role="img" aria-label="${label}" height="${LANE}">${lane(model, total, "model")}</svg></div>
<div class="lane"><span>tools</span><svg aria-hidden="true" height="${LANE}">${lane(tools, total, "tool")}</svg></div>
<div class="lane"><span>tokens</span><svg role="img" aria-label="${shortCount(input)} tokens in, ${shortCount(output)} out" height="${TOKENS}">${tokenBars(tokens, total)}</svg></div>
<div class="lane axis"><span></span><svg aria-hidden="true" height="16">${ticks(total)}</svg></div>
<figcaption>${label}; <span class="key in"></span>${shortCount(input)} tokens in, <span class="key out"></span>${shortCount(output)} out</figcaption>
</figure>`;
}

function measure({ steps }: Transcript): { model: Bar[]; tools: Bar[]; tokens: TokenBar[]; total: number } {
  const model: Bar[] = [];
  const tools: Bar[] = [];
  const tokens: TokenBar[] = [];
  let now = 0;
  for (const { ms, calls, usage, retries } of steps.flatMap((step) => step.turns)) {
    const turn = tokens.length + 1;
    const again = retries > 0 ? `, asked ${retries + 1} times` : "";
    model.push({ start: now, ms, title: `turn ${turn}: ${duration(ms)}${again}`, bad: retries > 0 });
    tokens.push({ turn, start: now, ms, input: usage.input, output: usage.output });
    now += Math.max(0, ms);
    const first = calls[0]?.at ?? 0;
    const began = now;
    for (const call of calls) {
      const start = began + Math.max(0, call.at - first) * 1000;
      const bad = call.outcome.kind !== "result";
      tools.push({ start, ms: call.ms, title: `call ${call.id}, ${call.tool}: ${duration(call.ms)}`, bad });
      now = Math.max(now, start + call.ms);
    }
  }
  return { model, tools, tokens, total: Math.max(1, now) };
}

function lane(bars: readonly Bar[], total: number, kind: string): Markup[] {
  return bars.map(({ start, ms, title, bad }) => {
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
