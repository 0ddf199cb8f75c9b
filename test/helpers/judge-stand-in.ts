// A stand-in for the OpenAI API that a judge is asked through: it gives every request a score.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface JudgeStandIn {
  /** For `judge.baseURL`. */
  url: string;
  /** How often it was asked. */
  asked(): number;
  close(): void;
}

/** `nextScore`: called for each request. `usage`: what each answer takes. */
export async function startJudgeStandIn(
  nextScore: () => number,
  { reasoning = "It asked the server and said so.", usage }: { reasoning?: string; usage?: object } = {},
): Promise<JudgeStandIn> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const content = JSON.stringify({ reasoning, score: nextScore() });
      asked += 1;
      const choice = { index: 0, finish_reason: "stop", message: { role: "assistant", content, refusal: null } };
      const answer = { id: "1", object: "chat.completion", created: 1, model: "gpt-4o", choices: [choice], usage };
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, asked: () => asked, close: () => void server.close() };
}
