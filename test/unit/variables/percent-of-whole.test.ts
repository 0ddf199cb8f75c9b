// A percentage in a line of text, of a number of that line and a constant beside it.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

describe("a percentage of a whole that its line says", () => {
  const disk = (used: number, share: number) =>
    `Size  Used  Avail  Use%\n500G  ${used}G  ${500 - used}G  ${share}%  /data`;
  const runs = [disk(312, 62), disk(331, 66), disk(321, 64)];

  it("is that of the number that it was of, rounded or cut off", () => {
    expect(tellOne([...runs, disk(318, 64)]).problems).toEqual([]);
    expect(tellOne([...runs, disk(318, 63)]).problems).toEqual([]);
    expect(tellOne([...runs, disk(318, 36)]).problems).toEqual(["changed relation 1 /content/0/text/lines/1"]);
  });

  it("is free where it was not so in every run", () => {
    expect(tellOne([disk(312, 62), disk(331, 66), disk(321, 58), disk(318, 60)]).problems).toEqual([]);
  });
});
