// Reads the equations of a line, and tells whether one that was true when it was recorded is false now: `6 + 5 + 2 = 13`.
import { decimalsIn } from "../json/digits.js";

const NUMBER = String.raw`[$€£]?(?:[1-9]\d{0,2}(?:,\d{3}){1,3}|\d{1,12})(?:\.\d{1,9})?`;
const TERMS = String.raw`(?<![\p{L}\d.,:/]|[+−*×÷] ?|\S ?- ?)(-?${NUMBER}(?: ?[+−*×÷-] ?${NUMBER}| [x/] ${NUMBER}){1,40})`;
const EQUATION = new RegExp(String.raw`${TERMS} ?= ?(-?${NUMBER})(?![\p{L}\d%:/]|[.,]\d)`, "gu");
const TERM = new RegExp(String.raw`([+−*×÷x/-]?) ?(${NUMBER})`, "gu");

/** A longer line is no equation. */
const LONGEST = 1000;

/** True where a true equation of the recorded line is false in the live one, as far as its digits say. */
export function isEquationLost(recorded: string, live: string): boolean {
  const [then, now] = [recorded, live].map(equationsIn);
  if (then === undefined || now === undefined || then.length !== now.length) return false;
  return then.some(({ isTrue }, at) => isTrue && now[at]?.isTrue === false);
}

function equationsIn(line: string): { isTrue: boolean }[] {
  if (line.length > LONGEST || !line.includes("=")) return [];
  return [...line.matchAll(EQUATION)].map(([, terms = "", result = ""]) => {
    const off = Math.abs(valueOf(terms) - amountOf(result));
    // Servers round what they show, or cut it off.
    return { isTrue: off < 10 ** -decimalsIn(result) - 1e-6 };
  });
}

function valueOf(terms: string): number {
  let [sum, product] = [0, 0];
  for (const [, sign = "", number = ""] of terms.matchAll(TERM)) {
    const value = amountOf(number);
    if (/[*×x]/.test(sign)) product *= value;
    else if (/[÷/]/.test(sign)) product /= value;
    else [sum, product] = [sum + product, /[−-]/.test(sign) ? -value : value];
  }
  return sum + product;
}

function amountOf(text: string): number {
  return Number(text.replaceAll(/[$€£,]/g, ""));
}
