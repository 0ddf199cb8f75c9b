// Renders a content block of a message or of a tool result for the page. Pictures are shown, everything else is text.
import { isJsonObject, type JsonObject, type JsonValue } from "../../../json/value.js";
import { cutForPage } from "./cut-for-page.js";
import { jsonAsText } from "./json-as-text.js";
import { markup, pre, type Markup } from "./markup.js";
import { binary } from "./picture.js";

/** Renders a block of a tool result. */
export function contentBlock(block: JsonValue): Markup {
  if (!isJsonObject(block)) return pre(jsonAsText(block));
  const { type, text, data, mimeType, resource } = block;
  if (type === "text" && typeof text === "string") return pre(cutForPage(text));
  if ((type === "image" || type === "audio") && typeof data === "string") return binary(type, mimeType, data);
  if (type === "resource" && isJsonObject(resource)) return embedded(resource);
  return pre(jsonAsText(block));
}

function embedded(resource: JsonObject): Markup {
  const { uri, mimeType, text, blob, ...rest } = resource;
  const name = markup`<p class="quiet">resource <code>${typeof uri === "string" ? uri : "without a uri"}</code></p>`;
  if (typeof text === "string") return markup`${name}${pre(cutForPage(text))}`;
  if (typeof blob === "string") return markup`${name}${binary("blob", mimeType, blob)}`;
  return markup`${name}${pre(jsonAsText(rest))}`;
}
