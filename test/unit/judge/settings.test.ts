import { describe, expect, it } from "vitest";
import { configSchema } from "../../../src/config/schema.js";
import type { Config } from "../../../src/config/schema-written.js";
import { McpvalsError, renderError } from "../../../src/errors.js";
import { requireJudgeKey } from "../../../src/judge/key.js";
import { buildJudgeSettings } from "../../../src/judge/settings.js";

const build = (config: Config, llmJudge?: boolean) => buildJudgeSettings(configSchema.parse(config), { llmJudge });

describe("the judge's settings", () => {
  it("are none where nobody asks for the judge", () => {
    expect(build({ judgeModel: "gpt-4o", openaiKey: "k" })).toBeUndefined();
    expect(build({ llmJudge: false })).toBeUndefined();
    expect(build({ llmJudge: true }, false)).toBeUndefined();
  });

  it("are the defaults where the config or the option asks and says no more", () => {
    const defaults = { model: "gpt-4o", rubric: null, passThreshold: 0.8, samples: 1 };
    expect(build({ llmJudge: true })).toEqual(defaults);
    expect(build({}, true)).toEqual(defaults);
    expect(build({ llmJudge: false }, true)).toEqual(defaults);
  });

  it("are the config's", () => {
    const judge = { rubric: "Be kind.", samples: 5, baseURL: "http://localhost:1/v1" };
    expect(build({ llmJudge: true, judgeModel: "m", openaiKey: "k", passThreshold: 0, judge })).toEqual({
      ...judge,
      model: "m",
      openaiKey: "k",
      passThreshold: 0,
    });
  });
});

describe("the judge's key", () => {
  it("is the config's, else that of the environment, without blanks around it", () => {
    expect(requireJudgeKey({ openaiKey: "one" }, { OPENAI_API_KEY: "two" })).toBe("one");
    expect(requireJudgeKey({}, { OPENAI_API_KEY: " two\n" })).toBe("two");
    expect(requireJudgeKey({ openaiKey: " " }, { OPENAI_API_KEY: "two" })).toBe("two");
  });

  it.each([[{}], [{ OPENAI_API_KEY: "" }], [{ OPENAI_API_KEY: " " }]])("is an error with exit code 4 in %j", (env) => {
    try {
      requireJudgeKey({}, env);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: "JUDGE_KEY_MISSING", exitCode: 4 });
      expect(renderError(error)).toContain("OPENAI_API_KEY is not set, so the LLM judge cannot be asked.");
    }
  });

  it("is an error that does not show it, where it can be none", () => {
    for (const [settings, env, name] of [
      [{ openaiKey: "sk-a b" }, {}, "`openaiKey`"],
      [{}, { OPENAI_API_KEY: "sk-a\u2028b" }, "OPENAI_API_KEY"],
    ] as const) {
      expect(() => requireJudgeKey(settings, env)).toThrow(McpvalsError);
      expect(() => requireJudgeKey(settings, env)).toThrow(name);
      expect(() => requireJudgeKey(settings, env)).not.toThrow("sk-a");
    }
  });
});
