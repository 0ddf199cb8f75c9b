// Tells where a live result differs from the transcript's, apart from what the server makes again in each run. Pure.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { stringIn } from "./content.js";
import type { CallOutcome } from "../trace/trace.js";
import type { Learned, Variable } from "../variables/learned.js";
import { isMade } from "../variables/made.js";
import { viewOf } from "../variables/run.js";

export type CallComparison =
  | { kind: "same" }
  /** Equal but for ids and times that the server made again. */
  | { kind: "varies" }
  /** The transcript has only a part of the result. */
  | { kind: "cut"; why: string }
  /** `at`: JSON pointers into the result; `said`, `now`: the texts, shortened. */
  | { kind: "differs"; at: string[]; said: string; now: string };

/** `learned`: what one run beside the transcript shows. */
export function compareWithSaid(
  id: number,
  { said, now }: { said: CallOutcome; now: CallOutcome },
  learned: Learned,
): CallComparison {
  if (canonicalJson(asJson(viewOf(said))) === canonicalJson(asJson(viewOf(now)))) return { kind: "same" };
  const { unstable, doubtful, orders, grows, lengths = [], state } = learned;
  const open = [...unstable, ...doubtful, ...orders, ...grows, ...lengths, ...state];
  const found = open.flatMap((one) => (one.call === id ? [one.at] : []));
  const variables = learned.variables.filter(({ places }) => places.some((place) => place.call === id));
  const unproven = variables.flatMap((variable) =>
    isMadeAgain(variable) ? [] : variable.places.flatMap((place) => (place.call === id ? [place.at] : [])),
  );
  const at = [...new Set([...found, ...unproven])].toSorted();
  const isExplained = at.length === 0 && variables.length > 0 && haveSameForm(said, now);
  if (isExplained) return { kind: "varies" };
  return { kind: "differs", at, said: textOf(said), now: textOf(now) };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LONG_HEX = /^(?=.*\d)[0-9a-f]{12,}$/i;

/** Times, measurements, and values that nobody but a server makes, or that later calls send by name. */
function isMadeAgain({ kind, seen, sent }: Variable): boolean {
  if (kind !== "value") return true;
  if (sent.some(({ by }) => by === "name" || by === "pin")) return true;
  return seen.every(
    (value) => typeof value === "string" && (UUID.test(value) || LONG_HEX.test(value) || isMade(value)),
  );
}

/** The same number of blocks, of the same types, and the same failure. */
function haveSameForm(said: CallOutcome, now: CallOutcome): boolean {
  const form = (outcome: CallOutcome): string => {
    const result = outcome.kind === "result" && isJsonObject(outcome.result) ? outcome.result : {};
    const { content, isError } = result;
    const types = Array.isArray(content)
      ? content.map((block) => (isJsonObject(block) ? (block["type"] ?? null) : null))
      : null;
    return canonicalJson([outcome.kind, types, isError === true]);
  };
  return form(said) === form(now);
}

function asJson(value: unknown): JsonValue {
  const read: JsonValue = JSON.parse(JSON.stringify(value));
  return read;
}

const SHOWN = 160;

/** What a person reads of an outcome, on one line. */
function textOf(outcome: CallOutcome): string {
  const whole = outcome.kind === "result" ? textsIn(outcome.result) : JSON.stringify(outcome);
  const line = whole.replaceAll(/\s+/g, " ").trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

function textsIn(result: JsonValue): string {
  if (!isJsonObject(result) || !Array.isArray(result["content"])) return JSON.stringify(result);
  const blocks = result["content"].filter((block): block is JsonObject => isJsonObject(block));
  return blocks
    .map((block) => (typeof block["text"] === "string" ? block["text"] : `[${stringIn(block["type"])}]`))
    .join(" ");
}
