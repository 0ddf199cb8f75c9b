// Finds every difference between the recorded and the live outcome of a call, with its class and its place in the
// result.
// What Claude is given decides; everything else is only reported (class docs).
import { addAll } from "../append-to.js";
import { givenOf } from "../trace/given/result-content.js";
import { hashText } from "../json/hash.js";
import type { Exact } from "../json/exact.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";
import { compareJson } from "./compare-json.js";
import { compareStructured } from "./compare-structured.js";
import type { Difference, LeafContext } from "./leaf-context.js";
import type { Path } from "../json/path.js";
import { jsonOfText } from "../reading/text-json.js";
import { settleText, viewBlock, viewOf } from "../variables/run.js";
import { isExplained, losesGround } from "../trace/drift-classes.js";

/** Compares two outcomes. Both have the machine's places hidden. */
export function compareOutcomes(recorded: CallOutcome, live: CallOutcome, context: LeafContext): Difference[] {
  if (context.free.ignored("")) return compareJson(viewOf(recorded), viewOf(live), [], context);
  if (live.kind === "none" && recorded.kind !== "none") {
    const values = { recorded: gist(recorded), present: live.message };
    return [{ path: [], class: "breaking", ...values, note: "no answer", acceptable: false }];
  }
  if (recorded.kind === "result" && live.kind === "result")
    return compareResults(recorded.result, live.result, context);
  if (recorded.kind === "error" && live.kind === "error") return compareErrors(recorded.error, live.error, context);
  if (recorded.kind === live.kind) {
    return givenText(recorded) === givenText(live)
      ? []
      : compareJson(givenText(recorded), givenText(live), ["message"], context);
  }
  const note = `${KINDS[recorded.kind]} then, ${KINDS[live.kind]} now`;
  const difference = { path: [], recorded: gist(recorded), present: gist(live), note, lost: whole(recorded) };
  // Nobody can accept it: the call cannot be made.
  return live.kind === "unknown-tool"
    ? [{ ...difference, class: "breaking", acceptable: false }]
    : [{ ...difference, class: "changed" }];
}

const KINDS = {
  result: "a result",
  error: "a protocol error",
  none: "no answer",
  "unknown-tool": "no such tool",
} as const;

function compareResults(recorded: JsonValue, live: JsonValue, context: LeafContext): Difference[] {
  if (!isJsonObject(recorded) || !isJsonObject(live)) return compareJson(recorded, live, [], context);
  const given = new Set(givenKeys(recorded));
  for (const key of givenKeys(live)) given.add(key);
  const differences = compareJson(recorded["isError"] === true, live["isError"] === true, ["isError"], context);
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(live)])) {
    if (key === "isError" || key === "structuredContent") continue;
    const [before, after] = [recorded[key], live[key]];
    if (context.free.ignored(buildPointer([key]))) {
      if (given.has(key)) addAll(differences, compareIgnored(recorded, live, key, context));
      continue;
    }
    const found =
      given.has(key) && key === "content" && Array.isArray(before) && Array.isArray(after)
        ? compareBlocks(before, after, context)
        : compareFields(key, before, after, given.has(key) ? context : { ...context, loose: true });
    addAll(differences, given.has(key) ? found : found.map(forTheReport));
  }
  addAll(
    differences,
    context.free.ignored("/structuredContent")
      ? compareIgnored(recorded, live, "structuredContent", context)
      : compareStructured(recorded, live, { ...context, isTextSame: !differences.some(losesGround) }),
  );
  return differences;
}

/** Reads the values without comparing them: a later call may send them. */
function compareIgnored(recorded: JsonObject, live: JsonObject, key: string, context: LeafContext): Difference[] {
  const [before, after] = [recorded, live].map((result) => {
    const view = viewOf({ kind: "result", result });
    return isJsonObject(view) ? view[key] : undefined;
  });
  return before === undefined ? [] : compareJson(before, after ?? null, [key], context);
}

/** Returns the keys of a result that reach Claude; {@link compareStructured} looks at the structured content. */
function givenKeys(result: JsonObject): string[] {
  if (result["content"] === undefined && result["structuredContent"] === undefined) {
    return Object.keys(result).filter((key) => key !== "_meta" && key !== "isError");
  }
  return ["content"];
}

/** Compares one key of two objects, either of which may lack it. */
function compareFields(
  key: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  context: LeafContext,
): Difference[] {
  const one = before === undefined ? {} : { [key]: before };
  const other = after === undefined ? {} : { [key]: after };
  return compareJson(one, other, [], context);
}

function compareBlocks(recorded: readonly JsonValue[], live: readonly JsonValue[], context: LeafContext): Difference[] {
  // One block for each row.
  if (context.index.isList(context.call, "/content"))
    return compareJson(
      recorded.map((block) => viewBlock(block)),
      live.map((block) => viewBlock(block)),
      ["content"],
      context,
    );
  const differences: Difference[] = [];
  for (let at = 0; at < Math.max(recorded.length, live.length); at++) {
    const path = ["content", at];
    const [before, after] = [recorded[at], live[at]];
    if (context.free.ignored(buildPointer(path))) {
      if (before !== undefined)
        addAll(
          differences,
          compareJson(viewBlock(before), after === undefined ? null : viewBlock(after), path, context),
        );
      continue;
    }
    if (before !== undefined && after !== undefined) addAll(differences, compareBlock(before, after, path, context));
    else if (after !== undefined)
      differences.push({ path, class: "changed", present: after, note: "a new content block" });
    else if (before !== undefined) {
      differences.push({ path, class: "changed", recorded: before, lost: before, note: "the content block is gone" });
    }
  }
  return differences;
}

function compareBlock(recorded: JsonValue, live: JsonValue, path: Path, context: LeafContext): Difference[] {
  if (!isJsonObject(recorded) || !isJsonObject(live)) return compareJson(recorded, live, path, context);
  const { annotations: before, _meta: metaBefore, ...block } = recorded;
  const { annotations: after, _meta: metaAfter, ...liveBlock } = live;
  const beside = compareJson(
    { ...field("annotations", before), ...field("_meta", metaBefore) },
    { ...field("annotations", after), ...field("_meta", metaAfter) },
    path,
    { ...context, loose: true },
  ).map(forTheReport);
  const { resource, ...rest } = block;
  const { resource: liveResource, ...liveRest } = liveBlock;
  if (!isJsonObject(resource) || !isJsonObject(liveResource))
    return [...compareTexts(block, liveBlock, path, context), ...beside];
  return [
    ...compareTexts(rest, liveRest, path, context),
    ...compareTexts(resource, liveResource, [...path, "resource"], context),
    ...beside,
  ];
}

function field(key: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}

/** Compares blocks that may have a text; JSON in both texts is compared as JSON, at `json` instead of `text`. */
function compareTexts(recorded: JsonObject, live: JsonObject, path: Path, context: LeafContext): Difference[] {
  const [text, liveText] = [recorded["text"], live["text"]];
  if (typeof text !== "string" || typeof liveText !== "string") {
    return compareBinaries(recorded, live, path, context);
  }
  const json = jsonOfBoth(text, liveText, path, context);
  if (json === undefined) {
    // Settled as for the places of variables, which count its lines.
    const [before, after] = [settleText(text), settleText(liveText)];
    return compareBinaries({ ...recorded, text: before }, { ...live, text: after }, path, context);
  }
  const { text: _, ...rest } = recorded;
  const { text: __, ...liveRest } = live;
  const isIgnored = context.free.ignored(buildPointer([...path, "text"]));
  const inside = isIgnored ? { ...context, free: { ...context.free, ignored: () => true } } : context;
  return [...compareJson(rest, liveRest, path, context), ...compareJson(json[0], json[1], [...path, "json"], inside)];
}

function jsonOfBoth(
  text: string,
  live: string,
  path: Path,
  { call, index, free }: LeafContext,
): [Exact, Exact] | undefined {
  // Lines of JSON, of which each has only one.
  if (index.isGrown(call, buildPointer([...path, "text"]))) return undefined;
  const at = buildPointer([...path, "json"]);
  // Equal texts need no further look, unless a variable or a freed place is inside them.
  if (text === live && !index.isWithin(call, at) && !free.hasBelow(at)) return undefined;
  const [one, other] = [jsonOfText(text), jsonOfText(live)];
  return one === undefined || other === undefined ? undefined : [one, other];
}

/** Bytes are equal or changed: only `ignore` lets them differ. */
function compareBinaries(recorded: JsonObject, live: JsonObject, path: Path, context: LeafContext): Difference[] {
  const key = recorded["type"] === "image" || recorded["type"] === "audio" ? "data" : "blob";
  const { [key]: bytes, ...rest } = recorded;
  const { [key]: liveBytes, ...liveRest } = live;
  if (typeof bytes !== "string" || typeof liveBytes !== "string") return compareJson(recorded, live, path, context);
  const place = [...path, key];
  const differs = bytes !== liveBytes && !context.free.ignored(buildPointer(place));
  return [
    ...compareJson(rest, liveRest, path, context),
    ...(differs
      ? [{ path: place, class: "changed", recorded: shorten(bytes), present: shorten(liveBytes) } as const]
      : []),
  ];
}

function shorten(bytes: string): string {
  return `${String(Math.floor((bytes.length * 3) / 4))} bytes, hash ${hashText(bytes)}`;
}

function compareErrors(recorded: JsonValue, live: JsonValue, context: LeafContext): Difference[] {
  if (!isJsonObject(recorded) || !isJsonObject(live)) return compareJson(recorded, live, ["error"], context);
  const hasMessage = typeof recorded["message"] === "string" && recorded["message"].trim() !== "";
  return compareJson(recorded, live, ["error"], context).map((difference) =>
    hasMessage && difference.path[1] !== "code" && difference.path[1] !== "message"
      ? forTheReport(difference)
      : difference,
  );
}

/** Turns a difference into one that is only reported, because Claude is not given it. */
function forTheReport(difference: Difference): Difference {
  const { lost: _, ...all } = difference;
  const { note: __, ...isNew } = all;
  // Claude never sees a new field here.
  const rest = all.recorded === undefined ? isNew : all;
  return isExplained(rest) ? rest : { ...rest, class: "docs" };
}

function givenText(outcome: CallOutcome): string {
  return outcome.kind === "none" || outcome.kind === "unknown-tool" ? outcome.message : "";
}

/** Returns the part of an outcome that a person needs to see. */
function gist(outcome: CallOutcome): JsonValue {
  return outcome.kind === "result"
    ? outcome.result
    : outcome.kind === "error"
      ? { error: outcome.error }
      : outcome.message;
}

function whole(outcome: CallOutcome): JsonValue {
  return givenOf(outcome).content;
}
