import { describe, expect, it } from "vitest";
import { refuseForeign, refuseMedia, refuseMismatch } from "../../../../src/session/serve/http-headers.js";
import { envelope } from "../../../helpers/make-session.js";

describe("headers of an HTTP request", () => {
  it("are refused where a page of another place, or a name of another place, leads here", () => {
    expect(refuseForeign({ host: "127.0.0.1:80" })).toBeUndefined();
    expect(refuseForeign({ host: "localhost:3333", origin: "http://localhost:5173" })).toBeUndefined();
    expect(refuseForeign({ host: "rebound.example:3333" })).toMatchObject({ status: 403 });
    expect(refuseForeign({})).toMatchObject({ status: 403 });
    expect(refuseForeign({ host: "localhost", origin: "https://evil.example" })).toMatchObject({ status: 403 });
    expect(refuseForeign({ host: "localhost", origin: "null" })).toMatchObject({ status: 403 });
  });

  it("are refused where the body is not JSON, or the client takes no event stream", () => {
    const json = { "content-type": "Application/JSON; charset=utf-8" };
    expect(refuseMedia({ ...json, accept: "application/json, text/event-stream" })).toBeUndefined();
    expect(refuseMedia({ ...json, accept: "*/*" })).toBeUndefined();
    expect(refuseMedia({ ...json, accept: "application/json" })).toMatchObject({ status: 406 });
    expect(refuseMedia({ "content-type": "text/plain", accept: "*/*" })).toMatchObject({ status: 415 });
  });

  it("are refused in the modern era where they say something else than the body", () => {
    const body = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "größe", arguments: {}, ...envelope() },
    };
    const headers = {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": `=?base64?${Buffer.from("größe").toString("base64")}?=`,
    };
    expect(refuseMismatch(headers, body)).toBeUndefined();
    expect(refuseMismatch({ ...headers, "mcp-name": "other" }, body)).toMatchObject({ code: -32020, status: 400 });
    const refused = Object.keys(headers).map((missing) => refuseMismatch({ ...headers, [missing]: undefined }, body));
    expect(refused).toMatchObject([{ code: -32020 }, { code: -32020 }, { code: -32020 }]);
    expect(
      refuseMismatch({}, { jsonrpc: "2.0", method: "notifications/cancelled", params: envelope() }),
    ).toBeUndefined();
    expect(refuseMismatch({}, { jsonrpc: "2.0", id: 1, method: "initialize", params: {} })).toBeUndefined();
  });
});
