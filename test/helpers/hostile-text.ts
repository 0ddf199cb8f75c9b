// Generates texts that want to be commands of a CI's log.
import fc from "fast-check";

const PARTS = [
  "::",
  ":",
  "##[",
  "##",
  "#",
  "[",
  "]",
  "##vso[task.setvariable variable=a]b",
  "##TeamCity[message text='a']",
  "::error file=a.js,line=1::pwned",
  "::Stop-Commands::token",
  "::set-output name=a::b",
  "::add-mask::e",
  "##[group]pwned",
  "##[error]pwned",
  "error",
  "debug",
  " ",
  "\t",
  "\n",
  "\n  ",
  "\r",
  "\u00a0",
  "\u3000",
  "\u0085",
  "\u2028",
  "\\",
  "`",
  "```",
  "|",
  "a long line of words that is broken somewhere, so that what follows begins one: ".repeat(2),
];

/** One text, often a command alone in its line. */
export function hostileText(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...PARTS), minLength: 1, maxLength: 8 });
}

/** The same texts each time; each holds a command and says its number as `N12N`. */
export function hostileTexts(count: number): string[] {
  const whole = PARTS.filter((part) => /pwned|token|::[be]$|text=|vso/.test(part));
  const one = fc.tuple(
    hostileText(),
    fc.constantFrom("", " ", "\n", "\n\t", "\r", "\u00a0"),
    fc.constantFrom(...whole),
  );
  return fc.sample(one, { seed: 15, numRuns: count }).map((parts, at) => `${parts.join("")} N${at}N`);
}
