// Finds the credentials in the raw headers and the path of an HTTP request, or in the raw headers of a response. Pure.
import { asName } from "./placeholder.js";
import { secretsOfHeader, secretsOfUrl, SHORTEST, type KnownValue } from "./known-values.js";
import { isSecretName, saysNothing } from "./secret-names.js";

/** The values of `Authorization`, of cookies, and of all headers and query parameters that are named like secrets. */
export function collectRequestSecrets(rawHeaders: readonly string[], path = ""): KnownValue[] {
  const found = new Map<string, KnownValue>();
  const add = (name: string, value: string, isWord: boolean): void => {
    const trimmed = value.trim();
    if (trimmed.length < SHORTEST || saysNothing(trimmed) || found.has(trimmed)) return;
    // A cookie may hold any word.
    const anywhere = !isWord || !/^[A-Za-z]+$/.test(trimmed);
    found.set(trimmed, { name: asName(name), value: trimmed, anywhere, isForServer: false });
  };
  rawHeaders.forEach((header, index) => {
    const name = header.toLowerCase();
    const text = rawHeaders[index + 1] ?? "";
    if (index % 2 !== 0 || !isSecretName(name)) return;
    if (name === "cookie" || name === "set-cookie") {
      const cookies = name === "cookie" ? text.split(";") : text.split(";", 1);
      for (const cookie of cookies) for (const each of readCookie(cookie)) add(each.name, each.value, true);
      return;
    }
    for (const each of secretsOfHeader(name, text)) add(each.name, each.value, false);
  });
  for (const each of secretsOfUrl(`http://host${path}`)) add(each.name, each.value, false);
  return [...found.values()];
}

/** The value as it is written, and decoded. */
function* readCookie(cookie: string): Iterable<{ name: string; value: string }> {
  const [, key = "", value = ""] = /^\s*([^=]*)=\s*"?(.*?)"?\s*$/s.exec(cookie) ?? [];
  const name = `cookie-${key}`;
  yield { name, value };
  try {
    yield { name, value: decodeURIComponent(value) };
  } catch {
    // Not a percent code, so the text stays.
  }
}
