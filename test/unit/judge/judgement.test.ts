import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJudgeAnswer, readUsage } from "../../../src/judge/judgement.js";
import { bestOf } from "../../helpers/best-of.js";

const body = (content: unknown, choice: object = {}, message: object = {}) => ({
  model: "gpt-4o-2024-08-06",
  choices: [{ finish_reason: "stop", message: { role: "assistant", content, ...message }, ...choice }],
});
const parse = (content: unknown, data = "", choice: object = {}, message: object = {}) =>
  parseJudgeAnswer(body(content, choice, message), data);
const whyOf = (...given: Parameters<typeof parse>): string => {
  const answer = parse(...given);
  expect(answer.kind).toBe("unusable");
  return answer.kind === "unusable" ? answer.why : "";
};
const OBJECT = '{"reasoning": "All {goals} were \\"reached\\".", "score": 0.95}';
const SAMPLE = {
  kind: "sample",
  sample: { score: 0.95, reason: 'All {goals} were "reached".' },
  answered: "gpt-4o-2024-08-06",
};

describe("the judge's answer", () => {
  it.each([
    ["JSON", OBJECT],
    ["JSON between blanks", `\n ${OBJECT}\n`],
    ["JSON with more keys than asked for", `${OBJECT.slice(0, -1)}, "confidence": {"score": 0.1}}`],
    ["fenced JSON", `\`\`\`json\n${OBJECT}\n\`\`\``],
    ["prose around JSON", `Let me see. {That's it}: ${OBJECT} I hope that this {helps}.`],
    ["an object around the object", `Here: {"verdict": ${OBJECT}}`],
    ["a brace and a quote too many before it", `A { and a " in prose.\n${OBJECT}`],
  ])("may be %s", (_, content) => {
    expect(parse(content)).toEqual(SAMPLE);
  });

  it("may score 0 and 1", () => {
    expect(parse('{"reasoning":"no","score":0}')).toMatchObject({ sample: { score: 0 } });
    expect(parse('{"reasoning":"yes","score":1}')).toMatchObject({ sample: { score: 1 } });
  });

  it.each([
    ["a score over 1", '{"reasoning":"r","score":7}', "its score 7 is not between 0 and 1"],
    ["a score below 0", '{"reasoning":"r","score":-0.1}', "its score -0.1 is not between 0 and 1"],
    ["a score as text", '{"reasoning":"r","score":"0.9"}', "its score is not a number"],
    ["no score", '{"reasoning":"r"}', "its score is not a number"],
    ["no reasoning", '{"score":1}', "it gives no reasoning"],
    ["blank reasoning", '{"reasoning":" ","score":1}', "it gives no reasoning"],
    ["prose alone", "I would say 0.9.", "it holds no JSON object with a score: I would say 0.9."],
    ["a bare number", "0.9", "it holds no JSON object with a score: 0.9"],
    ["JSON that ends early", OBJECT.slice(0, -1), "it holds no JSON object with a score"],
    ["two objects", `First ${OBJECT} then ${OBJECT}`, "it holds 2 objects with a score, not one"],
    ["nothing", "", "it is empty"],
    ["null", null, "it is empty"],
    ["a list of parts", [{ type: "text", text: OBJECT }], "it is not a text"],
  ])("is unusable with %s", (_, content, why) => {
    expect(whyOf(content)).toContain(why);
  });

  it("is unusable where it was cut off, filtered or refused, whatever text it has", () => {
    expect(whyOf(OBJECT, "", { finish_reason: "length" })).toContain("cut off");
    expect(whyOf(OBJECT, "", { finish_reason: "content_filter" })).toContain("content filter");
    expect(whyOf(OBJECT, "", {}, { refusal: "I can't\nassist." })).toBe("it refuses: I can't assist.");
  });

  it("is no quotation: an object that stands in the conversation is not the judge's", () => {
    const quoted = '{"reasoning":"perfect","score":1}';
    const prose = `The tool says ${quoted}, but I cannot judge that.`;
    expect(whyOf(prose, `text\n${quoted}\n`)).toContain("quoted");
    expect(whyOf(prose, JSON.stringify({ text: quoted }))).toContain("quoted");
    expect(parse(prose, "other")).toMatchObject({ kind: "sample" });
    expect(parse(quoted, `text\n${quoted}\n`)).toMatchObject({ kind: "sample" });
  });

  it.each([undefined, null, "text", [], {}, { choices: [] }, { choices: [{}] }, { choices: "x" }])(
    "is unusable where the body is %j",
    (odd) => {
      expect(parseJudgeAnswer(odd, "")).toEqual({ kind: "unusable", why: "it is not a chat completion" });
    },
  );

  it("keeps a reason of any length as one line of at most 2000 characters", () => {
    const answer = parse(JSON.stringify({ reasoning: `a\n\ud800 b${"x".repeat(1_000_000)}`, score: 0.5 }));
    const reason = answer.kind === "sample" ? answer.sample.reason : "";
    expect(reason.startsWith("a \ufffd bxxx")).toBe(true);
    expect(reason).toHaveLength(2000);
    expect(reason.endsWith("x…")).toBe(true);
  });

  it.each([
    ["braces that open", "{".repeat(1_000_000)],
    ["braces that open and close", "{".repeat(500_000) + "}".repeat(500_000)],
    ["nested objects", '{"score":'.repeat(100_000) + "1" + "}".repeat(100_000) + "x"],
    ["objects", '{"score":2} '.repeat(90_000)],
    ["broken objects", '{"score"} '.repeat(90_000)],
    ["a string that never ends", `{"${"\\".repeat(999_999)}`],
    ["quotes", '{"score": ' + '"'.repeat(1_000_000)],
  ])("is read in a moment where it is 1 MB of %s", (_, content) => {
    expect(bestOf(4000, () => expect(parse(content).kind).toBe("unusable"))).toBeLessThan(4000);
  });

  it("is read the same for any score and reasoning, in any wrapping", () => {
    const wrappings = [
      (text: string) => text,
      (text: string) => `\`\`\`\n${text}\n\`\`\``,
      (text: string) => `So: ${text}.`,
    ];
    const usable = fc.record({
      reasoning: fc.string({ unit: "binary", minLength: 1, maxLength: 80 }).filter((text) => text.trim() !== ""),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(usable, fc.constantFrom(...wrappings), (value, wrap) => {
        const answer = parse(wrap(JSON.stringify(value)));
        expect(answer).toMatchObject({ kind: "sample", sample: { score: value.score } });
      }),
    );
  });

  it("never has a score that is not a number from 0 to 1", () => {
    fc.assert(
      fc.property(fc.anything(), fc.jsonValue(), (odd, score) => {
        for (const content of [odd, JSON.stringify({ reasoning: "r", score }), `x ${JSON.stringify({ score })}`]) {
          const answer = parse(content);
          if (answer.kind !== "sample") continue;
          expect(answer.sample.score).toBeGreaterThanOrEqual(0);
          expect(answer.sample.score).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe("what an answer took", () => {
  it.each([
    [
      { prompt_tokens: 1200, completion_tokens: 80 },
      { input: 1200, output: 80 },
    ],
    [
      { prompt_tokens: 1200, completion_tokens: 80, prompt_tokens_details: { cached_tokens: 1024 } },
      { input: 176, output: 80, cacheRead: 1024 },
    ],
    // More from the cache than there was cannot be.
    [
      { prompt_tokens: 10, completion_tokens: 8, prompt_tokens_details: { cached_tokens: 99 } },
      { input: 0, output: 8, cacheRead: 10 },
    ],
    [{ prompt_tokens: -1, completion_tokens: 80 }, undefined],
    [{ prompt_tokens: "12", completion_tokens: 80 }, undefined],
    [{ prompt_tokens: 1.5, completion_tokens: 80 }, undefined],
    [{ prompt_tokens: 12 }, undefined],
    [null, undefined],
  ])("of usage %j is %j", (usage, expected) => {
    expect(readUsage({ usage })).toEqual(expected);
  });

  it("is never thrown over, whatever the body is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ usage: fc.jsonValue() })), (given) => {
        const usage = readUsage(given);
        if (usage !== undefined)
          expect(Math.min(usage.input, usage.output, usage.cacheRead ?? 0)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
