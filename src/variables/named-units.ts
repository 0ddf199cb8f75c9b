// Knows amounts that results give twice, in two units that their names tell: `speed_kn`, `speed_kmh`.

const unit = (names: string): RegExp => new RegExp(`(?:^|_)(?:${names})$`, "i");
const KMH = unit("km_?p?h|kph");
const MPH = unit("mph");
const KNOTS = unit("knots?|kts?|kn");
const METRES_A_SECOND = unit("m_?p?s");
const KM = unit("kilomet(?:er|re)s?|km");
const INCHES = unit("inch(?:es)?|in");

const FACTORS: readonly (readonly [of: RegExp, from: RegExp, times: number])[] = [
  [KMH, KNOTS, 1.852],
  [MPH, KNOTS, 1.150_779],
  [KMH, METRES_A_SECOND, 3.6],
  [MPH, METRES_A_SECOND, 2.236_936],
  [MPH, KMH, 0.621_371],
  [KNOTS, METRES_A_SECOND, 1.943_844],
  [unit("nmi?|nautical_miles"), KM, 0.539_957],
  [INCHES, unit("centimet(?:er|re)s?|cm"), 0.393_701],
  [INCHES, unit("millimet(?:er|re)s?|mm"), 0.039_370_1],
  [unit("gallons?|gal"), unit("lit(?:er|re)s?|l"), 0.264_172],
  [unit("kilocalories|kcal"), unit("kilojoules?|kj"), 0.239_006],
];

/** By how much an amount is multiplied to have another one in its unit, as the names of both say. */
export function factorOfNames(of: string, from: string): number | undefined {
  const [one, other] = [of, from].map((name) => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, "_"));
  return FACTORS.find(([first, second]) => first.test(one ?? "") && second.test(other ?? ""))?.[2];
}
