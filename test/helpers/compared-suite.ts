// A suite of two workflows and a stand-in for Claude, for tests that compare two things. Neither a server nor the command
// line is a process of its own: dozens of trials would start dozens of them.
import { Validator } from "@cfworker/json-schema";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import type { Report } from "../../src/index.js";
import { buildReportSchema } from "../../src/report/schema.js";
import { runHere, type HereResult } from "./run-here.js";
import { makeSuiteFolder, type SuiteFolder } from "./suite-folder.js";

const usage = { input_tokens: 1000, output_tokens: 100 };
const call = { calls: [{ tool: "add", input: { a: 15, b: 27 } }], usage };
const right = [call, { text: ["It is ", { $result: 1 }, "."], usage }];
const silent = [call, { text: "I do not know.", usage }];
const times = (count: number, turns: unknown): unknown[] => Array.from({ length: count }, () => turns);

export interface ComparedSuite {
  model: StandIn;
  suite: SuiteFolder;
  /** The environment with the key and the address of the stand-in. */
  env: Record<string, string>;
  /** Runs a command there, one workflow at a time. */
  run: (...args: string[]) => Promise<HereResult>;
  /** The reports in a file of the folder, which have to fit the schema of reports exactly. */
  readReports: (name: string) => Promise<Report[]>;
  close: () => Promise<void>;
}

export async function makeComparedSuite(): Promise<ComparedSuite> {
  const server = await startAdder();
  const model = await startStandIn({
    workflows: [
      // The first seven conversations do not pass, the next seven do.
      { user: "Add 15 and 27", variants: [...times(7, silent), ...times(7, right)] },
      { user: "Add them", turns: right },
      { user: "Add them, please", turns: silent },
    ],
  });
  const workflow = (name: string, user: string) => ({ name, steps: [{ user, expectedState: "It is 42" }] });
  const suite = await makeSuiteFolder({
    server: { transport: "shttp", url: server.url },
    workflows: [{ ...workflow("sum", "Add 15 and 27"), repeat: 7 }, workflow("steady", "Add them")],
  });
  const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  return {
    model,
    suite,
    env,
    run: (...args) => runHere([...args, "-j", "1"], { cwd: suite.folder, env }),
    readReports: async (name) => {
      const document = JSON.parse(await readFile(join(suite.folder, name), "utf8"));
      const { valid, errors } = new Validator({ ...buildReportSchema("strict") }, "7", false).validate(document);
      if (!valid) throw new Error(`${name} does not fit the schema: ${JSON.stringify(errors)}`);
      return document.reports;
    },
    close: async () => {
      await Promise.all([model.close(), server.close()]);
      await suite.remove();
    },
  };
}

export interface Adder {
  url: string;
  close: () => Promise<void>;
}

/** A server over streamable HTTP that adds two numbers, and `more` to them. */
export async function startAdder(more = 0): Promise<Adder> {
  const number = { type: "number" };
  const inputSchema = { type: "object", properties: { a: number, b: number }, required: ["a", "b"] };
  const answers: Record<string, (params: { protocolVersion: string; arguments: { a: number; b: number } }) => unknown> =
    {
      initialize: ({ protocolVersion }) => ({
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "adder", version: "1.0.0" },
      }),
      "tools/list": () => ({ tools: [{ name: "add", description: "Adds two numbers.", inputSchema }] }),
      "tools/call": ({ arguments: { a, b } }) => ({ content: [{ type: "text", text: String(a + b + more) }] }),
    };
  const server = createServer((request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    void json(request).then((body) => {
      const { id, method, params } = body as { id?: number; method: string; params: never };
      if (id === undefined) return void response.writeHead(202).end();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method]?.(params) ?? {} }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
