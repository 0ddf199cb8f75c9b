// Text in; what is a secret by its shape out, beyond what secretlint finds, or finds too wide. Only shapes that nothing
// else has: no SHA, UUID, page token, signature or base64 of an image. Each pattern takes linear time. Pure.

export interface ShapeFound {
  kind: string;
  start: number;
  end: number;
  /** Too random to be guessed: then its name may tell equal ones from others. */
  strong: boolean;
}

interface Shape {
  kind: string;
  /** A text with none of these has no such secret. */
  hints: readonly string[];
  /** The secret is the first group, or the whole match; it ends where the match ends. */
  pattern: RegExp;
  /** False for what people choose themselves. */
  strong?: boolean;
  accepts?: (secret: string) => boolean;
}

const START = String.raw`(?<![A-Za-z0-9_-])`;
const END = String.raw`(?![A-Za-z0-9_-])`;

function token(kind: string, hint: string | string[], pattern: string): Shape {
  const hints = typeof hint === "string" ? [hint] : hint;
  return { kind, hints, pattern: new RegExp(`${START}(?:${pattern})`, "g"), accepts: hasDigitAndLetter };
}

const SHAPES: readonly Shape[] = [
  token(
    "jwt",
    "eyJ",
    String.raw`eyJ[\w-]{10,9999}\.(?:eyJ[\w-]{10,9999}\.[\w-]{16,}|[\w-]{0,2000}\.[\w-]{8,99}\.[\w-]{8,9999}\.[\w-]{16,})`,
  ),
  token("anthropic-key", "sk-ant-", String.raw`sk-ant-[a-z]{2,10}\d{0,3}-[\w-]{20,}`),
  token("sk-key", "sk-", String.raw`sk-(?:[a-z0-9]{1,12}-){0,3}\w{20,}[\w-]*`),
  token("stripe-key", ["sk_", "rk_"], String.raw`[sr]k_(?:live|test|prod)_\w{16,}`),
  token("stripe-webhook", "whsec_", String.raw`whsec_[A-Za-z0-9+/]{24,}={0,2}`),
  token("aws-key-id", ["AKIA", "ASIA"], String.raw`A[KS]IA[A-Z2-7]{16}${END}`),
  token("google-key", "AIza", String.raw`AIza[\w-]{35}${END}`),
  token("google-secret", "GOCSPX-", String.raw`GOCSPX-[\w-]{24,}`),
  token("google-token", "ya29.", String.raw`ya29\.[\w-]{20,}`),
  token("gitlab-token", "gl", String.raw`gl(?:pat|ptt|dt|rt|cbt|ft|soat|imt|agent|oas)-[\w-]{20,}(?:\.[\w-]+)*`),
  token("grafana-token", ["glc_", "glsa_"], String.raw`gl(?:c|sa)_\w{32,}`),
  token("huggingface-token", "hf_", String.raw`hf_[A-Za-z0-9]{30,}`),
  token("groq-key", "gsk_", String.raw`gsk_[A-Za-z0-9]{40,}`),
  token("docker-token", "dckr_", String.raw`dckr_[op]at_[\w-]{20,}`),
  token("notion-token", ["ntn_", "secret_"], String.raw`(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})${END}`),
  token("pypi-token", "pypi-AgE", String.raw`pypi-AgE[\w-]{50,}`),
  token("digitalocean-token", "_v1_", String.raw`do[opr]_v1_[a-f0-9]{64}`),
  token("databricks-token", "dapi", String.raw`dapi[a-f0-9]{32}(?:-\d)?${END}`),
  token("postman-key", "PMAK-", String.raw`PMAK-[a-f0-9]{24}-[a-f0-9]{34}`),
  token("figma-token", "figd_", String.raw`figd_[\w-]{40,}`),
  token("telegram-token", ":AA", String.raw`\d{8,10}:AA[\w-]{33}${END}`),
  token("twilio-key", "SK", String.raw`SK[0-9a-f]{32}${END}`),
  token("slack-app-token", "xapp-", String.raw`xapp-\d-[A-Z0-9]+-\d+-[a-f0-9]{32,}`),
  token("vault-token", "hv", String.raw`hv[sbr]\.[\w-]{24,}`),
  token("age-key", "AGE-SECRET-KEY-", String.raw`AGE-SECRET-KEY-1[0-9A-Z]{58}`),
  token("supabase-token", "sbp_", String.raw`sbp_[a-f0-9]{40}`),
  token("perplexity-key", "pplx-", String.raw`pplx-[A-Za-z0-9]{40,}`),
  token("xai-key", "xai-", String.raw`xai-[A-Za-z0-9]{60,}`),
  token("replicate-token", "r8_", String.raw`r8_[A-Za-z0-9]{37}`),
  token("doppler-token", "dp.", String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.\w{40,}`),
  {
    kind: "azure-key",
    hints: ["Key="],
    pattern: /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{43,86}={0,2})/g,
  },
  {
    kind: "aws-secret",
    hints: ["ecret"],
    pattern: /secret_?(?:access_?)?key["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    accepts: hasDigitAndLetter,
  },
  {
    kind: "npm-auth",
    hints: ["_authToken", "_auth", "_password"],
    pattern: /_(?:authToken|auth|password)\s{0,2}=\s{0,2}([^\s"'$[]{16,})/g,
    strong: false,
  },
  {
    kind: "bearer-token",
    hints: ["earer", "EARER"],
    pattern: /\bbearer[\s:]{1,3}([A-Za-z0-9._~+/-]{16,}={0,2})/gi,
    strong: false,
    accepts: hasDigitAndLetter,
  },
  {
    kind: "basic-auth",
    hints: ["asic ", "ASIC "],
    pattern: /\bbasic {1,2}([A-Za-z0-9+/]{8,}={0,2})/gi,
    strong: false,
    accepts: isBasic,
  },
  {
    kind: "authorization",
    hints: ["uthorization", "UTHORIZATION", "pi-key", "PI-Key", "PI-KEY", "uth-token", "uth-Token"],
    pattern:
      /\b(?:authorization|x-api-key|x-auth-token)["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}(?:token |apikey |digest )?([A-Za-z0-9._~+/-]{16,}={0,2})(?![ \w])/gi,
    strong: false,
    accepts: hasDigitAndLetter,
  },
];

/** Most texts have none of the hints, and are done with one look. */
const ANY_HINT = new RegExp(
  ["://", "PRIVATE KEY", ...SHAPES.flatMap(({ hints }) => hints)]
    .map((hint) => hint.replace(/[.=]/g, String.raw`\$&`))
    .join("|"),
);

/** Secrets by their own shape, in no order; they may overlap. */
export function findShapes(text: string): ShapeFound[] {
  if (text.length < 8 || !ANY_HINT.test(text)) return [];
  const found: ShapeFound[] = [];
  findUrlPasswords(text, found);
  findPrivateKeys(text, found);
  for (const { kind, hints, pattern, strong = true, accepts } of SHAPES) {
    if (!hints.some((hint) => text.includes(hint))) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      const end = match.index + match[0].length;
      if (accepts?.(secret) !== false) found.push({ kind, start: end - secret.length, end, strong });
    }
  }
  return found;
}

/** What documentation writes in the place of a password. */
const EXAMPLE = /^(?:pass(?:word|wd)?|pwd|secret|your.*|x+|\*+|\.+|<.*|\$.*|\{.*|%s)$/i;
const USERINFO = /[^\s/?#@:"'`<>\\]{0,256}:[^\s/?#"'`<>\\]{1,512}@/y;

/** The password of `scheme://user:password@host`, and nothing around it. */
function findUrlPasswords(text: string, found: ShapeFound[]): void {
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    USERINFO.lastIndex = at + 3;
    if (!USERINFO.test(text) || !/[A-Za-z0-9+.-]/.test(text.charAt(at - 1))) continue;
    const start = text.indexOf(":", at + 3) + 1;
    const end = USERINFO.lastIndex - 1;
    if (!EXAMPLE.test(text.slice(start, end))) found.push({ kind: "url-password", start, end, strong: false });
  }
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Lines of base64, for a key whose end is cut off. */
const BODY = /(?:(?:\s|\\{1,4}[nrt]){0,8}[A-Za-z0-9+/=]{16,})*/y;

/** What stands between the first and the last line of a private key of any kind, or after the first where the last is cut off. */
function findPrivateKeys(text: string, found: ShapeFound[]): void {
  if (!text.includes("PRIVATE KEY")) return;
  const begins = [...text.matchAll(BEGIN)];
  for (const [index, begin] of begins.entries()) {
    const from = begin.index + begin[0].length;
    const next = begins[index + 1]?.index ?? text.length;
    const within = text.slice(from, next);
    const last = within.indexOf("-----END");
    BODY.lastIndex = 0;
    BODY.test(within);
    const body = within.slice(0, last < 0 ? BODY.lastIndex : last);
    if (body.replace(/\\+[nrt]|[^A-Za-z0-9+/=]/g, "").length < 20) continue;
    const start = from + (/^(?:\s|\\+[nrt])*/.exec(body)?.[0].length ?? 0);
    const end = from + body.replace(/(?:\s|\\+[nrt]){1,16}$/, "").length;
    if (end > start) found.push({ kind: "private-key", start, end, strong: true });
  }
}

/** `user:password` in base64, whose password is not redacted yet. */
function isBasic(secret: string): boolean {
  const text = Buffer.from(secret, "base64").toString("utf8");
  return /^[^:\p{Cc}]+:[^\p{Cc}\ufffd]+$/u.test(text) && !text.includes("[redacted:");
}

function hasDigitAndLetter(secret: string): boolean {
  return /\d/.test(secret) && /[A-Za-z]/.test(secret);
}
