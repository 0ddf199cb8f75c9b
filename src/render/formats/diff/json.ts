// Renders a diff as one JSON document, as `docs/diff.schema.json` describes it. The same diff gives the same bytes.
import type { DiffReport } from "../../../diff/diff.js";
import { renderJsonText } from "../../safe/json-text.js";

/** Ends with a line end. */
export function renderDiffJson(report: DiffReport): string {
  return renderJsonText(report);
}
