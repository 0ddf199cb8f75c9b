// Draws lines of a terminal, with their colours, as an SVG that is readable on a light and on a dark page.

const SIZE = 13;
const LINE = 19;
const ADVANCE = SIZE * 0.602;
const PADDING = 18;

const STYLES = { 1: "bold", 2: "dim", 31: "red", 32: "green", 33: "yellow", 36: "cyan" };
/** What takes a style back: 22 ends bold and dim, 39 a colour, 0 everything. */
const ENDS = { 22: ["bold", "dim"], 39: ["red", "green", "yellow", "cyan"], 0: Object.values(STYLES) };

/**
 * @param {string[]} lines each with the escape sequences that a terminal is given
 * @param {string} title what the picture shows, for those who cannot see it
 */
export function drawTerminal(lines, title) {
  const drawn = lines.map(splitStyles);
  const columns = Math.max(...drawn.map((parts) => parts.reduce((sum, { text }) => sum + [...text].length, 0)));
  const width = Math.ceil(columns * ADVANCE) + 2 * PADDING;
  const height = lines.length * LINE + 2 * PADDING;
  const rows = drawn.map((parts, at) => {
    const y = PADDING + at * LINE + SIZE;
    const spans = parts.map(({ text, styles }) =>
      styles.length === 0 ? escape(text) : `<tspan class="${styles.join(" ")}">${escape(text)}</tspan>`,
    );
    return `<text x="${PADDING}" y="${y}" xml:space="preserve">${spans.join("")}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escape(title)}</title>
<style>
text { font: ${SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e6edf3; }
.bold { font-weight: 700; }
.dim { fill: #9198a1; }
.red { fill: #ff7b72; }
.green { fill: #3fb950; }
.yellow { fill: #e3b341; }
.cyan { fill: #79c0ff; }
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#161b22" stroke="#6e7681"/>
${rows.join("\n")}
</svg>
`;
}

function splitStyles(line) {
  const [start = "", ...pieces] = line.split("\u001B[");
  const parts = [{ text: start, styles: [] }];
  let on = new Set();
  for (const piece of pieces) {
    const end = piece.indexOf("m");
    const code = piece.slice(0, end);
    if (code in STYLES) on.add(STYLES[code]);
    else if (code in ENDS) on = new Set([...on].filter((style) => !ENDS[code].includes(style)));
    else throw new Error(`terminal-svg.mjs does not know the escape sequence ${code}m`);
    parts.push({ text: piece.slice(end + 1), styles: [...on] });
  }
  return parts.filter(({ text }) => text !== "");
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
