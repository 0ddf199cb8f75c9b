// Tells which values that a server is given are harmless by their look. Only what is surely no secret is: of anything
// else nobody can tell. Pure.

/** Words that name a number: a port, a limit, a time. */
const COUNTED = new Set(
  "port timeout limit count max min size length depth width height retries retry interval ms seconds minutes hours days ttl workers threads concurrency parallelism batch pages page offset level verbosity version year budget tokens lines rows columns quality scale fps".split(
    " ",
  ),
);
/** Words of names whose values are chosen from a few, or are public: a mode, a place, a name of something. */
const NAMED = new Set(
  "mode transport protocol region zone host hostname domain format type kind level env environment stage lang language locale log logging profile model version name user username database db schema project org organization owner team group bucket table index driver backend provider dialect engine theme color browser device encoding charset platform arch shell editor term target scope scopes toolset toolsets tools features currency country timezone".split(
    " ",
  ),
);
/** Names whose values are settings of a runtime, whatever they are. */
const SETTING =
  /^(?:lang|language|lc_\w+|tz|node_env|debug|rust_log|rust_backtrace|\w*log_?level|path|home|user|shell|term|no_color|force_color|ci|python\w*|node_path|node_options|npm_config_(?:yes|loglevel|cache))$/i;
/** Names that say of a word or number that it is private, although they name no secret. */
const PRIVATE = /(?:^|[^a-z])(?:code|phrase|seed|salt|answer|pw|cvv|cvc|ssn|signature|account|iban)(?![a-z])/i;

const FILE =
  /^[\w@.+-]+(?:[/\\][\w@.+ -]+)*\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|jar|wasm|dll|exe|sh|pl|lua|json[c5l]?|ya?ml|toml|ini|env|md|txt|csv|tsv|db|sqlite3?|sql|xml|html|log|pdf|png|lock)$/i;
const VERSION = /^[v~^=]{0,2}\d{1,5}(?:\.\d{1,5}){0,3}(?:-(?:alpha|beta|rc|next)[.\d]*)?$/;
const ADDRESS = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[?::1?\]?|(?:[a-z][a-z-]*\d{0,3}\.)+[a-z]{2,})(?::\d{1,5})?$/;
/** Without a user, a query, or a part that is long enough to be a key. */
const URL_ALONE = /^[a-z][a-z0-9+.-]*:\/\/(?![^/?#]*@)[\w.-]*(?::\d+)?(?:\/(?:[A-Za-z_.~-]{0,40}|v?\d{1,4})(?=\/|$))*$/;
const SPEC =
  /^(?:@[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*(?:@[\w.^~-]{1,20})?|[a-z][\w.-]*@(?:latest|next|[\^~]?\d[\w.-]{0,19})|[a-z][\w.-]*(?:\[[\w,]+\])?[=~>]=\d[\w.]*|git\+https:\/\/[\w./@-]+|(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\/)+[a-z][a-z0-9._-]*(?::[\w.-]{1,20})?)$/;

/** True for an empty text, a switch, a version, a path or name of a file, an address, a package, a small number. */
export function looksHarmless(value: string): boolean {
  return (
    value.length <= 1 ||
    /^(?:true|false|yes|no|on|off|none|null|\d{1,3}|\d{1,5}x\d{1,5})$/i.test(value) ||
    /^[\w.+-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(value) ||
    /^(?:[A-Z][a-z]+\/[A-Z][A-Za-z_]+|UTC|[a-z]{2}(?:_[A-Z]{2})(?:\.UTF-8)?|C\.UTF-8|POSIX)$/.test(value) ||
    isPathLike(value) ||
    (VERSION.test(value) && value.includes(".")) ||
    ADDRESS.test(value) ||
    URL_ALONE.test(value) ||
    (SPEC.test(value) && !/[A-Za-z\d]{24}/.test(value)) ||
    FILE.test(value)
  );
}

/** A path from a folder, or from the root: `./a`, `../a`, `~/a`, `C:\a`, `/a`. A random key may begin with a slash. */
export function isPathLike(value: string): boolean {
  if (/^(?:\.{1,2}|~|[A-Za-z]:)(?:[/\\][\w./\\ @+-]*)?$/.test(value)) return true;
  const [first, ...parts] = value.split("/");
  return first === "" && parts.length > 0 && parts.every((part) => /^[\w. @-]{0,12}$/.test(part) || isWords(part));
}

/** True for words of letters, joined by signs or a space, with small numbers: `us-east-1`, `stdio`. */
export function isWords(value: string): boolean {
  const parts = value.split(/[-_.,:/*= ]+/).filter((part) => part !== "");
  const words = parts.filter((part) => !/^(?:[a-z]{0,2}\d{1,3}|\d{1,3}[a-z]{1,2})$/i.test(part));
  const isWord = (part: string): boolean => /^[A-Za-z]+$/.test(part) && (part.length <= 4 || isPronounced(part));
  return words.length > 0 && words.every(isWord);
}

function isPronounced(word: string): boolean {
  if (/[^aeiouy]{6}/i.test(word)) return false;
  const humps = word.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return word.length / humps.length >= 3;
}

/** True where the name says that the value is a setting, a number of something, or one of a few words. */
export function isNamedHarmless(name: string, value: string): boolean {
  if (SETTING.test(name)) return true;
  if (PRIVATE.test(spaced(name))) return false;
  const words = spaced(name).split(" ");
  if (/^\d{1,9}(?:\.\d{1,6})?(?:[kmg]b?|ms|s|m|h|d)?$/i.test(value)) return words.some((word) => COUNTED.has(word));
  return words.some((word) => NAMED.has(word)) && (isWords(value) || VERSION.test(value));
}

/** True for a name that says that even a plain word or a number is private. */
export function isPrivateName(name: string): boolean {
  return PRIVATE.test(spaced(name));
}

function spaced(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, " ")
    .trim();
}
