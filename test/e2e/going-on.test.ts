// A live command that is stopped between its trials, and run again: no trial that was judged is paid twice. The model is
// a stand-in.
import type { ChildProcess } from "node:child_process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli, type CliResult } from "../helpers/run-cli.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const usage = { input_tokens: 1000, output_tokens: 100 };
/** The server answers with a new id each time, so a recording that was not checked does not replay. */
const make = { calls: [{ tool: "make", input: {} }], usage };
const right = [make, { text: "Made it.", usage }];
const wrong = [make, { text: "I do not know.", usage }];
/** The third conversation is the one that ends the command. */
const ENDINGS = {
  "Ctrl-C": [make, { text: "Made it.", usage, delay: 120_000 }],
  "a key that is refused": [make, { status: 401, error: { type: "authentication_error", message: "no" } }],
};

let model: StandIn;
let suite: SuiteFolder;
beforeEach(async () => {
  suite = await makeSuiteFolder({
    server: fixtureServer("repeat.mjs"),
    passAt: 0.5,
    workflows: [{ name: "one", steps: [{ user: "Make one", expectedState: "Made" }] }],
  });
});
afterEach(async () => {
  await model.close();
  await suite.remove();
});

async function start(ending: keyof typeof ENDINGS): Promise<void> {
  model = await startStandIn({
    workflows: [{ user: "Make one", variants: [right, wrong, ENDINGS[ending], right, right, right, right] }],
  });
}

function run(args: readonly string[], onStart?: Parameters<typeof runCli>[1]): Promise<CliResult> {
  const env = { npm_command: undefined, ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  return runCli(args, { cwd: suite.folder, env, ...onStart });
}

/** Runs until the third conversation is in its second turn, and ends then. */
async function stop(args: readonly string[], ending: keyof typeof ENDINGS): Promise<CliResult> {
  await start(ending);
  if (ending !== "Ctrl-C") return run(args);
  let interrupted: Promise<void> | undefined;
  const interrupt = async (child: ChildProcess): Promise<void> => {
    await expect.poll(() => model.requests.length, { timeout: 60_000 }).toBe(6);
    child.kill("SIGINT");
  };
  const done = await run(args, { onStart: (child) => (interrupted = interrupt(child)) });
  await interrupted;
  return done;
}

/** The command that the message of the stopped one names. */
function nextOf({ stderr }: CliResult): string[] {
  const [, command = ""] = /To go on: (?:npx )?mcpvals (.*)/.exec(stderr) ?? [];
  return command.split(" ");
}

const repeat = ["--repeat", "4", "-j", "1"];

it.each([
  ["Ctrl-C", 130, ["eval", ...repeat]],
  ["Ctrl-C", 130, ["record", "--keep-trials", ...repeat]],
  ["a key that is refused", 4, ["record", "--mode", "all", ...repeat]],
] as const)("after %s (%i) %j goes on with the command that its message names", async (ending, code, args) => {
  const stopped = await stop(args, ending);
  expect(stopped.code).toBe(code);
  expect(stopped.stderr).toContain("2 trials that were judged are kept, and not paid again. To go on: mcpvals");
  expect(nextOf(stopped).toSorted()).toEqual([...args, "--continue"].toSorted());
  expect(model.requests).toHaveLength(6);
  const again = await run(nextOf(stopped));
  expect(model.requests).toHaveLength(6 + 2 * 2);
  expect(again.code).toBe(0);
  expect(again.stdout).toContain("3 of 4 trials passed");
  if (args[0] !== "record") return;
  expect(await suite.readCassette("one")).toMatch(/^trials: \{ runs: 4, passed: 3, take: 1 \}$/m);
  // The takes that were made before were not checked yet, and are now.
  expect(await run(["replay"])).toMatchObject({ code: 0 });
});
