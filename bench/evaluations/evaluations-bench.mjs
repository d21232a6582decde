// How fast are the lists of evaluations? Fills a database, and prints the times of each filter, alone and in pairs.
//   npm run bench -- --only evaluations -- [--rows 1250000] [--rounds 40] [--json]
// Four fifths of the rows belong to the account that is measured. Uses the Postgres of DATABASE_URL (it makes a new database
// there and drops it at the end), else an embedded one.
import { parseArgs } from 'node:util';
import { EvaluationReader } from '../../dist/src/scorecards/evaluations/evaluation-reader.js';
import { quantile } from '../measure/load.mjs';
import { roundsOf } from '../measure/rounds.mjs';
import { openStores } from '../measure/stores.mjs';
import { printFigures, printTable, reportProgress } from '../measure/table.mjs';
import { addPayloads, fill, open } from './fill.mjs';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '1250000' },
    rounds: { type: 'string', default: '40' },
    json: { type: 'boolean' },
  },
});
const rows = Number(given.rows);
const rounds = Number(given.rounds);
const BAR_MS = 50;
const DAY_SECONDS = 86_400;
const NOW_SECONDS = Math.floor(Date.now() / 1000);
const daysAgo = (days) => Math.floor(NOW_SECONDS - days * DAY_SECONDS);

const stores = await openStores('evaluations');
try {
  const dataSource = await open(stores.databaseUrl);
  const startedAt = performance.now();
  const filled = await fill(dataSource, rows, (step) =>
    reportProgress(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${step}`),
  );
  await measure(dataSource, filled);
  await dataSource.destroy();
} finally {
  await stores.close();
}
// The embedded servers leave timers behind that would keep this process alive.
process.exit();

/** @returns {[string, object][]} */
function cases([usual, second, , , rare], contact) {
  const nightAgo = daysAgo(150) + 3 * 3600;
  return [
    ['no filter', {}],
    ['no filter, the last page', { skip: 'end' }],
    ['scorecard', { scorecard_id: usual }],
    ['a rare scorecard of last year', { scorecard_id: rare }],
    ['revision', { revision: 2 }],
    ['agent with an eighth of all calls', { agent_id: 'agent_001' }],
    ['agent', { agent_id: 'agent_100' }],
    ['contact', { contact_id: contact }],
    ['outcome passed', { outcome: 'passed' }],
    ['outcome auto_failed', { outcome: 'auto_failed' }],
    ['outcome not_assessable', { outcome: 'not_assessable' }],
    ['score_min 80', { score_min: 80 }],
    ['score_max 60', { score_max: 60 }],
    ['score 97 to 100', { score_min: 97, score_max: 100 }],
    ['created_after a day', { created_after: daysAgo(1) }],
    ['created_after a month', { created_after: daysAgo(30) }],
    ['created_before the night of the jobs', { created_before: daysAgo(151) }],
    ['created_after, within the night of the jobs', { created_after: nightAgo }],
    ['created_after and created_before, a quarter', { created_after: daysAgo(200), created_before: daysAgo(110) }],
    ['scorecard and revision', { scorecard_id: usual, revision: 2 }],
    ['scorecard and outcome', { scorecard_id: second, outcome: 'failed' }],
    ['scorecard and score_max', { scorecard_id: usual, score_max: 60 }],
    ['rare scorecard and outcome', { scorecard_id: rare, outcome: 'auto_failed' }],
    ['outcome and score that no evaluation has', { outcome: 'passed', score_max: 5 }],
    ['scorecard and a month', { scorecard_id: usual, created_after: daysAgo(30) }],
    ['outcome and a quarter', { outcome: 'failed', created_after: daysAgo(200), created_before: daysAgo(110) }],
    ['outcome, within the night of the jobs', { outcome: 'needs_review', created_after: nightAgo }],
    ['agent and outcome', { agent_id: 'agent_001', outcome: 'auto_failed' }],
    ['agent and a month', { agent_id: 'agent_001', created_after: daysAgo(30) }],
    ['agent and scorecard', { agent_id: 'agent_001', scorecard_id: usual, score_max: 70 }],
    [
      'scorecard, revision, outcome, score, quarter',
      {
        scorecard_id: usual,
        revision: 1,
        outcome: 'failed',
        score_max: 75,
        created_after: daysAgo(200),
        created_before: daysAgo(110),
      },
    ],
  ];
}

async function measure(dataSource, { accountId, cards }) {
  const reader = new EvaluationReader(dataSource);
  const read = async (query) => JSON.parse(await reader.list(accountId, { skip: 0, limit: 20, ...query }));
  const { total } = await read({});
  const contact = (await read({ skip: Math.floor(total / 3), limit: 1 })).items[0].contact_id;
  const lines = [];
  for (const [title, filter] of cases(cards, contact)) {
    const query = { skip: 0, limit: 20, ...filter, ...(filter.skip === 'end' && { skip: total - 20 }) };
    const page = await read(query);
    await addPayloads(
      dataSource,
      page.items.map(({ id }) => id),
    );
    const times = [];
    for (const _round of roundsOf(rounds)) {
      const from = performance.now();
      await reader.list(accountId, query);
      times.push(performance.now() - from);
    }
    const p95 = quantile(times, 0.95);
    lines.push({
      list: title,
      total: page.total,
      min: quantile(times, 0),
      p50: quantile(times, 0.5),
      p95,
      met: p95 <= BAR_MS ? 'yes' : 'NO',
    });
    reportProgress(`${title}: ${p95.toFixed(1)} ms`);
  }
  printTable(
    `Lists of an account with ${total} evaluations, ms, ${rounds} rounds: page of 20 and total, as JSON text with its answers; bar ${BAR_MS} ms`,
    lines,
  );
  printFigures({ 'evaluations.list.p95': Math.max(...lines.map(({ p95 }) => p95)) });
}
