// Runs `mcpvals review`: shows what changed in cassettes, for a pull request. Runs no server.
import { EXIT } from "../../errors.js";
import { renderJsonText } from "../../render/safe/json-text.js";
import { renderReview } from "../../render/comment/render-markdown.js";
import type { Review } from "../../review/review.js";
import { reviewCassettes } from "../../review/files/review.js";
import type { CommandContext } from "../context.js";
import { choiceOf, oneOf } from "../flag-values.js";
import type { Invocation } from "../invocation.js";

/** Resolves to the exit code: 0 where there is a review, whatever it says; replay gives the verdict. */
export async function runReview({ configs, values }: Invocation, context: CommandContext): Promise<number> {
  const { cwd, env, stdout } = context;
  const format = choiceOf(values, "format", ["markdown", "json"]) ?? "markdown";
  const review = await reviewCassettes({ cwd, env, base: oneOf(values, "base"), paths: configs });
  await stdout.write(format === "json" ? renderJsonText(review) : renderReview(review, linksOf(review, env)));
  return EXIT.yes;
}

/** The links to both versions of a file on GitHub, in a GitHub workflow. */
function linksOf({ base }: Review, env: CommandContext["env"]): { before?: string; after?: string } {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: head } = env;
  if (server === undefined || repository === undefined || head === undefined) return {};
  const files = `${server}/${repository}/blob`;
  return { before: `${files}/${base.commit}`, after: `${files}/${head}` };
}
