// Numbers of one result that belonged together in every run.
import { describe, expect, it } from "vitest";
import { groupAmounts } from "../../../src/variables/amounts.js";
import { findBrokenRelations } from "../../../src/variables/relations.js";
import type { Variable } from "../../../src/variables/learned.js";

const variable = (
  name: string,
  seen: (number | string)[],
  at = `/content/0/json/${name}`,
  rest: Partial<Variable> = {},
) => ({ name, kind: "value", seen, places: [{ call: 1, at }], sent: [], ...rest }) satisfies Variable;

const broken = (variables: Variable[], live: (number | string)[]) =>
  findBrokenRelations(groupAmounts(variables).get(1) ?? [], (index) => String(live[index])).map(
    ({ variable: { name }, was }) => `${name} was ${was}`,
  );

describe("numbers beside each other", () => {
  const yes = variable("yes", [412, 650, 733]);
  const no = variable("no", [233, 101, 295]);
  const total = variable("total", [645, 751, 1028]);

  it("hold their sum", () => {
    expect(broken([yes, no, total], [500, 200, 700])).toEqual([]);
    expect(broken([yes, no, total], [500, 200, 701])).toEqual(["total was yes + no"]);
  });

  it("may have the tail of a double", () => {
    const [used, free] = [
      variable("used", ["44.6 GB", "60.3 GB", "51.2 GB"]),
      variable("free", ["55.4 GB", "39.7 GB", "48.8 GB"]),
    ];
    expect(broken([used, free], ["68.1 GB", "31.9 GB"])).toEqual([]);
    expect(broken([used, free], ["68.1 GB", "31.8 GB"])).toHaveLength(1);
  });

  it("hold who of two is far above; of two parts of a whole, which cross at once, farther", () => {
    const [packed, rest] = [variable("packed", [28, 35, 32]), variable("rest", [12, 5, 8])];
    expect(broken([packed, rest], [15, 25])).toEqual([]);
    expect(broken([packed, variable("rest", [12, 5, 9])], [15, 25])).toEqual(["packed was greater than rest"]);
    const near = variable("packed", [33, 35, 34]);
    expect(broken([near, variable("rest", [7, 5, 6])], [6, 34])).toEqual(["packed was greater than rest"]);
  });

  it("hold who is as many times the other, about, though both move far", () => {
    const [on, off] = [variable("on", [228, 313, 300]), variable("off", [719, 956, 915])];
    expect(broken([on, off], [402, 1190])).toEqual([]);
    expect(broken([on, off], [1190, 402])).toEqual(["off was greater than on"]);
    const free = variable("off", [719, 956, 475]);
    expect(broken([on, free], [1190, 402])).toEqual([]);
  });

  it("hold their difference, and their equality, in decimals too", () => {
    const before = variable("before", ["12.40", "3.15", "7.02"]);
    const after = variable("after", ["12.65", "3.40", "7.27"]);
    expect(broken([before, after], ["1.00", "1.25"])).toEqual([]);
    expect(broken([before, after], ["1.00", "0.75"])).toEqual(["after was before + 0.25"]);
    const twin = variable("twin", ["12.40", "3.15", "7.02"]);
    expect(broken([before, twin], ["1.00", "1.01"])).toEqual(["twin was before"]);
  });

  it("hold a sum where the total and one part move far, and one named total wherever all move", () => {
    const ready = variable("ready", [172, 355, 467]);
    const unacked = variable("unacked", [27, 25, 35]);
    expect(broken([ready, unacked, variable("messages", [199, 380, 502])], [172, 27, 172])).toEqual([
      "messages was ready + unacked",
    ]);
    const [a, b] = [variable("open", [3, 4, 4]), variable("closed", [5, 5, 6])];
    expect(broken([a, b, variable("total", [8, 9, 10])], [4, 6, 11])).toEqual(["total was open + closed"]);
    expect(broken([a, b, variable("level", [8, 9, 10])], [4, 6, 11])).toEqual([]);
  });

  it("hold a sum where a part hardly moves, if they are few", () => {
    const [old, held, gone] = [
      variable("old", [67, 82, 55]),
      variable("held", [2, 2, 1]),
      variable("gone", [65, 80, 54]),
    ];
    expect(broken([old, held, gone], [60, 7, 53])).toEqual([]);
    expect(broken([old, held, gone], [60, 7, 60])).toEqual(["old was held + gone"]);
    const others = [variable("rank", [3, 9, 5]), variable("line", [40, 12, 77])];
    const near = [variable("all", [9, 12, 6]), variable("some", [8, 9, 5]), variable("few", [1, 3, 1])];
    expect(broken([...near, ...others], [9, 8, 3, 3, 40])).toEqual([]);
  });

  it("hold a sum whose thousands are apart", () => {
    const text = (name: string, seen: string[]) => variable(name, seen, "/content/0/text");
    const net = text("net", ["751.00", "699.00", "846.00"]);
    const [vat, total] = [text("vat", ["187.75", "174.75", "211.50"]), text("total", ["938.75", "873.75", "1,057.50"])];
    expect(broken([net, vat, total], ["1,552.00", "388.00", "1,940.00"])).toEqual([]);
    expect(broken([net, vat, total], ["1,552.00", "388.00", "1,552.00"])).toEqual(["total was net + vat"]);
  });

  it("hold a share that is named after its part, also among more numbers", () => {
    const quote = [
      variable("price", ["177.23", "170.36", "177.65"]),
      variable("close", ["179.39", "170.96", "178.75"]),
      variable("change", ["-2.16", "-0.60", "-1.10"]),
      variable("changePercent", ["-1.20", "-0.35", "-0.62"]),
      ...["bid", "ask", "volume"].map((name, at) => variable(name, [at + 7, at * 31 + 12, at * 7 + 29])),
    ];
    const live = ["173.16", "175.20", "-2.04"];
    expect(broken(quote, [...live, "-1.16", 8, 9, 10])).toEqual([]);
    expect(broken(quote, [...live, "-0.01", 8, 9, 10])).toEqual(["changePercent was change / close"]);
  });

  it("hold half of what two are apart or together", () => {
    const [ann, bob] = [variable("ann", ["10.20", "28.90", "17.35"]), variable("bob", ["78.40", "41.75", "60.00"])];
    const owes = variable("owes", ["34.10", "6.43", "21.33"]);
    expect(broken([ann, bob, owes], ["20.00", "50.01", "15.01"])).toEqual([]);
    expect(broken([ann, bob, owes], ["20.00", "50.00", "30.00"])).toEqual(["owes was (bob - ann) / 2"]);
    const middle = variable("middle", ["44.30", "35.33", "38.68"]);
    expect(broken([ann, bob, middle], ["20.00", "50.00", "40.00"])).toEqual(["middle was (ann + bob) / 2"]);
  });

  it("stay on their side of each other, where they were always as far apart", () => {
    const [highest, next] = [variable("highest", [3100, 3600, 3100]), variable("next", [3200, 3700, 3200])];
    expect(broken([highest, next], [3300, 3450])).toEqual([]);
    expect(broken([highest, next], [3300, 3200])).toEqual(["next was greater than highest"]);
  });

  it("hold what both have together: used and free, and what each run moves", () => {
    const [used, free] = [variable("used", [412, 233, 701]), variable("free", [588, 767, 299])];
    expect(broken([used, free], [500, 500])).toEqual([]);
    expect(broken([used, free], [500, 510])).toEqual(["free was 1000 - used"]);
    const [north, south] = [variable("north", [393, 386, 379]), variable("south", [97, 104, 111])];
    expect(broken([north, south], [372, 118])).toEqual([]);
    expect(broken([north, south], [372, 111])).toEqual(["south was 490 - north"]);
    const [up, down] = [variable("up", [3, 4, 5]), variable("down", [9, 8, 7])];
    expect(broken([up, down], [6, 7])).toEqual([]);
  });

  it("hold the sum of all others", () => {
    const parts = [
      variable("compute", ["25.10", "71.00", "80.32"]),
      variable("storage", ["3.33", "8.10", "5.07"]),
      variable("network", ["1.20", "3.90", "2.66"]),
    ];
    const bill = [...parts, variable("bill", ["29.63", "83.00", "88.05"])];
    expect(broken(bill, ["30.00", "4.00", "2.00", "36.00"])).toEqual([]);
    expect(broken(bill, ["30.00", "5.00", "2.00", "36.00"])).toEqual(["bill was compute + storage + network"]);
  });

  it("hold the difference of two amounts of one unit that move little", () => {
    const [all, traffic] = [variable("minutes", [44, 41, 34]), variable("trafficMinutes", [13, 10, 3])];
    expect(broken([all, traffic], [36, 5])).toEqual([]);
    expect(broken([all, traffic], [31, 5])).toEqual(["trafficMinutes was minutes - 31"]);
  });

  it("keep their places where they lay far apart", () => {
    const text = (name: string, seen: number[]) => variable(name, seen, "/content/0/text");
    const [high, low] = [text("high", [118, 125, 131]), text("low", [76, 80, 79])];
    expect(broken([high, low], [121, 82])).toEqual([]);
    expect(broken([high, low], [82, 121])).toEqual(["high was greater than low"]);
    expect(broken([high, low], [121, 119])).toEqual([]);
    const [red, green] = [text("red", [33, 41, 42]), text("green", [186, 330, 264])];
    expect(broken([red, green], [51, 402])).toEqual([]);
    expect(broken([red, green], [334, 47])).toEqual(["green was greater than red"]);
    expect(broken([text("red", [33, 41, 72]), green], [334, 47])).toEqual([]);
    const near = text("near", [117, 100, 90]);
    expect(broken([high, near], [90, 130])).toEqual([]);
    const [parse, render] = [variable("parse_ms", [74, 81, 77]), variable("render_ms", [12, 15, 14])];
    expect(broken([parse, render], [14, 76])).toEqual([]);
  });

  it("hold their equality in a text and in structured content", () => {
    const text = variable("has", ["1334.60", "2675.70", "7692.82"], "/content/0/text");
    const structured = variable("balance", [1334.6, 2675.7, 7692.82], "/structuredContent/balance");
    expect(broken([text, structured], ["12.50", 12.5])).toEqual([]);
    expect(broken([text, structured], ["112.50", 12.5])).toEqual(["balance was has"]);
  });

  it("hold lines of one text", () => {
    const one = variable("one", [1520, 1711, 1893], "/content/0/text/lines/0");
    const other = variable("other", [1532, 1723, 1905], "/content/0/text/lines/1");
    expect(broken([one, other], [1600, 1588])).toEqual(["other was one + 12"]);
  });
});

describe("a whole and a part of it in a unit of measure", () => {
  const route = (traffic: number[]): Variable[] => [
    variable(
      "minutes",
      traffic.map((one) => one + 31),
    ),
    variable("trafficMinutes", traffic),
  ];

  it.each([[[7, 7, 3]], [[3, 4, 5]], [[12, 11, 12]]])("stay as far apart, however they moved: %j", (traffic) => {
    expect(broken(route(traffic), [37, 6])).toEqual([]);
    expect(broken(route(traffic), [31, 6])).not.toEqual([]);
  });

  it("are no two parts, no counters and no measurements of the call", () => {
    const one = [7, 7, 3];
    const two = one.map((part) => part + 31);
    expect(broken([variable("waitMinutes", two), variable("trafficMinutes", one)], [31, 6])).toEqual([]);
    expect(broken([variable("seats", [34, 35, 36]), variable("soldSeats", [3, 4, 5])], [31, 6])).toEqual([]);
    expect(broken([variable("ms", two), variable("queueMs", one)], [31, 6])).toEqual([]);
  });
});

describe("an average", () => {
  const of = (name: string): Variable[] => [
    variable("count", [3, 4, 5]),
    variable("sum", [450, 500, 550]),
    variable(name, [150, 125, 110]),
  ];

  it("stays the sum by the count, as far as its digits say", () => {
    expect(broken(of("average"), [7, 650, "92.86"])).toEqual([]);
    expect(broken(of("average"), [7, 650, 92])).toEqual([]);
    expect(broken(of("average"), [6, 600, 120])).toEqual(["average was sum / count"]);
    expect(broken(of("average"), [6, 60_000, 100])).toEqual(["average was sum / count"]);
    expect(broken(of("level"), [6, 600, 120])).toEqual([]);
  });
});

describe("two units", () => {
  it("stay one amount, as far as their digits say", () => {
    const both = [variable("celsius", ["8.4", "14.7", "11.1"]), variable("fahrenheit", ["47.1", "58.5", "52"])];
    expect(broken(both, ["10.3", "50.5"])).toEqual([]);
    expect(broken(both, ["10.3", "41.5"])).toContain("fahrenheit was celsius, °F of °C");
  });

  it("stay so where they stand side by side, however little they moved", () => {
    const named = [variable("tempC", ["8.4", "8.9", "8.7"]), variable("tempF", ["47.1", "48", "47.7"])];
    expect(broken(named, ["10.3", "50.5"])).toEqual([]);
    expect(broken(named, ["10.3", "41.5"])).toContain("tempF was tempC, °F of °C");
    const at = "/content/0/text";
    const inText = (name: string, seen: string[], from: number): Variable =>
      ({ ...variable(name, seen), places: [{ call: 1, at, token: [from, from + 1] }] }) satisfies Variable;
    const beside = [inText("c", ["8.4", "8.9", "8.7"], 2), inText("f", ["47.1", "48.0", "47.7"], 5)];
    expect(broken(beside, ["10.3", "41.5"])).toContain("f was c, °F of °C");
    const apart = [inText("c", ["8.4", "8.9", "8.7"], 2), inText("f", ["47.1", "48.0", "47.7"], 9)];
    expect(broken(apart, ["10.3", "41.5"])).toEqual([]);
  });

  it("stay so where their names tell the units, of other numbers not", () => {
    const seen: [string[], string[]] = [
      ["9.8", "10.4", "10.1"],
      ["18.1", "19.3", "18.7"],
    ];
    const named = [variable("speed_kn", seen[0]), variable("speedKmh", seen[1])];
    expect(broken(named, ["11.2", "20.7"])).toEqual([]);
    expect(broken(named, ["11.2", "12.9"])).toContain("speedKmh was speed_kn, in its unit");
    const others = [variable("temp_min", seen[0]), variable("temp_max", seen[1])];
    expect(broken(others, ["11.2", "12.9"])).toEqual([]);
  });

  it("say nothing where they hardly move", () => {
    const both = [variable("celsius", [8, 9, 10]), variable("fahrenheit", [46, 48, 50])];
    expect(broken(both, [10, 60])).toEqual([]);
  });
});

describe("numbers that say nothing of each other", () => {
  it("hardly move, as ids that count up do", () => {
    expect(broken([variable("order", [101, 104, 107]), variable("bill", [501, 504, 507])], [120, 530])).toEqual([]);
  });

  it("count up in one unit, are of two units, or measure the machine", () => {
    const one = [10, 20, 30];
    expect(broken([variable("soldSeats", one), variable("freeSeats", [14, 24, 34])], [40, 45])).toEqual([]);
    const [a, b] = [
      [44, 41, 34],
      [13, 10, 3],
    ];
    expect(broken([variable("minutes", a), variable("level", b)], [31, 5])).toEqual([]);
    expect(broken([variable("queueMs", a), variable("totalMs", b)], [31, 5])).toEqual([]);
  });

  it("were seen twice only, were equal once, or are times, ids or what is sent", () => {
    expect(broken([variable("a", [100, 400]), variable("b", [112, 412])], [1, 2])).toEqual([]);
    expect(broken([variable("a", [100, 400, 400]), variable("b", [112, 412, 412])], [1, 2])).toEqual([]);
    const sent = [{ call: 2, at: "/a", by: "name" as const }];
    expect(
      broken([variable("a", [100, 400, 900], undefined, { sent }), variable("b", [112, 412, 912])], [1, 2]),
    ).toEqual([]);
    expect(
      broken([variable("a", [100, 400, 900], undefined, { kind: "time" }), variable("b", [112, 412, 912])], [1, 2]),
    ).toEqual([]);
  });

  it("stand in different objects", () => {
    const [a, b] = [
      variable("a", [100, 400, 900], "/content/0/json/0/n"),
      variable("b", [112, 412, 912], "/content/0/json/1/n"),
    ];
    expect(broken([a, b], [1, 2])).toEqual([]);
  });
});
