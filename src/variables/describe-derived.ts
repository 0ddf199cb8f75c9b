// Says why an argument is not replayed that contains no variable, or one that cannot be put in.
import type { Doubt } from "./learned.js";

/** Returns half a sentence about the argument's value; undefined where it may simply be a variable. */
export function describeDerived({ derived, readings }: Doubt): string | undefined {
  const names = readings.filter((name) => name !== "constant").join(" or ") || "a value from the server";
  switch (derived) {
    case undefined:
      return undefined;
    case "lost":
      return "was in an earlier result, and a check found nothing in its place";
    case "grown":
      return "was first read in a list that contains rows of earlier runs";
    case "moved":
      return "is in another row of its list in another run, where the rows moved";
    case "chosen":
      return "was chosen from a list in which its rank differs now";
    case "key":
      return `is ${names} in the name of a property, where no value can be put in`;
    default:
      return `seems to be made from ${names} (${derived})`;
  }
}
