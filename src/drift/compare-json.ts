// Two JSON values in the same place in; every difference between them out, each with its class.
// Key order never matters, array order does. No key is ignored or trusted by its name.
import { canonicalJson } from "../json/canonical.js";
import { isNumber, numberText, sameNumber, type ExactNumber } from "../json/digits.js";
import { isExactObject, type Exact, type ExactObject } from "../json/exact.js";
import { jsonType } from "../json/value.js";
import { alignInAnyOrder } from "./any-order.js";
import { compareText } from "./compare-text.js";
import { compareListed } from "./compare-words.js";
import type { Difference, LeafContext } from "./leaf-context.js";
import type { Path } from "./rules.js";
import { isHarmlessField } from "./new-field.js";
import { saysTrouble } from "./trouble.js";

/** Deeper than any result has a reason to be: below it, equal or not is all that is said. */
const MAX_DEPTH = 300;

/** Compares two JSON values. */
export function compareJson(recorded: Exact, live: Exact, path: Path, context: LeafContext): Difference[] {
  const differences: Difference[] = [];
  walk(recorded, live, path, context, differences);
  return differences;
}

function walk(recorded: Exact, live: Exact, path: Path, context: LeafContext, out: Difference[]): void {
  if (context.rules.ignored(path)) {
    walkIgnored(recorded, live, path, context, out);
  } else if (typeof recorded === "string" && typeof live === "string") {
    const difference = compareText(recorded, live, path, context);
    if (difference !== undefined) out.push(difference);
  } else if (isNumber(recorded) && isNumber(live)) {
    walkNumbers(recorded, live, path, context, out);
  } else if (path.length > MAX_DEPTH) {
    if (!isSame(recorded, live)) out.push(changed(recorded, live, path));
  } else if (Array.isArray(recorded) && Array.isArray(live)) {
    walkArrays(recorded, live, path, context, out);
  } else if (isExactObject(recorded) && isExactObject(live)) {
    walkObjects(recorded, live, path, context, out);
  } else if (typeof recorded === "boolean" && typeof live === "boolean") {
    if (recorded !== live) out.push(flipped(recorded, live, path, context));
  } else if (recorded !== null || live !== null) {
    out.push(changed(recorded, live, path));
  }
}

function walkNumbers(
  recorded: ExactNumber,
  live: ExactNumber,
  path: Path,
  context: LeafContext,
  out: Difference[],
): void {
  const text = numberText(recorded);
  const liveText = numberText(live);
  const expected = context.pairs.intoText(text).value;
  if (expected !== text) {
    if (expected === liveText) out.push({ path, class: "correlated", recorded, present: live });
    else out.push({ ...changed(recorded, live, path), note: `${expected} stands for the recorded value in this run` });
    return;
  }
  if (sameNumber(recorded, live)) return;
  const verdict =
    text.startsWith("-") === liveText.startsWith("-") ? compareListed(text, liveText, path, context) : undefined;
  if (verdict?.class === "volatile") {
    const found = verdict.listed ? [path] : [];
    const candidates = [{ recorded: text, live: liveText }];
    out.push({ path, class: "volatile", recorded, present: live, found, candidates });
  } else out.push({ ...changed(recorded, live, path), ...verdict });
}

function walkArrays(recorded: Exact[], live: Exact[], path: Path, context: LeafContext, out: Difference[]): void {
  if (recorded.length !== live.length) {
    const note = `${String(recorded.length)} elements then, ${String(live.length)} now`;
    out.push({ ...changed(recorded, live, path), note });
    return;
  }
  if (context.rules.anyOrder(path)) {
    const aligned = alignInAnyOrder(recorded, live, path, context);
    const inside: Difference[] = [];
    recorded.forEach((part, at) => walk(part, aligned[at] ?? null, [...path, at], context, inside));
    // What stands where proves nothing here, so it makes no pairs.
    for (const { candidates: _, ...difference } of inside)
      out.push({ ...difference, lost: difference.recorded ?? null });
    return;
  }
  for (const [at, part] of recorded.entries()) {
    const there = live[at] ?? null;
    if (!isPlainlySame(part, there, context)) walk(part, there, [...path, at], context, out);
  }
}

function walkObjects(
  recorded: ExactObject,
  live: ExactObject,
  path: Path,
  context: LeafContext,
  out: Difference[],
): void {
  const matched = new Set<string>();
  for (const [key, part] of Object.entries(recorded)) {
    const name = context.pairs.isEmpty ? key : context.pairs.intoText(key).value;
    const there = Object.hasOwn(live, name) ? live[name] : undefined;
    if (there === undefined) {
      const ignored = context.rules.ignored([...path, key]);
      const lost = { path: [...path, key], recorded: part, lost: part };
      out.push(ignored ? { ...lost, class: "volatile" } : { ...lost, class: "breaking", note: "the field is gone" });
    } else {
      matched.add(name);
      if (!isPlainlySame(part, there, context)) walk(part, there, [...path, key], context, out);
    }
  }
  const keys = Object.keys(live);
  if (keys.length === matched.size) return;
  for (const key of keys) {
    if (matched.has(key) || context.rules.ignored([...path, key])) continue;
    const part = live[key] ?? null;
    // A form that the user is shown is a schema, and its words are those of schemas.
    // An empty object that is filled now was an answer, too.
    const isHarmless = path.includes("requestedSchema")
      ? !saysTrouble(key, part)
      : isHarmlessField(key, part) && (path.length < 3 || matched.size > 0 || Object.keys(recorded).length > 0);
    const note = isHarmless ? {} : { note: "a new field that may tell of a state, an outcome or more to come" };
    out.push({ path: [...path, key], class: isHarmless ? "additive" : "changed", present: part, ...note });
  }
}

/** A short cut for most of a result: equal leaves, while there are no pairs that want them otherwise. */
function isPlainlySame(recorded: Exact, live: Exact, { pairs }: LeafContext): boolean {
  return recorded === live && pairs.isEmpty;
}

/** Places that are not compared still tell which live value stands for which recorded one. */
function walkIgnored(recorded: Exact, live: Exact, path: Path, context: LeafContext, out: Difference[]): void {
  if (isExactObject(recorded) && isExactObject(live)) {
    for (const [key, part] of Object.entries(recorded)) {
      const there = Object.hasOwn(live, key) ? live[key] : undefined;
      if (there === undefined) out.push({ path: [...path, key], class: "volatile", recorded: part, lost: part });
      else walkIgnored(part, there, [...path, key], context, out);
    }
  } else if (
    Array.isArray(recorded) &&
    Array.isArray(live) &&
    recorded.length === live.length &&
    path.length < MAX_DEPTH
  ) {
    recorded.forEach((part, at) => walkIgnored(part, live[at] ?? null, [...path, at], context, out));
  } else if (!isSame(recorded, live)) {
    const difference = { path, class: "volatile", recorded, present: live } as const;
    const texts = leafText(recorded) !== undefined && leafText(live) !== undefined;
    out.push(
      texts
        ? { ...difference, candidates: [{ recorded: leafText(recorded) ?? "", live: leafText(live) ?? "" }] }
        : { ...difference, lost: recorded },
    );
  }
}

function leafText(value: Exact): string | undefined {
  return isNumber(value) ? numberText(value) : typeof value === "string" ? value : undefined;
}

function flipped(recorded: boolean, live: boolean, path: Path, context: LeafContext): Difference {
  return context.rules.listing(path) === undefined
    ? changed(recorded, live, path)
    : { path, class: "volatile", recorded, present: live, found: [path] };
}

function changed(recorded: Exact, live: Exact, path: Path): Difference {
  const [then, now] = [jsonType(recorded), jsonType(live)];
  const types = then === now ? {} : { note: `${then} then, ${now} now` };
  return { path, class: "changed", recorded, present: live, lost: recorded, ...types };
}

function isSame(recorded: Exact, live: Exact): boolean {
  return recorded === live || canonicalJson(recorded) === canonicalJson(live);
}
