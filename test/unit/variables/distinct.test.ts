// Ids that no run had twice, wherever they stand in a text.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

const tabs = (...[one = "", two = "", three = ""]: string[]): string =>
  `0: (current) [Inbox](https://mail.example.com/) id=${one}\n1: [News](https://news.example.com/) id=${two}\n2: [Bank](https://bank.example.com/) id=${three}`;
const TABS = [
  tabs("8f31c07a", "02ba97e4", "d19e55f0"),
  tabs("1c9d3e62", "7b40fa18", "a5e2067c"),
  tabs("e30b84d7", "94f6c12a", "5d8a7b03"),
];

it("two lines that are not alike have no id in common", () => {
  expect(tellOne([...TABS, tabs("6a2f9c81", "b70d13e5", "3e94a8c6")]).problems).toEqual([]);
  expect(tellOne([...TABS, tabs("6a2f9c81", "6a2f9c81", "3e94a8c6")]).problems).not.toEqual([]);
  expect(tellOne([...TABS, tabs("6a2f9c81", "b70d13e5", "6a2f9c81")]).problems).not.toEqual([]);
});

it("two ids are not equal, though one of them had no digit in a run", () => {
  const members = (kim: string, ann = "4kof1ejo0"): string =>
    JSON.stringify([{ id: `mem_${ann}` }, { id: `mem_${kim}` }]);
  const runs = [members("exqa379fk"), members("vlzeebhyw", "tsy7y4u61"), members("jumknxrx2", "bslxowsg8")];
  expect(tellOne([...runs, members("7n6mrbkz1", "los9o3hvy")]).problems).toEqual([]);
  expect(tellOne([...runs, members("los9o3hvy", "los9o3hvy")]).problems).not.toEqual([]);
});

it("the two ends of a difference are not one", () => {
  const ends = (from: string, to: string): string => `diff ${from}..${to}\n 2 files changed`;
  const runs = [ends("3fa9c1b", "b81e44d"), ends("07c2de9", "9d5f10a"), ends("e6a1b7f", "42c80d3")];
  expect(tellOne([...runs, ends("5be0917", "c3d46fa")]).problems).toEqual([]);
  expect(tellOne([...runs, ends("5be0917", "5be0917")]).problems).not.toEqual([]);
});

it("references that count on in a snapshot with a number of its own are not equal", () => {
  const page = (of: number, last = 4): string =>
    `- form "Order" [ref=s${String(of)}e1]\n  - textbox "Name": Ann Weber [ref=s${String(of)}e2]\n  - button "Buy" [ref=s${String(of)}e3]\n  - link "Cancel" [url=/cancel] [ref=s${String(of)}e${String(last)}]`;
  const runs = [page(7), page(41), page(18)];
  expect(tellOne([...runs, page(33)]).problems).toEqual([]);
  expect(tellOne([...runs, page(33, 3)]).problems).not.toEqual([]);
});

describe("numbers of rows that nothing names", () => {
  const processes = (...[one = 0, two = 0, three = 0]: number[]): string =>
    `  PID  CPU%  COMMAND\n${String(one).padStart(5)}   0.3  node\n${String(two).padStart(5)}   0.2  postgres\n${String(three).padStart(5)}   0.1  nginx`;

  it("are apart where they lie too far from each other to meet by chance", () => {
    const runs = [processes(31_204, 8813, 1207), processes(2290, 27_655, 14_982), processes(19_026, 5571, 36_418)];
    expect(tellOne([...runs, processes(12_345, 23_878, 4411)]).problems).toEqual([]);
    expect(tellOne([...runs, processes(12_345, 23_878, 12_345)]).problems).not.toEqual([]);
    expect(tellOne([...runs, processes(8140, 8140, 8140)]).problems).not.toEqual([]);
  });

  it("may be equal where they are small, or near each other", () => {
    const small = [processes(312, 188, 207), processes(229, 276, 149), processes(190, 557, 364)];
    expect(tellOne([...small, processes(240, 240, 310)]).problems).toEqual([]);
    const near = [processes(31_204, 1213, 1207), processes(2290, 1276, 14_982), processes(19_026, 1257, 36_418)];
    expect(tellOne([...near, processes(12_345, 1290, 12_345)]).problems).toEqual([]);
  });
});
