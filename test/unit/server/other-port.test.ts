import { describe, expect, it } from "vitest";
import { parseListeners } from "../../../src/server/listeners.js";
import { describeOtherPort, describeTakenPort, portsIn } from "../../../src/server/other-port.js";

const URL_HERE = new URL("http://127.0.0.1:41234/mcp");
const own = 41234;
const other = (given: Partial<Parameters<typeof describeOtherPort>[1]>): string | undefined =>
  describeOtherPort(URL_HERE, { listeners: [], output: "", own, ...given });

describe("the ports in a text", () => {
  it.each([
    ["Server listening on port 3001", [3001]],
    ["listening on 3001", [3001]],
    ["Listening on http://localhost:3001/mcp", [3001]],
    ["INFO:     Uvicorn running on http://0.0.0.0:8000 (Press CTRL+C to quit)", [8000]],
    ["ready at http://[::1]:3001, admin at http://[::]:3002", [3001, 3002]],
    ["port: 3001\nPORT=3001", [3001]],
    ["localhost:8080", [8080]],
    ["12:34:56 took 3001 ms, 99999 rows, pid 4711, http://example.org/3001, port 99999", []],
  ])("%j", (text, ports) => {
    expect(portsIn(text)).toEqual(ports);
  });
});

describe("a server that listens elsewhere", () => {
  it("is told by its listeners, and by its output only where there are none", () => {
    const listeners = [{ port: 3001, host: "any" }] as const;
    expect(other({ listeners, output: "port 9229" })).toMatch(
      /^The server listens on 3001, not on \$\{MCPVALS_PORT\}\./,
    );
    expect(other({ output: "port 3001" })).toMatch(/^The server says that it listens on 3001, not on/);
    expect(other({ listeners, own: undefined })).toContain("not on 41234.");
    expect(other({})).toBeUndefined();
    expect(other({ output: "port 41234" })).toBeUndefined();
    expect(other({ listeners: [...listeners, { port: 41234, host: "any" }] })).toBeUndefined();
  });

  it("may listen on the port, but on the other loopback address", () => {
    expect(other({ listeners: [{ port: 41234, host: "[::1]" }] })).toContain("on [::1]:41234 only");
  });

  it("may have ended because the port of its own is taken", () => {
    const taken = (output: string): string | undefined => describeTakenPort(URL_HERE, output, own);
    expect(taken("Error: listen EADDRINUSE: address already in use :::3001")).toContain(
      "wants to listen on 3001, which",
    );
    expect(taken("Error: listen EADDRINUSE: address already in use 127.0.0.1:3001")).toContain("on 3001, which");
    expect(
      taken("[Errno 98] error while attempting to bind on address ('0.0.0.0', 8000): address already in use"),
    ).toContain("on 8000, which");
    expect(taken("Error: listen EADDRINUSE: address already in use :::41234")).toBeUndefined();
    expect(taken("Error: boom")).toBeUndefined();
  });
});

describe("the kernel's table of sockets", () => {
  it("gives those that listen and are ours", () => {
    const row = (local: string, state: string, inode: string): string =>
      `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0 100 0 0 10 0`;
    const table = [
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
      row("0100007F:0BB9", "0A", "1"),
      row("00000000000000000000000000000000:0BBA", "0A", "2"),
      row("00000000000000000000000001000000:0BBB", "0A", "3"),
      row("0A00000A:0BBC", "0A", "4"),
      row("0100007F:0BBD", "01", "5"),
      row("0100007F:0BBE", "0A", "6"),
      "",
    ].join("\n");
    expect(parseListeners(table, new Set(["1", "2", "3", "4", "5"]))).toEqual([
      { port: 3001, host: "127.0.0.1" },
      { port: 3002, host: "any" },
      { port: 3003, host: "[::1]" },
      { port: 3004, host: "another address" },
    ]);
  });
});
