// Renders a transcript as a conversation: messages, calls with their arguments, outcomes, and next to them the recorded
// outcomes.
import { serializeKept } from "../../../json/kept-numbers.js";
import type { JsonValue } from "../../../json/value.js";
import { isToolError, ownUsesOf, resultContentOf, type ToolUseBlock } from "../../../trace/read.js";
import type { CallOutcome, ModelBlock, OwnCall } from "../../../trace/trace.js";
import type { Transcript, TranscriptCall, TranscriptStep, TranscriptTurn } from "../../../report/transcript.js";
import { contentBlock } from "./content.js";
import { jsonAsText } from "./json-as-text.js";
import { cutForPage } from "./cut-for-page.js";
import { markup, pre, type Markup } from "./markup.js";
import { shortCount, duration, plural } from "./numbers.js";
import { readableOutcome } from "./readable.js";
import type { SideBySide } from "./side-by-side.js";

export interface TranscriptLook {
  /** The first turn (from 1) from which the recording proves nothing. */
  ungroundedFrom: number | undefined;
  /** False for the run of an agent. */
  isImported: boolean;
  sideBySide: SideBySide;
}

/** Renders the whole conversation. */
export function transcriptMarkup(transcript: Transcript, look: TranscriptLook): Markup {
  const { system, steps, unplayed } = transcript;
  let turns = 0;
  const shown = steps.map((step) => {
    const first = turns + 1;
    turns += step.turns.length;
    return stepMarkup(step, first, look);
  });
  return markup`<div class="transcript">
${system !== null && markup`<details class="said system"><summary>system prompt</summary>${pre(cutForPage(system), "prose")}</details>`}
${shown}
${unplayed !== undefined && unplayedMarkup(unplayed, turns, look)}
</div>`;
}

const GROUND_ENDS = markup`<p class="ground"><span>evidence ends here</span></p>`;

function unplayedMarkup(steps: readonly TranscriptStep[], played: number, look: TranscriptLook): Markup {
  const turns = steps.reduce((sum, step) => sum + step.turns.length, 0);
  const shown = steps.map((step) => stepMarkup(step, played + 1, { ...look, ungroundedFrom: undefined }));
  const line = look.ungroundedFrom === undefined || look.ungroundedFrom > played ? GROUND_ENDS : undefined;
  return markup`${line}<details class="unplayed"><summary>${plural(turns, "recorded turn")} not played</summary>${shown}</details>`;
}

function stepMarkup({ user, turns }: TranscriptStep, first: number, look: TranscriptLook): Markup {
  const shown = turns.map((turn, at) => {
    const line = first + at === look.ungroundedFrom ? GROUND_ENDS : undefined;
    return markup`${line}${turnMarkup(turn, first + at, look)}`;
  });
  return markup`<div class="said user"><h5>user</h5>${pre(cutForPage(user), "prose")}</div>${shown}`;
}

/** Ordinary reasons for the end of a turn, which are not shown. */
const PLAIN_STOPS = new Set(["end_turn", "tool_use", "stop_sequence", null]);

function turnMarkup(turn: TranscriptTurn, number: number, look: TranscriptLook): Markup {
  const { content, stop, usage, ms, calls, own = [], subagent } = turn;
  const odd = PLAIN_STOPS.has(stop.reason) ? undefined : markup`, <b>stopped by ${stop.reason ?? "nothing"}</b>`;
  const whose = subagent === undefined ? "" : `subagent ${subagent}, `;
  const facts = markup`${whose}turn ${number}, ${duration(ms)}, ${shortCount(usage.input)} in, ${shortCount(usage.output)} out${odd}`;
  const said = markup`<div class="said model"><h5>model <small>${facts}</small></h5>${content.map(blockMarkup)}</div>${ownUsesOf(
    content,
  ).map((use) =>
    ownMarkup(
      use,
      own.find(({ id }) => id === use.id),
      look,
    ),
  )}${calls.map((call) => callMarkup(call, look))}`;
  return subagent === undefined ? said : markup`<div class="subagent">${said}</div>`;
}

/** A call of another tool than the server's. */
function ownMarkup(
  { id, name, input }: ToolUseBlock,
  answer: OwnCall | undefined,
  { isImported }: TranscriptLook,
): Markup {
  const given = isImported ? "as imported" : "as the agent gave it to the model, cut";
  return markup`<details class="call own"><summary><span class="tool">${name}</span> <code class="args">${oneLine(input)}</code> <small>call ${id}, not of this server</small></summary>
${Object.keys(input).length > 0 && markup`<h5>arguments</h5>${pre(jsonAsText(input))}`}
${answer !== undefined && markup`<h5>${answer.isError === true ? "tool error" : "result"}, ${given}</h5>${answer.given.map(contentBlock)}`}</details>`;
}

/** A call is below its turn, with its result. */
function blockMarkup(block: ModelBlock): Markup | undefined {
  const { type, text, thinking } = block;
  if (type === "text" && typeof text === "string") return pre(cutForPage(text), "prose");
  if (type === "tool_use") return undefined;
  if (type === "thinking" && typeof thinking === "string") {
    return markup`<details class="thinking"><summary>thinking</summary>${pre(cutForPage(thinking), "prose")}</details>`;
  }
  if (type === "redacted_thinking") return markup`<p class="quiet">thinking that the API does not show</p>`;
  return pre(jsonAsText(block));
}

function callMarkup(call: TranscriptCall, { sideBySide }: TranscriptLook): Markup {
  const { id, tool, arguments: args, outcome, recorded, ms, notifications, serverRequests, httpStatus } = call;
  const bad = outcome.kind !== "result" || isToolError(outcome);
  const facts = [
    duration(ms),
    ...(bad ? [outcomeWord(outcome)] : []),
    ...(httpStatus === undefined || (httpStatus >= 200 && httpStatus < 300) ? [] : [`HTTP ${httpStatus}`]),
    ...(recorded === undefined ? [] : ["differs from the recording"]),
  ];
  // What differs is shown above, with what changed.
  return markup`<details class="call${bad ? " bad" : ""}${recorded !== undefined && " differs"}"${bad && " open"}>
<summary><span class="tool">${tool}</span> <code class="args">${oneLine(args)}</code> <small>call ${id}, ${facts.join(", ")}</small></summary>
${Object.keys(args).length > 0 && markup`<h5>arguments</h5>${pre(jsonAsText(args))}`}
<h5>${outcomeWord(outcome)}</h5>${outcomeMarkup(outcome)}
${recorded !== undefined && markup`<h5>side by side</h5>${sideBySide(readableOutcome(recorded), readableOutcome(outcome))}`}
${besides("notification", notifications)}
${besides("server request", serverRequests)}
</details>`;
}

function outcomeWord(outcome: CallOutcome): string {
  if (outcome.kind === "result") return isToolError(outcome) ? "tool error" : "result";
  if (outcome.kind === "error") return "JSON-RPC error";
  return outcome.kind === "none" ? `no answer (${outcome.reason})` : "unknown tool";
}

function outcomeMarkup(outcome: CallOutcome): Markup {
  if (outcome.kind === "error") return pre(jsonAsText(outcome.error));
  if (outcome.kind !== "result") return markup`<p>${outcome.message}</p>`;
  const content = resultContentOf(outcome);
  if (content === undefined) return pre(jsonAsText(outcome.result));
  const structured = structuredOf(outcome.result);
  return markup`${content.length === 0 && markup`<p class="quiet">no content</p>`}${content.map(contentBlock)}${
    structured !== undefined &&
    markup`<details><summary>structured content</summary>${pre(jsonAsText(structured))}</details>`
  }`;
}

function structuredOf(result: JsonValue): JsonValue | undefined {
  return typeof result === "object" && result !== null && !Array.isArray(result)
    ? result["structuredContent"]
    : undefined;
}

function besides(word: string, messages: readonly { method: string; params?: JsonValue; answer?: JsonValue }[]) {
  if (messages.length === 0) return undefined;
  const lines = messages.map(({ method, params, answer }) =>
    [
      method,
      ...(params === undefined ? [] : [serializeKept(params)]),
      ...(answer === undefined ? [] : [`→ ${serializeKept(answer)}`]),
    ].join(" "),
  );
  return markup`<details><summary>${plural(messages.length, word)}</summary>${pre(cutForPage(lines.join("\n")))}</details>`;
}

/** Enough of the arguments to recognize a call. */
function oneLine(value: JsonValue): string {
  const text = serializeKept(value);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
