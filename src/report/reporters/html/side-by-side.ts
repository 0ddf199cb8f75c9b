// Two JSON values in; the recorded one on the left and the present one on the right, line by line, out.
import Differ, { type DiffResult } from "json-diff-kit/differ.js";
import { isJsonObject, type JsonValue } from "../../../json/value.js";
import { cutMiddle } from "./cut.js";
import { markup, pre, type Markup } from "./markup.js";

/** Characters of both sides up to which objects in lists are paired by being equal; it grows with their square. */
const PAIRED = 8_000;
/** Up to which there is a comparison at all. */
const COMPARED = 100_000;
/** Characters that one page compares, so that a report is always made in time. */
const PAGE = 1_000_000;
const DEEPEST = 100;

/** From two values to their comparison. */
export type SideBySide = (recorded: JsonValue | undefined, present: JsonValue | undefined) => Markup;

/** A comparer for one page: when the page has had its share, values stand beside each other as they are. */
export function createSideBySide(): SideBySide {
  let spent = 0;
  return (recorded, present) => {
    const size = sizeOf(recorded) + sizeOf(present);
    const fits = size <= COMPARED && spent + size <= PAGE && depthOf(recorded) < DEEPEST && depthOf(present) < DEEPEST;
    if (recorded === undefined || present === undefined || !fits) return plain(recorded, present);
    const paired = size <= PAIRED && !sameLengths(recorded, present);
    spent += paired ? 4 * size : size;
    const differ = new Differ({
      detectCircular: false,
      arrayDiffMethod: "lcs",
      recursiveEqual: paired,
      preserveKeyOrder: "before",
    });
    const [left, right] = differ.diff(escapeKeys(recorded), escapeKeys(present));
    return table(left.map((line, at) => [line, right[at]]));
  };
}

/** True where objects in lists can be paired by their place in the list, which shows a change inside of one. */
function sameLengths(recorded: JsonValue, present: JsonValue): boolean {
  if (Array.isArray(recorded) && Array.isArray(present)) {
    const hold = [...recorded, ...present].some((item) => typeof item === "object" && item !== null);
    if (hold && recorded.length !== present.length) return false;
    return recorded.every((item, at) => sameLengths(item, present[at] ?? null));
  }
  if (!isJsonObject(recorded) || !isJsonObject(present)) return true;
  return Object.entries(recorded).every(([key, item]) => sameLengths(item, present[key] ?? null));
}

/** The differ writes keys into JSON as they are. */
function escapeKeys(json: JsonValue): JsonValue {
  if (Array.isArray(json)) return json.map(escapeKeys);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [JSON.stringify(key).slice(1, -1), escapeKeys(value)]),
  );
}

const KIND: Record<DiffResult["type"], string> = { equal: "", modify: "mod", add: "add", remove: "del" };
/** Equal lines around a difference. */
const AROUND = 3;

function table(lines: readonly (readonly [DiffResult, DiffResult | undefined])[]): Markup {
  const differs = lines.map(
    ([left, right]) => left.type !== "equal" || (right !== undefined && right.type !== "equal"),
  );
  const near = differs.map((_, at) => differs.slice(Math.max(0, at - AROUND), at + AROUND + 1).includes(true));
  const rows = lines.flatMap(([left, right], at) => {
    if (near[at] === true) return [markup`<tr>${cells(left)}${cells(right)}</tr>`];
    return near[at - 1] === true || at === 0 ? [markup`<tr class="skip"><td colspan="4">⋯</td></tr>`] : [];
  });
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Recorded and present, side by side">
<table class="diff"><colgroup><col class="no"><col><col class="no"><col></colgroup><thead><tr><th colspan="2">recorded</th><th colspan="2">present</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function cells(line: DiffResult | undefined): Markup {
  if (line === undefined || line.text === "") return markup`<td class="no"></td><td class="gap"></td>`;
  const text = `${"  ".repeat(line.level)}${line.text}${line.comma === true ? "," : ""}`;
  return markup`<td class="no">${line.lineNumber}</td><td class="${KIND[line.type]}">${text}</td>`;
}

function plain(recorded: JsonValue | undefined, present: JsonValue | undefined): Markup {
  return markup`<div class="beside">
<div><h5>recorded</h5>${value(recorded)}</div><div><h5>present</h5>${value(present)}</div></div>`;
}

function value(json: JsonValue | undefined): Markup {
  if (json === undefined) return markup`<p class="quiet">nothing</p>`;
  return pre(cutMiddle(typeof json === "string" ? json : stringify(json)));
}

function stringify(json: JsonValue): string {
  return depthOf(json) < DEEPEST ? JSON.stringify(json, null, 2) : "(too deep to show)";
}

function sizeOf(json: JsonValue | undefined): number {
  if (json === undefined) return 0;
  return depthOf(json) < DEEPEST ? JSON.stringify(json).length : COMPARED + 1;
}

/** Without recursion: a recorded value may be deep enough to end the stack. */
function depthOf(json: JsonValue | undefined): number {
  let depth = 0;
  let level: JsonValue[] = json === undefined ? [] : [json];
  while (level.length > 0 && depth < DEEPEST) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    depth += 1;
  }
  return depth;
}
