// Decides whether two shapes certainly have no value in common; then a `oneOf` of them is an `anyOf`.
import { compareNumbers } from "../json/digits.js";
import { accepts, type ShapeOf } from "./accepts.js";
import { edgeOf, isEnumeration, propertyOf, type Alternative, type Shape } from "./shape.js";

/** True where no value can follow both; false also where that is not detected. */
export function areDisjoint(shapeOf: ShapeOf, one: Shape, other: Shape, depth = 0): boolean {
  return one.every((left) => other.every((right) => areApart(shapeOf, left, right, depth)));
}

/** The same of two alternatives. */
export function areApart(shapeOf: ShapeOf, one: Alternative, other: Alternative, depth = 0): boolean {
  if (one.kind !== other.kind) return true;
  if (one.values !== undefined)
    return [...one.values.entries.values()].every((value) => accepts(shapeOf, other, value) === "no");
  if (other.values !== undefined) return areApart(shapeOf, other, one, depth);
  if (one.kind === "number") return endsBelow(one, other) || endsBelow(other, one);
  return one.kind === "object" && depth < 3 && haveOtherProperties(shapeOf, one, other, depth);
}

function endsBelow(lower: Alternative, higher: Alternative): boolean {
  const [maximum, minimum] = [lower.limits.get("maximum"), higher.limits.get("minimum")];
  if (maximum === undefined || minimum === undefined) return false;
  const high = edgeOf(maximum, "maximum", lower.integer);
  const low = edgeOf(minimum, "minimum", higher.integer);
  const compared = compareNumbers(high.value, low.value);
  return compared < 0 || (compared === 0 && (high.exclusive || low.exclusive));
}

/** A property that both sides have, with values that are never equal; or one that only one side may have. */
function haveOtherProperties(shapeOf: ShapeOf, one: Alternative, other: Alternative, depth: number): boolean {
  const required = new Set([...one.object.required.keys(), ...other.object.required.keys()]);
  return [...required].some((name) => {
    const [left, right] = [shapeOf(propertyOf(one.object, name)), shapeOf(propertyOf(other.object, name))];
    return areDisjoint(shapeOf, left, right, depth + 1);
  });
}

/** True for two objects that name their type in a property, with different names. */
export function haveOtherTags(shapeOf: ShapeOf, one: Alternative, other: Alternative): boolean {
  const common = [...one.object.required.keys()].filter((name) => other.object.required.has(name));
  return common.some((name) => {
    const tags = [one, other].map(({ object }) => shapeOf(propertyOf(object, name)));
    const [left = [], right = []] = tags;
    return tags.flat().every(isEnumeration) && areDisjoint(shapeOf, left, right);
  });
}
