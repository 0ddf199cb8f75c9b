// Lists secrets that are recognized by what comes before them: a header, a key of AWS or Azure, a line of `.npmrc`.
import { buildShape, isFiller, isRandom, looksLikeWords, type SecretShape } from "./shape.js";

/** Between a name and its value, in headers, assignments, JSON and JSON in text. */
const SEPARATOR = String.raw`["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}`;
const CREDENTIAL = String.raw`[A-Za-z0-9._~+/-]`;
const LAST = "[A-Za-z0-9_~+/-]={0,2}";

/** `YOUR_TOKEN`, `your-api-key`, `access_token_here` */
const EXAMPLE_WORD = /your|token|key|secret|credential|here|example|bearer|string|value|placeholder|access/i;

function isBearer(secret: string): boolean {
  return !isFiller(secret) && !(looksLikeWords(secret) && EXAMPLE_WORD.test(secret));
}

/** `user:password` in base64, whose password is not redacted yet. */
function isBasic(secret: string): boolean {
  const text = Buffer.from(secret, "base64").toString("utf8");
  return /^[^:\p{Cc}\ufffd]*:[^\p{Cc}\ufffd]+$/u.test(text) && !text.includes("[redacted:");
}

export const HEADER_SHAPES: readonly SecretShape[] = [
  buildShape({
    kind: "azure-key",
    lead: "AccountKey=|SharedAccessKey=",
    rest: "([A-Za-z0-9+/]{43,86}={0,2})",
    before: "",
    accepts: (secret) => !isFiller(secret),
  }),
  buildShape({
    kind: "aws-secret",
    lead: String.raw`secret[\s_-]?(?:access[\s_-]?)?key`,
    rest: `${SEPARATOR}([A-Za-z0-9/+]{40})`,
    before: "",
    after: "(?![A-Za-z0-9/+=])",
    anyCase: true,
  }),
  buildShape({
    kind: "npm-auth",
    lead: "_authToken|_auth|_password",
    rest: String.raw`\s{0,2}=\s{0,2}([^\s"'$[(){},;]{16,})`,
    before: "",
    // Not the name of a function, which is followed by a parenthesis.
    after: String.raw`(?=[\s"'$[){},;]|$)`,
    strong: false,
  }),
  buildShape({
    kind: "bearer-token",
    lead: "authorization",
    rest: `${SEPARATOR}(?:bearer|token|apikey)[ :]{1,3}(${CREDENTIAL}{7,}${LAST})`,
    before: "",
    anyCase: true,
    strong: false,
    accepts: isBearer,
  }),
  buildShape({
    kind: "bearer-token",
    lead: String.raw`bearer[\s:]`,
    rest: String.raw`[\s:]{0,2}(${CREDENTIAL}{15,}${LAST})`,
    before: String.raw`\b`,
    anyCase: true,
    strong: false,
    accepts: (secret) => isRandom(secret) && /[A-Za-z]/.test(secret),
  }),
  buildShape({
    kind: "basic-auth",
    lead: String.raw`basic[ :]`,
    rest: String.raw`[ :]{0,2}([A-Za-z0-9+/_-]{4,}={0,2})`,
    before: String.raw`\b`,
    anyCase: true,
    strong: false,
    accepts: isBasic,
  }),
  buildShape({
    kind: "authorization",
    lead: "authorization",
    rest: `${SEPARATOR}(?:token |apikey |digest )?(${CREDENTIAL}{15,}${LAST})`,
    before: "",
    // A scheme such as `AWS4-HMAC-SHA256 Credential=…` is not a secret.
    after: String.raw`(?![\w~+/=-]|\.\w| {1,4}(?:[\w-]{1,40}[=:]|${CREDENTIAL}{16}))`,
    anyCase: true,
    strong: false,
    accepts: isRandom,
  }),
  buildShape({
    kind: "authorization",
    lead: "x[-_]api[-_]key|x[-_]auth[-_]token",
    rest: `${SEPARATOR}(${CREDENTIAL}{15,}${LAST})`,
    before: "",
    anyCase: true,
    strong: false,
    accepts: isRandom,
  }),
  buildShape({
    kind: "slack-webhook",
    lead: String.raw`hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/`,
    rest: "([A-Za-z0-9/_-]{20,})",
    before: "",
    anyCase: true,
    accepts: isRandom,
  }),
  buildShape({
    kind: "discord-webhook",
    lead: String.raw`discord(?:app)?\.com/api/webhooks/`,
    rest: String.raw`\d{15,22}/([\w-]{60,})`,
    before: "",
    anyCase: true,
  }),
  buildShape({
    kind: "connection-password",
    lead: String.raw`;\s?(?:password|pwd)\s?=`,
    rest: String.raw`\s?([^\s;"'<>()\\{}$]{4,})`,
    before: "",
    after: String.raw`(?=[\s;"'<>)}$]|$)`,
    anyCase: true,
    strong: false,
    accepts: (secret) => !isFiller(secret),
  }),
];
