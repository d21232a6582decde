// Does a job that judges stored calls again hold fresh calls up? One API process and one worker at default settings, and a
// provider that takes a second for a transcription and as long for a judgement. Prints how long a fresh call takes alone and
// beside the job.
//   npm run bench -- --only yield -- [--stored 5000] [--rounds 10] [--json]
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { asking, copyCall, freshCalls, secondsOf, submit } from '../measure/fresh-calls.mjs';
import { startReference, startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';

const { values: given } = parseArgs({
  options: {
    stored: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '10' },
    json: { type: 'boolean' },
  },
});
const TRANSCRIPTION_MS = '1000';
const ANSWER_MS = '1000';

const stores = await openStores('yield');
const running = [];
try {
  const { accountId, key } = await addAccount(stores);
  await stores.query("UPDATE api_key SET scopes = scopes || '{evaluations:write}' WHERE account_id = $1", [accountId]);
  running.push(
    await startReference(join(import.meta.dirname, '../pipeline/provider.mjs'), [], { TRANSCRIPTION_MS, ANSWER_MS }),
  );
  const env = {
    DATA_DIR: join(stores.dataDir, 'service'),
    OPENAI_BASE_URL: `${running[0].base}/v1`,
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'openai',
    LOG_LEVEL: 'error',
  };
  const api = await startService(stores, { ...env, PROCESS: 'api' });
  running.push(api);
  running.push(await startService(stores, { ...env, PROCESS: 'worker' }));
  const ask = asking(api, key);
  reportProgress('Alone');
  const first = await submit(ask);
  await secondsOf(stores, first);
  for (let i = 0; i < 3; i++) await secondsOf(stores, await submit(ask));
  const alone = await freshCalls(stores, ask, Number(given.rounds));

  reportProgress(`Beside a job of ${given.stored} stored calls`);
  await copyCall(stores, first, Number(given.stored));
  const job = await ask('/rescores', { scorecard_id: await addScorecard(accountId) });
  while ((await ask(`/rescores/${job.id}`)).counts.completed < 3) await pause(100);
  const beside = await freshCalls(stores, ask, Number(given.rounds));
  const { counts, status } = await ask(`/rescores/${job.id}`);
  if (status !== 'processing') throw new Error('The job ended before the rounds: store more calls');
  printTable(`A fresh call, ${given.rounds} rounds, s`, [
    { situation: 'alone', p50: alone.p50, longest: alone.max, 'to alone (bar 1.2)': 1, 'judged meanwhile': 0 },
    {
      situation: `beside a job of ${given.stored} calls`,
      p50: beside.p50,
      longest: beside.max,
      'to alone (bar 1.2)': beside.p50 / alone.p50,
      'judged meanwhile': counts.completed,
    },
  ]);
  printFigures({ 'yield.beside-job.p50': beside.p50 / alone.p50 });
} finally {
  for (const server of running.reverse()) await server.stop();
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** @returns the id of a scorecard with one published question for a language model */
async function addScorecard(accountId) {
  const question = {
    key: 'greeting',
    text: 'Did the agent greet the customer?',
    guidance: null,
    speaker: 'agent',
    weight: 1,
    within: null,
    answers: [
      { key: 'yes', label: 'Yes', points: 1, needs_quote: false, auto_fail: false },
      { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: false },
    ],
    na: false,
    applies_if: null,
    judge: { kind: 'model' },
    automation: 'score',
  };
  const section = { key: 'opening', title: 'Opening', weight: 1, questions: [question] };
  const form = JSON.stringify({ pass_mark: null, min_coverage: 0, sections: [section] });
  const id = randomUUID();
  await stores.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision)
     VALUES ($1, $2, true, 'Bench', 1, 1)`,
    [id, accountId],
  );
  await stores.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, 1, 'published', $2, $3)`,
    [id, form, createHash('sha256').update(form).digest()],
  );
  return id;
}
