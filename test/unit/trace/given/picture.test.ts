import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { whyPdfRefused, whyPictureRefused } from "../../../../src/trace/given/picture.js";
import { describeUnshown, givenOf } from "../../../../src/trace/given/result-content.js";
import { gif, jpeg, png, webp } from "../../../helpers/pictures.js";
import type { JsonValue } from "../../../../src/json/value.js";
import { call } from "../../agent/anthropic/conversation.js";

const makers = { "image/png": png, "image/gif": gif, "image/jpeg": jpeg, "image/webp": webp } as const;
const types = Object.keys(makers) as (keyof typeof makers)[];
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

describe("a picture that the Messages API refuses", () => {
  it.each(types)("is too large in pixels, exactly above 8000 on either side: %s", (type) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16_000 }), fc.integer({ min: 1, max: 16_000 }), (width, height) => {
        const why = whyPictureRefused(type, base64(makers[type](width, height)));
        if (Math.max(width, height) <= 8000) expect(why).toBeUndefined();
        else expect(why).toContain(`${String(width)} x ${String(height)} pixels`);
      }),
    );
  });

  it("is of another type than it says, for each pair of types", () => {
    for (const type of types)
      for (const other of types) {
        const why = whyPictureRefused(type, base64(makers[other](10, 10)));
        expect(why).toBe(type === other ? undefined : `its bytes are ${other}`);
      }
  });

  it("is over 5 MB as it is sent, and not below", () => {
    const sized = (characters: number): string => base64(png(10, 10)).replace(/=*$/, "").padEnd(characters, "A");
    expect(whyPictureRefused("image/png", sized(5 * 1024 * 1024))).toBeUndefined();
    expect(whyPictureRefused("image/png", sized(5 * 1024 * 1024 + 4))).toContain("more than 5 MB");
  });

  it("has its size behind much else", () => {
    expect(whyPictureRefused("image/jpeg", base64(jpeg(8001, 5, 20)))).toContain("8001 x 5 pixels");
  });

  it("is not a picture, or no base64", () => {
    expect(whyPictureRefused("image/png", btoa("<svg></svg>"))).toContain("not those of a PNG");
    expect(whyPictureRefused("image/png", "iVBORw0KGgo")).toBe("it is not base64");
    expect(whyPictureRefused("image/png", "data:image/png;base64,iVBORw0KGgo=")).toBe("it is not base64");
    expect(whyPdfRefused(btoa("no PDF"))).toContain("not those of a PDF");
  });

  it("never makes the check fail, whatever the bytes are", () => {
    const head = fc.constantFrom(...types.map((type) => makers[type](9, 9)));
    fc.assert(
      fc.property(head, fc.nat(40), fc.uint8Array({ maxLength: 60 }), (bytes, at, rest) => {
        const cut = Buffer.concat([bytes.subarray(0, at), rest]);
        for (const type of types) whyPictureRefused(type, base64(cut));
      }),
    );
  });

  it("is a note to Claude with the reason, and a finding with the tool's name; in a failed result it is not a finding", () => {
    const block = { type: "image", data: base64(jpeg(10, 10)), mimeType: "image/png" };
    const resource = {
      type: "resource",
      resource: { uri: "x://a", mimeType: "image/png", blob: base64(png(9000, 1)) },
    };
    const result: JsonValue = { content: [{ type: "text", text: "Here:" }, block, resource] };
    const texts = givenOf({ kind: "result", result }).content.map((given) => (given as { text?: string }).text);
    expect(texts).toEqual([
      "Here:",
      expect.stringMatching(/^\[image, image\/png, \d+ bytes: not shown, its bytes are image\/jpeg\]$/),
      expect.stringMatching(/^\[resource x:\/\/a, image\/png, .*9000 x 1 pixels/),
    ]);
    expect(describeUnshown([call(3, "shoot", { kind: "result", result })])).toEqual([
      "shoot (call 3): Claude is not shown /content/1, image/png, the Messages API refuses it: its bytes are image/jpeg",
      expect.stringContaining("shoot (call 3): Claude is not shown /content/2"),
    ]);
    expect(describeUnshown([call(3, "shoot", { kind: "result", result: { ...result, isError: true } })])).toEqual([]);
  });
});
