// Says in words why an argument is not played that holds no variable, or one that cannot be put in.
import type { Doubt } from "./learned.js";

/** What is said of the argument's value; undefined where it may simply be a variable. */
export function describeDerived({ derived, readings }: Doubt): string | undefined {
  const names = readings.filter((name) => name !== "constant").join(" or ") || "a value of the server's";
  switch (derived) {
    case undefined:
      return undefined;
    case "lost":
      return "stood in an earlier result, and a check found nothing in its place";
    case "grown":
      return "was first read in a list in which rows of earlier runs stand";
    case "chosen":
      return "was chosen from a list in which it has another rank now";
    case "key":
      return `is ${names} in the name of a property, where nothing is put in`;
    default:
      return `seems to be made of ${names} (${derived})`;
  }
}
