// Writes the tables of rules in docs/diff.md from the built rules: `npm run diff-rules`.
import { readFile, writeFile } from "node:fs/promises";
import { renderContractRules, renderSchemaRules } from "../../dist/diff/render-rules.js";
import { DIFF_RULES } from "../../dist/diff/rules.js";

const file = new URL("../../docs/diff.md", import.meta.url);
let text = await readFile(file, "utf8");
for (const [name, table] of [
  ["contract rules", renderContractRules(DIFF_RULES.contract)],
  ["schema rules", renderSchemaRules(DIFF_RULES.schema)],
]) {
  const place = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
  if (!place.test(text)) throw new Error(`docs/diff.md has no <!-- ${name} --> … <!-- /${name} -->`);
  text = text.replace(place, (_, open, close) => `${open}\n\n${table}\n\n${close}`);
}
await writeFile(file, text);
