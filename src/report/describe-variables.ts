// Describes in one sentence the variables of a replay that differ from the recording, those that were sent first.
import type { ReadVariable } from "../trace/drift.js";
import type { ReplayFacts } from "./report.js";

/** A longer list would not fit on a line. */
const NAMED = 4;
const WIDTH = 24;

/** Undefined where all are as recorded. One line, not escaped. */
export function describeVariables(variables: readonly ReadVariable[]): string | undefined {
  if (variables.length === 0) return undefined;
  const sorted = [
    ...variables.filter(({ sent }) => sent.length > 0),
    ...variables.filter(({ sent }) => sent.length === 0),
  ];
  const named = sorted.slice(0, NAMED).map(({ name, recorded, now }) => `${name} ${short(recorded)} → ${short(now)}`);
  const rest = sorted.length > NAMED ? ", …" : "";
  const count = variables.length === 1 ? "1 value" : `${variables.length} values`;
  return `${count} from the server (${named.join(", ")}${rest})`;
}

/** Undefined where every redacted value was compared. */
export function describeNotCompared({ notCompared }: Pick<ReplayFacts, "notCompared">): string | undefined {
  if (notCompared === 0) return undefined;
  return notCompared === 1
    ? "1 place holds a redacted value and was not compared."
    : `${notCompared} places hold redacted values and were not compared.`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
}
