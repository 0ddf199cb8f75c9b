// Lists the places in a recorded run's results and arguments that a config can name, and those that differed in a
// check.
import { jsonOfText } from "../reading/text-json.js";
import { isNumber } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { callsOf } from "../trace/read.js";
import type { Call, Trace } from "../trace/trace.js";
import { below, lineAt } from "../variables/align.js";
import type { Learned } from "../variables/learned.js";
import { viewCall } from "../variables/run.js";

/** The places of one recorded call, as JSON pointers. */
export interface RecordedCall {
  tool: string;
  /** Of its result and of the requests that the server made meanwhile. */
  results: ReadonlySet<string>;
  arguments: ReadonlySet<string>;
  /** Where it may differ on its own. */
  differs: readonly string[];
  /** Its recording was checked, so that what is not in `differs` never differed. */
  checked: boolean;
}

/** `checked`: a check was made, and the cassette holds what it found. */
export function recordedPlaces(trace: Pick<Trace, "steps">, learned: Learned, checked: boolean): RecordedCall[] {
  const { variables, orders, grows, lengths = [], races, unstable } = learned;
  const spots = [...variables.flatMap(({ places }) => places), ...orders, ...grows, ...lengths, ...unstable];
  return callsOf(trace).map((call) => {
    const differs = spots.filter((spot) => spot.call === call.id).map(({ at }) => at);
    const raced = races.some((group) => group.includes(call.id)) ? [""] : [];
    // A field that occurred only in a check is in no recorded value.
    const results = new Set([...placesOf(viewCall(call)), ...placesOf(rawOf(call)), ...differs]);
    const args = new Set(placesOf(call.arguments));
    return { tool: call.tool, results, arguments: args, differs: [...differs, ...raced], checked };
  });
}

/** Also what Claude does not receive, because the report compares it, too. */
function rawOf({ outcome }: Call): Exact {
  return outcome.kind === "result" ? outcome.result : null;
}

/** Every place of a value, the whole value first; JSON in a text and the lines of a text are places below it. */
function placesOf(value: Exact, at = ""): string[] {
  const inside = Array.isArray(value)
    ? value.map((part, i): [Exact, string] => [part, below(at, i)])
    : isExactObject(value)
      ? Object.entries(value).map(([key, part]): [Exact, string] => [part, below(at, key)])
      : typeof value === "string" && !isNumber(value)
        ? insideText(value, at)
        : [];
  return [at, ...inside.flatMap(([part, there]) => placesOf(part, there))];
}

function insideText(text: string, at: string): [Exact, string][] {
  const json = jsonOfText(text);
  if (json !== undefined) return [[json, below(at, "json")]];
  const lines = text.split("\n");
  return lines.length === 1 ? [] : lines.map((line, i): [Exact, string] => [line, lineAt(at, i, lines)]);
}
