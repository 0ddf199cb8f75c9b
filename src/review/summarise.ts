// Says in one sentence, without recorded text, whether anything got worse.
import { CAUSE_WORDS } from "./cause-words.js";
import type { Attention, AttentionKind, Review, SuiteReview, WorkflowReview } from "./review.js";

const FELL: ReadonlySet<AttentionKind> = new Set(["verdict", "score"]);
const CHANGED: ReadonlySet<AttentionKind> = new Set(["value"]);
const UNTRUSTED: ReadonlySet<AttentionKind> = new Set(["seal", "broken", "rewritten"]);

/** Never says that nothing got worse where something could not be read or was changed by hand. */
export function summarise(
  suites: readonly Pick<SuiteReview, "workflows">[],
  attention: readonly Attention[],
): Pick<Review, "worse" | "sentence"> {
  const workflows = suites.flatMap((suite) => suite.workflows);
  const fell = workflows.filter((workflow) => has(workflow, FELL));
  const untrusted = workflows.filter((workflow) => has(workflow, UNTRUSTED));
  const eyes = attention.length + workflows.filter((workflow) => workflow.attention.length > 0).length;
  const rest =
    eyes === 0 ? "" : eyes === 1 ? "; one thing needs your attention" : `; ${eyes} things need your attention`;
  if (fell.length > 0) {
    const open = untrusted.filter((workflow) => !fell.includes(workflow)).length;
    const more = open === 0 ? "" : `; for ${open === 1 ? "one" : open} more it is unknown`;
    const [some, all] = [fell.length, workflows.length];
    const who =
      all === 1
        ? "The changed workflow"
        : some === all
          ? `All ${all} changed workflows`
          : `${some} of ${all} changed workflows`;
    return { worse: true, sentence: `${who} got worse${likely(fell)}${more}.` };
  }
  if (untrusted.length > 0) {
    const what = untrusted.length === 1 ? "one cassette" : `${untrusted.length} cassettes`;
    return {
      worse: null,
      sentence: `Whether anything got worse is unknown: ${what} cannot be read, or changed without a new recording${rest}.`,
    };
  }
  if (workflows.length === 0 && eyes === 0) return { worse: false, sentence: "Nothing changed in the cassettes." };
  const deleted = workflows.filter(({ status }) => status === "deleted").length;
  const otherwise = workflows.filter((workflow) => has(workflow, CHANGED)).length;
  const named = otherwise === 1 ? "1 workflow" : `${otherwise} workflows`;
  const nothing =
    otherwise > 0
      ? `No score got worse, but results changed for the same arguments in ${named}`
      : deleted === 0
        ? "Nothing got worse"
        : "Nothing that is still recorded got worse";
  return { worse: false, sentence: `${nothing}${countsOf(workflows)}${rest}.` };
}

function has({ attention }: WorkflowReview, kinds: ReadonlySet<AttentionKind>): boolean {
  return attention.some(({ kind }) => kinds.has(kind));
}

function likely(workflows: readonly WorkflowReview[]): string {
  const first = [
    ...new Set(workflows.flatMap(({ causes }) => causes.slice(0, 1).map(({ kind }) => CAUSE_WORDS[kind]))),
  ];
  if (first.length === 0) return "";
  return first.length > 3 ? ", for several causes" : `, likely because of ${first.join(", ")}`;
}

function countsOf(workflows: readonly WorkflowReview[]): string {
  const count = (status: WorkflowReview["status"]): number => workflows.filter((one) => one.status === status).length;
  const [other, same] = [count("differs"), count("same")];
  const named = (number: number): string => (number === 1 ? "1 workflow" : `${number} workflows`);
  const parts = [
    ...(other === 0 ? [] : [`Claude acted differently in ${named(other)}`]),
    ...(same === 0 ? [] : [other === 0 ? `Claude acted the same in ${named(same)}` : `the same in ${same}`]),
    ...(count("edited") === 0 ? [] : [`${count("edited")} changed without a new recording`]),
    ...(count("added") === 0 ? [] : [`${count("added")} new`]),
    ...(count("deleted") === 0 ? [] : [`${count("deleted")} deleted`]),
  ];
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}
