// Builds the pieces of a transcript from a recorded run and what it is compared with, in reading order.
// Knows no width, no colour and no markup: the renderers do.
import { canonicalJson } from "../../json/canonical.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { Drift } from "../../trace/drift.js";
import { isToolError, ownUsesOf, textOf, toolUsesOf, turnsOf } from "../../trace/read.js";
import type { Call, ModelBlock, Turn } from "../../trace/trace.js";
import { headPieces } from "./head-pieces.js";
import { partsOfOutcome } from "./result-parts.js";
import type { TranscriptPiece, Role } from "./piece.js";
import { buildSessionPieces } from "./session-pieces.js";
import type { Part, Shown, ShownDiff, ShownSession, TranscriptOptions } from "./shown.js";

/** Builds the transcript. */
export function buildPieces(shown: Shown | ShownSession, options: TranscriptOptions): TranscriptPiece[] {
  if ("session" in shown) return buildSessionPieces(shown, options);
  const { run, diff } = shown;
  const pieces = headPieces(shown, options);
  let number = 0;
  let faint = false;
  const given = givenWord(shown);
  run.steps.forEach((step, index) => {
    pieces.push({ kind: "step", number: index + 1, of: run.steps.length });
    pieces.push(said("user", "User", "", [{ kind: "text", text: step.user }], { faint }));
    for (const turn of step.turns) {
      number += 1;
      const rules = rulesBefore(number, diff);
      pieces.push(...rules.map((text): TranscriptPiece => ({ kind: "rule", text })));
      faint ||= rules.length > 0;
      pieces.push(...turnPieces(turn, number, { faint, given, diff, options }));
    }
  });
  if (run.end.kind !== "completed") pieces.push({ kind: "rule", text: run.end.message });
  return [...pieces, ...laterPieces(shown, number, options)];
}

function givenWord({ run }: Shown): string {
  return run.agent === undefined ? "as imported" : "as the agent gave it to the model, cut";
}

interface Around {
  faint: boolean;
  /** What the result of a call that no server received is. */
  given: string;
  diff: ShownDiff | undefined;
  options: TranscriptOptions;
}

function turnPieces(turn: Turn, number: number, around: Around): TranscriptPiece[] {
  const { faint, given, diff, options } = around;
  const whose = turn.subagent === undefined ? [] : [`subagent ${turn.subagent}`];
  const facts = [
    ...whose,
    `turn ${number}`,
    ...(options.timeless ? [] : [seconds(turn.ms), `${turn.usage.output} tokens`]),
  ];
  if (turn.stop.reason !== "end_turn" && turn.stop.reason !== "tool_use") facts.push(turn.stop.reason ?? "no reason");
  const calls = new Map(turn.calls.map((call) => [call.id, call]));
  const later = diff === undefined ? undefined : turnsOf(diff)[number - 1];
  const compared = diff?.partsAt === undefined || number < diff.partsAt;
  const pieces = turn.content.flatMap((block, at) => {
    const first = at === 0 ? facts.join(", ") : "";
    const [use] = toolUsesOf([block]);
    if (use === undefined)
      return ownPieces(block, turn, { first, faint, given }) ?? [said(...blockParts(block, first), { faint })];
    const call = calls.get(use.id);
    const now = later?.calls.find(({ id }) => id === use.id);
    const asked = said("call", `Call ${use.id}`, first, [json(use.input)], { name: use.name, faint, foldable: true });
    const drift = (part: Drift["where"]["part"]): TranscriptPiece[] => driftOf(diff, part, use.id);
    return [
      asked,
      ...(call === undefined ? [] : sentOtherwise(call.arguments, use.input, "Sent")),
      ...(now === undefined || !compared ? [] : sentOtherwise(now.arguments, call?.arguments ?? use.input, "Sent now")),
      ...drift("arguments"),
      ...(call === undefined ? [] : callPieces(call, around)),
      ...drift("result"),
    ];
  });
  if (later !== undefined && compared) pieces.push(...saidOtherwise(turn, later));
  return pieces.length > 0 ? pieces : [said("claude", "Claude", facts.join(", "), [note("says nothing")], { faint })];
}

/** A call of another tool than the server's, with what the model was given; undefined for any other block. */
function ownPieces(
  block: ModelBlock,
  { own = [] }: Turn,
  { first, faint, given }: { first: string; faint: boolean; given: string },
): TranscriptPiece[] | undefined {
  const [use] = ownUsesOf([block]);
  if (use === undefined) return undefined;
  const facts = [first, "not of this server"].filter((fact) => fact !== "").join(", ");
  const asked = said("call", `Call ${use.id}`, facts, [json(use.input)], { name: use.name, faint, foldable: true });
  const answer = own.find(({ id }) => id === use.id);
  if (answer === undefined) return [asked];
  const outcome = { kind: "result", result: { content: answer.given, isError: answer.isError === true } } as const;
  const role = answer.isError === true ? "failed" : "result";
  const shown = said(role, `Result ${use.id}`, given, partsOfOutcome(outcome), { faint, foldable: true });
  return [asked, shown];
}

function blockParts(block: ModelBlock, facts: string): [Role, string, string, Part[]] {
  const { type, text, thinking } = block;
  if (type === "text" && typeof text === "string") return ["claude", "Claude", facts, [{ kind: "text", text }]];
  if (type === "thinking" && typeof thinking === "string") {
    return ["thinking", "Claude thinks", facts, [{ kind: "text", text: thinking }]];
  }
  if (type === "redacted_thinking") return ["thinking", "Claude thinks", facts, [note("encrypted by the API")]];
  return ["claude", "Claude", facts, [json(block)]];
}

function callPieces(call: Call, { faint, options }: Around): TranscriptPiece[] {
  const server = [
    ...call.notifications.map(({ method, params = {} }) => ({ method, value: params })),
    ...call.serverRequests.map(({ method, params = {}, answer = {} }) => ({ method, value: { params, answer } })),
  ];
  const failed = isToolError(call.outcome) || call.outcome.kind !== "result";
  const facts = [
    ...(failed ? ["failed"] : []),
    ...(call.httpStatus === undefined || call.httpStatus === 200 ? [] : [`HTTP ${call.httpStatus}`]),
    ...(options.timeless ? [] : [seconds(call.ms)]),
  ];
  return [
    ...server.map(({ method, value }) =>
      said("server", "Server", "", [json(value)], { name: method, faint, foldable: true }),
    ),
    said(failed ? "failed" : "result", `Result ${call.id}`, facts.join(", "), partsOfOutcome(call.outcome), {
      faint,
      foldable: true,
    }),
  ];
}

/** Shows the arguments that were sent, where they differ from those above. */
function sentOtherwise(sent: JsonObject, above: JsonObject, label: string): TranscriptPiece[] {
  if (canonicalJson(sent) === canonicalJson(above)) return [];
  return [said("call", label, "", [json(sent)], { foldable: true })];
}

/** Shows where two recordings make the same calls with different words. */
function saidOtherwise(turn: Turn, later: Turn): TranscriptPiece[] {
  const text = textOf(later.content);
  return text === textOf(turn.content) || text === ""
    ? []
    : [said("claude", "Claude now", "", [{ kind: "text", text }])];
}

function rulesBefore(number: number, diff: ShownDiff | undefined): string[] {
  if (diff === undefined) return [];
  const ground =
    diff.kind === "replay"
      ? `From turn ${number} on, the recording proves nothing`
      : `From turn ${number} on, Claude was given something different`;
  return [
    ...(diff.ungroundedFrom === number ? [ground] : []),
    ...(diff.partsAt === number ? [`The runs diverge: turn ${number} differs`] : []),
  ];
}

/** Shows what only the later recording has, after the runs diverged. */
function laterPieces(shown: Shown, turns: number, options: TranscriptOptions): TranscriptPiece[] {
  const { diff } = shown;
  if (diff?.partsAt === undefined || turnsOf(diff).length < diff.partsAt) return [];
  const pieces: TranscriptPiece[] = [{ kind: "rule", text: `From turn ${diff.partsAt} on in the later recording` }];
  if (diff.partsAt > turns) pieces.unshift({ kind: "rule", text: "The recording ends here" });
  let number = 0;
  for (const step of diff.steps) {
    const from = number + 1;
    number += step.turns.length;
    if (number < diff.partsAt) continue;
    if (from >= diff.partsAt) pieces.push(said("user", "User", "", [{ kind: "text", text: step.user }]));
    step.turns.forEach((turn, at) => {
      if (from + at >= (diff.partsAt ?? 0)) {
        pieces.push(
          ...turnPieces(turn, from + at, { faint: false, given: givenWord(shown), diff: undefined, options }),
        );
      }
    });
  }
  return pieces;
}

function driftOf(diff: ShownDiff | undefined, part: Drift["where"]["part"], call: number): TranscriptPiece[] {
  return (diff?.drift ?? [])
    .filter(({ where }) => where.part === part && where.call === call)
    .map((drift) => ({ kind: "drift", drift }));
}

function said(
  role: Role,
  label: string,
  facts: string,
  parts: Part[],
  { name = "", faint = false, foldable = false }: { name?: string; faint?: boolean; foldable?: boolean } = {},
): TranscriptPiece {
  return { kind: "said", role, label, name, facts, parts, faint, foldable };
}

function json(value: JsonValue): Part {
  return { kind: "json", value };
}

function note(text: string): Part {
  return { kind: "note", text };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
