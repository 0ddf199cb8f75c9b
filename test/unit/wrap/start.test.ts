import { expect, test } from "vitest";
import { resolveStart } from "../../../src/wrap/shim/start.js";

const place = {
  cwd: "/agent",
  env: { PATH: "/bin", KEY: "of the agent", ANTHROPIC_API_KEY: "k", MCPVALS_WORD_0: "t" },
};

test("a server gets what the agent gives to its servers, without what is the agent's alone, and then its own variables", () => {
  const told = { command: "node", args: ["--token", { variable: "MCPVALS_WORD_0" }], env: { KEY: "own" } };
  expect(resolveStart({ ...told, without: ["ANTHROPIC_API_KEY"] }, place)).toEqual({
    command: "node",
    args: ["--token", "t"],
    cwd: "/agent",
    env: { PATH: "/bin", KEY: "own" },
  });
});

test("a server of a suite gets its own variables only, in its own folder", () => {
  const told = { command: "node", args: [], cwd: "/suite", env: { KEY: "own" } };
  expect(resolveStart(told, place)).toEqual(told);
});
