// Renders a content block of a message or of a tool result for the page. Pictures are shown, everything else is text.
import { serializeKept } from "../../../json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../json/value.js";
import { cutForPage } from "./cut-for-page.js";
import { markup, pre, type Markup } from "./markup.js";

/** Only types that cannot contain a script. */
const SHOWN_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
/** Characters of base64; larger pictures are only named. */
const LARGEST_PICTURE = 400_000;

/** Renders a block of a tool result. */
export function contentBlock(block: JsonValue): Markup {
  if (!isJsonObject(block)) return pre(stringify(block));
  const { type, text, data, mimeType, resource } = block;
  if (type === "text" && typeof text === "string") return pre(cutForPage(text));
  if ((type === "image" || type === "audio") && typeof data === "string") return binary(type, mimeType, data);
  if (type === "resource" && isJsonObject(resource)) return embedded(resource);
  return pre(stringify(block));
}

function embedded(resource: JsonObject): Markup {
  const { uri, mimeType, text, blob, ...rest } = resource;
  const name = markup`<p class="quiet">resource <code>${typeof uri === "string" ? uri : "without a uri"}</code></p>`;
  if (typeof text === "string") return markup`${name}${pre(cutForPage(text))}`;
  if (typeof blob === "string") return markup`${name}${binary("blob", mimeType, blob)}`;
  return markup`${name}${pre(stringify(rest))}`;
}

/** Renders a picture, or a line with the type and the size. */
export function binary(what: string, mimeType: JsonValue | undefined, data: string): Markup {
  const type = typeof mimeType === "string" ? mimeType : "no type given";
  const size = `${Math.floor((data.replace(/[=\s]+/g, "").length * 3) / 4)} bytes`;
  const plain = (type.split(";")[0] ?? "").trim().toLowerCase();
  const shown = SHOWN_TYPES.has(plain) && data.length <= LARGEST_PICTURE && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  if (!shown) return markup`<p class="quiet">${what}, ${type}, ${size}, not shown</p>`;
  return markup`<figure class="picture"><img alt="${what} of the tool result" loading="lazy" src="data:${plain};base64,${data}"><figcaption>${type}, ${size}</figcaption></figure>`;
}

/** Returns JSON, with long strings cut. */
export function stringify(value: JsonValue): string {
  try {
    return cutForPage(serializeKept(value, 2));
  } catch {
    return "(too deep to show)";
  }
}
