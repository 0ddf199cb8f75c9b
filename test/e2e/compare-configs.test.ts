// Two configs or two servers on the same workflows: a matrix, and `diff --live`. The model is a stand-in.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeComparedSuite, type ComparedSuite } from "../helpers/compared-suite.js";

let model: ComparedSuite["model"];
let suite: ComparedSuite["suite"];
let run: ComparedSuite["run"];
let readReports: ComparedSuite["readReports"];
let close: ComparedSuite["close"];

beforeEach(async () => {
  ({ model, suite, run, readReports, close } = await makeComparedSuite());
});
afterEach(() => close());

describe("eval --matrix", () => {
  it("compares prompts and system prompts: keys of the config, by name", async () => {
    const matrix = {
      "as it is": {},
      polite: {
        system: "Be polite.",
        workflows: { steady: { steps: [{ user: "Add them, please", expectedState: "It is 42" }] } },
      },
    };
    await writeFile(join(suite.folder, "matrix.json"), JSON.stringify(matrix));
    const done = await run("eval", suite.file, "-t", "steady", "--matrix", "matrix.json", "--repeat", "6");
    expect(done.stdout.replaceAll(/\s+/g, " ")).toContain("polite passes less often than as it is in this workflow");
    const systems = model.requests.map(({ body }) => JSON.stringify((body as { system?: unknown }).system ?? null));
    expect(systems.filter((one) => one.includes("Be polite."))).toHaveLength(12);
  });

  it.each([
    ["{}", "names no two sides"],
    ['{ "a": {}, "b": { "sytem": "x" } }', "matrix.json: b"],
    ['{ "a": {}, "b": { "workflows": { "other": {} } } }', "the suite has no workflow of this name"],
  ])("refuses %s before anything is spent", async (text, why) => {
    await writeFile(join(suite.folder, "matrix.json"), text);
    const done = await run("eval", suite.file, "--matrix", "matrix.json");
    expect(done).toMatchObject({ code: 2 });
    expect(done.stderr).toContain(why);
    expect(model.requests).toHaveLength(0);
  });
});

describe("diff --live", () => {
  /** Adds wrongly. */
  async function otherServer(by: number): Promise<string> {
    const servers = fileURLToPath(new URL("../../fixtures/servers/", import.meta.url));
    for (const file of ["calculator.mjs", "json-rpc.mjs"])
      await copyFile(join(servers, file), join(suite.folder, file));
    const text = await readFile(join(servers, "calculator.mjs"), "utf8");
    await writeFile(
      join(suite.folder, "other.mjs"),
      text.replace("act: (a, b) => a + b", `act: (a, b) => a + b + ${by}`),
    );
    return `${process.execPath} other.mjs`;
  }

  it("fails where the new server is surely worse", async () => {
    const to = await otherServer(1);
    const done = await run("diff", suite.file, "--live", "-t", "steady", "--repeat", "6", "--to", to);
    expect(done.stdout.replaceAll(/\s+/g, " ")).toContain(
      "new passes less often than old in this workflow, with an error of at most 5%: 0 of 6 against 6 of 6 trials",
    );
    expect(done.code).toBe(1);
  });

  it("is inconclusive where a loss of ten points is not excluded", async () => {
    const few = await run(
      "diff",
      suite.file,
      "--live",
      "-t",
      "steady",
      "--to",
      await otherServer(0),
      "-r",
      "json=r.json",
    );
    const [, second] = await readReports("r.json");
    expect(second?.comparison?.sentence).toContain("A loss of 10 points or more is not excluded.");
    expect(few.code).toBe(3);
  });

  it("needs a second server, and its flags need it", async () => {
    expect(await run("diff", suite.file, "--live")).toMatchObject({ code: 2 });
    expect(await run("diff", suite.file, "--to", "node x", "--repeat", "5")).toMatchObject({ code: 2 });
    expect(await run("diff", "a.json", "b.json", "--live")).toMatchObject({ code: 2 });
  });
});
