// Renders the text that the judge reads from a conversation and the expected states: recorded text between our own
// lines. Each of our lines begins with a mark that does not occur in the recording, so recorded text cannot imitate
// one.
import type { ExpectedState } from "../config/schema.js";
import { describeExpectedState } from "../metrics/expected-state.js";
import type { JudgedConversation, JudgedCall, JudgedStep } from "./conversation.js";
import { cutMiddle } from "../cut-middle.js";
import { chooseMark } from "./mark.js";
import { showContent, showJson, showStructured } from "./show-result.js";

export interface JudgeTranscript {
  /** The beginning of each of our lines. */
  mark: string;
  text: string;
}

interface Piece {
  /** The contents of our line. */
  head: string;
  data?: string;
  /** Never cut. */
  whole?: boolean;
}

/** Characters; as many as gpt-4o reads, with room for text of many tokens. */
const TOTAL = 240_000;
/** Limits in characters for one recorded text; the first that keeps the whole below the total is used. */
const LIMITS = [16_000, 8_000, 4_000, 2_000, 1_000, 500, 250];

/** Deterministic: the same conversation gives the same text. Users' texts and final answers are never cut. */
export function renderTranscript(
  conversation: JudgedConversation,
  expected: readonly (ExpectedState | null)[],
): JudgeTranscript {
  const pieces = [
    ...(conversation.system === null
      ? []
      : [{ head: "the system prompt of the assistant", data: conversation.system, whole: true }]),
    ...conversation.steps.flatMap((step, index) =>
      stepPieces(step, `${index + 1} of ${conversation.steps.length}`, expected[index] ?? null),
    ),
    { head: "end of the conversation" },
  ].map((piece) => ({ ...piece, ...("data" in piece && { data: toWellFormed(piece.data) }) }));
  const mark = chooseMark(pieces.map(({ data = "" }) => data).join("\n"));
  const sizeAt = (limit: number): number =>
    pieces.reduce(
      (sum, { data = "", whole }) => sum + (whole === true ? data.length : Math.min(data.length, limit)),
      0,
    );
  const limit = LIMITS.find((candidate) => sizeAt(candidate) <= TOTAL) ?? LIMITS.at(-1) ?? 0;
  return { mark, text: pieces.flatMap((piece) => linesOf(piece, mark, limit)).join("\n") };
}

function stepPieces({ user, turns }: JudgedStep, which: string, expected: ExpectedState | null): Piece[] {
  const last = turns.at(-1);
  const answered = last !== undefined && last.calls.length === 0;
  const before = answered ? turns.slice(0, -1) : turns;
  return [
    { head: `step ${which}: the user says`, data: user, whole: true },
    ...before.flatMap((turn) => [
      ...(turn.text === "" ? [] : [{ head: "the assistant says, before its next call", data: turn.text }]),
      ...turn.others.map((block) => ({ head: "the assistant's other content", data: showJson(block) })),
      ...turn.calls.flatMap(callPieces),
    ]),
    ...(answered ? last.others : []).map((block) => ({
      head: "the assistant's other content",
      data: showJson(block),
    })),
    answered && last.text !== ""
      ? { head: `step ${which}: the assistant's final answer`, data: last.text, whole: true }
      : { head: `step ${which}: the assistant gives no final answer` },
    expected === null
      ? { head: `step ${which}: no expected state is given` }
      : {
          head: `step ${which}: the expected state, which the final answer or the last tool result should hold`,
          data: describeExpectedState(expected),
          whole: true,
        },
  ];
}

function callPieces({ id, tool, arguments: sent, outcome }: JudgedCall): Piece[] {
  const asked = { head: `tool call ${id}`, data: showJson({ tool, arguments: sent }) };
  switch (outcome.kind) {
    case "result": {
      const says = outcome.failed ? `tool call ${id}: the tool says that it failed` : `tool call ${id}: result`;
      const blocks = outcome.content.map((block) => ({ head: says, data: showContent(block) }));
      const structured = showStructured(outcome.structured, outcome.content);
      return [
        asked,
        ...(blocks.length === 0 ? [{ head: `${says}, empty` }] : blocks),
        ...(structured === undefined ? [] : [{ head: `tool call ${id}: structured content`, data: structured }]),
      ];
    }
    case "raw":
      return [asked, { head: `tool call ${id}: result`, data: showJson(outcome.result) }];
    case "error":
      return [asked, { head: `tool call ${id}: the server answers with an error`, data: showJson(outcome.error) }];
    case "none":
      return [asked, { head: `tool call ${id}: no answer`, data: outcome.message }];
    case "unknown-tool":
      return [asked, { head: `tool call ${id}: not made, the server has no such tool`, data: outcome.message }];
  }
}

function linesOf({ head, data, whole }: Piece, mark: string, limit: number): string[] {
  const line = `${mark} ${head}`;
  if (data === undefined) return [line];
  if (whole === true || data.length <= limit) return [line, data];
  const { head: start, left, tail } = cutMiddle(data, limit);
  return [line, start, `${mark} ${left} characters are left out here`, tail];
}

/** Half a surrogate pair is not a text that an API accepts. */
function toWellFormed(text: string | undefined): string {
  return (text ?? "").replace(/\p{Surrogate}/gu, "\ufffd");
}
