// Makes a file name that every file system accepts from the name of a suite or workflow, which may be any text. The
// same name gives the same slug on every machine; the caller checks whether two names share one.
import { createHash } from "node:crypto";

const LONGEST = 80;
/** Device names of Windows (with any extension), and the file beside the cassettes. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|accepted)(?:\.|$)/;

/**
 * `Book a table!` becomes `book-a-table`: `[a-z0-9._-]`, 80 characters at most, no reserved name. Where letters or
 * digits are lost (other scripts, a long name), eight hex digits of the name's hash distinguish names.
 */
export function slugOf(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const lost = /[^a-z0-9\P{L}]|[^a-z0-9\P{N}]/u.test(plain);
  const text = tidy(plain.replaceAll(/[^a-z0-9._-]+/g, "-"));
  const whole = RESERVED.test(text) ? `_${text}` : text;
  if (!lost && whole !== "" && whole.length <= LONGEST) return whole;
  const hash = createHash("sha256").update(name.normalize("NFC")).digest("hex").slice(0, 8);
  const kept = tidy(whole.slice(0, LONGEST - hash.length - 1));
  return kept === "" ? hash : `${kept}-${hash}`;
}

/** No run of hyphens, nothing hidden or option-like at the start, no dot or hyphen at the end. */
function tidy(text: string): string {
  return text
    .replaceAll(/-{2,}/g, "-")
    .replace(/^[.-]+/, "")
    .replace(/[.-]+$/, "");
}
