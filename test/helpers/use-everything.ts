// What a client of each SDK does with a server that has everything; the same for all transports.
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { expect } from "vitest";

const said = { role: "assistant", model: "m", content: { type: "text", text: "hi" } } as const;
const accepted = { action: "accept", content: { name: "Ann" } } as const;
const capabilities = { sampling: {}, elicitation: { form: {} }, roots: {} };

/**
 * Over stdio a client that comes to read late reads progress and answer together, and then loses the progress: that the
 * SDKs get it is asserted over HTTP, and that it is sent, in unit tests.
 */
export type Carrier = "stdio" | "http";

/** The SDK v1 against `legacySession`; the client stays open. */
export async function useEverything(carrier: Carrier, connect: (client: Client) => Promise<void>): Promise<Client> {
  const client = new Client({ name: "now", version: "2" }, { capabilities });
  const heard: string[] = [];
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
    heard.push(`sampling ${params.maxTokens}`);
    return said;
  });
  client.setRequestHandler(ElicitRequestSchema, () => accepted);
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///then" }] }));
  for (const schema of [
    LoggingMessageNotificationSchema,
    ResourceUpdatedNotificationSchema,
    ToolListChangedNotificationSchema,
  ]) {
    client.setNotificationHandler(schema, ({ method }) => void heard.push(method));
  }
  await connect(client);
  expect(client.getServerVersion()).toMatchObject({ name: "fixture" });
  const first = await client.listTools();
  const second = await client.listTools({ cursor: first.nextCursor });
  expect([...first.tools, ...second.tools].map(({ name }) => name)).toEqual(["slow", "ask"]);
  expect((await client.listPrompts()).prompts).toHaveLength(1);
  const prompt = await client.getPrompt({ name: "greet", arguments: { who: "Ann" } });
  expect(prompt.messages[0]?.content).toMatchObject({ text: "Hello Ann" });
  expect((await client.listResources()).resources).toHaveLength(1);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  expect((await client.readResource({ uri: "mem://a" })).contents[0]).toMatchObject({ blob: "AAECAw==" });
  await client.subscribeResource({ uri: "mem://a" });
  await expect.poll(() => heard).toContain("notifications/resources/updated");
  const completion = await client.complete({
    ref: { type: "ref/prompt", name: "greet" },
    argument: { name: "who", value: "A" },
  });
  expect(completion.completion.values).toEqual(["Ann", "Abe"]);
  await client.setLoggingLevel("debug");

  const progress: number[] = [];
  const slow = await client.callTool({ name: "slow" }, undefined, { onprogress: (one) => progress.push(one.progress) });
  expect(slow.content).toEqual([{ type: "text", text: "done" }]);
  if (carrier === "http") expect(progress).toEqual([1, 2]);
  expect(heard).toContain("notifications/message");
  const ask = await client.callTool({ name: "ask", arguments: {} });
  expect(ask.content).toEqual([{ type: "text", text: "thanks" }]);
  expect(heard).toContain("sampling 10");
  await expect(client.callTool({ name: "broken" })).rejects.toMatchObject({ code: -32002, data: { why: "rust" } });
  expect(await client.callTool({ name: "failing" })).toMatchObject({ isError: true });
  const abort = new AbortController();
  const hanging = client.callTool({ name: "hang" }, undefined, { signal: abort.signal });
  setTimeout(() => abort.abort(new Error("enough")), 50);
  await expect(hanging).rejects.toThrow("enough");
  await client.callTool({ name: "grow" });
  await expect.poll(() => heard).toContain("notifications/tools/list_changed");
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("grown");
  await expect(client.callTool({ name: "grow" })).rejects.toMatchObject({ code: -32602 });
  return client;
}

/** The SDK v2 against `legacySession` or `modernSession`; the client stays open. */
export async function useEverythingV2(
  era: "legacy" | "modern",
  carrier: Carrier,
  connect: (client: ClientV2) => Promise<void>,
): Promise<ClientV2> {
  const heard: string[] = [];
  const client = new ClientV2({ name: "now", version: "2" }, { capabilities, versionNegotiation: { mode: "auto" } });
  client.setRequestHandler("sampling/createMessage", ({ params }) => {
    heard.push(`sampling ${params.maxTokens}`);
    return said;
  });
  client.setRequestHandler("elicitation/create", () => accepted);
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///then" }] }));
  for (const method of ["notifications/message", "notifications/tools/list_changed"] as const) {
    client.setNotificationHandler(method, () => void heard.push(method));
  }
  await connect(client);
  expect(client.getServerVersion()).toMatchObject({ name: "fixture" });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["slow", "ask"]);
  const prompt = await client.getPrompt({ name: "greet", arguments: { who: "Ann" } });
  expect(prompt.messages[0]?.content).toMatchObject({ text: "Hello Ann" });
  expect((await client.readResource({ uri: "mem://a" })).contents[0]).toMatchObject({ blob: "AAECAw==" });
  const ref = { type: "ref/prompt", name: "greet" } as const;
  expect((await client.complete({ ref, argument: { name: "who", value: "A" } })).completion.values).toContain("Ann");
  const progress: number[] = [];
  const slow = await client.callTool(
    { name: "slow", arguments: {} },
    { onprogress: (one) => void progress.push(one.progress) },
  );
  expect(slow.content).toEqual([{ type: "text", text: "done" }]);
  if (carrier === "http") expect(progress).toContain(1);
  const ask = await client.callTool({ name: "ask", arguments: {} });
  expect(ask.content).toEqual([{ type: "text", text: "thanks" }]);
  expect(heard).toContain("sampling 10");
  await expect(client.callTool({ name: "broken", arguments: {} })).rejects.toMatchObject({ code: -32002 });
  const abort = new AbortController();
  const hanging = client.callTool({ name: "hang", arguments: {} }, { signal: abort.signal });
  setTimeout(() => abort.abort(new Error("enough")), 50);
  await expect(hanging).rejects.toThrow(/enough|abort/i);
  const subscription = era === "modern" ? await client.listen({ toolsListChanged: true }) : undefined;
  await client.callTool({ name: "grow", arguments: {} });
  await expect.poll(() => heard).toContain("notifications/tools/list_changed");
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("grown");
  await subscription?.close();
  await expect(client.callTool({ name: "grow", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  return client;
}
