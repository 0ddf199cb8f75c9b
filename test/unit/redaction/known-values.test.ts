import { describe, expect, it } from "vitest";
import { collectKnownValues } from "../../../src/redaction/known-values.js";
import { isSecretName } from "../../../src/redaction/secret-names.js";
import type { ParsedConfig, ServerConfig } from "../../../src/config/schema.js";

const variable = (name: string) => ({ name, required: true });

function collect(
  server: ServerConfig | undefined,
  env: Record<string, string>,
  config: Partial<ParsedConfig> = {},
  variables: string[] = [],
) {
  const known = collectKnownValues({
    suite: { config: config as ParsedConfig, variables: variables.map(variable) },
    servers: server === undefined ? [] : [server],
    env,
  });
  return Object.fromEntries(known.map(({ name, value }) => [name, value]));
}

describe("names of secrets", () => {
  it.each([
    "ANTHROPIC_API_KEY",
    "GITHUB_TOKEN",
    "PGPASSWORD",
    "MYSQL_PWD",
    "dbPassword",
    "x-api-key",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "npm_config__authToken",
    "API_PIN",
  ])("%s is one", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    "PWD",
    "OLDPWD",
    "MAX_TOKENS",
    "maxTokens",
    "nextPageToken",
    "progressToken",
    "TOKEN_LIMIT",
    "KEY_FILE",
    "SSH_AUTH_SOCK",
    "XDG_SESSION_TYPE",
    "MONKEY",
    "AUTHOR",
    "KEYBOARD",
    "GIT_AUTHOR_NAME",
    "TOKENIZERS_PARALLELISM",
    "PINNED",
  ])("%s is none", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe("known values", () => {
  it("are the variables that are secrets by their name or by what they are put in, and no others", () => {
    const server: ServerConfig = {
      transport: "shttp",
      url: "https://example.com/mcp",
      headers: {
        "X-Tenant": "${TENANT}",
        "X-Team": "team-${CHANGE}",
        "X-Api-Key": "${ONE}",
        "X-Who": "Bearer ${TWO}",
        "X-Plain": "${GITLAB_TOKEN}",
      },
    };
    const local: ServerConfig = {
      transport: "stdio",
      command: "node",
      args: ["--tenant", "${TENANT}", "--token", "${THREE}", "--api-key=${FOUR}", "${CHANGE}"],
      env: { WHERE: "${TENANT}", DB_PASSWORD: "${FIVE}" },
    };
    const env = {
      TENANT: "increase",
      CHANGE: "add-one-2",
      ONE: "one-111",
      TWO: "two-222",
      THREE: "three-333",
      FOUR: "four-444",
      FIVE: "five-555",
      GITLAB_TOKEN: "gitlab-666",
    };
    expect(collect(server, env)).toEqual({ ONE: "one-111", TWO: "two-222", GITLAB_TOKEN: "gitlab-666" });
    const { THREE, FOUR, FIVE, TENANT, CHANGE } = env;
    const used = { THREE, FOUR, FIVE, TENANT, CHANGE };
    expect(collect(local, used)).toMatchObject({ THREE, FOUR, FIVE });
    expect(Object.keys(collect(local, used))).toHaveLength(3);
  });

  it("of a header with a name of its own count where they are whole words", () => {
    const known = collectKnownValues({
      suite: { config: {}, variables: [] },
      servers: [
        { transport: "shttp", url: "https://example.com", headers: { "X-Team": "change", "X-Token": "sesame" } },
      ],
      env: {},
    });
    expect(known.map(({ name, anywhere }) => [name, anywhere])).toEqual([
      ["X-Team", false],
      ["X-Token", true],
    ]);
  });

  it("are what is named like a secret in the config", () => {
    const server: ServerConfig = {
      transport: "stdio",
      command: "node",
      args: ["--api-key", "from-a-flag", "--token=from-an-equals", "--port", "123456"],
      env: {
        A: "${CITY}",
        B: "x ${TOKEN_ID} y",
        API_KEY: "written-here",
        DEBUG: "true",
        NODE_ENV: "production",
        SHORT: "${SHORT}",
      },
    };
    const env = {
      CITY: "Reykjavik",
      TOKEN_ID: "t-123456",
      SHORT: "12345",
      OTHER: "not-named",
      DB_PASSWORD: "hunter-2",
    };
    expect(collect(server, env)).toEqual({
      TOKEN_ID: "t-123456",
      API_KEY: "written-here",
      "api-key": "from-a-flag",
      token: "from-an-equals",
      DB_PASSWORD: "hunter-2",
    });
  });

  it("are no defaults, which the config says to everybody, no paths, no flags and no plain words", () => {
    const server: ServerConfig = {
      transport: "stdio",
      command: "node",
      env: { MODE: "${MODE:-a-long-default}", DATA: "${DATA}", LOG: "${LOG}" },
    };
    const env = {
      DATA: "/srv/data/here",
      LOG: "true",
      DB_PASSWORD: "password",
      A_TOKEN: "/home/me/token.txt",
      MAX_TOKENS: "100000",
    };
    expect(collect(server, env)).toEqual({});
  });

  it("are headers, without their scheme, and the password in a basic one", () => {
    const basic = Buffer.from("me:correct-horse").toString("base64");
    const server: ServerConfig = {
      transport: "shttp",
      url: "https://me:in-the-url@example.com/mcp?api_key=in-the-query&page=1234567",
      headers: {
        Authorization: "Bearer ${MCP_TOKEN}",
        "Proxy-Authorization": `Basic ${basic}`,
        Accept: "application/json",
        "X-Team": "the-team",
      },
    };
    expect(collect(server, { MCP_TOKEN: "m-987654" })).toEqual({
      MCP_TOKEN: "m-987654",
      "Proxy-Authorization": basic,
      "Proxy-Authorization-password": "correct-horse",
      "X-Team": "the-team",
      password: "in-the-url",
      api_key: "in-the-query",
    });
  });

  it("are passwords in the environment's URLs, the judge's key, and what the config names by hand", () => {
    const env = { HTTPS_PROXY: "http://me:pr%40xy-pw@proxy:3128", MINE: "abcd", OTHER: "defg" };
    expect(collect(undefined, env, { openaiKey: "judge-key-1", redact: { values: ["MINE"] } })).toEqual({
      MINE: "abcd",
      OPENAI_API_KEY: "judge-key-1",
      "HTTPS_PROXY-password": "pr%40xy-pw",
      "HTTPS_PROXY-password-2": "pr@xy-pw",
    });
  });

  it("may be given to the server only where the config does", () => {
    const known = collectKnownValues({
      suite: { config: { openaiKey: "judge-key-1" }, variables: [variable("JUDGE_KEY"), variable("PROMPT_TOKEN")] },
      servers: [{ transport: "stdio", command: "node", env: { T: "${SERVER_TOKEN}" } }],
      env: {
        ANTHROPIC_API_KEY: "sk-anthropic",
        JUDGE_KEY: "judge-key-1",
        SERVER_TOKEN: "server-token",
        PROMPT_TOKEN: "prompt-token",
      },
    });
    expect(known.filter(({ isForServer }) => isForServer).map(({ name }) => name)).toEqual([
      "SERVER_TOKEN",
      "PROMPT_TOKEN",
    ]);
  });
});
