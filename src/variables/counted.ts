// Finds an amount that was calculated: the sum, difference or product of a varying number and a known one.
import { wordsOfName } from "./names.js";

const AMOUNTS: ReadonlySet<string> = new Set(
  "sum total subtotal amount price cost pay payment balance budget difference due fee net gross charge refund change rest remainder deposit tip".split(
    " ",
  ),
);

/** True for a name of an amount of money, or of a number that people calculate with. */
export function isAmount(name: string): boolean {
  return wordsOfName(name).some((word) => AMOUNTS.has(word));
}

/** Returns the varying number that gives the value as a sum, difference or product with a known number. */
export function findCounted(value: string, varying: Iterable<string>, known: Iterable<string>): string | undefined {
  const wanted = numberOf(value);
  if (wanted === undefined || Math.abs(wanted) < 10) return undefined;
  const others = [...known].flatMap((text) => numberOf(text) ?? []);
  for (const text of varying) {
    const one = numberOf(text);
    if (one === undefined || one === 0) continue;
    const isMade = others.some((other) => {
      if (other === 0) return false;
      const results = [
        one + other,
        one - other,
        other - one,
        ...(isFactor(one) && isFactor(other) ? [one * other] : []),
      ];
      return results.some((result) => Math.abs(result - wanted) < 1e-6);
    });
    if (isMade) return text;
  }
  return undefined;
}

/** Multiplying by one gives the number itself. */
function isFactor(number: number): boolean {
  return Math.abs(number) !== 1;
}

function numberOf(text: string): number | undefined {
  return /^-?(?:\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.\d{1,6})?$/.test(text) ? Number(text.replaceAll(",", "")) : undefined;
}
