import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTranscriptJson } from "../../../../src/render/transcript/render-transcript-json.js";
import { renderTranscriptMarkdown } from "../../../../src/render/transcript/render-transcript-markdown.js";
import type { Shown } from "../../../../src/render/transcript/shown.js";
import { nastyString } from "../../../helpers/arbitrary-json.js";
import { diff, run, text, turn, withResult } from "./example.js";

const show = (shown: Shown, full = false): string => renderTranscriptMarkdown(shown, { full, timeless: false });

/** What stands outside of fences and of code on a line. */
function alive(markdown: string): string {
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    const [, ticks = "", rest = ""] = /^(`{3,})([^`]*)$/.exec(line) ?? [];
    if (fence === undefined && ticks !== "") fence = ticks;
    else if (fence === undefined) outside.push(line.replaceAll(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, ""));
    else if (ticks.length >= fence.length && rest === "") fence = undefined;
  }
  expect(fence, "every fence is closed").toBeUndefined();
  return outside.join("\n");
}

describe("a transcript in Markdown", () => {
  it("reads from top to bottom, with drift as a diff", () => {
    const markdown = show({ run, diff });
    expect(markdown).toContain("- Workflow: `case`\n- File: `cassettes/demo/case.yaml`\n");
    expect(markdown).toContain("## Step 1 of 1\n\n**User**\n\n```text\nWhat is Ann's email?\n```\n");
    expect(markdown).toContain('**Call 1** `get_user`\n\n```json\n{"id":7}\n```\n');
    expect(markdown).toContain(
      '**changed** `d-0a1b2c3d step 1, call 1, get_user result, /content/0/json/email`\n\n```diff\n- "ann@old.example"\n+ "ann@new.example"\n```\n',
    );
    expect(markdown).toContain("---\n\n**`From turn 2 on, the recording proves nothing`**\n");
  });

  it("lets no recorded text link, mention, be HTML, or leave its fence", () => {
    const attack = [
      "```",
      "<img src=x onerror=alert(1)>",
      "@octocat [x](https://evil.example) https://evil.example #1",
      "````",
      "``",
      "</details>",
    ].join("\n");
    const { diff: _, ...alone } = { run, diff };
    const steps = [{ user: attack, turns: [turn(1, attack, text(attack), { note: attack }), turn(undefined, attack)] }];
    const drift = diff.drift.map((item) => ({ ...item, recorded: attack, present: "", note: attack }));
    const shown = {
      run: { ...alone.run, steps, workflow: attack, findings: [attack] },
      diff: { ...diff, drift, with: attack },
    };
    const outside = alive(show(shown, true));
    for (const word of ["evil", "<img", "@octocat", "</details>", "#1"]) expect(outside).not.toContain(word);
  });

  it("whatever is recorded: outside of code stand only words of ours", () => {
    fc.assert(
      fc.property(nastyString, fc.stringMatching(/^[`~\n<@ x]{0,12}$/), (one, two) => {
        const mark = "QQQ";
        const steps = [
          { user: one + mark, turns: [turn(1, mark + two, text(two + mark + one), { [two]: mark + one })] },
        ];
        const shown = { run: { ...run, steps, workflow: `${two}${mark}${one}`, problems: [two + mark + two] } };
        expect(alive(show(shown, true))).not.toContain(mark);
      }),
    );
  });

  it("folds long results", () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join("\n");
    expect(show(withResult(text(lines)))).toContain("line 12\n```\n\n… 28 more lines (`--full`)\n");
    expect(show(withResult(text(lines)), true)).toContain("line 40\n```\n");
  });
});

describe("a transcript as JSON", () => {
  it("has everything but the tools that each turn was given", () => {
    const document: unknown = JSON.parse(renderTranscriptJson({ run, diff }));
    expect(document).toMatchObject({
      version: 1,
      workflow: "case",
      scores: { "end-to-end-success": 1 },
      steps: [{ turns: [{ calls: [{ id: 1, tool: "get_user" }] }, {}] }],
      diff: { ungroundedFrom: 2, drift: [{ class: "changed" }, { class: "docs" }] },
    });
    expect(renderTranscriptJson({ run, diff })).not.toContain('"tools"');
  });
});
