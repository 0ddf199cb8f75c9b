import { describe, expect, it } from "vitest";
import { makeRedactor } from "./make-redactor.js";

const alnum = (length: number): string => "a1B2c3D4e5F6g7H8".repeat(20).slice(0, length);
const hex = (length: number): string => "0123456789abcdef".repeat(10).slice(0, length);
const jwt = `eyJ${alnum(20)}.eyJ${alnum(30)}.${alnum(40)}`;

/** Kind, text, and the part that is the secret where that is not all. */
const secrets: [string, string, string?][] = [
  ["jwt", jwt],
  ["bearer-token", `Authorization: Bearer ${alnum(24)}`, alnum(24)],
  [
    "basic-auth",
    `Authorization: Basic ${Buffer.from("me:pass").toString("base64")}`,
    Buffer.from("me:pass").toString("base64"),
  ],
  ["authorization", `"x-api-key": "${alnum(24)}"`, alnum(24)],
  ["anthropic-key", `sk-ant-admin01-${alnum(80)}`],
  ["sk-key", `sk-${alnum(48)}`],
  ["sk-key", `sk-or-v1-${hex(64)}`],
  ["stripe-key", `sk_live_${alnum(24)}`],
  ["aws-key-id", "AKIAIOSFODNN7EXAMPLE"],
  ["aws-secret", `aws_secret_access_key = ${alnum(40)}`, alnum(40)],
  ["aws-secret", `{"SecretAccessKey":"${alnum(40)}"}`, alnum(40)],
  ["google-key", `AIza${alnum(35)}`],
  ["gitlab-token", `glpat-${alnum(20)}`],
  ["huggingface-token", `hf_${"aBcDeFgHi1".repeat(4).slice(0, 34)}`],
  ["notion-token", `ntn_${alnum(46)}`],
  ["azure-key", `AccountName=a;AccountKey=${alnum(86)}==;`, `${alnum(86)}==`],
  ["twilio-key", `SK${hex(32)}`],
  ["telegram-token", `123456789:AA${alnum(33)}`],
  ["url-password", "redis://:p4ss!word@cache:6379/0", "p4ss!word"],
  ["url-password", "jdbc:postgresql://app:p%40ss@db/x", "p%40ss"],
  ["url-password", "https://user:p4ss@host/path", "p4ss"],
  ["npm-auth", `//registry.example.com/:_authToken=${hex(8)}-${hex(4)}-${hex(12)}`, `${hex(8)}-${hex(4)}-${hex(12)}`],
  ["private-key", `-----BEGIN EC PRIVATE KEY-----\n${alnum(64)}\n-----END EC PRIVATE KEY-----`, alnum(64)],
  ["private-key", `{"key":"-----BEGIN PRIVATE KEY-----\\n${alnum(64)}\\n-----END PRIVATE KEY-----\\n"}`, alnum(64)],
  ["private-key", `-----BEGIN OPENSSH PRIVATE KEY-----\n${alnum(64)}`, alnum(64)],
  ["github-token", `ghp_${alnum(36)}`],
  ["slack-token", `xoxb-123456789012-1234567890123-${alnum(24)}`],
  ["slack-app-token", `xapp-1-A0123456789-1234567890123-${hex(64)}`],
];

describe("a secret with a shape of its own", () => {
  it.each(secrets)("%s goes, and nothing around it: %s", (kind, text, secret = text) => {
    const redacted = makeRedactor().redact(`a ${text} b`);
    const [before = "", after = ""] = text.split(secret);
    expect(redacted.startsWith(`a ${before}[redacted:${kind}`)).toBe(true);
    expect(redacted.endsWith(`${after} b`)).toBe(true);
    expect(redacted).not.toContain(secret);
    expect(redacted.length).toBeLessThan(text.length + 60);
  });

  it("is found behind a line end in JSON in text", () => {
    expect(makeRedactor().redact(JSON.stringify({ log: `line\nghp_${alnum(36)}` }))).toMatch(
      /^\{"log":"line\\n\[redacted:github-token-[0-9a-f]{6}\]"\}$/,
    );
  });
});

describe("what is no secret stays", () => {
  it.each([
    hex(40),
    hex(64),
    "commit 3f2a1c9, tree 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "550e8400-e29b-41d4-a716-446655440000",
    `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`,
    `{"nextPageToken":"eyJvZmZzZXQiOjEwMCwic29ydCI6Im5hbWUifQ==","maxTokens":8192,"progressToken":"abc-123"}`,
    `"signature": "${alnum(60)}"`,
    "/tmp/mcpvals-Ab12Cd/file-0123456789abcdef",
    "http://localhost:3000/a@b and mailto:me@example.com and git@github.com:me/repo.git",
    "postgresql://user:password@localhost:5432/db is how it is written",
    "Use `Authorization: Bearer <token>` with your-access-token-here",
    "The bearer of this letter; basic authentication is needed",
    "sk-learn and risk-management-and-something-long-here",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "-----BEGIN CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END CERTIFICATE-----",
    "// secretlint-disable",
    "input_tokens: 812, output_tokens: 64",
  ])("%s", (text) => {
    expect(makeRedactor().redact(text)).toBe(text);
  });

  it("a comment of secretlint's switches nothing off", () => {
    const text = `/* secretlint-disable */ ghp_${alnum(36)}`;
    expect(makeRedactor().redact(text)).not.toContain(alnum(36));
  });

  it("a tool's properties named password and token, and their descriptions", () => {
    const tool = {
      name: "login",
      inputSchema: {
        type: "object",
        properties: { password: { type: "string", description: "The password" }, token: { type: "string" } },
        required: ["password"],
      },
    };
    expect(makeRedactor({ A: "s3cret-value" }).redact(tool)).toBe(tool);
  });
});
