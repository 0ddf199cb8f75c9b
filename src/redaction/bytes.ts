// Removes known values from the base64 of bytes (an image, a file), and says which one there was. Pure.
import { outsidePlaceholders } from "./text-redaction.js";
import { searchText } from "./find-secrets.js";
import { writePlaceholder } from "./placeholder.js";
import type { Searches } from "./searches.js";
import { viewsOf } from "./views.js";

/** Characters of base64 up to which bytes are read in all the ways of a text; for a film, that would take seconds. */
const MOST_READ = 4 * 1024 * 1024;

type IsOurs = (name: string) => boolean;

/**
 * Removes a value that occurs unchanged in the bytes, and keeps what is around it. Bytes that hold one in another form,
 * or that are not base64, become a placeholder as a whole.
 */
export function redactBytes(base64: string, searches: Searches, isOurs: IsOurs): { base64: string; name?: string } {
  const cut = searches.redactBase64(base64);
  const left = findIn(cut, searches, isOurs);
  if (left !== undefined) return { base64: Buffer.from(writePlaceholder(left)).toString("base64"), name: left };
  return cut === base64 ? { base64 } : { base64: cut, name: searches.nameInBase64(base64) ?? "" };
}

function findIn(base64: string, searches: Searches, isOurs: IsOurs): string | undefined {
  const isBase64 = !/[^A-Za-z0-9+/=_\-\s]/.test(base64);
  const inText = isBase64 ? searches.text.find(base64)[0]?.name : nameIn(base64, searches, isOurs);
  if (inText !== undefined || base64.length > MOST_READ) return inText;
  const bytes = Buffer.from(base64, "base64");
  return nameIn(bytes.toString("latin1"), searches, isOurs) ?? nameIn(bytes.toString("utf8"), searches, isOurs);
}

function nameIn(text: string, searches: Searches, isOurs: IsOurs): string | undefined {
  const read = { views: viewsOf(text), cuts: [], takes: outsidePlaceholders(text, isOurs) };
  return searchText(text, read, searches.text)[0]?.name ?? searches.nameInBase64(text);
}
