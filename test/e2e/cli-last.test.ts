// The last run as a shell sees it: kept by eval, record and replay, shown, opened as a page, and recorded without asking
// Claude again.
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { runHere } from "../helpers/run-here.js";

const SERVER = fileURLToPath(new URL("../../fixtures/servers/two-versions.mjs", import.meta.url));
const user = "Who is Ann?";
const WORKFLOW = { name: "who is Ann", steps: [{ user, expectedState: "she is on" }], expectTools: ["get_user"] };
const turns = [{ thinking: "Seven.", calls: [{ tool: "get_user", input: { id: 7 } }] }, { text: "She is on basic." }];
const stay = { "x-should-retry": "false" };
const SCRIPT = {
  workflows: [
    { user, turns },
    {
      user: "Break off",
      turns: [turns[0], { status: 500, headers: stay, error: { type: "api_error", message: "Down." } }],
    },
  ],
};
const LIVE = ".mcpvals/last/mcp-eval/live/who-is-ann.json";
const REPLAY = ".mcpvals/last/mcp-eval/replay/who-is-ann.json";

let folder: string;
let model: Awaited<ReturnType<typeof startStandIn>>;
let key: Record<string, string>;
const at = (path: string): string => join(folder, path);
const cli = (args: string[], env: Record<string, string> = {}) => runHere(args, { cwd: folder, env });
const configure = (more: object = {}): Promise<void> => {
  const server = { transport: "stdio", command: process.execPath, args: [SERVER] };
  const workflows = [WORKFLOW, { name: "broken", steps: [{ user: "Break off" }] }];
  return writeFile(at("mcp-eval.config.json"), JSON.stringify({ server, workflows, ...more }));
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-last-"));
  await configure();
  model = await startStandIn(SCRIPT);
  key = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  await cli(["eval", "-q"], key);
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

describe("show --last", () => {
  it("shows what Claude did in the last eval, which has no cassette", async () => {
    const { code, stdout, stderr } = await cli(["show", "who is Ann", "--last"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Workflow {2}who is Ann\nLast run {2}eval, \d{4}-\d\d-\d\dT[\d:.]+Z, by mcpvals /);
    expect(stdout).toContain("Verdict   passed\nScore     End-to-End Success 100%: Successfully reached");
    expect(stdout).toContain(`File      ${LIVE}\n`);
    expect(stdout).toContain("  She is on basic.");
    expect(stdout).not.toMatch(/^Recorded|^Scores/m);
    const json = JSON.parse((await cli(["show", "who is Ann", "--last", "--format", "json"])).stdout);
    expect(json).toMatchObject({ version: 1, last: { command: "eval", verdict: "passed" } });
  });

  it("is what show, replay and record offer where there is no cassette", async () => {
    const shown = await cli(["show", "who is Ann"]);
    expect(shown.code).toBe(3);
    expect(shown.stderr).toContain("mcpvals show 'who is Ann' mcp-eval.config.json --last.");
    expect(shown.stderr).toContain("mcpvals record mcp-eval.config.json --from-last -t 'who is Ann'\n");
    const replayed = await cli(["replay", "-q", "-t", "who is Ann", "-r", "json"]);
    const { evaluations } = JSON.parse(replayed.stdout);
    expect(evaluations[0].settle).toEqual([
      "mcpvals record mcp-eval.config.json --from-last -t 'who is Ann'",
      "mcpvals record mcp-eval.config.json -t 'who is Ann'",
    ]);
    const broken = await cli(["replay", "-q", "-t", "broken", "-r", "json"]);
    expect(JSON.parse(broken.stdout).evaluations[0].settle).toEqual(["mcpvals record mcp-eval.config.json -t broken"]);
  });

  it("says that a run broke off, with the reason", async () => {
    const { stdout } = await cli(["show", "broken", "--last"]);
    expect(stdout).toContain("Verdict   error\n");
    expect(stdout).toMatch(/^Reason {4}.*500/m);
    expect(stdout).toContain("Ended     model-error: it broke off\n");
    expect(stdout).toContain("get_user");
  });

  it("is kept for nobody but the user, where git does not see it", async () => {
    expect(await readFile(at(".mcpvals/.gitignore"), "utf8")).toBe("*\n");
    if (process.platform !== "win32") expect((await stat(at(LIVE))).mode & 0o777).toBe(0o600);
    expect(await readFile(at(LIVE), "utf8")).not.toContain("stand-in-key-0123456789");
  });

  it("writes the run as an HTML page, prints where it is, and opens it", async () => {
    const opened = at("opened.txt");
    const opener = at("opener.mjs");
    const script = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(opened)}, process.argv[2]);`;
    await writeFile(opener, script);
    const open = ["show", "who is Ann", "--last", "--open"];
    const { code, stdout } = await cli(open, { BROWSER: `${process.execPath} ${opener}` });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${at(".mcpvals/last/mcp-eval/who-is-ann.html")}\n` });
    if (process.platform !== "win32") {
      await vi.waitFor(async () => expect(await readFile(opened, "utf8")).toBe(stdout.trim()), { timeout: 30_000 });
      expect((await stat(stdout.trim())).mode & 0o777).toBe(0o600);
    }
    expect(await readFile(stdout.trim(), "utf8")).toContain("She is on basic.");
    const nobody = { BROWSER: "", DISPLAY: "", WAYLAND_DISPLAY: "" };
    if (process.platform === "linux") expect(await cli(open, nobody)).toMatchObject({ code: 0, stdout, stderr: "" });
  });

  it("takes no flag that means a cassette", async () => {
    for (const other of [["--diff"], ["--standalone"], ["--textconv"]]) {
      expect(await cli(["show", "who is Ann", "--last", ...other])).toMatchObject({ code: 2, stdout: "" });
    }
    expect((await cli(["show", "who is Ann", "--open"])).stderr).toContain("add --last");
  });

  it("gives one message for a file that is damaged, hostile or a link", async () => {
    const whole = await readFile(at(LIVE), "utf8");
    const kept = JSON.parse(whole);
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const texts = [
      "",
      "{",
      "null",
      whole.slice(0, 300),
      JSON.stringify({ ...kept, lastRun: 2 }),
      JSON.stringify({ ...kept, workflow: "another" }),
      JSON.stringify({ ...kept, run: kept.run.replace("She is on basic.", "She is on gold.") }),
      JSON.stringify({ ...kept, run: "cassette: 99\n" }),
      whole.replace('"metadata":{', `"metadata":{"deep":${deep},`),
      "\u0000\uFFFD",
    ];
    for (const text of texts) {
      await writeFile(at(LIVE), text);
      const { code, stdout, stderr } = await cli(["show", "who is Ann", "--last"]);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toContain(`${LIVE}: this kept run cannot be read (RUN_INVALID)\n`);
      expect(stderr).toContain(`rm ${LIVE}\n`);
      expect(stderr.split("\n").length).toBeLessThan(5);
    }
    await rm(at(LIVE));
    if (process.platform !== "win32") {
      await writeFile(at("elsewhere.json"), whole);
      await symlink(at("elsewhere.json"), at(LIVE));
      expect((await cli(["show", "who is Ann", "--last"])).stderr).toContain("RUN_INVALID");
      await rm(at(LIVE));
    }
    await writeFile(at(LIVE), whole);
    await mkdir(at(".mcpvals/last/mcp-eval/replay"), { recursive: true });
    await writeFile(at(REPLAY), "{");
    expect((await cli(["show", "who is Ann", "--last"])).stderr).toContain(`${REPLAY}: this kept run cannot be read`);
    await rm(at(REPLAY));
  });

  it("without any run says what to run", async () => {
    await rm(at(LIVE));
    const none = await cli(["show", "who is Ann", "--last"]);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("There is no last run of who is Ann (RUN_MISSING)");
  });
});

describe("record --from-last", () => {
  const fromLast = (...more: string[]) => cli(["record", "--from-last", ...more]);
  const named = ["-t", "who is Ann"];
  const CASSETTE = "cassettes/mcp-eval/who-is-ann.yaml";
  /** Without what differs in each run: its time, and the seal. */
  const body = (text: string): string => text.replace(/\nfacts:[^]*$/, "");

  it("says where there is nothing to record, which costs nothing either", async () => {
    await rm(at(".mcpvals"), { recursive: true });
    const { code, stderr } = await fromLast();
    expect(code).toBe(2);
    expect(stderr).toContain("There is no last eval of mcp-eval to record (RUN_MISSING)");
    expect(stderr).toContain(
      "mcpvals eval mcp-eval.config.json. Or record at once: mcpvals record mcp-eval.config.json",
    );
  });

  it("writes the cassette that record would have written, without a key, and checks it", async () => {
    await cli(["record", "-q", "--no-check", ...named], key);
    const recorded = await readFile(at(CASSETTE), "utf8");
    await rm(at("cassettes"), { recursive: true });
    await rm(at(".mcpvals"), { recursive: true });
    await cli(["eval", "-q", ...named], key);
    const requests = model.requests.length;
    const unchecked = await fromLast("-q", "--no-check", ...named);
    expect(unchecked).toMatchObject({ code: 0, stderr: "" });
    expect(body(await readFile(at(CASSETTE), "utf8"))).toBe(body(recorded));
    const { code, stdout } = await fromLast("-q", ...named, "-r", "json");
    expect(code).toBe(0);
    const { recorded: facts } = JSON.parse(stdout).evaluations[0];
    expect(facts).toMatchObject({ file: CASSETTE, check: { replays: true } });
    expect(facts.because).toMatch(/^the eval of \S+; Claude was not asked again$/);
    expect(model.requests.length).toBe(requests);
    expect((await cli(["replay", "-q", ...named])).code).toBe(0);
    expect((await cli(["show", "who is Ann", "--last"])).stdout).toContain("Last run  replay, ");
  });

  it("leaves a cassette that is newer, or holds the run already, unless the workflow is named", async () => {
    const before = await readFile(at(CASSETTE), "utf8");
    const held = await fromLast();
    expect(held.stdout.toLowerCase()).toContain("skipped");
    await cli(["record", "-q", "--mode", "all", ...named], key);
    const newer = await readFile(at(CASSETTE), "utf8");
    expect(newer).not.toBe(before);
    await fromLast();
    expect(await readFile(at(CASSETTE), "utf8")).toBe(newer);
  });

  it("refuses a run that broke off", async () => {
    await cli(["eval", "-q", "-t", "broken"], key);
    const { code, stdout } = await fromLast("-q", "-t", "broken", "-r", "json");
    expect(code).toBe(3);
    const [evaluation] = JSON.parse(stdout).evaluations;
    expect(evaluation.reasons[0]).toMatch(/^Not recorded: its last run broke off \(model-error\): .*500/);
    expect(evaluation.settle).toEqual([
      "mcpvals record mcp-eval.config.json -t broken",
      "mcpvals eval mcp-eval.config.json -t broken",
    ]);
  });

  it("refuses a run of another request, with the commands that help", async () => {
    await cli(["eval", "-q", ...named], key);
    await configure({ model: "claude-opus-5" });
    const { code, stdout } = await fromLast("-q", ...named);
    await configure();
    expect(code).toBe(3);
    const said = stdout.replaceAll(/[\s\\]+/g, " ");
    expect(said).toContain(
      'Claude would be asked something else now. model was "claude-sonnet-5-5", is "claude-opus-5".',
    );
    expect(said).toContain("mcpvals record mcp-eval.config.json --from-last -t 'who is Ann' --model claude-sonnet-5-5");
    expect(said).toContain("mcpvals record mcp-eval.config.json -t 'who is Ann'");
  });

  it("does not take for chance what the server does otherwise since the eval", async () => {
    const other = ["--", process.execPath, SERVER, "--v2", "plan-changed"];
    const changed = await fromLast("-q", ...named, ...other);
    expect(changed.code).toBe(3);
    expect(await readFile(at(CASSETTE), "utf8")).not.toMatch(/^variables:\n/m);
    await fromLast("-q", ...named);
  });

  it("is no flag beside --mode or --check, and refused in CI like record", async () => {
    expect((await fromLast("--mode", "all")).code).toBe(2);
    expect((await fromLast("--check")).code).toBe(2);
    expect(await cli(["record", "--from-last"], { CI: "true" })).toMatchObject({ code: 2, stdout: "" });
  });
});
