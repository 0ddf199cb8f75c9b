// Lists the workflows on mcp-echarts: charts as SVG, as PNG and as options.
import { call } from "./suite.mjs";

const bread = [
  { category: "rolls", value: 24 },
  { category: "loaves", value: 7 },
  { category: "pies", value: 3 },
];
const days = [
  { time: "2027-03-01", value: 18 },
  { time: "2027-03-02", value: 22 },
  { time: "2027-03-03", value: 9 },
];

export const echarts = {
  name: "mcp-echarts",
  package: "mcp-echarts",
  version: "0.7.1",
  main: "build/index.js",
  workflows: [
    {
      name: "charts-as-svg",
      steps: [
        {
          user: "Draw what we sold as a pie and the three days as a line, as SVG",
          expectTools: ["generate_pie_chart", "generate_line_chart"],
          turns: [
            call("generate_pie_chart", { data: bread, title: "Sold", outputType: "svg" }),
            call("generate_line_chart", { data: days, title: "Per day", outputType: "svg", smooth: true }),
            { text: "Here they are." },
          ],
        },
        {
          user: "And a gauge at 70 %",
          expectTools: ["generate_gauge_chart"],
          turns: [
            call("generate_gauge_chart", { data: [{ name: "sold", value: 70 }], outputType: "svg" }),
            { text: "At 70 %." },
          ],
        },
      ],
    },
    {
      name: "charts-as-pictures",
      steps: [
        {
          user: "Draw the bars as a picture, and give me the options of a treemap",
          expectTools: ["generate_bar_chart", "generate_treemap_chart"],
          turns: [
            call("generate_bar_chart", { data: bread, width: 320, height: 200, outputType: "png" }),
            call("generate_treemap_chart", {
              data: [
                {
                  name: "bread",
                  value: 31,
                  children: [
                    { name: "rolls", value: 24 },
                    { name: "loaves", value: 7 },
                  ],
                },
              ],
              outputType: "option",
            }),
            { text: "The bars and the options." },
          ],
        },
        {
          user: "The same bars in dark",
          expectTools: ["generate_bar_chart"],
          turns: [
            call("generate_bar_chart", { data: bread, width: 320, height: 200, theme: "dark", outputType: "png" }),
            { text: "In dark." },
          ],
        },
      ],
    },
  ],
};
