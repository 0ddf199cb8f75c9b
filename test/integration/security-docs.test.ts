// The table of docs/security.md is made from examples that are redacted here; `npx vitest run -u` on this file writes it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { SHAPES } from "../../src/redaction/shapes.js";
import { makeRedactor } from "../unit/redaction/make-redactor.js";

const FILE = fileURLToPath(new URL("../../docs/security.md", import.meta.url));
const START = "<!-- made by test/integration/security-docs.test.ts -->";
const END = "<!-- until here -->";

const mixed = (length: number): string => "a1B2c3D4e5F6g7H8".repeat(20).slice(0, length);
const hex = (length: number): string => "0123456789abcdef".repeat(10).slice(0, length);
const letters = (length: number): string => "kJhGfDsAqWeRtZuIoPlK".repeat(4).slice(0, length);
const basic = (text: string): string => Buffer.from(text).toString("base64");

/** What a reader looks for, and an example whose secret is between guillemets. */
const rows: [string, string[]][] = [
  [
    "a token with a prefix of its own",
    [
      `«ghp_${mixed(36)}»`,
      `«ghs_1234_eyJ${mixed(60)}.eyJ${mixed(60)}.${mixed(43)}»`,
      `«xoxc-123456789012-123456789012-${mixed(24)}»`,
      `«sk-ant-api03-${mixed(90)}»`,
      `«tskey-auth-${mixed(12)}-${mixed(32)}»`,
    ],
  ],
  ["such a token of letters only, if they are no words", [`«hf_${letters(34)}»`]],
  [
    "a JWT, of any length, and with blanks in its JSON",
    [`«${Buffer.from('{ "alg": "HS256" }').toString("base64url")}.eyJ${mixed(20)}.${mixed(43)}»`],
  ],
  [
    "credentials behind `Authorization:`, of letters or digits only too",
    ["Authorization: Bearer «correcthorsebattery»", "authorization: bearer «31415926535»"],
  ],
  [
    "`Bearer` and a token of letters and digits, or of letters that are no words, from 16 characters on",
    [`Bearer «${mixed(16)}»`, `Bearer «${letters(20)}»`],
  ],
  [
    "`Basic` and a user with a password, or a password alone",
    [`Basic «${basic("me:kestrel")}»`, `Basic «${basic(":kestrel")}»`],
  ],
  ["`X-Api-Key:` and `X-Auth-Token:` in any case, from 16 characters on", [`X-API-KEY: «${mixed(20)}»`]],
  ["a secret access key of AWS behind its name", [`AWS_SECRET_ACCESS_KEY=«${mixed(40)}»`]],
  [
    "the password of a URL, of any length, encoded or not",
    ["postgres://app:«kestrel»@db/x", "redis://:«ke/s?t#r'el»@cache", "https://me:«12345678»@host"],
  ],
  [
    "a parameter of a URL that is named like a secret, from 8 characters on (a password: from 4)",
    ["/cb?access_token=«abcd1234»&page=2", "https://host/#id_token=«qwrtzpsdfg»", "?password=«kestrel»"],
  ],
  [
    "a private key, also with its first or last line cut off, or with line numbers",
    [
      `-----BEGIN PRIVATE KEY-----\n«${mixed(64)}»`,
      `«${mixed(64)}»\n-----END PRIVATE KEY-----`,
      `1→-----BEGIN PRIVATE KEY-----\n2→«${mixed(64)}»`,
    ],
  ],
  ["the path of a webhook of Slack or Discord", [`https://hooks.slack.com/triggers/«T0123456/789/${hex(32)}»`]],
  ["the password of a connection string", ["Server=db;Password=«kestrel-1»;"]],
];

const missed: [string, string[]][] = [
  ["a password under a key of an object", ['{"password":"«kestrel»"}']],
  [
    "a token without a prefix, a name or a scheme before it",
    [`«${mixed(32)}»`, `«${hex(40)}»`, "«550e8400-e29b-41d4-a716-446655440000»"],
  ],
  ["digits only: a PIN, a code, the number of a card", ["PIN «84512367»", "Bearer «1234567890123456»"]],
  ["words as a token, but behind `Authorization:`", ["Bearer «correcthorsebatterystaple»", "?token=«correcthorse»"]],
  ["a token as the user of a URL, without a password", [`https://«${mixed(20)}»@host/`]],
  [
    "a password of a web address that begins like a port, and one with a blank, a quote or `>` in it",
    ["https://me:«12/34»@host", 'https://me:«ke"strel»@host'],
  ],
  ["the signature of a signed URL", [`?X-Amz-Signature=«${hex(64)}»`]],
  [
    "in base64 or hex, what was not seen in the clear before",
    [`«${basic(mixed(12))}»`, `«${Buffer.from("kestrel").toString("hex")}»`],
  ],
];

function plain(example: string): { text: string; secret: string } {
  return { text: example.replaceAll(/[«»]/g, ""), secret: /«([^»]*)»/.exec(example)?.[1] ?? "" };
}

it.each(rows.flatMap(([what, examples]) => examples.map((example) => ({ what, example }))))(
  "found: $what: $example",
  ({ example }) => {
    const { text, secret } = plain(example);
    const redacted = makeRedactor().redact(text);
    expect(redacted).not.toContain(secret);
    // And nothing around it.
    const [before = "", after = ""] = text.split(secret);
    expect(redacted.startsWith(before) && redacted.endsWith(after)).toBe(true);
  },
);

it.each(missed.flatMap(([what, examples]) => examples.map((example) => ({ what, example }))))(
  "not found: $what: $example",
  ({ example }) => {
    const { text } = plain(example);
    expect(makeRedactor().redact(text)).toBe(text);
  },
);

it("the table of the docs says so", async () => {
  const short = (example: string): string => {
    const text = plain(example).text.replaceAll("\n", "⏎").replaceAll("|", "\\|");
    return `\`${text.length > 60 ? `${text.slice(0, 40)}…` : text}\``;
  };
  const rowOf = (sign: string, [what, examples]: [string, string[]]): string[] => [
    sign,
    what,
    examples.map(short).join("<br>"),
  ];
  const cells = [
    ["", "what", "for example"],
    ["---", "---", "---"],
    ...rows.map((row) => rowOf("found", row)),
    ...missed.map((row) => rowOf("not found", row)),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, cell === "---" ? "-" : " ")).join(" | ")} |`,
  );
  const kinds = [...new Set(SHAPES.map(({ kind }) => kind))].toSorted().map((kind) => `\`${kind}\``);
  const names = `Names of what is found: ${kinds.join(", ")}, \`private-key\`, \`url-password\`, \`url-parameter\`, and those of secretlint's rules for npm, Slack, SendGrid, Shopify, GitHub, OpenAI, Anthropic, Linear and 1Password.`;
  const table = [START, "", ...lines, "", names, "", END].join("\n");
  const docs = readFileSync(FILE, "utf8");
  const [before = "", rest = ""] = docs.split(START);
  const [, after = ""] = rest.split(END);
  await expect(`${before}${table}${after}`).toMatchFileSnapshot(FILE);
});
