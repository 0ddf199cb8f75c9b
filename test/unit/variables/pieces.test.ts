// Which parts of a text are one value.
import { describe, expect, it } from "vitest";
import { piecesOf } from "../../../src/variables/pieces.js";

const textsOf = (text: string) => piecesOf(text).map((piece) => piece.text);

describe("the pieces of a text", () => {
  it("have an amount of one unit, or of units that grow smaller", () => {
    expect(textsOf("1 h 30 min")).toEqual(["1 h 30 min"]);
    expect(textsOf("2 min 5 s 30 ms")).toEqual(["2 min 5 s 30 ms"]);
    expect(textsOf("5021 B 180 ms")).toEqual(["5021 B", "180 ms"]);
    expect(textsOf("180 ms 60 ms")).toEqual(["180 ms", "60 ms"]);
    expect(textsOf("5 s 2 min")).toEqual(["5 s", "2 min"]);
  });

  it("keep an address of a network or a card in one", () => {
    expect(textsOf("A 192.0.2.8 up")).toEqual(["A", "192.0.2.8", "up"]);
    expect(textsOf("6f:a7:95:4a:51:e9")).toEqual(["6f:a7:95:4a:51:e9"]);
    expect(textsOf("10:20:30")).toEqual(["10:20:30"]);
    expect(textsOf("v 1.2.3.4.5")).not.toContain("1.2.3.4");
  });

  it("keep a version in one", () => {
    expect(textsOf("leftpad-4.2.7.tgz")).toEqual(["leftpad", "4.2.7", "tgz"]);
    for (const part of ["1.2.3", "2.3.4", "3.4.5"]) expect(textsOf("v 1.2.3.4.5")).not.toContain(part);
    expect(textsOf("1.234.567 EUR")).not.toContain("1.234.567");
    expect(piecesOf("due 28.11.2026, 10:30").at(-1)).toMatchObject({ kind: "time", text: "28.11.2026, 10:30" });
  });

  it("keep base64 in one, and no path", () => {
    const digest = "5N1pQq57VJkrupieQLAwy2Vj/Y51UQnsvy2SstG13xV1vXJ71n4OuaUGTZHTTstpN4Rv27L36QWClLio4sj8vg";
    expect(textsOf(`sha512-${digest}==`)).toEqual(["sha512", digest]);
    const plain = "FNKxEagnV0MXYN5WPMZdkEKfLaWyptP0vPtFRaSqvCmM";
    expect(textsOf(`sha256-${plain}`)).toEqual(["sha256", plain]);
    expect(textsOf("see /jobs/QK8ct7Q10Wjvoqfc/terms")).toEqual(["see", "jobs", "QK8ct7Q10Wjvoqfc", "terms"]);
  });
});
