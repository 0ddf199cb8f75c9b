// One amount that a result tells twice, in two forms.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

describe("an amount that is told twice in every run", () => {
  const took = (long: string, short: string) => `Tests  44 passed\nDuration  ${long} (${short})`;
  const runs = [took("2m 11s", "131 s"), took("45s", "45 s"), took("1m 31s", "91 s")];

  it("is one duration, composed and in its smallest unit", () => {
    expect(tellOne([...runs, took("3m", "180 s")]).problems).toEqual([]);
    expect(tellOne([...runs, took("1m 45s", "165 s")]).problems).toEqual([
      "changed relation 1 /content/0/text/lines/1",
    ]);
  });

  it("is one number, with grouped digits in a text", () => {
    const found = (total: number, text: string) => ({ total, text: `about ${text} results` });
    const hits = [found(11_957, "11,957"), found(12_411, "12,411"), found(11_120, "11,120")];
    expect(tellOne([...hits, found(12_003, "12,003")]).problems).toEqual([]);
    expect(tellOne([...hits, found(12_003, "12,030")]).problems).toEqual(["changed relation 1 /content/0/json/text"]);
  });

  it("is one number that a text rounds", () => {
    const found = (total: number, text: string) => ({ total, text: `about ${text} results` });
    const hits = [found(118_957, "119,000"), found(224_411, "224,000"), found(171_620, "172,000")];
    expect(tellOne([...hits, found(180_700, "180,000")]).problems).toEqual([]);
    expect(tellOne([...hits, found(180_700, "118,000")]).problems).toEqual(["changed relation 1 /content/0/json/text"]);
  });

  it("is one time, a number of seconds beside it", () => {
    const ran = (seconds: number, text: string) => ({ seconds, text: `ran ${text}` });
    const all = [ran(131, "2m 11s"), ran(495, "8m 15s"), ran(91, "1m 31s")];
    expect(tellOne([...all, ran(320, "5m 20s")]).problems).toEqual([]);
    expect(tellOne([...all, ran(320, "5m 50s")]).problems).toEqual(["changed relation 1 /content/0/json/text"]);
  });

  it("is none where one of them is the greatest of rows, which may be another row's", () => {
    const rows = (slowest: string, ...each: string[]) =>
      `slowest ${slowest}\n${each.map((one) => `- ran ${one}`).join("\n")}`;
    const all = [
      rows("900 ms", "100 ms", "900 ms", "301 ms"),
      rows("512 ms", "322 ms", "512 ms", "17 ms"),
      rows("731 ms", "9 ms", "731 ms", "28 ms"),
    ];
    expect(tellOne([...all, rows("640 ms", "640 ms", "620 ms", "31 ms")]).problems).toEqual([]);
  });
});
