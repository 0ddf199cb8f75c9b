// The id of a row that a query put into a table, which a later query reads from there.
import { expect, it } from "vitest";
import { tell, type Sketch } from "./runs.js";

const storyOf = (insert: string, select: (id: number) => string) => {
  const runOf = (id: number): Sketch[] => [
    ["execute", { sql: insert }, `INSERT 0 1 RETURNING id = ${String(id)}`],
    ["query", { sql: select(id) }, `id,item\n${String(id)},rug`],
  ];
  return tell({ recorded: runOf(3), checks: [runOf(4), runOf(5)], live: runOf(6) });
};
const INSERT = "INSERT INTO orders (item, quantity) VALUES ('rug', 3) RETURNING id";

it("is sent where that is the same table, though a number of the first query was as high", () => {
  const { learned, green } = storyOf(INSERT, (id) => `SELECT * FROM orders WHERE id = ${String(id)}`);
  expect(learned.doubtful).toEqual([]);
  expect(learned.variables.flatMap(({ sent }) => sent)).toEqual([{ call: 2, at: "/sql", token: 6, by: "name" }]);
  expect(green).toBe(true);
});

it("is doubtful in another table, and as what is no id", () => {
  const other = storyOf(INSERT, (id) => `SELECT * FROM invoices WHERE id = ${String(id)}`);
  expect(other.learned.doubtful.map(({ at }) => at)).toEqual(["/sql"]);
  const number = storyOf(INSERT, () => "SELECT * FROM orders WHERE quantity = 3");
  expect(number.learned.variables.flatMap(({ sent }) => sent).filter(({ by }) => by !== "literal")).toEqual([]);
});
