// Reviews of real git repositories: what is compared with what, and what of it is said.
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { McpvalsError } from "../../src/errors.js";
import { renderReview } from "../../src/render/comment/render-markdown.js";
import type { Attention, Review, WorkflowReview } from "../../src/review/review.js";
import { reviewCassettes, type ReviewOptions } from "../../src/review/files/review.js";
import type { CallOutcome, Trace } from "../../src/trace/trace.js";
import { NOTHING_LEARNED, type Learned } from "../../src/variables/learned.js";
import { learnFromChecks, makeTool, type ResultSketch } from "../helpers/make-trace.js";
import { endRepos, ENVIRONMENT, FAILED, makeRepo, PASSED, run, type Repo } from "../helpers/review-repository.js";

const folders: string[] = [];
let repo: Repo;
afterAll(endRepos);
afterEach(() => {
  repo.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function review(options: ReviewOptions = {}): Promise<Review> {
  return reviewCassettes({ cwd: repo.root, env: ENVIRONMENT, ...options });
}

function only({ suites }: Review): WorkflowReview {
  const all = suites.flatMap(({ workflows }) => workflows);
  expect(all).toHaveLength(1);
  return all[0] as WorkflowReview;
}

const kinds = (attention: readonly Attention[]): string[] => attention.map(({ kind }) => kind);
/** What checks learn of an id that the first call makes and the second sends. */
function madeId(...seen: string[]): Learned {
  const at = "/content/0/json/id";
  const sent = [{ call: 2, at: "/id", by: "value" as const }];
  const places = [1, 2].map((call) => ({ call, at }));
  return { ...NOTHING_LEARNED, variables: [{ name: "make-id", kind: "value", seen, places, sent }] };
}

const names = ({ suites }: Review): string[] => suites.flatMap(({ workflows }) => workflows.map((one) => one.workflow));

const recording = (name: string, again = false, final = "Done.") =>
  run(name, { user: `Do ${name}.`, final, turns: [[["act", { name }, { json: { ok: true } }]]] }, again);

async function refusal(promise: Promise<unknown>): Promise<McpvalsError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(McpvalsError);
  return error as McpvalsError;
}

function clone(from: string, ...flags: string[]): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), "review-clone-"))), "clone");
  folders.push(join(folder, ".."));
  execFileSync("git", ["clone", "-q", ...flags, `file://${from}`, folder], { env: ENVIRONMENT, stdio: "pipe" });
  return folder;
}

describe("what is compared", () => {
  test("the work tree with where the branch left main, and not what main did since", async () => {
    repo = makeRepo();
    repo.record("one", recording("a"));
    repo.commit("a");
    const parting = repo.head();
    repo.git("checkout", "-q", "-b", "topic");
    repo.record("one", recording("b"));
    repo.commit("b");
    repo.git("checkout", "-q", "main");
    repo.record("one", recording("c"));
    repo.commit("c on main");
    repo.git("checkout", "-q", "topic");
    const found = await review();
    expect(found.base).toEqual({ commit: parting, how: "merge base with main" });
    expect(names(found)).toEqual(["b"]);
    expect(only(found).status).toBe("added");
  });

  test("a branch that merged main has only its own changes", async () => {
    repo = makeRepo();
    repo.git("checkout", "-q", "-b", "topic");
    repo.record("one", recording("b"));
    repo.commit("b");
    repo.git("checkout", "-q", "main");
    repo.record("two", recording("c"));
    repo.commit("c on main");
    repo.git("checkout", "-q", "topic");
    repo.git("merge", "-q", "-m", "merge", "main");
    expect(names(await review())).toEqual(["b"]);
  });

  test("files that are not committed, and new ones that git does not know yet", async () => {
    repo = makeRepo();
    repo.record("one", recording("a"));
    repo.commit("a");
    repo.record("one", recording("a", true, "Other."));
    repo.record("one", recording("b"));
    const found = await review();
    expect(found.suites[0]?.workflows.map(({ workflow, status }) => `${workflow} ${status}`)).toEqual([
      "a differs",
      "b added",
    ]);
  });

  test("only what is named, from any folder", async () => {
    repo = makeRepo();
    repo.record("one", recording("a"));
    repo.record("two", recording("b"));
    const found = await review({ cwd: join(repo.root, "cassettes"), paths: ["two"] });
    expect(names(found)).toEqual(["b"]);
  });

  test("a path that is nowhere is not a folder in which nothing changed; one that was deleted is", async () => {
    repo = makeRepo();
    repo.record("one", recording("a"));
    repo.commit("a");
    repo.remove("cassettes/one");
    expect((await refusal(review({ paths: ["cassettes/oen"] }))).code).toBe("BAD_USAGE");
    expect(only(await review({ paths: ["cassettes/one"] })).status).toBe("deleted");
  });

  test("in a pull request of GitHub the first parent of the merge commit", async () => {
    repo = makeRepo();
    repo.git("checkout", "-q", "-b", "topic");
    repo.record("one", recording("b"));
    repo.commit("b");
    repo.git("checkout", "-q", "main");
    repo.record("two", recording("c"));
    repo.commit("c on main");
    const base = repo.head();
    repo.git("checkout", "-q", "--detach");
    repo.git("merge", "-q", "--no-ff", "-m", "Merge topic into main", "topic");
    const sha = repo.head();
    // Nothing but the checkout is there, as actions/checkout leaves it.
    repo.git("branch", "-q", "-D", "main", "topic");
    const found = await review({ env: { ...ENVIRONMENT, GITHUB_EVENT_NAME: "pull_request", GITHUB_SHA: sha } });
    expect(found.base).toEqual({ commit: base, how: "first parent of the pull request's merge commit" });
    expect(names(found)).toEqual(["b"]);
  });

  test("a merge commit of the branch itself is no base, where the branch is checked out in place of the merge", async () => {
    repo = makeRepo();
    const start = repo.head();
    repo.git("checkout", "-q", "-b", "topic");
    repo.record("one", recording("b"));
    repo.commit("b");
    repo.git("checkout", "-q", "-b", "other", start);
    repo.write("x.txt", "x\n");
    repo.commit("x");
    repo.git("checkout", "-q", "topic");
    repo.git("merge", "-q", "-m", "merge", "other");
    const found = await review({
      env: { ...ENVIRONMENT, GITHUB_EVENT_NAME: "pull_request", GITHUB_SHA: "0".repeat(40), GITHUB_BASE_REF: "main" },
    });
    expect(names(found)).toEqual(["b"]);
  });

  test.each([
    ["1", "fetch-depth: 2"],
    ["2", undefined],
  ])("a clone of depth %s of a pull request's merge commit", async (depth, advice) => {
    repo = makeRepo();
    repo.git("checkout", "-q", "-b", "topic");
    repo.record("one", recording("b"));
    repo.commit("b");
    repo.git("checkout", "-q", "-b", "merged", "main");
    repo.git("merge", "-q", "--no-ff", "-m", "Merge topic into main", "topic");
    const cwd = clone(repo.root, "--depth", depth, "--branch", "merged", "--single-branch");
    const found = reviewCassettes({ cwd, env: { ...ENVIRONMENT, GITHUB_EVENT_NAME: "pull_request" } });
    if (advice === undefined) expect(names(await found)).toEqual(["b"]);
    else {
      const { code, fix } = await refusal(found);
      expect({ code, fix }).toEqual({ code: "REF_NOT_FOUND", fix: expect.stringContaining(advice) });
    }
  });

  test("a shallow clone of a branch gets one message with the depth that it needs", async () => {
    repo = makeRepo();
    repo.git("checkout", "-q", "-b", "topic");
    repo.record("one", recording("b"));
    repo.commit("b");
    repo.commit("c");
    // The remote's HEAD is its default branch.
    repo.git("checkout", "-q", "main");
    const cwd = clone(repo.root, "--depth", "1", "--branch", "topic", "--no-single-branch");
    const { code, message, fix } = await refusal(reviewCassettes({ cwd, env: ENVIRONMENT }));
    expect(code).toBe("REF_NOT_FOUND");
    expect(message).toContain("shallow");
    expect(fix).toContain("fetch-depth: 0");
    execFileSync("git", ["fetch", "-q", "--unshallow", "origin"], { cwd, env: ENVIRONMENT, stdio: "pipe" });
    expect(names(await reviewCassettes({ cwd, env: ENVIRONMENT }))).toEqual(["b"]);
  });

  test("a ref that is not there, a folder without a repository", async () => {
    repo = makeRepo();
    expect((await refusal(review({ base: "v9" }))).code).toBe("REF_NOT_FOUND");
    expect((await refusal(review({ base: "--output=x" }))).code).toBe("REF_NOT_FOUND");
    const bare = realpathSync(mkdtempSync(join(tmpdir(), "review-none-")));
    folders.push(bare);
    expect((await refusal(review({ cwd: bare }))).code).toBe("GIT_FAILED");
  });
});

describe("what is said", () => {
  function onBranch(make: () => void): void {
    repo = makeRepo();
    make();
    repo.commit("base");
    repo.git("checkout", "-q", "-b", "topic");
  }

  test("a workflow with another name is the same one, however alike the others are", async () => {
    onBranch(() => ["a", "b", "c"].forEach((name) => repo.record("one", recording(name))));
    repo.remove("cassettes/one/a.yaml");
    const renamed = { ...recording("a"), workflow: "z" };
    repo.record("one", renamed);
    repo.commit("rename");
    const found = only(await review());
    expect(found).toMatchObject({
      workflow: "z",
      status: "edited",
      renamedFrom: { workflow: "a", file: "cassettes/one/a.yaml" },
    });
    expect(kinds(found.attention)).toEqual([]);
  });

  test("a deleted cassette is not hidden by a new one that looks like it", async () => {
    onBranch(() => repo.record("one", recording("a")));
    repo.remove("cassettes/one/a.yaml");
    repo.record("one", recording("b"));
    const found = await review();
    expect(found.suites[0]?.workflows.map(({ workflow, status }) => `${workflow} ${status}`)).toEqual([
      "a deleted",
      "b added",
    ]);
    expect(found.sentence).toContain("Nothing that is still recorded got worse");
  });

  test("conflict markers, a cut-off file and bytes that are not text cannot be read, and then nothing is called well", async () => {
    onBranch(() => ["a", "b", "c"].forEach((name) => repo.record("one", recording(name))));
    const text = (name: string): string => repo.read(`cassettes/one/${name}.yaml`);
    repo.write("cassettes/one/a.yaml", `<<<<<<< HEAD\n${text("a")}=======\n${text("b")}>>>>>>> other\n`);
    repo.write("cassettes/one/b.yaml", text("b").slice(0, 300));
    repo.write("cassettes/one/c.yaml", Buffer.from(text("c").replace("Done", "D\u00f6ne"), "latin1"));
    const found = await review();
    expect(found.worse).toBeNull();
    expect(found.sentence).toContain("is unknown: 3 cassettes");
    expect(found.suites[0]?.workflows.map(({ status, attention }) => [status, kinds(attention)])).toEqual([
      ["broken", ["broken"]],
      ["broken", ["broken"]],
      ["broken", ["broken"]],
    ]);
  });

  test("a contract that is gone breaks the cassettes that need it", async () => {
    onBranch(() => repo.record("one", recording("a")));
    repo.remove("cassettes/one/contracts");
    const found = only(await review());
    expect(found.status).toBe("broken");
    expect(found.attention[0]?.evidence[0]?.after).toContain("CASSETTE_FILE_MISSING");
  });

  test("what was recorded, changed and sealed again without a new recording", async () => {
    onBranch(() => repo.record("one", recording("a"), { scores: FAILED }));
    repo.record("one", recording("a", false, "Other words."), { scores: PASSED });
    const found = await review();
    expect(kinds(only(found).attention)).toEqual(["rewritten", "rewritten"]);
    expect(found.worse).toBeNull();
  });

  test("a third more calls and tokens", async () => {
    const calls = (count: number, again: boolean) =>
      run("a", { turns: [Array.from({ length: count }, (_, at) => ["act", { at }, "ok"] as const)] }, again);
    onBranch(() => repo.record("one", calls(3, false)));
    const dear = calls(4, true);
    for (const turn of dear.steps[0]?.turns ?? []) turn.usage = { input: 100, output: 10, cacheRead: 5 };
    repo.record("one", dear);
    expect(kinds(only(await review()).attention)).toEqual(["calls", "tokens"]);
  });

  test.each<[string, ReturnType<typeof recording>, string[]]>([
    [
      "a prompt",
      run(
        "a",
        { user: "Do it well.", final: "Other.", turns: [[["act", { name: "a" }, { json: { ok: true } }]]] },
        true,
      ),
      ["prompt"],
    ],
    ["the model", { ...recording("a", true, "Other."), model: { name: "another", maxTokens: 1000 } }, ["model"]],
    ["a setting", { ...recording("a", true, "Other."), model: { name: "stand-in", maxTokens: 50 } }, ["settings"]],
    ["the system prompt", { ...recording("a", true, "Other."), system: "Be brief." }, ["prompt"]],
    [
      "a description",
      run(
        "a",
        {
          user: "Do a.",
          final: "Other.",
          tools: [makeTool("act", { type: "object" }, { description: "Acts well." })],
          turns: [[["act", { name: "a" }, { json: { ok: true } }]]],
        },
        true,
      ),
      ["description"],
    ],
    [
      "a result",
      run("a", { user: "Do a.", final: "Other.", turns: [[["act", { name: "a" }, { json: { ok: false } }]]] }, true),
      ["result"],
    ],
    ["nothing", recording("a", true, "Other."), ["chance"]],
  ])("the likely cause where %s differed before", async (_, after, causes) => {
    onBranch(() => repo.record("one", recording("a")));
    repo.record("one", after);
    const found = only(await review());
    expect(found.status).toBe("differs");
    expect(found.causes.map(({ kind }) => kind)).toEqual(causes);
  });

  test("what differs after the first different turn is no cause of it", async () => {
    const two = (first: string, result: string, again: boolean) =>
      run("a", { user: "Do a.", turns: [[[first, {}, "ok"]], [["last", {}, result]]] }, again);
    const tools = [makeTool("one"), makeTool("two"), makeTool("last")];
    const withTools = (trace: ReturnType<typeof two>) => ({ ...trace, contract: { ...trace.contract, tools } });
    onBranch(() => repo.record("one", withTools(two("one", "x", false))));
    repo.record("one", withTools(two("two", "y", true)));
    const found = only(await review());
    expect(found.differsFrom).toEqual({ step: 1, turn: 1 });
    expect(found.causes.map(({ kind }) => kind)).not.toContain("result");
  });

  test("ids of the server's own make no difference, and are counted", async () => {
    const made = (id: string, again: boolean) =>
      run(
        "a",
        {
          user: "Make it.",
          turns: [[["make", {}, { json: { id, ok: true } }]], [["get", { id }, { json: { id, name: "x" } }]]],
        },
        again,
      );
    const checked = (trace: Trace) => {
      const answers = ["u_11bc04", "u_5e0d21"].map((id): ResultSketch[] => [
        { json: { id, ok: true } },
        { json: { id, name: "x" } },
      ]);
      return repo.record("one", trace, { learned: learnFromChecks(trace, answers).learned });
    };
    onBranch(() => checked(made("u_8f3a91", false)));
    checked(made("u_77c0de", true));
    const found = only(await review());
    expect(found).toMatchObject({ status: "same", causes: [], changes: { values: [] } });
    expect(found.changes.byItself).toBeGreaterThan(0);
  });

  test("what a check learned anew is told place by place, how a call is made first, and is no edit by hand", async () => {
    const made = run("a", {
      user: "Make it.",
      turns: [
        [["make", {}, { json: { id: "u_8f3a91", ms: 3 } }]],
        [["get", { id: "u_8f3a91", by: 7 }, { json: { id: "u_8f3a91", tags: ["a", "b"] } }]],
      ],
    });
    const learned = madeId("u_8f3a91", "u_77c0de");
    const ms = { name: "make-ms", kind: "quantity" as const, seen: [3, 5], sent: [] };
    onBranch(() =>
      repo.record("one", made, {
        checks: 1,
        learned: {
          ...learned,
          variables: [
            ...learned.variables.map((one) => ({ ...one, sent: [{ call: 2, at: "/id", by: "name" as const }] })),
            { ...ms, places: [{ call: 1, at: "/content/0/json/ms" }] },
          ],
          unstable: [{ call: 2, at: "/content/0/json/tags", why: "another order", seen: [1, 2] }],
        },
      }),
    );
    repo.record("one", made, {
      checks: 2,
      learned: {
        ...learned,
        variables: learned.variables.map((one) => ({ ...one, places: [{ call: 1, at: "/content/0/json/id" }] })),
        orders: [{ call: 2, at: "/content/0/json/tags" }],
        doubtful: [{ call: 2, at: "/by", value: 7, readings: ["make-id", "constant"] }],
      },
    });
    const found = only(await review());
    expect(found.status).toBe("edited");
    expect(found.attention.map(({ kind, what, evidence }) => ({ kind, what, evidence }))).toEqual([
      {
        kind: "sent",
        what: "one argument is made differently",
        evidence: [{ label: "get, call 2 /id", before: "make-id (name)", after: "make-id (value)" }],
      },
      {
        kind: "doubtful",
        what: "one argument is doubtful, and not sent",
        evidence: [{ label: "get, call 2 /by", after: "7: make-id or constant" }],
      },
      {
        kind: "variables",
        what: "3 places that may differ on their own have changed",
        evidence: [
          {
            label: "make-id",
            before: "value at make, call 1 /content/0/json/id, get, call 2 /content/0/json/id",
            after: "value at make, call 1 /content/0/json/id",
          },
          { label: "make-ms", before: "quantity at make, call 1 /content/0/json/ms" },
          { label: "get, call 2 /content/0/json/tags", before: "unstable", after: "any order" },
        ],
      },
    ]);
  });

  test("a check that only said it again is nothing to look at, and a longer script asks nothing of calls that are new", async () => {
    const turns: NonNullable<Parameters<typeof run>[1]["turns"]> = [
      [["make", {}, { json: { id: "u_8f3a91" } }]],
      [["get", { id: "u_8f3a91" }, { json: { id: "u_8f3a91" } }]],
    ];
    const script = (again: boolean, more: boolean) =>
      run(
        "a",
        {
          user: "Make it.",
          turns: more ? [[["list", {}, { json: [] }]], ...turns] : turns,
        },
        again,
      );
    const learned = madeId("u_8f3a91", "u_77c0de");
    onBranch(() => repo.record("one", script(false, false), { checks: 1, learned }));
    repo.record("one", script(false, false), { checks: 2, learned });
    expect(only(await review()).attention).toEqual([]);
    const later = {
      ...learned,
      variables: learned.variables.map((one) => ({
        ...one,
        places: one.places.map((place) => ({ ...place, call: place.call + 1 })),
        sent: one.sent.map((place) => ({ ...place, call: place.call + 1 })),
      })),
    };
    repo.record("one", script(true, true), { checks: 2, learned: later });
    expect(kinds(only(await review()).attention)).not.toContain("sent");
    expect(kinds(only(await review()).attention)).not.toContain("variables");
  });

  test("an image that changed is linked on both sides", async () => {
    const picture = (fill: number, again: boolean) => {
      const data = Buffer.alloc(2000, fill).toString("base64");
      const content = [{ type: "image", mimeType: "image/png", data }];
      const outcome: CallOutcome = { kind: "result", result: { content } };
      return run("a", { user: "Draw.", turns: [[["draw", {}, { outcome }]]] }, again);
    };
    onBranch(() => repo.record("one", picture(1, false)));
    repo.record("one", picture(2, true));
    const found = await review();
    const text = renderReview(found, { before: "https://example.com/blob/1", after: "https://example.com/blob/2" });
    expect(text).toMatch(
      /\[before\]\(<https:\/\/example\.com\/blob\/1\/cassettes\/one\/blobs\/[0-9a-f]{64}\.png\?raw=true>\)/,
    );
    expect(text).toMatch(/→ \[after\]\(<https:\/\/example\.com\/blob\/2\//);
  });

  test("expectations, ignore, accept and skip in a JSON config; a config that is code is named and not run", async () => {
    const config = {
      server: { transport: "stdio", command: "server" },
      workflows: [
        { name: "a", steps: [{ user: "Do a.", expectedState: "done well" }], toolOrder: "exact", forbidTools: ["rm"] },
        { name: "b", steps: [{ user: "Do b." }] },
        { name: "c", steps: [{ user: "Do c." }] },
      ],
    };
    onBranch(() => {
      repo.write("travel.config.json", JSON.stringify(config));
      repo.write("mcpvals.config.mjs", "export default {};\n");
      repo.write("package.json", "{}\n");
    });
    const [a, b] = config.workflows;
    repo.write(
      "travel.config.json",
      JSON.stringify({
        ...config,
        accept: ["docs", "additive", "reworded"],
        ignore: [{ tool: "*", path: "" }],
        passThreshold: 0.1,
        workflows: [
          { ...a, steps: [{ user: "Do a.", expectedState: "done" }], toolOrder: "subsequence", forbidTools: [] },
          { ...b, skip: true },
        ],
      }),
    );
    repo.write("mcpvals.config.mjs", "throw new Error('run');\n");
    repo.write("package.json", '{ "name": "x" }\n');
    const found = await review();
    expect(found.attention.map(({ what, workflow }) => [what, workflow])).toEqual([
      ["a workflow is skipped", "b"],
      ["a workflow is gone from the config", "c"],
      ["more places are ignored", undefined],
      ["more drift is accepted", undefined],
      ["less is needed to pass", undefined],
      ["expectations changed", "a"],
    ]);
    expect(found.notLookedAt).toEqual([expect.stringContaining("mcpvals.config.mjs")]);
  });

  test("nothing changed", async () => {
    repo = makeRepo();
    repo.write("src/a.txt", "x\n");
    const found = await review();
    expect(renderReview(found, {})).toContain("<!-- mcpvals review -->\n**Nothing changed in the cassettes.**");
  });
});
