// Something to be done again and again in, what each time gave out; a few at once, as one alone mostly waits for its server.

const AT_ONCE = 4;

/** Does it `count` times; rejects with the first failure. */
export async function inRounds<T>(count: number, once: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const round = next++;
      results[round] = await once(round);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
