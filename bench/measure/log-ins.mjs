// Clients that guess passwords for as long as they are let: a password's hash is made costly. In a process of their own, so
// that their work is not in the event loop that measures.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * @param {{base: string}} server
 * @param {number} count guessers, each with its next guess when the last one is answered
 * @returns {Promise<{stop: () => Promise<{checked: number, turnedAway: number}>}>} once the first guesses are answered; the
 *   guesses that cost a hash, and those that did not
 */
export async function guessPasswords({ base }, count) {
  const guessers = fork(join(import.meta.dirname, 'guessers.mjs'), [base, String(count)]);
  await once(guessers, 'message');
  return {
    async stop() {
      guessers.send('stop');
      const [counted] = await once(guessers, 'message');
      guessers.disconnect();
      return counted;
    },
  };
}
