// Says whether two contracts differ only in values that vary, so that both can be stored in one file. Pure.
import { isNumber, numberText } from "../json/digits.js";
import { buildPointer, parsePointer } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import { splitTool } from "../trace/servers.js";
import { seenText, tokenEnds, type Learned, type Place } from "../variables/learned.js";
import { rangeOf } from "../variables/observe.js";
import { nameOf } from "../variables/run.js";
import { contractValue } from "./contract-file.js";

/** True where a value in the contract was found to vary. */
export function hasContractVariables({ variables }: Pick<Learned, "variables">): boolean {
  return variables.some(({ places }) => places.some(({ call }) => call === 0));
}

/** What was learned about the contract of one of several servers, with places in that contract; all of the only one. */
export function learnedOn(
  server: string | undefined,
  { variables }: Pick<Learned, "variables">,
): Pick<Learned, "variables"> {
  if (server === undefined) return { variables };
  return {
    variables: variables.flatMap((variable) => {
      const places = variable.places.flatMap((place) => {
        const at = place.call === 0 ? withinServer(server, place.at) : undefined;
        return at === undefined ? [] : [{ ...place, at }];
      });
      return places.length === 0 ? [] : [{ ...variable, places }];
    }),
  };
}

/** Undefined for a place in what another server says. */
function withinServer(server: string, at: string): string | undefined {
  const [list, name = "", ...rest] = parsePointer(at) ?? [];
  if (list === "servers") return name === server ? buildPointer(rest) : undefined;
  const of = splitTool(name);
  return list === "tools" && of.server === server ? buildPointer(["tools", of.tool, ...rest]) : undefined;
}

/** True where two contracts differ only in the values of variables, which have as many tokens in both. */
export function differsOnlyInVariables(
  recorded: Contract,
  other: Contract,
  { variables }: Pick<Learned, "variables">,
): boolean {
  let [one, two] = [contractValue(recorded), contractValue(other)];
  const spots = variables.flatMap(({ seen, places }) => {
    const value = seenText(seen[0]);
    return places.flatMap((place) => (place.call === 0 ? [{ place, value }] : []));
  });
  // Later tokens of a text first, so that earlier ones keep their index.
  for (const { place, value } of spots.toSorted((a, b) => tokenEnds(b.place)[0] - tokenEnds(a.place)[0])) {
    let found: string | undefined;
    one = maskAt(one, place, (text) => void (found ??= text));
    // A value that is not where it was learned cannot be distinguished from the text around it.
    if (place.key === true || found !== value) return false;
    two = maskAt(two, place);
  }
  return JSON.stringify(one) === JSON.stringify(two);
}

/** The contract with the value at a place removed; `onFound` receives that value. */
function maskAt(contract: JsonValue, { at, token }: Place, onFound: (text: string) => void = () => {}): JsonValue {
  const mask = (text: string): string => {
    const range = rangeOf(text, token);
    if (range === undefined) return text;
    onFound(text.slice(range.start, range.end));
    return `${text.slice(0, range.start)}\0${text.slice(range.end)}`;
  };
  return changeAt(contract, withIndex(contract, parsePointer(at) ?? []), mask);
}

/** Pointers into a contract have the name of a tool instead of its index. */
function withIndex(contract: JsonValue, parts: string[]): string[] {
  const [list = "", name, ...rest] = parts;
  const items = isJsonObject(contract) ? contract[list] : undefined;
  if (!Array.isArray(items)) return parts;
  const index = items.findLastIndex((item, at) => isJsonObject(item) && nameOf(item, at) === name);
  return [list, String(index), ...rest];
}

function changeAt(value: JsonValue, parts: readonly string[], change: (text: string) => string): JsonValue {
  const [part, ...rest] = parts;
  if (part === undefined) {
    // Still not a text.
    if (isNumber(value)) return [change(numberText(value))];
    return typeof value === "string" ? change(value) : value;
  }
  if (typeof value === "string") {
    const [line] = rest;
    if (part !== "lines" || line === undefined) return value;
    return value
      .split("\n")
      .map((text, index) => (String(index) === line ? change(text) : text))
      .join("\n");
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === part ? changeAt(item, rest, change) : item));
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, part)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === part ? changeAt(item, rest, change) : item]),
  );
}
