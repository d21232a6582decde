// Clients that guess passwords for as long as they are let: a password's hash is made costly, on threads that files share.
import { setTimeout as delay } from 'node:timers/promises';

/** How long a guesser stands back when it is told to: far less than it is told. */
const TURNED_AWAY_MS = 100;

/**
 * @param {{base: string}} server
 * @param {number} count guessers, each with its next guess when the last one is answered
 * @returns {{stop: () => Promise<{checked: number, turnedAway: number}>}} the guesses that cost a hash, and those that did not
 */
export function guessPasswords(server, count) {
  let stopped = false;
  let checked = 0;
  let turnedAway = 0;
  const guessers = Array.from({ length: count }, async (_, guesser) => {
    while (!stopped) {
      const answer = await fetch(`${server.base}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `guesser-${guesser}@bench.example`, password: 'Not the right one, 1' }),
      });
      await answer.arrayBuffer();
      if (answer.status === 401) checked++;
      else if (answer.status === 429) {
        turnedAway++;
        await delay(TURNED_AWAY_MS);
      } else throw new Error(`A log-in was answered with ${answer.status}`);
    }
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all(guessers);
      return { checked, turnedAway };
    },
  };
}
