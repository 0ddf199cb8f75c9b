// A placeholder of a secret and what stands in its place now in; whether the one may stand for the other out.

/** A placeholder that was written by the redaction. */
const ANY = /^\[redacted:([^[\]\s]+)\]$/;
/** One for a secret with a shape of its own: its kind, and digits that tell it from others. */
const SHAPE = /^([a-z][a-z0-9-]*)-[0-9a-f]{6}$/;

/**
 * False where the recorded secret had a shape of its own, and what is there now has not: whoever redacted it would have
 * known a token when it came again. Of other secrets nobody can tell.
 */
export function mayStandFor(placeholder: string, live: string): boolean {
  const kind = kindOf(placeholder);
  return kind === undefined || kind === kindOf(live);
}

function kindOf(text: string): string | undefined {
  return SHAPE.exec(ANY.exec(text)?.[1] ?? "")?.[1];
}
