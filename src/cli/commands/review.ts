// Runs `mcpvals review`: shows what changed in cassettes, for a pull request. Runs no server.
import { resolve } from "node:path";
import { EXIT } from "../../errors.js";
import { renderJsonText } from "../../render/safe/json-text.js";
import { renderReview } from "../../render/comment/render-markdown.js";
import type { Review } from "../../review/review.js";
import { reviewCassettes } from "../../review/files/review.js";
import type { CommandContext } from "../context.js";
import { bad, oneOf, type FlagValues } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { deliver, type ReporterTarget } from "../reporters.js";

const FORMATS = ["markdown", "json", "html"] as const;
type ReviewFormat = (typeof FORMATS)[number];

/** Resolves to the exit code: 0 where there is a review, whatever it says; replay gives the verdict. */
export async function runReview({ configs, values }: Invocation, context: CommandContext): Promise<number> {
  const { cwd, env, stdout } = context;
  const target = targetOf(values, cwd);
  const review = await reviewCassettes({ cwd, env, base: oneOf(values, "base"), paths: configs });
  await deliver([target], stdout, (name) => render(name, review, env), "format");
  return EXIT.yes;
}

/** `html`, or `html=FILE`, as a reporter is named. */
function targetOf(values: FlagValues, cwd: string): ReporterTarget<ReviewFormat> {
  const text = oneOf(values, "format") ?? "markdown";
  const at = text.indexOf("=");
  const format = at < 0 ? text : text.slice(0, at);
  const name = FORMATS.find((one) => one === format);
  if (name === undefined) throw bad("format", `takes ${FORMATS.join(", ")}, not ${JSON.stringify(format)}`);
  if (at < 0) return { name };
  if (at === text.length - 1) throw bad("format", `${text} names no file after "="`);
  return { name, file: resolve(cwd, text.slice(at + 1)) };
}

async function render(name: ReviewFormat, review: Review, env: CommandContext["env"]): Promise<string> {
  if (name === "json") return renderJsonText(review);
  if (name === "markdown") return renderReview(review, linksOf(review, env));
  const { renderReviewHtml } = await import("../../render/formats/review/html.js");
  return renderReviewHtml(review);
}

/** The links to both versions of a file on GitHub, in a GitHub workflow. */
function linksOf({ base }: Review, env: CommandContext["env"]): { before?: string; after?: string } {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: head } = env;
  if (server === undefined || repository === undefined || head === undefined) return {};
  const files = `${server}/${repository}/blob`;
  return { before: `${files}/${base.commit}`, after: `${files}/${head}` };
}
