// Which values of a server's arguments and variables are secrets, which may be, and which are harmless.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeArgument, judgeVariable } from "../../../src/redaction/given-values.js";
import { shownCommand, shownUrl } from "../../../src/redaction/shown-server.js";

/** What is not harmless: with `!` where it is a secret, with `?` where nobody can tell. */
function judge(command: string, ...args: string[]): string[] {
  return args.flatMap((arg, at) =>
    judgeArgument({ command, args }, at).map(
      ({ start, end, isSecret }) => `${isSecret ? "!" : "?"}${arg.slice(start, end)}`,
    ),
  );
}

function judgeEnv(name: string, value: string): string[] {
  return judgeVariable(name, value).map(
    ({ start, end, isSecret }) => `${isSecret ? "!" : "?"}${value.slice(start, end)}`,
  );
}

describe("arguments", () => {
  it.each([
    [["-p", "topsecret1"], ["!topsecret1"]],
    [["-ptopsecret1"], ["!topsecret1"]],
    [["-p", "swordfish"], ["?swordfish"]],
    [["--auth", "user:pass"], ["!user:pass"]],
    [["-u", "user:pass"], ["!user:pass"]],
    [["--user=ada:lovelace"], ["!ada:lovelace"]],
    [["--header", "Authorization: Bearer x9"], ["!x9"]],
    [["-H", "X-Api-Key: abc"], ["!abc"]],
    [["--header=Authorization:Basic eDp5"], ["!eDp5"]],
    [["postgres://ada:lovelace@db/x"], ["!lovelace"]],
    [["postgres://ada:lovelace@${HOST}/x"], ["!lovelace"]],
    [["ada:lovelace@db:5432/x"], ["!lovelace"]],
    [["https://k3y42@host/mcp"], ["!k3y42"]],
    [["https://host/mcp?key=abc"], ["!abc"]],
    [["https://host/mcp?x=topsecret1"], ["?topsecret1"]],
    [["--pass", "swordfish"], ["!swordfish"]],
    [["--otp", "123456"], ["!123456"]],
    [["--code", "swordfish"], ["?swordfish"]],
    [["--code", "1234"], ["?1234"]],
    [["topsecret1"], ["?topsecret1"]],
    [["dG9wc2VjcmV0MQ=="], ["?dG9wc2VjcmV0MQ=="]],
    [["API_TOKEN=abc"], ["!abc"]],
    [["-e", "API_TOKEN=abc"], ["!abc"]],
    [["-e", "X=swordfish"], ["?swordfish"]],
    [["-eX=swordfish"], ["?swordfish"]],
    [["-eAPI_TOKEN=abc"], ["!abc"]],
    [
      ["-c", "API_TOKEN=abc node server.js -p topsecret1"],
      ["!abc", "!topsecret1"],
    ],
    [["--config", '{"a": "abc"}'], ['?{"a": "abc"}']],
  ])("%j hold %j", (args, expected) => {
    expect(judge("./server", ...args)).toEqual(expected);
  });

  it.each([
    ["npx", ["-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "./notes"]],
    ["npx", ["-y", "firecrawl2", "--port", "8080"]],
    ["npx", ["--package", "s3mcp", "s3mcp"]],
    ["npx", ["mcp-remote", "https://mcp.example.com/sse", "--header", "Authorization: Bearer ${TOKEN}"]],
    ["uvx", ["--from", "git+https://github.com/a/b", "mcp-server-git", "--repository", "~/code"]],
    ["uv", ["--directory", "/srv/app", "run", "server.py"]],
    ["python3", ["-u", "-m", "my_server2.main", "--transport", "stdio"]],
    ["docker", ["run", "-i", "--rm", "-e", "GITHUB_TOKEN", "-e", "LANG=C", "ghcr.io/github/github-mcp-server:v1.2"]],
    ["node", ["--enable-source-maps", "dist/index.js", "--read-only", "--log-level=debug", "--timeout", "30000"]],
    [
      "./server",
      ["--region", "us-east-1", "--model", "gpt-4o", "--host", "localhost:8080", "--tools", "read,write_all"],
    ],
    ["./server", ["--token", "${TOKEN}", "--key", "./key.pem", "--max-tokens", "4096", "--no-auth", "-v"]],
    ["cmd", ["/c", "npx", "-y", "server"]],
    ["java", ["-Xmx512m", "-jar", "build/server.jar"]],
  ])("of %s: %j are harmless", (command, args) => {
    expect(judge(command, ...args)).toEqual([]);
  });

  it("before the program belong to the runner, after it to the server", () => {
    expect(judge("node", "server.js", "-p", "topsecret1")).toEqual(["!topsecret1"]);
    expect(judge("npx", "-y", "server", "-p", "topsecret1")).toEqual(["!topsecret1"]);
  });

  it("that exist as files are harmless", () => {
    const args = ["--db", "db42x"];
    expect(judgeArgument({ args }, 1)).toHaveLength(1);
    expect(judgeArgument({ args }, 1, (path) => path === "db42x")).toEqual([]);
  });
});

describe("variables", () => {
  it.each([
    ["PIN", "1234", ["!1234"]],
    ["SMS_OTP", "123456", ["!123456"]],
    ["MFA_CODE", "123456", ["!123456"]],
    ["CUSTOMER", "123456", ["?123456"]],
    ["CODE", "swordfish", ["?swordfish"]],
    ["DB_PASS", "swordfish", ["!swordfish"]],
    ["DATABASE_URL", "postgres://ada:lovelace@db/x", ["!lovelace"]],
    ["WEBHOOK", "https://hooks.example.com/T0/abcdef", ["!https://hooks.example.com/T0/abcdef"]],
    ["MCP", "https://example.com/s/k3y42abc/mcp", ["?/s/k3y42abc/mcp"]],
  ])("%s=%s holds %j", (name, value, expected) => {
    expect(judgeEnv(name, value)).toEqual(expected);
  });

  it.each([
    ["LANG", "C"],
    ["LC_ALL", "en_US.UTF-8"],
    ["LC_ALL", "POSIX.1"],
    ["TZ", "Europe/Berlin"],
    ["NODE_ENV", "ci42x"],
    ["DEBUG", "mcp:*,http"],
    ["LOG_LEVEL", "trace2"],
    ["PORT", "8080"],
    ["REQUEST_TIMEOUT_MS", "30000"],
    ["AWS_REGION", "us-east-1"],
    ["READ_ONLY", "true"],
    ["MEMORY_FILE_PATH", "${MCPVALS_TMP}/memory.jsonl"],
    ["API_KEY", "${API_KEY}"],
    ["API_URL", "https://api.example.com/v1"],
    ["DB_NAME", "library"],
  ])("%s=%s is harmless", (name, value) => {
    expect(judgeEnv(name, value)).toEqual([]);
  });
});

it("a random value never counts as harmless, whatever flag or variable has it", () => {
  const key = fc.stringMatching(/^[A-Za-z0-9]{16,40}$/).filter((text) => /\d.*[a-z].*\d/i.test(text));
  const flag = fc.constantFrom("-p", "--project", "--code", "--name", "-x", "--allow");
  fc.assert(
    fc.property(key, flag, (value, name) => {
      expect(judge("node", "server.js", name, value)).toHaveLength(1);
      expect(judge("node", "server.js", `--name=${value}`)).toHaveLength(1);
      expect(judge("node", "server.js", value)).toHaveLength(1);
      expect(judgeEnv("PROJECT", value)).toHaveLength(1);
      expect(shownCommand({ command: "node", args: ["server.js", name, value] }).join(" ")).not.toContain(value);
      expect(shownUrl(`https://a.example/${value}?k=${value}`)).not.toContain(value);
    }),
  );
});

it("a text of any form is read in little time", () => {
  const hostile = [
    "${".repeat(20_000),
    "a-".repeat(20_000),
    "a/".repeat(20_000),
    `x ${"'".repeat(20_001)}`,
    "a.".repeat(20_000),
  ];
  const start = performance.now();
  for (const text of hostile) judge("npx", "--x", text, `${text}!`, `--y=${text}@`);
  expect(performance.now() - start).toBeLessThan(5000);
});
