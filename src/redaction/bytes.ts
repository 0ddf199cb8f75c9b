// Base64 of bytes (an image, a file) in; the same without known values out, and which one there was. Pure.
import { outsidePlaceholders } from "./text-redaction.js";
import { searchText } from "./find-secrets.js";
import { writePlaceholder } from "./placeholder.js";
import type { Searches } from "./searches.js";
import { viewsOf } from "./views.js";

/** Characters of base64 up to which bytes are read in all ways in which text is; reading a film so takes seconds. */
const MOST_READ = 4 * 1024 * 1024;

type IsOurs = (name: string) => boolean;

/**
 * A value that stands in the bytes as it is goes, and what is around it stays. Bytes that hold one in another form, or are
 * no base64 at all, become a placeholder as a whole.
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
