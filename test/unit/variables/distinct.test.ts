// Ids that no run had twice, wherever they stand in a text.
import { expect, it } from "vitest";
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
