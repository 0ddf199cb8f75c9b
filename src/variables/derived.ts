// Finds arguments made from a variable without containing it: in a different case, a part, encoded, counted on.
import { isNumber } from "../json/digits.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { below } from "./align.js";
import { isUnlikely } from "./chance.js";
import { looksMade } from "./made.js";
import { argumentLeaves, type ArgumentPiece } from "./arguments.js";
import { findCounted, isAmount } from "./counted.js";
import { isLater, isPartOfDay } from "./later.js";
import { isQuantity, labelOf } from "./names.js";
import { piecesOf } from "./pieces.js";
import { findReckoned } from "./reckoned.js";
import { findRegrouped } from "./regrouped.js";
import { findBareNumbers, findWrittenNumbers } from "./rewritten-numbers.js";
import { isSameDay, isSameTime } from "./retimed.js";
import { daysNamed } from "./time.js";
import { readTimes } from "./time-forms.js";
import { tokensOf } from "./tokens.js";
import type { World } from "./world.js";

const NEAR_DAYS = 100;

/** How a value was made from a variable's. */
export type Derivation =
  | "case"
  | "part"
  | "inside"
  | "near"
  | "padded"
  | "grouped"
  | "time"
  | "counted"
  | "reckoned"
  | "words"
  | "base64"
  | "percent"
  | "key";

/** Returns how `value` may be made from the recorded value of a variable; undefined where it cannot be. */
export function derivationOf(value: string, variable: string): Derivation | undefined {
  if (value === variable) return undefined;
  const [one, other] = [value.toLowerCase(), variable.toLowerCase()];
  if (one === other) return value.length >= 4 ? "case" : undefined;
  if (/^\d+$/.test(value) && /^\d+$/.test(variable)) {
    if (Number(value) === Number(variable)) return variable.length >= 2 || value.startsWith("0") ? "padded" : undefined;
    if (value.length >= 3 && Math.abs(Number(value) - Number(variable)) <= 2) return "near";
    const isLonger = value.startsWith(variable) || value.endsWith(variable);
    if (variable.length >= 5 && isLonger) return "inside";
    const isEnd = value.length === 4 && (variable.startsWith(value) || variable.endsWith(value));
    const isPart = isEnd || (value.length >= 5 && variable.includes(value));
    return variable.length >= 8 && isPart ? "part" : undefined;
  }
  if (variable.length >= 4 && /^0+$/.test(one.slice(0, -other.length)) && one.endsWith(other)) return "padded";
  const glued = /^[a-z]{1,3}(\d+)$|^(\d+)(?:st|nd|rd|th)$/.exec(one);
  if (glued !== null && /^\d+$/.test(variable)) {
    return Number(glued[1] ?? glued[2]) === Number(variable) ? "inside" : undefined;
  }
  const isDecimal = /^\d+\.\d+$/.test(variable) && /^\d{1,12}(?:[.,]\d{1,12})?$/.test(value);
  if (isDecimal && variable.length >= 4 && digitsOf(value) === digitsOf(variable)) return "grouped";
  if (variable.length >= 6 && looksMade(variable) && value.length >= 4 && other.includes(one)) return "part";
  if (variable.length >= 4 && looksMade(variable) && one.includes(other)) return "inside";
  return undefined;
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}

/** Returns the variable that a piece was made from, and how. Not for pieces that contain one. */
export function findDerivation(piece: ArgumentPiece, world: World): { how: Derivation; value: string } | undefined {
  if (world.inPrompts(piece.value).length > 0) return undefined;
  for (const value of world.values) {
    const how = derivationOf(piece.value, value);
    if (how === undefined) continue;
    // The year of a date and the integer part of a decimal are parts of other numbers.
    if (how === "inside" && /^\d+$/.test(value) && isOtherNumber(piece.value)) continue;
    // A number near an id may be any number; one that occurs elsewhere, or was sent before, comes from there.
    if (
      how === "near" &&
      (isRoundAmount(piece) ||
        world.constantsOf(piece.value).length > 0 ||
        world.wasSentBefore(piece.value, Number.MAX_SAFE_INTEGER))
    )
      continue;
    return { how, value };
  }
  const reckoned = findReckoned(piece, world);
  return reckoned === undefined ? findSum(piece, world) : { how: "reckoned", value: reckoned };
}

/** Finds an amount that only a varying number and a known one explain. */
function findSum({ value, named }: ArgumentPiece, world: World): { how: Derivation; value: string } | undefined {
  if (!isAmount(labelOf(named)) || world.isGiven(value)) return undefined;
  const given = argumentLeaves(world.call.arguments).map((leaf) => leaf.value);
  const { varying, known } = world.amounts();
  const counted = findCounted(value, varying, [...known, ...given.filter((other) => other !== value)]);
  return counted === undefined ? undefined : { how: "counted", value: counted };
}

/**
 * Returns the variable that a part of an argument is, written differently: with other separators, or as a time in
 * another form.
 */
export function findRewritten(
  text: string,
  world: World,
  sent: readonly string[],
): { how: Derivation; value: string } | undefined {
  if (text.length > 20_000) return undefined;
  const isOpen = (part: string): boolean =>
    !world.values.has(part) && !sent.some((value) => value.includes(part) || part.includes(value));
  for (const { text: part, value } of findRegrouped(text, [...world.wholes.keys(), ...world.values])) {
    if (isOpen(part) && !world.isGiven(part)) return { how: "grouped", value: world.wholes.get(value) ?? value };
  }
  for (const { text: part, value, how } of [...findWrittenNumbers(text, world), ...findBareNumbers(text, world)]) {
    if (isOpen(part) && !world.isGiven(part)) return { how, value };
  }
  for (const { text: part, value } of world.names.findIn(text, world)) if (isOpen(part)) return { how: "case", value };
  const times = [...world.values].filter((value) => readTimes(value).length > 0);
  if (times.length === 0) return undefined;
  for (const part of new Set([text, ...piecesOf(text).map((piece) => piece.text)])) {
    if (!isOpen(part) || readTimes(part).length === 0) continue;
    const value = times.find((time) => isSameTime(part, time));
    if (value !== undefined && !world.isGivenTime(part)) return { how: "time", value };
    // A prompt that has the day as well may only show the form by an example.
    const sameDay = times.find((time) => isSameDay(part, time));
    if (sameDay !== undefined && !world.isToldDay(part)) return { how: "time", value: sameDay };
    const earlier = times.find((time) => isLater(part, time) || isPartOfDay(part, time));
    if (earlier !== undefined && !world.isGivenTime(part)) return { how: "time", value: earlier };
    // A day that nobody named, at a distance from one that varies: a week later, or the day before.
    const [day] = daysNamed(part);
    const near = times.find((time) =>
      daysNamed(time).some((other) => Math.abs(other - (day ?? Number.NaN)) <= NEAR_DAYS),
    );
    if (near !== undefined && !world.isGivenDay(part)) return { how: "time", value: near };
  }
  return undefined;
}

function isOtherNumber(text: string): boolean {
  return /^[\d.,]+$/.test(text) || readTimes(text).length > 0;
}

/** Returns the properties' names in arguments that contain a value of a variable: values cannot be put into names. */
export function findKeys(args: JsonObject, world: World): { at: string; value: string }[] {
  const found: { at: string; value: string }[] = [];
  const walk = (value: JsonValue, at: string): void => {
    if (Array.isArray(value)) value.forEach((part, i) => walk(part, below(at, i)));
    if (!isJsonObject(value) || isNumber(value)) return;
    for (const [key, part] of Object.entries(value)) {
      const there = below(at, key);
      const held = [key, ...tokensOf(key).map(({ text }) => text)].find(
        (text) => isUnlikely(text) && world.readings(text).length > 0,
      );
      if (held !== undefined) found.push({ at: there, value: held });
      walk(part, there);
    }
  };
  walk(args, "");
  return found;
}

/** 100 percent is not a neighbour of number 99. */
function isRoundAmount({ value, named }: ArgumentPiece): boolean {
  return !isUnlikely(value) && isQuantity(labelOf(named), named.tool);
}

/** Returns the variable whose value an argument contains in an encoding. */
export function findEncoded(text: string, world: World): { how: Derivation; value: string } | undefined {
  if (text.length > 20_000) return undefined;
  const words = [text, ...text.split(/[^\w+-]+(?!=)/)].map((word) => word.replace(/[^\w+/=-]/g, ""));
  const decoded: [Derivation, string | undefined][] = [
    ...[...new Set(words)].map((word): [Derivation, string | undefined] => ["base64", decodeBase64(word)]),
    ["percent", decodePercent(text)],
  ];
  for (const [how, plain] of decoded) {
    if (plain === undefined) continue;
    for (const value of world.values) {
      const isHeld = value.length >= 4 ? plain.includes(value) : holdsToken(plain, value) && /[^\d]/.test(plain);
      if (isHeld && !text.includes(value)) return { how, value };
    }
  }
  return undefined;
}

function holdsToken(text: string, value: string): boolean {
  return tokensOf(text).some((token) => token.text === value);
}

function decodeBase64(text: string): string | undefined {
  if (text.length < 4 || !/^[\w+/-]+={0,2}$/.test(text) || text.length % 4 === 1) return undefined;
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return /^[\u0020-\u007e]+$/.test(plain) ? plain : undefined;
  } catch {
    return undefined;
  }
}

function decodePercent(text: string): string | undefined {
  if (!/%[0-9a-f]{2}/i.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
