// Hashes a text to 12 hex digits: for ids that people read, not for secrets. Pure.

/** 48 bits of the hash cyrb53. */
export function hashText(text: string): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (two >>> 0).toString(16).padStart(8, "0") + (one >>> 0).toString(16).padStart(8, "0").slice(0, 4);
}
