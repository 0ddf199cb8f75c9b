// Lists the workflows on @playwright/mcp: snapshots with refs, an order with a random number, console and screenshots.
import { once } from "node:events";
import { createServer } from "node:http";
import { findProgram } from "./find-program.mjs";
import { call, found } from "./suite.mjs";

const SHOP = `<!doctype html><title>Bakery</title><link rel="icon" href="data:,"><h1>Bakery</h1>
<label>Name <input id="name"></label><label>Rolls <select id="rolls"><option>6</option><option>12</option></select></label>
<button onclick="order()">Order</button><p id="said"></p><a href="/hours">Hours</a>
<script>function order() {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(4)), (b) => b.toString(16).padStart(2, "0")).join("");
  document.querySelector("#said").textContent = "Order " + id + " for " + document.querySelector("#name").value + ": " +
    document.querySelector("#rolls").value + " rolls, at " + new Date().toISOString();
  console.log("ordered");
}</script>`;
const HOURS = `<!doctype html><title>Hours</title><link rel="icon" href="data:,"><h1>Hours</h1>
<table><tr><th>Day<th>From<tr><td>Monday<td>7:00<tr><td>Sunday<td>8:30</table><a href="/">Back</a>`;

/** The pages, on this machine alone. The port is fixed: it stands in the prompts. */
function serve(request, response) {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(request.url === "/hours" ? HOURS : SHOP);
}

const refOf = (name) => found(-1, `${name}.*? \\[ref=(\\w+)\\]`);

export const playwright = {
  name: "playwright-mcp",
  package: "@playwright/mcp",
  version: "0.0.83",
  main: "cli.js",
  async prepare({ folder, stops }) {
    const chromium = findProgram(["chromium", "chromium-browser"]);
    const pages = createServer(serve).listen(47_113, "127.0.0.1");
    await once(pages, "listening");
    stops.push(() => new Promise((done) => pages.close(done).closeAllConnections()));
    return {
      args: [
        "--headless",
        "--isolated",
        "--no-sandbox",
        "--executable-path",
        chromium,
        "--output-dir",
        "${MCPVALS_TMP}",
      ],
      // Its profile has a socket, whose path may not be long.
      env: { TMPDIR: `${folder}/tmp` },
    };
  },
  workflows: [
    {
      name: "order-rolls",
      steps: [
        {
          user: "Order 12 rolls for Ann at http://127.0.0.1:47113/",
          expectTools: ["browser_navigate", "browser_type", "browser_click"],
          turns: [
            call("browser_navigate", { url: "http://127.0.0.1:47113/" }),
            call("browser_snapshot", {}),
            call("browser_type", { element: "Name", target: refOf('textbox "Name"'), text: "Ann" }),
            call("browser_snapshot", {}),
            call("browser_select_option", { element: "Rolls", target: refOf('combobox "Rolls"'), values: ["12"] }),
            call("browser_snapshot", {}),
            call("browser_click", { element: "Order", target: refOf('button "Order"') }),
            call("browser_snapshot", {}),
            { text: ["Ordered: ", found(-1, "(Order [0-9a-f]+ for Ann)")] },
          ],
        },
        {
          user: "Did the page complain?",
          expectTools: ["browser_console_messages"],
          turns: [call("browser_console_messages", { level: "info" }), { text: "No: it says that it ordered." }],
        },
      ],
    },
    {
      name: "look-up-the-hours",
      steps: [
        {
          user: "From when on is the bakery at http://127.0.0.1:47113/ open on Sundays?",
          expectTools: ["browser_navigate", "browser_click"],
          expectedState: "8:30",
          turns: [
            call("browser_navigate", { url: "http://127.0.0.1:47113/" }),
            call("browser_snapshot", {}),
            call("browser_click", { element: "Hours", target: refOf('link "Hours"') }),
            call("browser_snapshot", {}),
            call("browser_tabs", { action: "list" }),
            { text: "On Sundays from 8:30." },
          ],
        },
        {
          user: "Take a picture of it, and tell me which requests were made",
          expectTools: ["browser_take_screenshot", "browser_network_requests"],
          turns: [
            call("browser_take_screenshot", { type: "png", scale: "css" }),
            call("browser_network_requests", { static: true }),
            { text: "Here it is." },
          ],
        },
      ],
    },
  ],
};
