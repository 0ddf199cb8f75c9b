// A library of three books, as a server without any package. `--next` is its next version, whose search has a fault.
import { createInterface } from "node:readline";

const BOOKS = [
  { id: 1, title: "Emma", author: "Jane Austen" },
  { id: 2, title: "Dune", author: "Frank Herbert" },
  { id: 3, title: "Ulysses", author: "James Joyce" },
];
const isNext = process.argv.includes("--next");
// The fault: the next version no longer finds a title that is written in another case.
const fits = (title, words) => (isNext ? title.includes(words) : title.toLowerCase().includes(words.toLowerCase()));

const object = (properties) => ({ type: "object", properties, required: Object.keys(properties) });
const tools = [
  { name: "list_books", description: "Lists all books.", inputSchema: object({}) },
  {
    name: "find_books",
    description: "Finds books by a part of the title.",
    inputSchema: object({ title: { type: "string" } }),
  },
  { name: "get_book", description: "Returns one book.", inputSchema: object({ id: { type: "integer" } }) },
];
const act = {
  list_books: () => BOOKS,
  find_books: ({ title }) => BOOKS.filter((book) => fits(book.title, title)),
  get_book: ({ id }) => BOOKS.find((book) => book.id === id) ?? null,
};

function answer({ method, params }) {
  if (method === "initialize") {
    const serverInfo = { name: "library", version: "1.0.0" };
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  if (method === "tools/list") return { tools };
  if (method === "tools/call") {
    return { content: [{ type: "text", text: JSON.stringify(act[params.name](params.arguments ?? {})) }] };
  }
  return {};
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: answer(message) })}\n`);
});
