// Renders a change of the contract as a folded entry, tool by tool.
import { cutPair } from "../parts/cut-pair.js";
import type { ReviewedChange, ContractReview } from "../../review/review.js";
import { fence, htmlCode } from "../safe/safe-markdown.js";
import { pairLines } from "./shown-values.js";

const MOST_CHANGES = 60;

/** Renders one entry for all workflows that share the change. */
export function renderContract({ before, after, workflows, changes }: ContractReview): string {
  const count = workflows.length === 1 ? "1 workflow" : `${workflows.length} workflows`;
  const title = `Contract ${htmlCode(before)} → ${htmlCode(after)} (${count}): ${describe(changes)}`;
  const shown = changes.slice(0, MOST_CHANGES).flatMap(renderChange);
  const more = changes.length > MOST_CHANGES ? [`  … ${changes.length - MOST_CHANGES} more changes`] : [];
  const body = shown.length === 0 ? ["", "Only its order differs."] : ["", ...fence("diff", [...shown, ...more])];
  return ["<details>", `<summary>${title}</summary>`, ...body, "", "</details>"].join("\n");
}

function describe(changes: readonly ReviewedChange[]): string {
  const count = (kind: ReviewedChange["kind"]): number =>
    new Set(changes.filter((change) => change.tool !== undefined && change.kind === kind).map(({ tool }) => tool)).size;
  const parts: [number, string][] = [
    [count("gone"), "gone"],
    [count("changed"), "changed"],
    [count("new"), "new"],
  ];
  const tools = parts.flatMap(([number, word]) =>
    number === 0 ? [] : [`${number} ${number === 1 ? "tool" : "tools"} ${word}`],
  );
  const isMore = changes.some(({ tool }) => tool === undefined);
  return [...tools, ...(isMore ? ["the server's own words"] : [])].join(", ") || "no change in content";
}

function renderChange({ tool, kind, path, before, after }: ReviewedChange): string[] {
  const place =
    cutPair(
      `${tool === undefined ? "" : `tool ${tool}`}${tool !== undefined && path !== "" ? " " : ""}${path}`,
      undefined,
      160,
    )[0] ?? "";
  const whole = path === "" && tool !== undefined ? (kind === "new" ? " is new" : " is gone") : "";
  return [`@@ ${place}${whole} @@`, ...pairLines(before, after)];
}
