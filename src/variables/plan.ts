// Plans the arguments of a call of a check: with live values put in, or the questions that prevent it.
import { addAll } from "../append-to.js";
import type { JsonObject } from "../json/value.js";
import { argumentLeaves, argumentPieces, putInto, type ArgumentPiece, type Replacement } from "./arguments.js";
import { isUnlikely } from "./chance.js";
import { isPlainWord } from "./made.js";
import { fitOf } from "./names.js";
import { findDerivation, findEncoded, findKeys, findRewritten } from "./derived.js";
import { tokenEnds, tokenRange, type Doubt, type Place, type SentReason } from "./learned.js";
import { holdsChunk } from "./lost.js";
import type { GivenWords } from "./given-words.js";
import type { KnownPlaces } from "./known-places.js";
import { differs, type Observed } from "./observe.js";
import { makeAs, pinOf, pinOfWhole, type MadeAs, type Pin, type PinnedWhole } from "./pins.js";
import type { RunCall } from "./run.js";
import { decide } from "./sent.js";
import { tokensOf } from "./tokens.js";
import { World, type Reading } from "./world.js";

/** A value of an argument that is a variable. */
export interface Sending {
  at: string;
  token: ArgumentPiece["token"];
  value: string;
  source: Observed;
  by: SentReason;
  as?: MadeAs;
}

/** A value of an argument that nothing explains, or that was made from a variable. */
export interface Question extends Omit<Doubt, "readings"> {
  readings: Reading[];
}

export interface Plan {
  sendings: Sending[];
  /** Values that a variable has, and that are sent as they were recorded. */
  literals: { at: string; token: ArgumentPiece["token"]; value: string; readings: Reading[] }[];
  questions: Question[];
}

/** What a check lost of the results of earlier turns: whole values, and chunks of texts. */
export interface LostInCheck {
  values?: ReadonlySet<string>;
  chunks?: ReadonlySet<string>;
}

/** Explains the arguments of one recorded call by what was observed before it. */
export function planCall(
  given: GivenWords,
  call: RunCall,
  known: KnownPlaces,
  pins: readonly Pin[],
  lost: LostInCheck = {},
): Plan {
  const world = new World(given, known, call, lost.values);
  const plan: Plan = { sendings: [], literals: [], questions: [] };
  const pieces = argumentPieces(call.tool, call.arguments, world.values);
  const sent = new Map<ArgumentPiece, Observed>();
  const open: ArgumentPiece[] = [];
  const wholes: (PinnedWhole & { at: string })[] = [];
  for (const { at, value } of argumentLeaves(call.arguments)) {
    const pinned = pinOfWhole({ tool: call.tool, at, value }, pins, known.all);
    if (pinned === undefined) continue;
    const { source, as, start, end } = pinned;
    const token = start === 0 && end === value.length ? undefined : tokensBetween(value, start, end);
    const made = as === undefined ? {} : { as };
    plan.sendings.push({ at, token, value: value.slice(start, end), source, by: "pin", ...made });
    wholes.push({ at, ...pinned });
  }
  for (const piece of pieces) {
    const { at: there, context } = piece;
    const whole = wholes.find(({ at, start, end }) => at === there && start <= context.start && context.end <= end);
    if (whole !== undefined) {
      sent.set(piece, whole.source);
      continue;
    }
    const pinned = pinOf(piece, pins, known.all);
    if (pinned?.kind === "place") {
      const { at, token, value } = piece;
      const made = pinned.as === undefined ? {} : { as: pinned.as };
      plan.sendings.push({ at, token, value, source: pinned.source, by: "pin", ...made });
      sent.set(piece, pinned.source);
    } else if (pinned === undefined) open.push(piece);
  }
  // Prose is read last: it repeats what other arguments say.
  for (const piece of open.toSorted((a, b) => Number(a.prose) - Number(b.prose))) {
    explain(piece, pieces, world, plan, sent, call.id);
  }
  findWhole(call, world, plan, pins, lost.chunks ?? new Set());
  addAll(plan.questions, halfSent(call, plan, known));
  return plan;
}

/** An argument that is a whole text of a result, of which a part is sent and another one that varies is not, is no one's. */
function halfSent(call: RunCall, plan: Plan, known: KnownPlaces): Question[] {
  return argumentLeaves(call.arguments).flatMap(({ at, value }): Question[] => {
    if (plan.questions.some((question) => question.at === at)) return [];
    const sendings = plan.sendings.filter((sending) => sending.at === at && sending.token !== undefined);
    const [source] = sendings.flatMap(({ source: one }) => (one.context?.text === value ? [one.place] : []));
    if (source === undefined) return [];
    const isSent = (part: Pick<Place, "token">): boolean => {
      const [from, to] = tokenEnds(part);
      return sendings.some((sending) => tokenEnds(sending)[0] <= from && to <= tokenEnds(sending)[1]);
    };
    const rest = known.all.find(
      (one) => one.place.call === source.call && one.place.at === source.at && differs(one) && !isSent(one.place),
    );
    return rest === undefined
      ? []
      : [{ call: call.id, at, token: rest.place.token, value: rest.seen[0] ?? "", readings: [] }];
  });
}

/** Returns the tokens of a part of a text, for a place. */
function tokensBetween(text: string, start: number, end: number): ArgumentPiece["token"] {
  const inside = [...tokensOf(text).entries()].filter(([, token]) => token.start >= start && token.end <= end);
  return tokenRange((inside[0]?.[0] ?? 0) + 1, (inside.at(-1)?.[0] ?? 0) + 1);
}

function explain(
  piece: ArgumentPiece,
  pieces: readonly ArgumentPiece[],
  world: World,
  plan: Plan,
  sent: Map<ArgumentPiece, Observed>,
  call: number,
): void {
  const { at, token, value } = piece;
  const place = { call, at, ...(token === undefined ? {} : { token }), value };
  if (isOfGrownList(piece, world)) {
    plan.questions.push({ ...place, readings: world.readings(value), derived: "grown" });
    return;
  }
  // A value that some result gives in one place, as the one that created it does, is followed from there.
  const moved = world.readings(value).filter(({ places }) => places.every((source) => source.moved));
  if (moved.length > 0) {
    // A person named it: it is the same wherever it stands.
    if (world.inPrompts(value).length > 0 && !/^\d+$/.test(value))
      plan.literals.push({ at, token, value, readings: [] });
    else plan.questions.push({ ...place, readings: world.readings(value), derived: "moved" });
    return;
  }
  const decision = decide(piece, pieces, world, sent);
  if (decision === undefined) {
    const derived = findDerivation(piece, world);
    if (derived !== undefined) {
      plan.questions.push({ ...place, readings: world.readings(derived.value), derived: derived.how });
    } else if (world.isLost(piece)) plan.questions.push({ ...place, readings: [], derived: "lost" });
  } else if (decision.kind === "variable") {
    plan.sendings.push({ at, token, value, source: decision.source, by: decision.by });
    sent.set(piece, decision.source);
  } else if (decision.kind === "literal") {
    plan.literals.push({ at, token, value, readings: world.readings(value) });
  } else plan.questions.push({ ...place, readings: decision.readings });
}

/** A row of an earlier run looks like one of this run: an id that was read among them is not a safe argument. */
function isOfGrownList(piece: ArgumentPiece, world: World): boolean {
  const places = world.onlyInGrownLists(piece.value);
  if (places.length === 0 || isPlainWord(piece.value) || world.inPrompts(piece.value).length > 0) return false;
  return isUnlikely(piece.value) || places.some(({ named }) => fitOf(piece.named, named) >= 2);
}

/** Searches whole arguments for what their pieces do not show. */
function findWhole(call: RunCall, world: World, plan: Plan, pins: readonly Pin[], lost: ReadonlySet<string>): void {
  for (const { at, value } of findKeys(call.arguments, world)) {
    if (pins.some((pin) => pin.argument === at && pin.constant === true)) continue;
    plan.questions.push({ call: call.id, at, value, readings: world.readings(value), derived: "key" });
  }
  for (const { at, value, isNumber } of argumentLeaves(call.arguments)) {
    if (plan.questions.some((question) => question.at === at)) continue;
    if (pins.some((pin) => pin.argument === at && pin.constant === true)) continue;
    const sent = plan.sendings.filter((sending) => sending.at === at).map((sending) => sending.value);
    const place = { call: call.id, at, value };
    const rewritten = findRewritten(value, world, sent);
    const encoded = isNumber || sent.length > 0 ? undefined : findEncoded(value, world);
    const found = rewritten ?? encoded;
    if (found !== undefined) {
      plan.questions.push({ ...place, readings: world.readings(found.value), derived: found.how });
    } else if ([...lost].some((chunk) => isLostIn(value, chunk, sent, world))) {
      plan.questions.push({ ...place, readings: [], derived: "lost" });
    }
  }
}

function isLostIn(text: string, chunk: string, sent: readonly string[], world: World): boolean {
  if (!holdsChunk(text, chunk) || world.isGiven(chunk)) return false;
  return !sent.some((value) => value.includes(chunk) || chunk.includes(value));
}

/** Returns the arguments of a call in the check with this `index` among the checks. */
export function argumentsOf(args: JsonObject, sendings: readonly Sending[], index: number): JsonObject {
  const replacements = sendings.map(({ at, token, value, source, as }): Replacement => {
    return { at, token, recorded: value, value: makeAs(source.seen[index + 1] ?? value, as) };
  });
  return putInto(args, replacements);
}
