import { describe, expect, it } from "vitest";
import { renderReviewHtml } from "../../../../src/render/formats/review/html.js";
import { SCRIPT, SCRIPT_HASH } from "../../../../src/render/formats/html/script.js";
import { STYLE } from "../../../../src/render/formats/html/style.js";
import type { Review } from "../../../../src/review/review.js";
import { poison } from "../../../helpers/poison.js";
import { mixedReview } from "../../../helpers/sample-reviews.js";

const page = renderReviewHtml(mixedReview());
const nothing = (): Review => ({
  ...mixedReview(),
  worse: false,
  sentence: "Nothing changed in the cassettes.",
  suites: [],
  attention: [],
  notLookedAt: [],
});

describe("the page of a review", () => {
  it("begins with the sentence, then what needs attention, then one table for all suites, the worst first", () => {
    expect(page).toContain(
      "</span> 1 of 3 changed workflows got worse, likely because of a different server result.</h1>",
    );
    expect(page.indexOf("Needs your eyes")).toBeLessThan(page.indexOf("<table>"));
    const entries = [...page.matchAll(/<div class="eye"><p><span class="mark v-(\w+)">.<\/span> <b>([^<]*)</g)];
    expect(entries.map(([, tone, what]) => `${tone} ${what}`)).toEqual([
      "failed The verdict got worse",
      "inconclusive More places are ignored",
      "inconclusive A third more tokens",
    ]);
    const rows = [...page.matchAll(/<tr data-row="(w\d)" data-verdict="(\w+)">.*?<a [^>]*>([^<]*)</g)];
    expect(rows.map(([, id, key, name]) => `${id} ${key} ${name}`)).toEqual([
      "w1 worse book-a-table",
      "w2 rest Contract sha-1 → sha-2",
      "w3 look costs-more",
      "w4 rest new-one",
      "w5 rest remember",
    ]);
    expect(
      [...page.matchAll(/<details class="workflow" id="(w\d)"[^>]*>/g)].map(([tag]) => tag.includes(" open")),
    ).toEqual([true, false, true, false, false]);
  });

  it("shows why Claude acted differently, its calls, and values and answers side by side", () => {
    expect(page).toContain("Claude first acted differently in step 1, turn 2.");
    expect(page).toContain(`<span class="del">- book_table</span>`);
    expect(page).toContain(`<span class="add">+ say_no (other arguments)</span>`);
    expect(page).toContain(`<mark>24</mark>`);
    expect(page).toContain("Booked");
    expect(page).toContain("2 more places differ on their own");
    expect(page).toContain("cassettes/travel/blobs/b.png");
    expect(page).toContain("mcpvals show cassettes/travel/book-a-table.yaml --diff d6a7de61d424");
    expect(page).toContain("a config that is code is not run");
  });

  it("is made of nothing, too", () => {
    const text = renderReviewHtml(nothing());
    expect(text).toContain("Nothing changed in the cassettes.");
    expect(text).not.toContain("Needs your eyes");
    expect(text).not.toContain("<table>");
  });

  it("loads nothing, and has no element of a recorded text", () => {
    const tags = new Set(page.match(/<[a-z][a-z0-9]*/g) ?? []);
    const made = renderReviewHtml(poison(mixedReview(), ["kind", "status", "part"]));
    expect(made).toContain(`script-src '${SCRIPT_HASH}'`.replaceAll("'", "&#39;"));
    expect(made.match(/<[a-z][^>]* (?:style|on[a-z]+|src)=/gi)).toBe(null);
    for (const [, target = ""] of made.matchAll(/ href="([^"]*)"/g)) expect(target).toMatch(/^(#w\d+|data:,)$/);
    const plain = made.replace(SCRIPT, "").replace(STYLE, "");
    for (const tag of plain.match(/<[a-zA-Z!?][^\s>]*/g) ?? []) {
      if (tag !== "<!doctype") expect(tags).toContain(tag.replace(/[/]$/, ""));
    }
    expect(made.match(/<script/g)).toHaveLength(1);
    // oxlint-disable-next-line no-control-regex
    expect(made).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufeff]/);
  });

  it("leaves out the mildest where the file would be too large, and says so", () => {
    const { suites, ...rest } = mixedReview();
    const workflows = suites.flatMap((suite) => suite.workflows);
    const [first] = workflows;
    const long = "x ".repeat(9_000);
    const many = Array.from({ length: 700 }, (_, at) => ({
      ...workflows[0],
      workflow: `w-${at}`,
      changes: {
        ...first?.changes,
        answers: [{ step: at + 1, before: `${at} ${long}`, after: `${long} ${at}` }],
      },
    }));
    const review = { ...rest, suites: [{ folder: "cassettes/many", workflows: many, contracts: [] }] };
    const text = renderReviewHtml(JSON.parse(JSON.stringify(review)));
    expect(text.length).toBeLessThan(11_000_000);
    expect(text).toMatch(/\d+ more are left out: the file would be too large/);
  });
});
