// Writes src/build/rooms.oxlintrc.json and the table of docs/architecture.md from src/build/rooms.mjs: `npm run rooms`.
import { readFile, writeFile } from "node:fs/promises";
import { renderLintRules, renderRooms } from "./render-rooms.mjs";

await writeFile(new URL("./rooms.oxlintrc.json", import.meta.url), `${JSON.stringify(renderLintRules(), null, 2)}\n`);

const file = new URL("../../docs/architecture.md", import.meta.url);
const text = await readFile(file, "utf8");
const place = /(<!-- rooms -->)[^]*(<!-- \/rooms -->)/;
if (!place.test(text)) throw new Error("Expected <!-- rooms --> … <!-- /rooms --> in docs/architecture.md");
await writeFile(
  file,
  text.replace(place, (_, open, close) => `${open}\n\n${renderRooms()}\n\n${close}`),
);
