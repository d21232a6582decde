// The process of the guessers. Usage: guessers.mjs BASE COUNT; says when the first is answered, and told to stop it says how
// many guesses there were.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** How long a guesser stands back when it is told to: far less than it is told. */
const TURNED_AWAY_MS = 100;

const [base, count] = process.argv.slice(2);
const dispatcher = new Agent({ connections: Number(count) });
let stopped = false;
let checked = 0;
let turnedAway = 0;
process.once('message', () => {
  stopped = true;
});

const guessers = Array.from({ length: Number(count) }, async (_, guesser) => {
  while (!stopped) {
    const { statusCode, body } = await request(`${base}/api/v1/auth/login`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `guesser-${guesser}@bench.example`, password: 'Not the right one, 1' }),
    });
    await body.dump();
    if (checked + turnedAway === 0) process.send('begun');
    if (statusCode === 401) checked++;
    else if (statusCode === 429) {
      turnedAway++;
      await delay(TURNED_AWAY_MS);
    } else throw new Error(`A log-in was answered with ${statusCode}`);
  }
});
await Promise.all(guessers);
process.send({ checked, turnedAway });
