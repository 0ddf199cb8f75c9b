// Lists the workflows on server-pdf: a file that is found, opened in a viewer of its own id, and read in pieces.
import { call, found } from "./suite.mjs";

/** A PDF of one page with these lines. */
function writePdf(lines) {
  const text = `BT /F1 14 Tf 72 720 Td ${lines.map((line) => `(${line}) Tj 0 -20 Td`).join(" ")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  return `${pdf}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
}

const first = found(1, "- (file://\\S+invoice\\.pdf)");

const viewer = found(2, "viewUUID: (\\S+)");

export const pdf = {
  name: "server-pdf",
  package: "@modelcontextprotocol/server-pdf",
  version: "2.0.4",
  main: "dist/index.js",
  prepare: () => ({
    args: ["--stdio", "${MCPVALS_TMP}/invoice.pdf", "${MCPVALS_TMP}/menu.pdf"],
    files: {
      "invoice.pdf": writePdf(["Invoice 4711", "24 rolls 18.00 EUR"]),
      "menu.pdf": writePdf(["Soup 6", "Pie 9"]),
    },
    config: { setup: "cp invoice.pdf menu.pdf ${MCPVALS_TMP}" },
  }),
  workflows: [
    {
      name: "open-the-invoice",
      steps: [
        {
          user: "Which PDFs are there? Open the invoice",
          expectTools: ["list_pdfs", "display_pdf"],
          turns: [
            call("list_pdfs", {}),
            call("display_pdf", { url: first }),
            { text: ["It is open, in viewer ", viewer] },
          ],
        },
        {
          user: "Turn to its first page, and tell me what the viewer has to do",
          expectTools: ["interact", "poll_pdf_commands"],
          turns: [
            call("interact", { viewUUID: viewer, action: "navigate", page: 1 }),
            call("poll_pdf_commands", { viewUUID: viewer }),
            { text: "It is to turn to page 1." },
          ],
        },
      ],
    },
    {
      name: "read-in-pieces",
      steps: [
        {
          user: "Read the first 200 bytes of the menu, then the next, and open both files",
          expectTools: ["read_pdf_bytes", "display_pdf"],
          expectedState: "both",
          turns: [
            call("list_pdfs", {}),
            call("read_pdf_bytes", { url: found(1, "- (file://\\S+menu\\.pdf)"), offset: 0, byteCount: 200 }),
            call("read_pdf_bytes", { url: found(1, "- (file://\\S+menu\\.pdf)"), offset: 200, byteCount: 200 }),
            call("display_pdf", { url: first }, "display_pdf", { url: found(1, "- (file://\\S+menu\\.pdf)") }),
            { text: "I have read it, and both are open." },
          ],
        },
      ],
    },
  ],
};
