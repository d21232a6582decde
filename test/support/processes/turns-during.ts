// Counts turns of the event loop: work that waits for nothing outside the process, and is not cut up, has one.

/** @returns turns of the loop while the work was under way, and its result */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  try {
    const result = await work();
    return { turns, result };
  } finally {
    clearImmediate(next);
  }
}
