// Reads the judge's score and reason from the body of a chat completion, or says why there is none. Trusts nothing in
// it.
import { isJsonObject, type JsonObject } from "../json/value.js";
import { readJson } from "../json/read-json.js";
import { findObjects } from "./find-objects.js";
import type { TurnUsage } from "../trace/trace.js";
import type { Sample } from "./samples.js";

export type JudgeAnswer =
  | { kind: "sample"; sample: Sample; answered: string | undefined }
  /** `why` follows on "the judge's answer is unusable:". */
  | { kind: "unusable"; why: string };

/** Characters of a reason that are kept. */
const REASON = 2000;

/** `data` is what the judge received: an object that occurs in it is a quotation, not an answer. */
export function parseJudgeAnswer(body: unknown, data: string): JudgeAnswer {
  const choices = isJsonObject(body) ? body["choices"] : undefined;
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  const message = isJsonObject(choice) ? choice["message"] : undefined;
  if (!isJsonObject(body) || !isJsonObject(choice) || !isJsonObject(message)) return no("it is not a chat completion");
  const { content, refusal } = message;
  if (typeof refusal === "string" && refusal !== "") return no(`it refuses: ${tidy(refusal, 200)}`);
  if (choice["finish_reason"] === "length") return no("it is cut off at its token limit");
  if (choice["finish_reason"] === "content_filter") return no("a content filter took it away");
  if (content === null || content === undefined || content === "") return no("it is empty");
  if (typeof content !== "string") return no("it is not a text");
  const found = readObject(content, data);
  if (typeof found === "string") return no(found);
  const { score } = found;
  const reason = found["reasoning"] ?? found["reason"];
  if (typeof score !== "number") return no("its score is not a number");
  if (!(score >= 0 && score <= 1)) return no(`its score ${score} is not between 0 and 1`);
  if (typeof reason !== "string" || reason.trim() === "") return no("it gives no reasoning");
  const { model } = body;
  return {
    kind: "sample",
    sample: { score, reason: tidy(reason, REASON) },
    answered: typeof model === "string" && model !== "" ? tidy(model, 100) : undefined,
  };
}

/** The tokens that an answer took; undefined where the body does not say it in whole numbers. */
export function readUsage(body: unknown): TurnUsage | undefined {
  const usage = isJsonObject(body) ? body["usage"] : undefined;
  if (!isJsonObject(usage)) return undefined;
  const { prompt_tokens: prompt, completion_tokens: output, prompt_tokens_details: details } = usage;
  if (!isCount(prompt) || !isCount(output)) return undefined;
  const cached = isJsonObject(details) ? details["cached_tokens"] : undefined;
  const cacheRead = isCount(cached) ? Math.min(cached, prompt) : 0;
  return { input: prompt - cacheRead, output, ...(cacheRead > 0 && { cacheRead }) };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const no = (why: string): JudgeAnswer => ({ kind: "unusable", why });

/** The object that the text is or holds, or why there is none. */
function readObject(content: string, data: string): JsonObject | string {
  const whole = readJson(content);
  if (isJsonObject(whole)) return whole;
  const found = findObjects(content, "score");
  if (found === undefined) return "it holds too many objects";
  const [only, more] = found;
  if (only === undefined) return `it holds no JSON object with a score: ${tidy(content, 200)}`;
  if (more !== undefined) return `it holds ${found.length} objects with a score, not one`;
  if (data.includes(only.text) || data.includes(JSON.stringify(only.text).slice(1, -1)))
    return "its only object with a score is quoted from the conversation";
  return only.value;
}

/** One line, well-formed, shortened. */
function tidy(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…` : line;
}
