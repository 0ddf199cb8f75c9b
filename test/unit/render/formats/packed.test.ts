// Very many workflows that passed: the page holds them as data.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderHtml } from "../../../../src/render/formats/html/html.js";
import { listItems, type Item } from "../../../../src/render/formats/html/items.js";
import { markup } from "../../../../src/render/formats/html/markup.js";
import { packMarkup, type PackedMarkup } from "../../../../src/render/formats/html/pack-markup.js";
import { packInto } from "../../../../src/render/formats/html/packed.js";
import { EVIL, failedRun, passedRun, reportOf } from "../../../helpers/sample-reports.js";

/** As the page's script does it. */
const unpack = ({ forms, pieces }: PackedMarkup): string[] =>
  pieces.map(([form, ...values]) => (forms[form] ?? []).map((part, at) => (values[at - 1] ?? "") + part).join(""));
const dataOf = (page: string): string =>
  /<script type="application\/json" id="packs">(.*?)<\/script>/s.exec(page)?.[1] ?? "";

describe("packed markup", () => {
  it("comes back as it was, whatever the texts are", () => {
    const text = fc.oneof(fc.constantFrom(EVIL, '"', ">", "", "0"), fc.string({ unit: "binary", maxLength: 20 }));
    const piece = fc
      .tuple(text, text, fc.boolean())
      .map(([a, b, more]) => markup`<p class="${a}">${b}${more && markup`<b title="x">${a}</b> tail "said"`}</p>\n`);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        expect(unpack(packMarkup(pieces))).toEqual(pieces.map(String));
      }),
    );
  });

  it("holds once what all pieces of a form have", () => {
    const packed = packMarkup(["a", "b", "c"].map((name) => markup`<p id="${name}">All 3 calls are healthy</p>`));
    expect(packed).toEqual({
      forms: [['<p id="', '">All 3 calls are healthy</p>']],
      pieces: [
        [0, "a"],
        [0, "b"],
        [0, "c"],
      ],
    });
  });
});

describe("a page of very many workflows", () => {
  const many = (name = "order"): string => {
    const passed = passedRun(name);
    const evaluations = Array.from({ length: 600 }, (_, at) => ({ ...passed, workflowName: `${name} ${at}` }));
    return renderHtml([reportOf([failedRun(), ...evaluations])]);
  };

  it("has the elements of what did not pass alone, and of the others a line for readers without scripts", () => {
    const page = many();
    const elements = page.replace(dataOf(page), "");
    expect(elements.match(/<details class="workflow"/g)).toHaveLength(1);
    expect(elements.match(/<tr data-row/g)).toHaveLength(1);
    expect(elements.match(/<li>order \d+, 100%<\/li>/g)).toHaveLength(600);
    const [pack] = JSON.parse(dataOf(page));
    expect(unpack(pack.heads)[599]).toContain(`<span class="name">order 599</span>`);
    expect(unpack(pack.rows)[0]).toMatch(/^<tr data-row="w2" data-verdict="passed">/);
    expect(unpack(pack.insides)[7]).toMatch(/^<div class="inside">[^]*class="transcript"[^]*<\/div>$/);
  });

  it("holds texts that end a script or begin a comment as data, and as text once it is taken out", () => {
    const page = many(`${EVIL}</script><!-- <script>`);
    const data = dataOf(page);
    expect(data).not.toMatch(/<!--|<\/?script/i);
    expect(page.match(/<script/g)).toHaveLength(2);
    const [pack] = JSON.parse(data);
    for (const html of [...unpack(pack.heads), ...unpack(pack.rows)]) expect(html).not.toMatch(/<script|<!--|<img/);
  });

  it("keeps as many transcripts as there is room for", () => {
    const items = listItems([reportOf(Array.from({ length: 100 }, (_, at) => passedRun(`order ${at}`, false)))]);
    const render = ({ name }: Item, withTranscript: boolean) => ({
      row: markup`<tr><td>${name}</td></tr>`,
      head: markup`<details>${name}</details>`,
      inside: withTranscript ? markup`<p>${name} said ${"a word ".repeat(100)}</p>` : markup`<i>left out</i>`,
    });
    const withRoom = (room: number) => {
      const packs = packInto(room, [items.slice(0, 40), items.slice(40)], render);
      expect(JSON.stringify(packs).length).toBeLessThan(room);
      return packs.flatMap(({ insides }) => unpack(insides)).map((html) => html.includes("said"));
    };
    expect(withRoom(200_000).every(Boolean)).toBe(true);
    const some = withRoom(45_000);
    const kept = some.filter(Boolean).length;
    expect(kept).toBeGreaterThan(40);
    expect(some).toEqual(Array.from({ length: 100 }, (_, at) => at < kept));
    expect(withRoom(8000).filter(Boolean).length).toBeLessThan(10);
  });
});
