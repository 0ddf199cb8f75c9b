import { describe, expect, it } from "vitest";
import { makeRedactor } from "./make-redactor.js";

const alnum = (length: number): string => "a1B2c3D4e5F6g7H8".repeat(20).slice(0, length);
const hex = (length: number): string => "0123456789abcdef".repeat(10).slice(0, length);
const jwt = `eyJ${alnum(20)}.eyJ${alnum(30)}.${alnum(40)}`;

/** Kind, text, the part that is the secret where that is not all, and true where nothing may come behind it. */
const secrets: [string, string, string?, boolean?][] = [
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
  ["github-token", `ghr_${alnum(36)}`],
  ["github-token", `ghs_123456_eyJ${alnum(40)}.eyJ${alnum(200)}.${alnum(80)}`],
  ["slack-token", `xoxc-123456789012-1234567890123-${alnum(24)}`],
  ["slack-token", `xoxd-${alnum(40)}%2Fa%2B${alnum(40)}%3D`],
  ["slack-token", `xoxe.xoxp-1-${alnum(60)}`],
  ["slack-webhook", `https://hooks.slack.com/triggers/T012345/6789/${hex(32)}`, `T012345/6789/${hex(32)}`],
  ["slack-webhook", `https://hooks.slack.com/workflows/T01/A02/345/${alnum(24)}`, `T01/A02/345/${alnum(24)}`],
  ["aws-secret", `AWS_SECRET_ACCESS_KEY=${alnum(40)}`, alnum(40)],
  ["aws-secret", `"secret access key": "${alnum(40)}"`, alnum(40)],
  ["authorization", `X-Api-Key: ${alnum(24)}`, alnum(24)],
  ["authorization", `X-AUTH-TOKEN: ${alnum(24)}`, alnum(24)],
  ["bearer-token", "AUTHORIZATION: BEARER qwrtzpsdfgh", "qwrtzpsdfgh"],
  ["bearer-token", "authorization: bearer correcthorsebatterystaple", "correcthorsebatterystaple"],
  ["bearer-token", "use Bearer kJhGfDsAqWeRtZuIoPlK for it", "kJhGfDsAqWeRtZuIoPlK"],
  [
    "basic-auth",
    `Authorization: Basic ${Buffer.from(":only-a-password").toString("base64")}`,
    Buffer.from(":only-a-password").toString("base64"),
  ],
  ["jwt", `${Buffer.from('{ "alg": "HS256" }').toString("base64url")}.eyJ${alnum(30)}.${alnum(40)}`],
  ["jwt", `${Buffer.from('{\n  "alg": "HS256" }').toString("base64url")}.eyJ${alnum(30)}.${alnum(40)}`],
  ["jwt", `eyJ${alnum(20)}.eyJ${"a1B2c3D4".repeat(3000)}.${alnum(40)}`],
  ["url-password", "redis://:pa/ss?w#rd'x<y@cache:6379", "pa/ss?w#rd'x<y"],
  ["url-password", "postgres://app:12/34@db/x", "12/34"],
  ["url-password", "https://me:$ecret1@host", "$ecret1"],
  ["url-password", "https://me:{brace@host", "{brace"],
  ["url-password", "https://me:<angle@host", "<angle"],
  ["url-password", `https://me:${alnum(300)}x${alnum(300)}@host/path`, `${alnum(300)}x${alnum(300)}`],
  ["url-password", "https://me:p@ss@host/path/@scope", "p@ss"],
  ["url-password", "redis://:/slash-first@cache", "/slash-first"],
  ["url-password", "https://me:/slash-first@host", "/slash-first"],
  ["url-password", "https://0123456789abcdef01234567:x-oauth-basic@github.com/", "0123456789abcdef01234567"],
  ["url-parameter", "https://example.com/cb?a=1&access_token=abcdef123456&b=2", "abcdef123456"],
  ["url-parameter", "https://example.com/cb#id_token=abcdef123456", "abcdef123456"],
  ["url-parameter", "(see https://example.com/?password=kestrel)", "kestrel"],
  ["url-parameter", "GET /v1/rows?api_key=qwrtzpsdfghjkl&page=2", "qwrtzpsdfghjkl"],
  ["connection-password", "Server=db;User Id=sa;Password=kestrel-1;Encrypt=true", "kestrel-1"],
  ["atlassian-token", `ATATT3x${alnum(180)}`],
  ["sentry-token", `sntrys_eyJ${alnum(80)}_${alnum(43)}`],
  ["planetscale-token", `pscale_tkn_${alnum(43)}`],
  ["tailscale-key", `tskey-auth-${alnum(12)}CNTRL-${alnum(32)}`],
  ["pulumi-token", `pul-${hex(40)}`],
  ["nvidia-key", `nvapi-${alnum(64)}`],
  ["pinecone-key", `pcsk_${alnum(6)}_${alnum(63)}`],
  ["rubygems-key", `rubygems_${hex(48)}`],
  ["newrelic-key", `NRAK-${alnum(27).toUpperCase()}`],
  ["langsmith-key", `lsv2_pt_${hex(32)}_${hex(10)}`],
  ["private-key", `BEGIN RSA PRIVATE KEY-----\n${alnum(64)}\n${alnum(64)}`, `${alnum(64)}\n${alnum(64)}`],
  ["private-key", `${alnum(64)}\n${alnum(20)}==\n-----END RSA PRIVATE KEY-----`, `${alnum(64)}\n${alnum(20)}==`],
  [
    "private-key",
    `     1\u2192-----BEGIN PRIVATE KEY-----\n     2\u2192${alnum(64)}\n     3\u2192${alnum(64)}`,
    `${alnum(64)}\n     3\u2192${alnum(64)}`,
  ],
  ["private-key", `1:-----BEGIN PRIVATE KEY-----\n2:${alnum(64)}\n3:${alnum(9)}`, `${alnum(64)}\n3:${alnum(9)}`, true],
  ["private-key", `Private-Lines: 2\n${alnum(64)}\n${alnum(60)}==\nPrivate-MAC: 1`, `${alnum(64)}\n${alnum(60)}==`],
  ["slack-app-token", `xapp-1-A0123456789-1234567890123-${hex(64)}`],
];

describe("a secret with a shape of its own", () => {
  it.each(secrets)("%s goes, and nothing around it: %s", (kind, text, secret = text, isLast = false) => {
    const redacted = makeRedactor().redact(`a ${text}${isLast ? "" : " b"}`);
    const [before = "", after = ""] = text.split(secret);
    expect(redacted.startsWith(`a ${before}[redacted:${kind}`)).toBe(true);
    expect(redacted.endsWith(`${after}${isLast ? "" : " b"}`)).toBe(true);
    expect(redacted).not.toContain(secret);
    expect(redacted.length).toBeLessThan(text.length + 60);
  });

  it("is found behind a line end in JSON in text", () => {
    expect(makeRedactor().redact(JSON.stringify({ log: `line\nghp_${alnum(36)}` }))).toMatch(
      /^\{"log":"line\\n\[redacted:github-token-[0-9a-f]{6}\]"\}$/,
    );
  });
});

describe("what is not a secret stays", () => {
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
    "http://localhost:8080/?q='a'&mail=me@example.com and <a href='http://host:80'>me@example.com</a>",
    "<url>http://one:two</url><mail>me@example.com</mail>",
    "https://me:<password>@host, https://me:${PASSWORD}@host, https://me:$PASSWORD@host, https://me:{{password}}@host",
    "file://C:/Users/me@home/x, http://${HOST}:${PORT}/a@b and http://[::1]:3000/a@b",
    "https://example.com/?page_token=abcdef123456&key=created_at&maxTokens=8192&continuation-token=abcdef123456",
    "https://example.com/?token=<token>&api_key=YOUR_API_KEY&access_token={access_token}&auth=basic",
    "Authorization: Bearer YOUR_ACCESS_TOKEN, or authorization: bearer your-api-key-here",
    "the bearer authenticationMiddleware of this, Basic authentication, basic Test1234",
    "x-api-key: your-api-key-goes-here",
    "sk-xxxxxxxxxxxxxxxxxxxxxxxx, sk_live_XXXXXXXXXXXXXXXXXXXXXXXX, xoxo-hugs-and-kisses, tskey-your-key-goes-here",
    "requests.get(url, basic_auth=HTTPBasicAuthentication(user, secret))",
    "A key begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----, and all in between is secret",
    `-----BEGIN PRIVATE KEY-----\n...\n\n${"Nothing of this is a key at all. ".repeat(20)}\n-----END PRIVATE KEY-----`,
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
