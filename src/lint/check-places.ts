// Finds places in a config that do not occur in the recordings, or that free what never differed. Pure.
import { didYouMean } from "../config/did-you-mean.js";
import type { ParsedConfig } from "../config/schema.js";
import { buildPointer, parsePointer } from "../json/pointer.js";
import { pointerPattern } from "../json/pointer-pattern.js";
import { matchesGlob } from "../trace/glob.js";
import type { RecordedCall } from "./recorded-places.js";

export interface PlaceProblem {
  rule: "needless-varies" | "unmatched-place";
  key: "varies" | "ignore" | "pins";
  /** The index in the list of the key. */
  index: number;
  message: string;
  fix: string;
}

/** With more candidates, a suggestion no longer helps. */
const MOST_CANDIDATES = 3000;

/** `calls` are those of all cassettes of the suite. */
export function checkPlaces(
  { varies = [], ignore = [], pins = [] }: Pick<ParsedConfig, "varies" | "ignore" | "pins">,
  calls: readonly RecordedCall[],
): PlaceProblem[] {
  const problems: PlaceProblem[] = [];
  const note = (key: PlaceProblem["key"], index: number, problem: Missing | undefined): void => {
    if (problem !== undefined) problems.push({ rule: "unmatched-place", key, index, ...problem });
  };
  for (const [index, { tool, path }] of varies.entries()) {
    const problem = findMissing(calls, tool, path, "results");
    note("varies", index, problem);
    if (problem === undefined && isNeedless(calls, tool, path)) {
      const message = `${tool} ${shown(path)} never differed, neither in the recordings nor in their checks`;
      problems.push({
        rule: "needless-varies",
        key: "varies",
        index,
        message,
        fix: "Remove the entry: the place is asserted then.",
      });
    }
  }
  for (const [index, { tool, path }] of ignore.entries())
    note("ignore", index, findMissing(calls, tool, path, "results"));
  for (const [index, { tool, path, into, argument, constant }] of pins.entries()) {
    if (constant !== true) note("pins", index, findMissing(calls, tool ?? "*", path ?? "", "results"));
    note("pins", index, findMissing(calls, into, argument, "arguments"));
  }
  return problems;
}

type Missing = Pick<PlaceProblem, "message" | "fix">;

/** Undefined where a recorded call has the place. */
function findMissing(
  calls: readonly RecordedCall[],
  tool: string,
  path: string,
  part: "results" | "arguments",
): Missing | undefined {
  const own = calls.filter((call) => matchesGlob(tool, call.tool));
  if (own.length === 0) {
    const nearest = didYouMean(tool, [...new Set(calls.map((call) => call.tool))]);
    const fix = nearest === undefined ? "Remove the entry." : `Did you mean ${nearest}?`;
    return { message: `there is no recorded call of ${tool}`, fix };
  }
  const all = new Set(own.flatMap((call) => [...call[part]]));
  if (hasPlace(path, all)) return undefined;
  const what = part === "results" ? "no recorded result" : "no recorded call";
  const message = `${what} of ${tool} has ${part === "results" ? "the place" : "the argument"} ${path}`;
  const nearest = nearestPlace(path, all);
  return { message, fix: nearest === undefined ? "Remove the entry." : `The nearest place is ${shown(nearest)}` };
}

/** The place that was probably meant, else how far the path exists. */
function nearestPlace(path: string, all: ReadonlySet<string>): string | undefined {
  const pattern = parsePointer(path) ?? [];
  const general = (at: string): string =>
    pattern.includes("*")
      ? buildPointer((parsePointer(at) ?? []).map((part, index) => (pattern[index] === "*" ? "*" : part)))
      : at;
  const candidates = [...new Set([...all].map(general))].slice(0, MOST_CANDIDATES);
  const meant = didYouMean(path, candidates);
  if (meant !== undefined) return meant;
  for (let length = pattern.length - 1; length > 0; length--) {
    const start = buildPointer(pattern.slice(0, length));
    if (hasPlace(start, all)) return start;
  }
  return undefined;
}

function hasPlace(path: string, all: ReadonlySet<string>): boolean {
  const standing = pointerPattern(path);
  return [...all].some((at) => standing(at) === "there");
}

function isNeedless(calls: readonly RecordedCall[], tool: string, path: string): boolean {
  const standing = pointerPattern(path);
  const own = calls.filter((call) => matchesGlob(tool, call.tool) && hasPlace(path, call.results));
  return own.every(({ checked, differs }) => checked && !differs.some((at) => standing(at) !== "elsewhere"));
}

function shown(path: string): string {
  return path === "" ? "(all of the result)" : path;
}
