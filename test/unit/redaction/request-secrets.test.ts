import { describe, expect, it } from "vitest";
import { collectRequestSecrets } from "../../../src/redaction/request-secrets.js";

const found = (headers: Record<string, string>, path?: string): Record<string, string> =>
  Object.fromEntries(
    collectRequestSecrets(Object.entries(headers).flat(), path).map(({ name, value }) => [value, name]),
  );

describe("the credentials of a request", () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ["a bearer token", { Authorization: "Bearer abcDEF123tok456" }, { abcDEF123tok456: "authorization" }],
    [
      "basic ones, and the password in them",
      { authorization: `Basic ${Buffer.from("me:s3cret-pass").toString("base64")}` },
      { [Buffer.from("me:s3cret-pass").toString("base64")]: "authorization", "s3cret-pass": "authorization-password" },
    ],
    ["a key", { "X-API-Key": "kestrel-9-Zebra" }, { "kestrel-9-Zebra": "x-api-key" }],
    ["what is named like one", { "x-shop-token": "kestrel-9-Zebra" }, { "kestrel-9-Zebra": "x-shop-token" }],
    ["the proxy's", { "Proxy-Authorization": "Bearer kestrel-9" }, { "kestrel-9": "proxy-authorization" }],
    [
      "each cookie",
      { Cookie: 'session=zebra-lamp-98; lang=en; theme="dark%2Dmode"' },
      { "zebra-lamp-98": "cookie-session", "dark%2Dmode": "cookie-theme", "dark-mode": "cookie-theme" },
    ],
    [
      "a cookie that is set, without its attributes",
      { "Set-Cookie": "sid=zebra-lamp-98; Path=/elsewhere; SameSite=Strict" },
      { "zebra-lamp-98": "cookie-sid" },
    ],
    [
      "nothing in what is none",
      { accept: "application/json, text/event-stream", "mcp-session-id": "abcdef-123456" },
      {},
    ],
    [
      "nothing that is short, or a word that stands everywhere",
      { "x-api-key": "short", authorization: "password" },
      {},
    ],
  ])("are found: %s", (_name, headers, secrets) => {
    expect(found(headers)).toEqual(secrets);
  });

  it("are found in the query, by name", () => {
    expect(found({}, "/mcp?api_key=kestrel%2D9-Zebra&page=long-enough")).toEqual({ "kestrel-9-Zebra": "api_key" });
  });

  it("are words on their own where a cookie is a word", () => {
    const [word] = collectRequestSecrets(["cookie", "lang=english"]);
    expect(word).toMatchObject({ value: "english", anywhere: false });
  });
});
