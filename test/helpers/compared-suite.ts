// A suite of two workflows and a stand-in for Claude, for tests that compare two things.
import { Validator } from "@cfworker/json-schema";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import type { Report } from "../../src/index.js";
import { buildReportSchema } from "../../src/report/schema.js";
import { runCli, type CliResult } from "./run-cli.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "./suite-folder.js";

const usage = { input_tokens: 1000, output_tokens: 100 };
const call = { calls: [{ tool: "add", input: { a: 15, b: 27 } }], usage };
const right = [call, { text: ["It is ", { $result: 1 }, "."], usage }];
const silent = [call, { text: "I do not know.", usage }];
const times = (count: number, turns: unknown): unknown[] => Array.from({ length: count }, () => turns);

export interface ComparedSuite {
  model: StandIn;
  suite: SuiteFolder;
  /** Runs the built command line there, one workflow at a time. */
  run: (...args: string[]) => Promise<CliResult>;
  /** The reports in a file of the folder, which have to fit the schema of reports exactly. */
  readReports: (name: string) => Promise<Report[]>;
  close: () => Promise<void>;
}

export async function makeComparedSuite(): Promise<ComparedSuite> {
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
    server: fixtureServer("calculator.mjs"),
    workflows: [{ ...workflow("sum", "Add 15 and 27"), repeat: 7 }, workflow("steady", "Add them")],
  });
  const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  return {
    model,
    suite,
    run: (...args) => runCli([...args, "-j", "1"], { cwd: suite.folder, env }),
    readReports: async (name) => {
      const document = JSON.parse(await readFile(join(suite.folder, name), "utf8"));
      const { valid, errors } = new Validator({ ...buildReportSchema("strict") }, "7", false).validate(document);
      if (!valid) throw new Error(`${name} does not fit the schema: ${JSON.stringify(errors)}`);
      return document.reports;
    },
    close: async () => {
      await model.close();
      await suite.remove();
    },
  };
}
