import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Review } from "../../src/review/review.js";
import { endRepos, ENVIRONMENT, FAILED, makeRepo, run, type Repo } from "../helpers/review-repository.js";
import { runCli } from "../helpers/run-cli.js";
import { runHere } from "../helpers/run-here.js";

let repo: Repo;

beforeAll(() => {
  repo = makeRepo();
  const recording = (again: boolean) =>
    run("greet", { user: "Say hello.", final: again ? "Go away." : "Hello.", turns: [] }, again);
  repo.record("talk", recording(false));
  repo.commit();
  repo.git("checkout", "-q", "-b", "topic");
  repo.record("talk", recording(true), { scores: FAILED });
});
afterAll(() => {
  repo.end();
  endRepos();
});

const review = (...args: string[]) => runHere(["review", ...args], { cwd: repo.root, env: ENVIRONMENT });

describe("mcpvals review", () => {
  test("prints markdown, and is content with whatever it shows", async () => {
    const { code, stdout, stderr } = await runCli(["review"], { cwd: repo.root, env: ENVIRONMENT });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^<!-- mcpvals review -->\n\*\*The changed workflow got worse, likely because of chance\.\*\*\n/,
    );
  });

  test("--format json gives the same as data", async () => {
    const { stdout } = await review("--format", "json");
    const data = JSON.parse(stdout) as Review;
    expect(data).toMatchObject({ version: 1, worse: true, suites: [{ folder: "cassettes/talk" }] });
    expect(data.suites[0]?.workflows[0]?.attention.map(({ kind }) => kind)).toEqual(["verdict"]);
  });

  test("--format html=FILE writes a page into a file, and nothing to stdout", async () => {
    const { code, stdout, stderr } = await review("--format", "html=out/review.html");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    const page = repo.read("out/review.html");
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("The changed workflow got worse, likely because of chance.");
    repo.remove("out");
  });

  test("a commit that is not there, or another format, is a wrong request", async () => {
    const missing = await review("--base", "nowhere");
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toContain("there is no commit nowhere (REF_NOT_FOUND)");
    expect(await review("--format", "pdf")).toMatchObject({ code: 2, stdout: "" });
    const nowhere = await review("--format", "html=");
    expect(nowhere).toMatchObject({ code: 2, stdout: "" });
    expect(nowhere.stderr).toContain('names no file after "="');
  });

  test("in a pull request of GitHub its images are linked there", async () => {
    const drawing = (fill: number, again: boolean) => {
      const content = [{ type: "image", mimeType: "image/png", data: Buffer.alloc(2000, fill).toString("base64") }];
      const outcome = { kind: "result" as const, result: { content } };
      return run("draw", { user: "Draw.", turns: [[["draw", {}, { outcome }]]] }, again);
    };
    repo.record("art", drawing(1, false));
    repo.commit();
    repo.record("art", drawing(2, true));
    const { stdout } = await runHere(["review", "--base", "HEAD"], {
      cwd: repo.root,
      env: {
        ...ENVIRONMENT,
        GITHUB_SERVER_URL: "https://github.example",
        GITHUB_REPOSITORY: "a/b",
        GITHUB_SHA: "abc",
      },
    });
    expect(stdout).toContain("[after](<https://github.example/a/b/blob/abc/cassettes/art/blobs/");
  });
});
