import { describe, expect, it } from "vitest";
import { buildServerEnvironment } from "../../../src/server/environment.js";

const ours = {
  PATH: "/bin",
  HOME: "/home/me",
  TOKEN: "t",
  OTHER: "o",
  ANTHROPIC_API_KEY: "a",
  OPENAI_BASE_URL: "b",
  FUNC: "() { :; }",
  GONE: undefined,
};

describe("the environment of a server", () => {
  it("is the safe base and its own variables", () => {
    expect(buildServerEnvironment({ env: { MODE: "test", PATH: "/own" } }, ours, "linux")).toEqual({
      PATH: "/own",
      HOME: "/home/me",
      MODE: "test",
    });
  });

  it("has the named variables of a list", () => {
    const env = buildServerEnvironment({ inheritEnv: ["TOKEN", "GONE", "ANTHROPIC_API_KEY"] }, ours, "linux");
    expect(env).toEqual({ PATH: "/bin", HOME: "/home/me", TOKEN: "t" });
  });

  it("has everything with true, but our own keys and shell functions", () => {
    const env = buildServerEnvironment({ inheritEnv: true }, ours, "linux");
    expect(env).toEqual({ PATH: "/bin", HOME: "/home/me", TOKEN: "t", OTHER: "o" });
  });

  it("has our keys where its own env names them", () => {
    const env = buildServerEnvironment({ env: { ANTHROPIC_API_KEY: "given" } }, ours, "linux");
    expect(env).toHaveProperty("ANTHROPIC_API_KEY", "given");
  });

  it("does not look at the case of names on Windows", () => {
    expect(buildServerEnvironment({}, { Path: "C:\\bin", Other: "x" }, "win32")).toEqual({ Path: "C:\\bin" });
  });
});
