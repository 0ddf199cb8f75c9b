// What a review says of several recorded takes of one workflow.
import { afterAll, beforeEach, afterEach, expect, test } from "vitest";
import { replaceTrials } from "../../src/cassette/replace-block.js";
import { renderReview } from "../../src/render/comment/render-markdown.js";
import { renderReviewHtml } from "../../src/render/formats/review/html.js";
import { reviewCassettes } from "../../src/review/files/review.js";
import { endRepos, ENVIRONMENT, FAILED, makeRepo, PASSED, run, type Repo } from "../helpers/review-repository.js";

let repo: Repo;
beforeEach(() => {
  repo = makeRepo();
});
afterEach(() => repo.end());
afterAll(endRepos);

/** Records one take of three that calls `tools`. */
function record(take: number, tools: readonly string[], passed: boolean, again: boolean): void {
  const sketch = { user: "Find it.", turns: [tools.map((tool) => [tool, { title: "Dune" }, "ok"] as const)] };
  const path = repo.record("one", run("find", sketch, again), { scores: passed ? PASSED : FAILED });
  const text = replaceTrials(repo.read(path), path, { runs: 3, passed: 2, take });
  repo.remove(path);
  repo.write(take === 1 ? path : path.replace(".yaml", `.take-${take}.yaml`), text);
}

function recordAll(takes: readonly (readonly [tools: readonly string[], passed: boolean])[], again: boolean): void {
  // The first one last: all are written to its file before they are moved.
  for (const [at, [tools, passed]] of [...takes.entries()].toReversed()) record(at + 1, tools, passed, again);
}

test("names a later take that makes different calls or has a different verdict, and no other", async () => {
  recordAll(
    [
      [["search"], true],
      [["search"], true],
      [["search", "get"], false],
    ],
    false,
  );
  repo.commit("base");
  repo.git("checkout", "-q", "-b", "topic");
  // The first take calls something else, too: its row says so, as for a workflow without takes.
  recordAll(
    [
      [["list"], true],
      [["search"], true],
      [["get"], true],
    ],
    true,
  );
  const review = await reviewCassettes({ cwd: repo.root, env: ENVIRONMENT, base: "main" });

  const takes = review.suites.flatMap(({ workflows }) => workflows.flatMap(({ attention }) => attention));
  expect(takes).toEqual([
    {
      kind: "take",
      what: "take 3 of 3 has a different verdict and makes different calls",
      where: "cassettes/one/find.take-3.yaml",
      workflow: "find",
      evidence: [
        { label: "verdict", before: "failed", after: "passed" },
        { label: "calls", before: ["search", "get"], after: ["get"] },
      ],
      command: expect.stringMatching(/^mcpvals show cassettes\/one\/find\.take-3\.yaml --diff [0-9a-f]+$/),
    },
  ]);
  const text = renderReview(review, {});
  expect(text).toContain("- **Take 3 of 3 has a different verdict and makes different calls**: `find` in `cassettes/");
  expect(text).toContain('  - `calls`: `["search","get"]` → `["get"]`');
  // Each take has a row of its own.
  expect(text.match(/^\| `find` \|/gm)).toHaveLength(3);
  expect(text).toContain("failed (2 of 3 trials passed, take 3) → passed (2 of 3 trials passed, take 3)");
  const page = renderReviewHtml(review);
  expect(page).toContain("Take 3 of 3 has a different verdict and makes different calls");
});

test("names a take that sends other arguments, and none that says the same again", async () => {
  recordAll(
    [
      [["search"], true],
      [["search"], true],
    ],
    false,
  );
  repo.commit("base");
  repo.git("checkout", "-q", "-b", "topic");
  recordAll(
    [
      [["search"], true],
      [["search"], true],
    ],
    true,
  );
  const same = await reviewCassettes({ cwd: repo.root, env: ENVIRONMENT, base: "main" });
  expect(same.suites[0]?.workflows.flatMap(({ attention }) => attention)).toEqual([]);
  expect(renderReview(same, {}).match(/^\| `find` \|/gm)).toHaveLength(2);

  const title = "dune";
  const path = repo.record("one", run("find", { user: "Find it.", turns: [[["search", { title }, "ok"]]] }, true));
  const take = path.replace(".yaml", ".take-2.yaml");
  repo.write(take, replaceTrials(repo.read(path), path, { runs: 5, passed: 4, take: 2 }));
  const other = await reviewCassettes({ cwd: repo.root, env: ENVIRONMENT, base: "main", paths: [take] });
  expect(other.suites[0]?.workflows.flatMap(({ attention }) => attention)).toMatchObject([
    {
      what: "take 2 of 5 makes different calls",
      evidence: [{ label: "call 1, search /title", before: "Dune", after: "dune" }],
    },
  ]);
});
