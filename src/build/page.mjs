// Writes style.ts and script.ts of the HTML report, with their hashes, from the stylesheet and the script beside them:
// `npm run page`. Both are modules, so that rendering reads no file, compiled or bundled.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";

const FOLDER = new URL("../render/formats/html/", import.meta.url);
const PARTS = [
  { from: "report.css", to: "style.ts", name: "STYLE" },
  { from: "report-in-browser.js", to: "script.ts", name: "SCRIPT" },
];

for (const { from, to, name } of PARTS) {
  const text = `\n${await readFile(new URL(from, FOLDER), "utf8")}`;
  const hash = createHash("sha256").update(text).digest("base64");
  const lines = [
    `// Holds ${from} as text, with the hash that the page's policy allows. Written by \`npm run page\`.`,
    `export const ${name}_HASH = "sha256-${hash}";`,
    `export const ${name} = ${JSON.stringify(text)};`,
  ];
  await writeFile(new URL(to, FOLDER), `${lines.join("\n\n")}\n`);
}
