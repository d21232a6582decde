// Clients that guess passwords until they are stopped: each guess costs the service a password hash, which is slow by design.
// They run in a process of their own, to keep their work out of the event loop that measures.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * @param {{base: string}} server
 * @param {number} count guessers; each sends its next guess when the last one is answered
 * @returns {Promise<{stop: () => Promise<{checked: number, refused: number}>}>} resolves when the first guess is answered;
 *   `checked` guesses cost a hash, `refused` ones got a 429 without one
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
