// `record --check` of an older recording on a server that fails or changed since: the built CLI, and the cassette's bytes.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import type { Config } from "../../src/index.js";
import { runHere, type HereResult } from "../helpers/run-here.js";
import { makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const PROMPT = "Book a room and tell me how warm it is";
const script = {
  workflows: [
    {
      user: PROMPT,
      turns: [
        { calls: [{ tool: "book", input: { room: "blue" } }] },
        { calls: [{ tool: "warmth", input: { booking: { $result: 1, pointer: "/booking" } } }] },
        { text: "It is warm in the blue room." },
      ],
    },
  ],
};

/** Books with a random id; `MODE` is what is wrong with it. */
const SERVER = `
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
const mode = process.argv[2];
if (mode === "no-start") process.exit(1);
const tool = (name) => ({ name, description: name, inputSchema: { type: "object" } });
const text = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
const call = ({ name }) => {
  if (name === "book") return text({ booking: randomUUID(), room: "blue" });
  if (mode === "dies") process.exit(1);
  if (mode === "error") return { isError: true, content: [{ type: "text", text: "no sensor" }] };
  return text({ warmth: mode === "colder" ? 22 : 72, open: mode !== "closed" });
};
const answer = ({ method, params }) => {
  if (method === "initialize")
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "rooms", version: "1" } };
  if (method === "tools/list") return { tools: [tool("book"), ...(mode === "gone" ? [] : [tool("warmth")])] };
  return method === "tools/call" ? call(params) : {};
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, ...request } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answer(request) }));
});
`;

let suite: SuiteFolder;
let model: StandIn;
beforeAll(async () => {
  model = await startStandIn(script);
});
afterAll(() => model.close());
beforeEach(async () => {
  suite = await makeSuiteFolder({ server: { command: "node" } } as Config);
  await writeFile(join(suite.folder, "server.mjs"), SERVER);
});
afterEach(() => suite.remove());

/** Runs a command on the server as `mode` makes it. */
async function on(mode: string, ...args: string[]): Promise<HereResult> {
  await suite.configure({
    server: { transport: "stdio", command: process.execPath, args: [join(suite.folder, "server.mjs"), mode] },
    workflows: [{ name: "rooms", steps: [{ user: PROMPT, expectedState: "blue" }] }],
  });
  const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  return runHere([...args, suite.file], { cwd: suite.folder, env });
}

const bytes = (): Promise<Buffer> => readFile(suite.cassette("rooms"));
/** Without the breaks of the console's lines. */
const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

describe("record --check on a server that fails now", () => {
  it.each([
    ["does not start", "no-start", "look: mcpvals record --check demo.config.json -t rooms --debug"],
    ["dies in a call", "dies", "the server: it gave no usable answer"],
    ["returns an error", "error", "whose: the server: this call did not fail when it was recorded"],
    ["has a called tool no more", "gone", "whose: the server: this call did not fail when it was recorded"],
  ])("leaves the cassette as it is where the server %s, and says so", async (_, mode, said) => {
    expect((await on("good", "record")).code).toBe(0);
    const before = await bytes();
    expect(before.toString()).toContain("by: value");
    const { code, stdout } = await on(mode, "record", "--check");
    expect(code).not.toBe(0);
    expect(flat(stdout)).toContain("the cassette stays as it is");
    expect(flat(stdout)).toContain(said);
    expect(stdout).not.toContain("To paste into");
    expect((await bytes()).equals(before)).toBe(true);
  });
});

describe("record --check on a server that changed since", () => {
  it.each([
    ["number", "colder", "steady: 22 in both checks, so the server changed"],
    ["boolean", "closed", "steady: false in both checks, so the server changed"],
  ])("takes a %s that is the same in both checks for a change, and leaves the cassette", async (_, mode, said) => {
    expect((await on("good", "record")).code).toBe(0);
    const before = await bytes();
    const { code, stdout } = await on(mode, "record", "--check");
    expect(code).toBe(3);
    expect(flat(stdout)).toContain(said);
    expect(flat(stdout)).toMatch(/mcpvals replay demo\.config\.json -t rooms/);
    expect(stdout).not.toMatch(/To paste into|differs on its own/);
    expect((await bytes()).equals(before)).toBe(true);
  });

  it("writes the rest that it learns where the recording was never checked", async () => {
    await on("good", "record", "--no-check");
    expect((await on("colder", "record", "--check")).code).toBe(3);
    const cassette = (await bytes()).toString();
    expect(cassette).toContain("by: value");
    expect(cassette).not.toContain("unstable:");
  });
});
