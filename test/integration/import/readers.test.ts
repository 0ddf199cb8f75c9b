import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { McpvalsError } from "../../../src/errors.js";
import { openTranscript, type OpenedTranscript } from "../../../src/import/open-transcript.js";
import { callsIn, type Said } from "../../../src/import/said.js";
import type { JsonObject } from "../../../src/json/value.js";
import { jsonObject } from "../../helpers/arbitrary-json.js";
import { asClaudeCode, asMessages, asSession, asStreamJson, LONG_RUN, type Told } from "../../helpers/transcripts.js";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-import-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

let files = 0;
async function open(text: string, leaf?: string): Promise<OpenedTranscript> {
  const file = join(cwd, `t-${files++}.jsonl`);
  await writeFile(file, text);
  return openTranscript(file, { cwd, leaf });
}

async function faultOf(text: string, leaf?: string): Promise<string> {
  try {
    await open(text, leaf);
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    return `${error.code}: ${error.message}\n${error.evidence ?? ""}\n${error.fix ?? ""}`;
  }
  return "none";
}

const FORMATS = { "claude-code": asClaudeCode, "stream-json": asStreamJson, messages: asMessages, session: asSession };

/** What was said and called, in order, without what one format has and another lacks. */
function gist({ steps }: Said): unknown {
  return steps.flatMap(({ turns }) =>
    turns.map((turn) => ({
      texts: turn.blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])),
      calls: callsIn(turn).map(({ name, input, result }) => ({
        name: name.replace(/^mcp__\w+__/, ""),
        input,
        result: result?.content,
        isError: result?.isError,
      })),
    })),
  );
}

function expected({ turns, answer }: Told, isSession: boolean): unknown {
  const made = turns.map(({ text, calls }) => ({
    texts: isSession || text === "" ? [] : [text],
    calls: calls
      .filter(({ server }) => !isSession || server !== null)
      .map(({ tool, input, result, isError = false }) => {
        return { name: tool, input, result: [{ type: "text", text: result }], isError };
      }),
  }));
  const called = isSession ? made.filter(({ calls }) => calls.length > 0) : made;
  return isSession ? called : [...called, { texts: [answer], calls: [] }];
}

describe("a run of 59 calls, 18 of them in one turn", () => {
  test.each(Object.entries(FORMATS))("is read whole from %s", async (format, write) => {
    const { said } = await open(write(LONG_RUN));
    expect(said.format).toBe(format);
    expect(gist(said)).toEqual(expected(LONG_RUN, format === "session"));
    if (format === "session") expect(said.dispatch).toBe("together");
    else expect(said.model).toBe("claude-sonnet-5-5");
  });
});

test("any conversation is the same in every format", async () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9 é"\\{}]{0,12}$/).filter((text) => text.trim() !== "");
  const call = fc.record({
    server: fc.constantFrom("all", "all", null),
    tool: fc.constantFrom("echo", "get-sum"),
    // JSON has no -0.
    input: jsonObject.map((input): JsonObject => JSON.parse(JSON.stringify(input))),
    result: word,
    isError: fc.boolean(),
  });
  const turn = fc.record({
    text: fc.oneof(fc.constant(""), word),
    calls: fc.array(call, { minLength: 1, maxLength: 4 }),
  });
  const conversation = fc.record({ prompt: word, turns: fc.array(turn, { minLength: 1, maxLength: 4 }), answer: word });
  await fc.assert(
    fc.asyncProperty(conversation, async (told) => {
      for (const write of [asClaudeCode, asStreamJson, asMessages]) {
        const { said } = await open(write(told));
        expect(gist(said)).toEqual(expected(told, false));
      }
    }),
    { numRuns: 40 },
  );
});

const SHORT: Told = {
  prompt: "Say hello.",
  turns: [{ text: "I do.", calls: [{ server: "all", tool: "echo", input: { message: "hi" }, result: "Echo: hi" }] }],
  answer: "Done.",
};

describe("what cannot be read is an error that names it", () => {
  test("a last line that is cut off", async () => {
    expect(await faultOf(asClaudeCode(SHORT).slice(0, -30))).toMatch(
      /TRANSCRIPT_INVALID: t-\d+\.jsonl:\d+, the last line, is cut off/,
    );
  });

  test("a line in the middle that is no JSON, and one that is nested too deeply", async () => {
    const lines = asStreamJson(SHORT).split("\n");
    expect(await faultOf(lines.toSpliced(2, 0, "{oops").join("\n"))).toMatch(/jsonl:3 is not JSON/);
    const deep = `{"type":"user","session_id":"x","a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(await faultOf(lines.toSpliced(2, 0, deep).join("\n"))).toMatch(
      /jsonl:3 is not JSON, or is nested too deeply/,
    );
  });

  test("a version of Claude Code that is not known", async () => {
    expect(await faultOf(asClaudeCode(SHORT, "3.0.1"))).toMatch(
      /TRANSCRIPT_VERSION: .* was written by Claude Code 3\.0\.1/,
    );
  });

  test("a tree with several branches that end, until one is named", async () => {
    const lines = asClaudeCode(SHORT).trim().split("\n");
    const prompt =
      '{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"Again."},"uuid":"b001","sessionId":"s","version":"2.1.197"}';
    const answer =
      '{"parentUuid":"b001","isSidechain":false,"type":"assistant","message":{"id":"m9","role":"assistant","model":"m","content":[{"type":"text","text":"No."}],"stop_reason":"end_turn"},"uuid":"b002","sessionId":"s","version":"2.1.197"}';
    const tree = [...lines.filter((line) => !line.includes("last-prompt")), prompt, answer].join("\n");
    expect(await faultOf(tree)).toMatch(/2 branches that end[^]*--leaf b002/);
    expect((await open(tree, "b002")).said.steps.map(({ user }) => user)).toEqual(["Again."]);
    // Claude Code says which line was the last.
    const { said } = await open([...lines, prompt, answer].join("\n"));
    expect(said.steps.map(({ user }) => user)).toEqual(["Say hello."]);
    expect(said.notes.join()).toContain("1 turns of other branches");
  });

  test.each([
    ["a VCR recording", "interactions:\n- request:\n    body: ''\n"],
    ["a HAR recording", JSON.stringify({ log: { version: "1.2", entries: [] } })],
    ["OpenAI chat completions", JSON.stringify({ id: "x", choices: [] })],
    ["OpenAI chat completions", JSON.stringify({ messages: [{ role: "user" }, { role: "tool", content: "x" }] })],
    ["OpenAI responses", JSON.stringify({ object: "response", output: [] })],
    ["mcp-cassette", JSON.stringify({ version: "0.4", interactions_of: [], messages_raw: { jsonrpc: "2.0" } })],
  ])("%s", async (name, text) => {
    const fault = await faultOf(text);
    expect(fault).toContain("TRANSCRIPT_UNKNOWN");
    expect(fault).toContain(name);
    expect(fault).toContain("does not read yet");
  });

  test("anything else, with what was seen of it", async () => {
    expect(await faultOf("just words\n")).toMatch(/TRANSCRIPT_UNKNOWN[^]*"just words/);
    expect(await faultOf('{"a":1,"b":2}')).toMatch(/TRANSCRIPT_UNKNOWN[^]*Its keys: a, b/);
  });

  test("a response that the next request sends back without what is not the client's own goes on", async () => {
    const [first = "", second = ""] = asMessages(SHORT).trim().split("\n");
    const { request, response } = JSON.parse(first);
    const [text, use] = response.content;
    const given = [
      { type: "thinking", thinking: "Hm.", signature: "x" },
      { ...text, citations: null },
      { ...use, caller: { type: "direct" } },
    ];
    const next = JSON.parse(second);
    next.request.messages.splice(1, 0, { role: "system", content: "Be brief." });
    next.request.messages.at(-1).content[0].cache_control = { type: "ephemeral" };
    const { said } = await open(`${JSON.stringify([{ request, response: { ...response, content: given } }, next])}\n`);
    expect(gist(said)).toEqual(expected(SHORT, false));
    next.request.messages[2].content[1].input = { message: "something else" };
    expect(await faultOf(JSON.stringify([{ request, response }, next]))).toContain("holds several conversations");
  });

  test("requests of several conversations", async () => {
    const two = asMessages(SHORT) + asMessages({ ...SHORT, prompt: "Something else." });
    expect(await faultOf(two)).toMatch(/holds several conversations/);
  });
});

/** Real files of Claude Code, which are no part of this project. */
const REAL = resolve(import.meta.dirname, "../../../../shared/data/claude-code");

describe.skipIf(!existsSync(REAL))("every real file of Claude Code (skipped where ../shared/data is absent)", () => {
  test("is read, with its subagents; a subagent alone names its session", async () => {
    const names = (await readdir(REAL)).filter((name) => name.endsWith(".jsonl"));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const opening = openTranscript(join(REAL, name), { cwd: REAL });
      if (name.startsWith("agent-")) {
        await expect(opening).rejects.toThrow("session 5de96318-f7eb-4c1d-9a16-2bff0fed8f26");
        continue;
      }
      const { said } = await opening;
      const calls = said.steps.flatMap(({ turns }) => turns.flatMap(callsIn));
      expect([name, calls.length > 0]).toEqual([name, true]);
      expect([name, calls.every(({ result }) => result !== undefined)]).toEqual([name, true]);
    }
  });
});

/** Real recordings of the Messages API, as VCR cassettes; no part of this project. */
const TRAFFIC = resolve(import.meta.dirname, "../../../../shared/data/claude-traffic");

describe.skipIf(!existsSync(TRAFFIC))(
  "every real recording of the API (skipped where ../shared/data is absent)",
  () => {
    test("is named as a VCR recording, and its JSON bodies are read with each of their calls", async () => {
      let read = 0;
      for (const name of await readdir(TRAFFIC)) {
        const text = await readFile(join(TRAFFIC, name), "utf8");
        expect(await faultOf(text)).toContain("a VCR recording, which import does not read yet");
        const pairs = name.startsWith("pydantic-ai") ? jsonPairs(text) : [];
        if (pairs.length === 0) continue;
        const { said } = await open(JSON.stringify(pairs));
        const calls = said.steps.flatMap(({ turns }) => turns.flatMap(callsIn));
        expect([name, calls.map(({ id }) => id).toSorted()]).toEqual([name, callIds(pairs).toSorted()]);
        read += 1;
      }
      expect(read).toBeGreaterThan(25);
    });
  },
);

interface Body {
  type?: string;
  messages?: Body[];
  content?: string | { type: string; id: string }[];
}

interface Pair {
  request?: Body;
  response?: Body;
}

/** The requests with their responses, without those that were streamed. */
function jsonPairs(text: string): Pair[] {
  const { interactions }: { interactions: Record<"request" | "response", { parsed_body?: Body }>[] } = JSON.parse(
    JSON.stringify(load(text)),
  );
  return interactions
    .map(({ request, response }): Pair => ({
      request: request.parsed_body ?? {},
      response: response.parsed_body ?? {},
    }))
    .filter(({ request, response }) => request?.messages !== undefined && response?.type === "message");
}

/** The ids of all calls of tools, of those that the API itself made only of MCP. */
function callIds(pairs: readonly Pair[]): string[] {
  const messages = pairs.flatMap(({ request = {}, response = {} }) => [...(request.messages ?? []), response]);
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return [...new Set(blocks.filter(({ type }) => /^(?:mcp_)?tool_use$/.test(type)).map(({ id }) => id))];
}
