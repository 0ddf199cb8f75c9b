// Decides from a name whether it names a secret. Looks at words, not at letters: MAX_TOKENS and MONKEY are not secrets.
// Pure.

const SECRET_WORDS = new Set(
  "token secret secrets password passwd passphrase pass pwd passcode pin otp totp mfa cvv credential credentials apikey key auth authorization cookie dsn pat jwt bearer webhook".split(
    " ",
  ),
);
/** `PGPASSWORD`, `authtoken` */
const SECRET_END = /(?:token|secret|password|passwd|passphrase|apikey|accesskey|secretkey|privatekey)$/;
/** Words that make something else of a name with a secret word in it: `KEY_FILE`, `TOKEN_LIMIT`, `AUTH_TYPE`. */
const OTHER_WORDS = new Set(
  "file path dir type limit count length size max min timeout ttl expiry expires public name prefix page next progress url uri host port mode method sock layout repeat map enabled disabled version fingerprint algorithm parallelism domain scheme provider".split(
    " ",
  ),
);

/**
 * True for a name of a variable, header, flag or query parameter that names a secret: `GITHUB_TOKEN`, `x-api-key`,
 * `dbPassword`.
 */
export function isSecretName(name: string): boolean {
  if (/^(?:PWD|OLDPWD)$/i.test(name)) return false;
  const words = wordsOf(name);
  const isSecret = (word: string): boolean => SECRET_WORDS.has(word) || SECRET_END.test(word);
  return words.some(isSecret) && !words.some((word) => OTHER_WORDS.has(word));
}

/** Headers about the format, not about the sender. */
const PLAIN_HEADER =
  /^(?:accept(?:-.*)?|content-.*|user-agent|origin|referer|host|cache-control|connection|mcp-protocol-version|traceparent|tracestate)$/i;

/** True for a header whose value counts as a secret: every one except the plain ones of HTTP. */
export function isSecretHeader(name: string): boolean {
  return !PLAIN_HEADER.test(name);
}

/** Values that identify nothing and hide nothing; they occur in every other text. */
const WORDS = new Set(
  "password passwd secret changeme change_me default example testing postgres redacted undefined disabled enabled localhost stand-in production development username".split(
    " ",
  ),
);

/** True for a value that cannot be a secret whatever its name: a flag, a plain word, a path. */
export function saysNothing(value: string): boolean {
  return WORDS.has(value.toLowerCase()) || /^(?:true|false|null|none)$/i.test(value) || isSurelyPath(value);
}

/** True for an absolute path, which gets the placeholder of a place. */
export function isPath(value: string): boolean {
  return /^(?:\/(?:[\w.+@~-]+\/)+[\w.+@~-]*|~\/|[A-Za-z]:\\)/.test(value) && !/\s/.test(value);
}

/** A random key may begin with a slash, and have another one. */
export function isSurelyPath(value: string): boolean {
  return (
    isPath(value) &&
    /^(?:~|[A-Za-z]:|\/(?:home|Users|usr|etc|var|tmp|opt|root|run|mnt|media|srv|private|workspace|proc|dev|app)\/)|\.[a-z]\w{0,5}$/.test(
      value,
    )
  );
}

/** The words of a name, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}
