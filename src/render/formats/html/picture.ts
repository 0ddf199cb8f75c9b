// Renders a picture of a tool result, or a line with its type and size.
import type { JsonValue } from "../../../json/value.js";
import { markup, type Markup } from "./markup.js";

/** Only types that cannot contain a script. */
const SHOWN_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
/** Characters of base64; larger pictures are only named. */
const LARGEST_PICTURE = 400_000;

/** Renders binary content of any type. */
export function binary(what: string, mimeType: JsonValue | undefined, data: string): Markup {
  const type = typeof mimeType === "string" ? mimeType : "no type given";
  const size = `${Math.floor((data.replace(/[=\s]+/g, "").length * 3) / 4)} bytes`;
  const plain = (type.split(";")[0] ?? "").trim().toLowerCase();
  const shown = SHOWN_TYPES.has(plain) && data.length <= LARGEST_PICTURE && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  if (!shown) return markup`<p class="quiet">${what}, ${type}, ${size}, not shown</p>`;
  return markup`<figure class="picture"><img alt="${what} of the tool result" loading="lazy" src="data:${plain};base64,${data}"><figcaption>${type}, ${size}</figcaption></figure>`;
}
