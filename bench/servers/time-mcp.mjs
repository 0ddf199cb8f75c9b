// Lists the workflows on time-mcp: the clock in words, in numbers, in two zones and in a calendar.
import { call, found } from "./suite.mjs";

export const timeMcp = {
  name: "time-mcp",
  package: "time-mcp",
  version: "1.0.6",
  main: "dist/index.js",
  workflows: [
    {
      // Without summer time: where one zone has it, what the server says of the difference is another in summer.
      name: "what-time-is-it",
      steps: [
        {
          user: "What time is it in Tokyo, and which timestamp is that?",
          expectTools: ["current_time", "get_timestamp"],
          turns: [
            call("current_time", { format: "YYYY-MM-DD HH:mm:ss", timezone: "Asia/Tokyo" }, "get_timestamp", {}),
            { text: ["In Tokyo it is ", found(1, "Asia/Tokyo is (.*)\\."), ", timestamp ", found(2, "(\\d+) ms")] },
          ],
        },
        {
          user: "And when is that in Kolkata? Take the time of Tokyo that you have.",
          expectTools: ["convert_time"],
          turns: [
            call("convert_time", {
              sourceTimezone: "Asia/Tokyo",
              targetTimezone: "Asia/Kolkata",
              time: found(1, "Asia/Tokyo is (.*)\\."),
            }),
            { text: ["It is ", found(3, "Kolkata is (.*?)\\."), " there."] },
          ],
        },
      ],
    },
    {
      name: "dates-of-a-project",
      steps: [
        {
          user: "How many days has February 2028, and in which week is 2027-03-01?",
          expectTools: ["days_in_month", "get_week_year"],
          expectedState: "29",
          turns: [
            call("days_in_month", { date: "2028-02-10" }, "get_week_year", { date: "2027-03-01" }),
            { text: "February 2028 has 29 days; 2027-03-01 is in week 10 (ISO 9)." },
          ],
        },
        {
          user: "What is the date today, and which timestamp has 2027-03-01 09:30?",
          expectTools: ["current_time", "get_timestamp"],
          turns: [
            call("current_time", { format: "MM/DD/YYYY", timezone: "Europe/Berlin" }),
            call("get_timestamp", { time: "2027-03-01 09:30:00.000" }),
            {
              text: ["Today is ", found(3, "Berlin is (.*)\\."), "; the timestamp is ", found(4, "is (\\d+) ms"), "."],
            },
          ],
        },
      ],
    },
  ],
};
