// Generates secrets from the patterns that find them, in upper and lower case where that makes no difference.
import fc from "fast-check";
import type { SecretShape } from "../../src/redaction/shape.js";

/** A text that the shape's pattern takes, unless what must be beside it is missing. */
export function exampleOf({ kind, core, anyCase }: SecretShape): fc.Arbitrary<string> {
  if (kind === "basic-auth") return basicExample();
  const example = fc.stringMatching(new RegExp(`^(?:${core})$`));
  return anyCase ? flipCase(example) : example;
}

/** No pattern says of what base64 is made. */
function basicExample(): fc.Arbitrary<string> {
  const part = (minLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...Array.from("abcXYZ0189._-+/é")), minLength, maxLength: 20 });
  return fc
    .tuple(flipCase(fc.constant("basic ")), part(0), part(2), fc.constantFrom("base64", "base64url"))
    .map(([lead, user, password, form]) => lead + Buffer.from(`${user}:${password}`).toString(form as "base64"));
}

/** Some letters in the other case. */
export function flipCase(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }))
    .map(([plain, flips]) =>
      Array.from(plain, (char, at) => (flips[at % flips.length] === true ? swapCase(char) : char)).join(""),
    );
}

function swapCase(char: string): string {
  const upper = char.toUpperCase();
  return upper === char ? char.toLowerCase() : upper;
}
