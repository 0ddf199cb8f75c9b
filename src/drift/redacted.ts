// Tells whether a live value may be what a secret's placeholder hides.

/** Any placeholder that the redaction wrote. */
const ANY = /^\[redacted:([^[\]\s]+)\]$/;
/** A placeholder of a secret with a known shape: its kind, and digits that tell it from others. */
const SHAPE = /^([a-z][a-z0-9-]*)-[0-9a-f]{6}$/;

/**
 * False where the recorded secret had a known shape and the live value has none: the redaction would have recognized a
 * token again. Nothing is known about other secrets.
 */
export function mayStandFor(placeholder: string, live: string): boolean {
  const kind = kindOf(placeholder);
  return kind === undefined || kind === kindOf(live);
}

function kindOf(text: string): string | undefined {
  return SHAPE.exec(ANY.exec(text)?.[1] ?? "")?.[1];
}
