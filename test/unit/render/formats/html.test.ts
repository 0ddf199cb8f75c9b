import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildEvaluation } from "../../../../src/report/build.js";
import { renderHtml } from "../../../../src/render/formats/html/html.js";
import { markup } from "../../../../src/render/formats/html/markup.js";
import { shortCount, duration } from "../../../../src/render/formats/html/numbers.js";
import { readableOutcome } from "../../../../src/render/formats/html/readable.js";
import { breakCommandsInMarkup } from "../../../../src/log-commands.js";
import { SCRIPT, SCRIPT_HASH } from "../../../../src/render/formats/html/script.js";
import { createSideBySide } from "../../../../src/render/formats/html/side-by-side.js";
import { STYLE, STYLE_HASH } from "../../../../src/render/formats/html/style.js";
import {
  agentRun,
  changedRun,
  EVIL,
  evilRun,
  failedRun,
  mixed,
  passedRun,
  PIXEL,
  reportOf,
} from "../../../helpers/sample-reports.js";
import { call, drift, ok, replayOf, traceOf, UNGROUNDED, workflow, type StepScript } from "../../metrics/traces.js";
import { bestOf } from "../../../helpers/best-of.js";

const sha256 = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
/** The words of a comparison, cell by cell. */
const cellsOf = (shown: { toString(): string }) =>
  [
    ...shown
      .toString()
      .replace(/<\/?mark>/g, "")
      .matchAll(/<td class="([^"]*)">([^<]*)<\/td>/g),
  ]
    .map(([, kind = "", text = ""]) => [kind, text.replaceAll("&quot;", '"').trim()])
    .filter(([kind]) => kind !== "no");

describe("markup", () => {
  it("escapes every value, joins lists, and leaves out what is not there", () => {
    expect(markup`<p class="${`"'<&>`}">${["a", markup`<b>${"<i>"}</b>`]}${undefined}${false}${3}</p>`.toString()).toBe(
      `<p class="&quot;&#39;&lt;&amp;&gt;">a<b>&lt;i&gt;</b>3</p>`,
    );
  });

  it("takes nothing for Markup that was not made by it", () => {
    const forged = JSON.parse(`{"markup":"<b>","text":"<b>"}`);
    expect(() => markup`${forged}`.toString()).toThrow(TypeError);
  });
});

describe("the page", () => {
  const page = renderHtml([mixed()]);

  it.each([
    [STYLE, "report.css"],
    [SCRIPT, "report-in-browser.js"],
  ])("holds what lies beside it: run `npm run page` after a change (%#)", (text, file) => {
    const url = new URL(`../../../../src/render/formats/html/${file}`, import.meta.url);
    expect(text).toBe(`\n${readFileSync(url, "utf8")}`);
  });

  it("allows its own script and style by their hashes, and nothing else", () => {
    expect(SCRIPT_HASH).toBe(sha256(SCRIPT));
    expect(STYLE_HASH).toBe(sha256(STYLE));
    // What is broken in the page's text would break them, too.
    expect(breakCommandsInMarkup(SCRIPT + STYLE)).toBe(SCRIPT + STYLE);
    expect(page).toContain(STYLE);
    expect(page).toContain(`content="default-src &#39;none&#39;; img-src data:;`.replaceAll("&#39;", "&#39;"));
    expect(page).not.toContain("unsafe-");
    expect(`${SCRIPT}${STYLE}`).not.toMatch(/<\/(script|style)|<!--|innerHTML|https?:/i);
  });

  it("names nothing outside of itself, and has no style or handler in an attribute", () => {
    const hostile = renderHtml([reportOf([evilRun()]), mixed()]);
    for (const text of [page, hostile]) {
      expect(text.match(/<[a-z][^>]* (?:style|on[a-z]+)=/gi)).toBe(null);
      for (const [, target = ""] of text.matchAll(/ (?:src|href)="([^"]*)"/g))
        expect(target).toMatch(/^(#w\d+$|data:)/);
    }
  });

  it("has one script and no element of a recorded text", () => {
    const text = fc.oneof(fc.constant(EVIL), fc.string({ unit: "binary", minLength: 1, maxLength: 50 }));
    const tags = new Set(page.match(/<[a-z][a-z0-9]*/g));
    const more = new Set([...tags, "<ul", "<li", "<figure", "<img", "<figcaption", "<details", "<dl"]);
    fc.assert(
      fc.property(text, (evil) => {
        const made = renderHtml([reportOf([evilRun(evil)], [], evil)]);
        for (const tag of made
          .replace(SCRIPT, "")
          .replace(STYLE, "")
          .match(/<[a-zA-Z!?][^\s>]*/g) ?? []) {
          if (tag !== "<!doctype") expect(more).toContain(tag.replace(/[/]$/, ""));
        }
        expect(made.match(/<script/g)).toHaveLength(1);
        // eslint-disable-next-line no-control-regex
        expect(made.toLowerCase()).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufeff]/);
      }),
      { numRuns: 12 },
    );
  });

  it("shows pictures as pictures, and everything that is none as a line", () => {
    expect(page).toContain(`<img alt="image of the tool result" loading="lazy" src="data:image/png;base64,${PIXEL}">`);
    const hostile = renderHtml([reportOf([evilRun()])]);
    expect(hostile).not.toContain("<img");
    expect(hostile).toContain("image, image/svg+xml, 21 bytes, not shown");
  });

  it("shows what was recorded beside what came, and where the evidence ends", () => {
    expect(page).toContain("differs from the recording");
    expect(page).toContain("evidence ends here");
    expect(page).toContain("4 recorded turns not played");
    expect(page).toContain("2 turns, model (as recorded) 1.8 s");
  });

  it("has one table for all suites, the worst first with its reason, and folds what passed suite by suite", () => {
    const text = renderHtml([mixed(), reportOf([passedRun("late"), failedRun("last")], [], "other")]);
    const rows = [
      ...text.matchAll(
        /<tr data-row="(w\d+)" data-verdict="([a-z]+)">.*?<a [^>]*>([^<]*)<.*?<td class="why">([^<]*)</g,
      ),
    ];
    expect(rows.map(([, , verdict, name]) => `${verdict} ${name}`)).toEqual([
      "failed divide",
      "failed Tool Health: basics",
      "failed last",
      "error overloaded",
      "inconclusive change-an-order",
      "inconclusive not-recorded",
      "passed add-two-numbers",
      "passed multiply",
      "skipped later",
      "passed late",
    ]);
    expect(rows.map(([, id]) => id)).toEqual(rows.map((_, at) => `w${at + 1}`));
    for (const [, , verdict, , why = ""] of rows) expect(why === "").toBe(verdict === "passed");
    expect(text.match(/<table>|<section class="overview">/g)).toHaveLength(2);
    expect(
      [...text.matchAll(/class="unfold"[^>]*aria-expanded="(\w+)".*?<\/span> ([^<]*)</g)].map(
        ([, open, words]) => `${open} ${words}`,
      ),
    ).toEqual(["false calc: 2 passed, 1 skipped", "false other: 1 passed"]);
    expect([...text.matchAll(/<details class="workflow" id="(w\d+)"/g)].map(([, id]) => id)).toEqual(
      rows.map(([, id]) => id),
    );
  });

  it("says of what passed with a difference that there is one, and never shows green scores above it without a word", () => {
    const accepted = { ...changedRun("accepted"), verdict: "passed" as const, passed: true };
    const text = renderHtml([reportOf([accepted, failedRun()])]);
    expect(text).toContain("1 passed, 1 of them with a difference");
    expect(text).toMatch(/<td class="why">1 changed, /);
    const section = text.slice(text.indexOf(`<details class="workflow" id="w2"`));
    expect(section.indexOf("What changed")).toBeLessThan(section.indexOf(`class="metrics"`));
  });

  it("writes a reason once in a section", () => {
    const run = changedRun();
    const [reason = ""] = run.reasons;
    const details = `Cannot tell. ${reason}`;
    const results = run.results.map((result) => ({ ...result, details }));
    const text = renderHtml([reportOf([{ ...run, results }])]);
    const section = text.slice(text.indexOf(`<details class="workflow"`));
    expect(section.split(reason)).toHaveLength(2);
    expect(section).toContain("<p>Cannot tell. See above.</p>");
  });

  it("says why a workflow did not pass, whose change it is, what Claude said and called, and what to type", () => {
    const text = renderHtml([reportOf([changedRun()])]);
    const words = text
      .slice(text.indexOf(`<details class="workflow"`))
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
    const inOrder = [
      "answered something else",
      "Whose change: the server",
      "called find_orders, read_order, see",
      "Claude&#39;s recorded last words And the mail is out.",
      "What to type look mcpvals show change-an-order suites/calc.config.json --diff",
      "What changed",
      "Tool Call Health",
    ];
    let at = 0;
    for (const part of inOrder) {
      expect(words.slice(at)).toContain(part);
      at = words.indexOf(part, at);
    }
  });

  it("shows two versions of a picture side by side", () => {
    const picture = (data: string): StepScript[] => [
      [[call("see", { kind: "result", result: { content: [{ type: "image", data, mimeType: "image/png" }] } })]],
    ];
    const where = { part: "result", step: 1, turn: 1, call: 1, tool: "see", path: "/content/0/data" } as const;
    const trace = replayOf(picture(PIXEL), picture(PIXEL.replace("iVBOR", "iVBOT")), {
      end: UNGROUNDED,
      evidence: { drift: [drift("changed", { where, recorded: "180 bytes, hash a", present: "180 bytes, hash b" })] },
    });
    const text = renderHtml([
      reportOf([buildEvaluation({ workflow: workflow(), trace, config: null, transcripts: true })]),
    ]);
    expect(text).toMatch(
      /<div class="beside">\s*<div><h5>recorded<\/h5><figure class="picture"><img [^>]*iVBOR.*<h5>present<\/h5><figure class="picture"><img [^>]*iVBOT/,
    );
  });

  it("draws all bars of a timeline on one axis", () => {
    const figure = /<figure class="timeline">[^]*?<\/figure>/.exec(renderHtml([reportOf([changedRun()])]))?.[0] ?? "";
    const bars = (kind: string) =>
      [...figure.matchAll(new RegExp(`<rect class="${kind}" x="([^"]*)"[^>]* width="([^"]*)"`, "g"))].map(
        ([, x, width]) => [x, width],
      );
    expect(bars("model")).toHaveLength(2);
    expect(bars("in")).toEqual(bars("model"));
    expect(bars("out")).toEqual(bars("model"));
  });

  it("gives each subagent a lane, from the call that opened it until the agent goes on, and its own tools one", () => {
    const page = renderHtml([reportOf([agentRun()])]);
    const figure = /<figure class="timeline[^]*?<\/figure>/.exec(page)?.[0] ?? "";
    const lanes = new Map(
      [...figure.matchAll(/<div class="lane"><span>([^<]+)<\/span>(.*?)<\/svg>/g)].map(([, name = "", bars = ""]) => [
        name,
        [...bars.matchAll(/<rect class="(\w+)" x="([\d.]+)%" y="3" width="([\d.]+)%"/g)].map(([, kind, x, width]) => {
          return { kind, x: Number(x), width: Number(width) };
        }),
      ]),
    );
    expect([...lanes.keys()]).toEqual(["model", "tools", "own tools", "subagent 1", "subagent 2", "tokens"]);
    const [opened, last] = lanes.get("model") ?? [];
    const own = lanes.get("own tools") ?? [];
    expect(own).toHaveLength(2);
    const from = (opened?.x ?? 0) + (opened?.width ?? 0);
    for (const { x, width } of own) {
      expect(x).toBeCloseTo(from, 1);
      expect(x + width).toBeCloseTo(last?.x ?? 0, 1);
    }
    const [one, other] = [lanes.get("subagent 1") ?? [], lanes.get("subagent 2") ?? []];
    expect([one, other].map((bars) => bars.map(({ kind }) => kind))).toEqual([
      ["model", "tool"],
      ["model", "tool"],
    ]);
    expect(one[0]?.x).toBe(other[0]?.x);
    expect((other[0]?.width ?? 0) / (one[0]?.width ?? 1)).toBeCloseTo(900 / 400, 1);
    expect(page).toContain("subagent 2, turn 3");
    expect(page).toContain("as the agent gave it to the model, cut");
  });

  it("is smaller without transcripts, which it does not miss", () => {
    const short = renderHtml([reportOf([changedRun("w", false)])]);
    expect(short).not.toContain(`class="transcript"`);
    expect(short).toContain("What to type");
    expect(renderHtml([])).toContain("Nothing Was Evaluated");
  });

  it("leaves out the transcripts of what passed, where the file would be too large", () => {
    const trace = traceOf([Array.from({ length: 40 }, () => [call("read", "x".repeat(15_000))])]);
    const big = buildEvaluation({ workflow: workflow(), trace, config: null, transcripts: true });
    const failed = { ...big, verdict: "failed" as const, passed: false };
    const evaluations = [...Array.from({ length: 20 }, () => ({ ...big, verdict: "passed" as const })), failed];
    const text = renderHtml([reportOf(evaluations)]);
    expect(Buffer.byteLength(text)).toBeLessThan(10_000_000);
    const left = text.match(/The transcript is left out/g) ?? [];
    expect(left.length).toBeGreaterThan(3);
    expect(text.match(/class="transcript"/g)).toHaveLength(21 - left.length);
    expect(text.split('data-verdict="failed"').at(-1)).toContain(`class="transcript"`);
  });

  it("of the same run is the same text", () => {
    expect(renderHtml([mixed()])).toBe(page);
  });

  it("shows a text that begins with a line end whole, and cuts one that is very long in the middle", () => {
    const show = (said: string) =>
      renderHtml([
        reportOf([
          buildEvaluation({ workflow: workflow(), trace: traceOf([[said]]), config: null, transcripts: true }),
        ]),
      ]);
    expect(show("\n\nhello")).toContain(`<pre class="prose">\n\n\nhello</pre>`);
    expect(show(`start${"-".repeat(50_000)}end`)).toMatch(
      /start-+\n\n… 30008 characters are left out here …\n\n-+end</,
    );
  });
});

describe("side by side", () => {
  it("pairs objects of a list by their place while there are as many, else by being equal", () => {
    const items = [
      { id: 1, n: "a" },
      { id: 2, n: "b" },
      { id: 3, n: "c" },
    ];
    const changed = cellsOf(
      createSideBySide()(
        items,
        items.map((item) => (item.id === 2 ? { ...item, n: "B" } : item)),
      ),
    );
    expect(changed.filter(([kind]) => kind === "mod")).toEqual([
      ["mod", '"n": "b"'],
      ["mod", '"n": "B"'],
    ]);
    const gone = cellsOf(createSideBySide()(items, items.slice(1)));
    expect(gone.filter(([kind]) => kind !== "" && kind !== "gap")).toEqual([
      ["del", "{"],
      ["del", '"id": 1,'],
      ["del", '"n": "a"'],
      ["del", "},"],
    ]);
  });

  it("finds the line of a text that changed, and the field of JSON in a text", () => {
    const compare = (recorded: string, present: string) => {
      const [a, b] = [ok(recorded), ok(present)].map(readableOutcome);
      return cellsOf(createSideBySide()(a, b)).filter(([kind]) => kind !== "" && kind !== "gap");
    };
    expect(compare("one\ntwo\nthree", "one\nthree")).toEqual([["del", "│ two"]]);
    expect(compare('{"a":1,"b":[null]}', '{"a":2,"b":[null]}')).toEqual([
      ["mod", '"a": 1,'],
      ["mod", '"a": 2,'],
    ]);
  });

  it("shows a text as text: lines without quotes and brackets, behind a bar inside of JSON", () => {
    const show = (recorded: string | object, present: string | object) =>
      cellsOf(createSideBySide()(JSON.parse(JSON.stringify(recorded)), JSON.parse(JSON.stringify(present))));
    expect(show("one\ntwo", "one\nthree")).toEqual([
      ["", "one"],
      ["", "one"],
      ["mod", "two"],
      ["mod", "three"],
    ]);
    expect(show("one", "one\ntwo")).toEqual([
      ["", "one"],
      ["", "one"],
      ["gap", ""],
      ["add", "two"],
    ]);
    expect(show({ said: "one\ntwo", n: 1 }, { said: "one\n2", n: 1 }).map(([, text]) => text)).toEqual([
      "{",
      "{",
      '"said":',
      '"said":',
      "│ one",
      "│ one",
      "│ two",
      "│ 2",
      '"n": 1',
      '"n": 1',
      "}",
      "}",
    ]);
  });

  it("never fails and never waits, whatever the values are", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue({ maxDepth: 5 }), (a, b) => {
        expect(createSideBySide()(a as never, b as never).toString()).toContain("recorded");
      }),
    );
    const odd = JSON.parse(`{"__proto__":{"\\"":1},"a\\\\":["\\n"],"":null}`);
    expect(createSideBySide()(odd, { ...odd, more: odd }).toString()).toContain("__proto__");
    let deep: unknown = 1;
    for (let at = 0; at < 20_000; at += 1) deep = [deep];
    expect(createSideBySide()(deep as never, 1).toString()).toContain("too deep to show");
    const rows = (from: number) => Array.from({ length: 20_000 }, (_, at) => ({ id: from + at }));
    const list = (from: number) => Array.from({ length: 100 }, (_, at) => ({ id: from + at }));
    const show = (): void => {
      expect(createSideBySide()(rows(0), rows(1)).toString()).toContain("left out here");
      const page = createSideBySide();
      for (let at = 0; at < 1000; at += 1) page(list(at), list(at + 1));
    };
    expect(bestOf(6000, show)).toBeLessThan(6000);
  });
});

describe("numbers", () => {
  it("are short", () => {
    expect([0, 12.4, 999.4, 1500, 12_345, 59_949, 61_000, 200_000].map(duration)).toEqual([
      "0 ms",
      "12 ms",
      "999 ms",
      "1.5 s",
      "12 s",
      "60 s",
      "1 min 1 s",
      "3 min 20 s",
    ]);
    expect([0, 999, 1000, 1740, 12_345, 999_499, 2_500_000].map(shortCount)).toEqual([
      "0",
      "999",
      "1.0k",
      "1.7k",
      "12k",
      "999k",
      "2.5M",
    ]);
  });

  it("of a passed run stand in its line", () => {
    expect(renderHtml([reportOf([passedRun()])])).toContain("2 turns, 1 call, 2.4k tokens, 3.0 s");
  });
});
