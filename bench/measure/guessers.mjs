// The process that log-ins.mjs starts to guess passwords. Usage: guessers.mjs BASE COUNT. It sends `begun` to its parent when the
// first guess is answered. At any message from the parent it stops, and sends how many guesses were checked and refused.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** The wait after a 429: far shorter than its Retry-After, as an attacker would choose it. */
const WAIT_AFTER_429_MS = 100;

const [base, count] = process.argv.slice(2);
const dispatcher = new Agent({ connections: Number(count) });
let stopped = false;
let checked = 0;
let refused = 0;
process.once('message', () => {
  stopped = true;
});
process.once('disconnect', () => process.exit());

const guessers = Array.from({ length: Number(count) }, async (_, guesser) => {
  while (!stopped) {
    const { statusCode, body } = await request(`${base}/api/v1/auth/login`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `guesser-${guesser}@bench.example`, password: 'Not the right one, 1' }),
    });
    await body.dump();
    if (checked + refused === 0) process.send('begun');
    if (statusCode === 401) checked++;
    else if (statusCode === 429) {
      refused++;
      await delay(WAIT_AFTER_429_MS);
    } else throw new Error(`A log-in was answered with ${statusCode}`);
  }
});
await Promise.all(guessers);
process.send({ checked, refused });
