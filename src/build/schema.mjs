// Writes docs/config.schema.json, docs/report.schema.json and docs/diff.schema.json from the built schemas: `npm run schema`.
import { writeFile } from "node:fs/promises";
import { buildJsonSchema } from "../../dist/config/json-schema.js";
import { buildDiffSchema } from "../../dist/report/diff-schema.js";
import { buildReportSchema } from "../../dist/report/schema.js";

const DOCS = new URL("../../docs/", import.meta.url);

for (const [name, schema] of [
  ["config.schema.json", buildJsonSchema()],
  ["report.schema.json", buildReportSchema()],
  ["diff.schema.json", buildDiffSchema()],
]) {
  await writeFile(new URL(name, DOCS), `${JSON.stringify(schema, null, 2)}\n`);
}
