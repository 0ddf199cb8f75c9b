// The style of the page, as text. What changes here changes its hash; the test says which one is right.

export const STYLE_HASH = "sha256-enDvp4xm7RmkMqbxnHwZ3zkpQeWY91sg/W1Zgndn1lQ=";

export const STYLE = String.raw`
:root {
  color-scheme: light dark;
  --page: light-dark(#f7f7f5, #16181b);
  --card: light-dark(#ffffff, #1e2125);
  --sunk: light-dark(#f4f4f1, #191b1f);
  --line: light-dark(#e3e3dd, #32363c);
  --text: light-dark(#22252a, #dfe2e6);
  --quiet: light-dark(#646a73, #9aa1ab);
  --link: light-dark(#1f5fa8, #7fb2ea);
  --good: light-dark(#1f7a45, #5fc48a);
  --bad: light-dark(#b3342c, #f08379);
  --open: light-dark(#8f6200, #e0b252);
  --good-soft: light-dark(#e5f4ea, #1c3226);
  --bad-soft: light-dark(#fbe9e7, #3a2321);
  --open-soft: light-dark(#fbf1d9, #352b17);
  --model: light-dark(#5b7db8, #7c9bd1);
  --tool: light-dark(#c98a3d, #d9a25c);
  --in: light-dark(#a9b8d4, #4f658f);
  --out: light-dark(#5b7db8, #93b0e3);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 72rem; padding: 1.5rem clamp(.75rem, 3vw, 2rem) 3rem;
  background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.55rem; line-height: 1.25; margin: .1rem 0 1rem; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
h4 { font-size: .95rem; margin: 1.5rem 0 .5rem; }
.part { margin: 1.5rem 0 0; }
.part > summary { font-size: .95rem; font-weight: 650; margin-bottom: .5rem; }
h5 { font-size: .75rem; margin: .6rem 0 .25rem; font-weight: 600; color: var(--quiet); letter-spacing: .02em; }
p { margin: .35rem 0; }
small, .quiet { color: var(--quiet); font-size: .85rem; font-weight: 400; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
code, pre, kbd { font-family: var(--mono); font-size: .8rem; }
pre {
  margin: .25rem 0; padding: .6rem .75rem; background: var(--sunk); border-radius: 6px; line-height: 1.45;
  white-space: pre-wrap; max-height: 30rem; overflow: auto; tab-size: 4;
}
pre.prose { font: inherit; background: none; padding: 0; max-height: none; }
pre.command { border: 1px solid var(--line); }
kbd { border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; padding: 0 .3rem; background: var(--card); }
ul { margin: .5rem 0; padding-left: 1.25rem; }
.mark { font-weight: 700; display: inline-block; min-width: 1em; text-align: center; }
.v-passed { color: var(--good); }
.v-failed, .v-error { color: var(--bad); }
.v-inconclusive { color: var(--open); }
.v-skipped, .v-not-applicable { color: var(--quiet); }
.num { text-align: right; font-variant-numeric: tabular-nums; }

.tiles { display: flex; flex-wrap: wrap; gap: .6rem; }
.tile {
  background: var(--card); color: inherit; border: 1px solid var(--line); border-radius: 10px; padding: .55rem .9rem;
  min-width: 6.5rem; font: inherit; text-align: left;
}
.tile b { display: block; font-size: 1.35rem; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums; }
.tile span { color: var(--quiet); font-size: .8rem; }
button.tile { cursor: pointer; }
.tile[aria-pressed="true"] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }

.toolbar { display: none; }
.js .toolbar {
  position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem;
  margin: 1rem -.25rem 0; padding: .6rem .25rem; background: var(--page);
}
.toolbar input {
  flex: 1 1 14rem; min-width: 0; max-width: 24rem; padding: .4rem .7rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px;
}
.toolbar button {
  font: inherit; font-size: .85rem; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; padding: .35rem .7rem; cursor: pointer;
}
.toolbar button:hover, button.tile:hover { border-color: var(--quiet); }
.toolbar output:empty { display: none; }
.toolbar output { color: var(--quiet); font-size: .85rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .4rem; }
*::highlight(found) { background: light-dark(#ffe9a8, #5d4b12); }
*::highlight(current) { background: light-dark(#ffc14d, #a37a10); }

.overview table { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.overview th, .overview td { padding: .5rem .75rem; text-align: left; font-weight: 400; vertical-align: top; }
.overview thead th { color: var(--quiet); font-size: .78rem; }
.overview thead th.num, .overview td.num { text-align: right; }
.overview td { font-variant-numeric: tabular-nums; font-size: .9rem; white-space: nowrap; }
.overview thead th { white-space: nowrap; }
.overview th[scope="row"] { width: 30%; }
.overview tbody tr > * { border-top: 1px solid var(--line); }
.overview tbody tr:hover { background: var(--sunk); }
.overview thead th:nth-child(2), .overview td:nth-child(2) { text-align: right; }
.overview td .bar { max-width: 9rem; }
.bar { display: block; width: 100%; margin-top: .25rem; }
.rail { fill: var(--line); }
.fill { fill: currentColor; opacity: .75; }
.was { fill: var(--text); }
.delta { font-variant-numeric: tabular-nums; white-space: nowrap; }
.delta.down { color: var(--bad); }
.delta.up { color: var(--good); }

summary { cursor: pointer; }
details > summary { list-style: none; }
details > summary::-webkit-details-marker { display: none; }
details > summary::before { content: "▸"; color: var(--quiet); display: inline-block; width: 1em; font-size: .8em; }
details[open] > summary::before { content: "▾"; }
.workflow { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: .6rem 0; }
#sections { margin-top: 1.75rem; }
.workflow > summary { display: flex; align-items: baseline; gap: .5rem; padding: .7rem .9rem; }
.workflow > summary .name { font-weight: 600; flex: 1 1 auto; min-width: 0; }
.workflow > summary .facts { flex: 0 1 auto; text-align: right; }
.workflow > summary .score { flex: none; min-width: 3rem; text-align: right; font-variant-numeric: tabular-nums; }
.workflow[open] > summary { border-bottom: 1px solid var(--line); }
.inside { padding: .6rem .9rem 1rem; }
.metrics { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: .6rem; }
.metric { border: 1px solid var(--line); border-radius: 8px; padding: .5rem .75rem .6rem; }
.metric h5 { margin: 0; color: var(--text); font-size: .82rem; }
.metric p { color: var(--text); font-size: .85rem; margin: .4rem 0 0; }
.metric .big { font-size: 1.2rem; font-weight: 650; margin: .1rem 0 0; color: inherit; font-variant-numeric: tabular-nums; }
.metric h5 .mark { color: inherit; }
.metric.v-passed h5 .mark { color: var(--good); }
.metric.v-failed h5 .mark { color: var(--bad); }
.metric.v-inconclusive h5 .mark { color: var(--open); }

.timeline { margin: 0; }
.timeline figcaption { color: var(--quiet); font-size: .82rem; margin-top: .25rem; }
.lane { display: grid; grid-template-columns: 3.6rem minmax(0, 1fr); align-items: center; margin: 2px 0; }
.lane span { color: var(--quiet); font-size: .78rem; }
.lane svg { width: 100%; background: var(--sunk); border-radius: 4px; display: block; }
.lane.axis svg { background: none; overflow: visible; }
.lane text { fill: var(--quiet); font-size: 10.5px; font-family: inherit; }
rect.model { fill: var(--model); }
rect.tool { fill: var(--tool); }
rect.bad { fill: var(--bad); }
rect.in { fill: var(--in); }
rect.out { fill: var(--out); }
.key { display: inline-block; width: .7em; height: .7em; border-radius: 2px; margin-right: .3em; }
.key.in { background: var(--in); }
.key.out { background: var(--out); }

.drift, .call, .thinking, .unplayed, .run { margin: .4rem 0; }
.drift, .call { border: 1px solid var(--line); border-radius: 8px; padding: .45rem .7rem; }
.drift[open], .call[open] { padding-bottom: .7rem; }
.class { display: inline-block; border-radius: 5px; padding: 0 .4rem; font-size: .78rem; font-weight: 600; background: var(--sunk); color: var(--quiet); }
.c-breaking, .c-changed { background: var(--bad-soft); color: var(--bad); }
.c-reworded { background: var(--open-soft); color: var(--open); }
.c-additive, .c-docs { background: var(--good-soft); color: var(--good); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; }
table.diff { border-collapse: collapse; width: 100%; min-width: 34rem; table-layout: fixed; font: .78rem/1.5 var(--mono); }
table.diff th { text-align: left; padding: .25rem .6rem; font: 600 .75rem system-ui, sans-serif; color: var(--quiet); background: var(--sunk); }
table.diff col.no { width: 2.6rem; }
table.diff td { padding: 0 .6rem; white-space: pre-wrap; vertical-align: top; }
table.diff td.no { padding: 0 .4rem; text-align: right; color: var(--quiet); user-select: none; opacity: .7; }
table.diff td.del, table.diff td.mod:nth-child(2) { background: var(--bad-soft); }
table.diff td.add, table.diff td.mod:nth-child(4) { background: var(--good-soft); }
table.diff td.gap { background: var(--sunk); }
table.diff .skip td { color: var(--quiet); text-align: center; background: var(--sunk); }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: .6rem; }
.beside > div { min-width: 0; }

.said { padding: .1rem 0 .1rem .8rem; border-left: 3px solid var(--line); margin: .7rem 0; }
.said h5 { margin-top: 0; }
.said.user { border-color: var(--quiet); }
.said.model { border-color: var(--model); }
.call { margin-left: .8rem; border-left: 3px solid var(--tool); }
.call.bad { border-left-color: var(--bad); }
.call.differs { border-left-color: var(--open); }
.call .tool { font-weight: 600; }
.call summary code { color: var(--quiet); }
.thinking { color: var(--quiet); }
.unplayed { opacity: .75; border: 1px dashed var(--line); border-radius: 8px; padding: .5rem .7rem; }
.ground { display: flex; align-items: center; gap: .75rem; color: var(--bad); font-size: .82rem; font-weight: 600; }
.ground::before, .ground::after { content: ""; flex: 1; border-top: 2px dashed currentColor; opacity: .6; }
.picture { margin: .4rem 0; }
.picture img { max-width: 100%; max-height: 24rem; border: 1px solid var(--line); border-radius: 6px; background: light-dark(#fff, #eee); }
.picture figcaption { color: var(--quiet); font-size: .8rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: .4rem 0; font-size: .9rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
footer { margin-top: 2.5rem; color: var(--quiet); font-size: .85rem; }
footer h2 { font-size: .9rem; }

@media (max-width: 960px) {
  .overview thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .overview table, .overview tbody { display: block; }
  .overview tbody tr { display: flex; flex-wrap: wrap; gap: .1rem .9rem; padding: .55rem .75rem; border-top: 1px solid var(--line); }
  .overview tbody tr:first-child { border-top: 0; }
  .overview tbody tr > * { padding: 0; border: 0; }
  .overview th[scope="row"] { flex: 1 0 100%; }
  .overview td:empty { display: none; }
  .overview td[data-label]::before { content: attr(data-label) " "; color: var(--quiet); font-size: .78rem; }
  .overview td .bar { display: none; }
  .workflow > summary { flex-wrap: wrap; }
  .workflow > summary .name { flex: 1 1 60%; }
  .workflow > summary .facts { order: 5; flex: 1 0 100%; text-align: left; padding-left: 1.5rem; }
  .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); }
  .tile { min-width: 0; }
  .toolbar input { flex-basis: 100%; max-width: none; }
  .keys { display: none; }
  .js .toolbar { position: static; }
  html { scroll-padding-top: .5rem; }
  table.diff { min-width: 0; }
  table.diff col.no { width: 0; }
  table.diff td { padding: 0 .3rem; }
  table.diff td.no { padding: 0; font-size: 0; }
}
@media print {
  :root, :root[data-theme] { color-scheme: light; --page: #fff; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  .js .toolbar { display: none; }
  pre { max-height: none; overflow: visible; }
  .scroll { overflow: visible; }
  table.diff { min-width: 0; }
  .tile, .metric, .overview tr, .said, .call > summary { break-inside: avoid; }
  .workflow > summary, h2, h4, h5 { break-after: avoid; }
  * { print-color-adjust: exact; }
}
`;
