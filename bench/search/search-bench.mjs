// What does a search in transcripts cost, beside the search by agent and contact in the same run?
//   npm run bench -- --only search -- [--calls 1000000] [--rounds 5] [--json] [--keep]
// Uses the Postgres of DATABASE_URL (it makes a new database there and drops it at the end), else an embedded one: 14 kB a call.
import { parseArgs } from 'node:util';
import { quantile } from '../measure/load.mjs';
import { startService } from '../measure/server-process.mjs';
import { addAccount, openStores } from '../measure/stores.mjs';
import { printTable, reportProgress } from '../measure/table.mjs';
import { fill, wordOf } from './fill.mjs';

const { values: given } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
const calls = Number(given.calls);
const rounds = Number(given.rounds);

const stores = await openStores('search');
try {
  const account = await addAccount(stores);
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0);
  await fill(stores.databaseUrl, account.accountId, calls, (step) => reportProgress(`${seconds()} s: ${step}`));
  await showSizes();
  const server = await startService(stores, { PROCESS: 'api' });
  await measure(server, account.key);
  await server.stop();
} finally {
  await stores.close();
}
process.exit();

async function showSizes() {
  const [{ heap, toast, index, lookup }] = await stores.query(
    `SELECT sum(pg_relation_size(c.oid)) AS heap,
       sum(pg_total_relation_size(c.reltoastrelid)) AS toast,
       sum((SELECT sum(pg_relation_size(i.indexrelid)) FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
            WHERE i.indrelid = c.oid AND m.amname = 'gin')) AS index,
       sum((SELECT sum(pg_relation_size(i.indexrelid)) FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
            WHERE i.indrelid = c.oid AND m.amname = 'btree')) AS lookup
     FROM pg_inherits p JOIN pg_class c ON c.oid = p.inhrelid WHERE p.inhparent = 'call_words'::regclass`,
  );
  const each = (bytes) => Number(bytes) / calls;
  printTable('Bytes a call of 500 words', [
    { of: 'rows', bytes: each(heap) },
    { of: 'words', bytes: each(toast) },
    { of: 'index of words', bytes: each(index) },
    { of: 'index of ids', bytes: each(lookup) },
    { of: 'all', bytes: each(heap) + each(toast) + each(index) + each(lookup) },
  ]);
}

async function measure(server, key) {
  const q = (text) => `/api/v1/search?q=${encodeURIComponent(text)}`;
  const some = (from, step) => Array.from({ length: 12 }, (_, at) => wordOf(from + at * step));
  const frequent = some(0, 1);
  const cases = {
    'GET /api/v1/analysis/?limit=20': ['/api/v1/analysis/?limit=20&view=summary'],
    'GET /analysis?search=': ['cust-1234', 'cust-77', 'agent-12', 'agent', 'cust-9', 'agent-4', 'none'].map(
      (text) => `/api/v1/analysis/?limit=20&view=summary&search=${text}`,
    ),
    'a rare word': some(20_000, 1_500).map(q),
    'a word of every tenth call': some(800, 10).map(q),
    'a common word': frequent.map(q),
    'two common words': frequent.map((word, at) => q(`${word} ${frequent.at(at - 3)}`)),
    'a common and a rare word': frequent.map((word, at) => q(`${word} ${wordOf(30_000 + at)}`)),
    'a prefix': some(50, 40).map((word) => q(`${word}*`)),
    'a long prefix': some(20_000, 1_500).map((word) => q(`${word.slice(0, -1)}*`)),
    'without a common word': some(800, 10).map((word, at) => q(`${word} -${frequent[at]}`)),
    'a common word of a party': frequent.map((word) => `${q(word)}&speaker=agent`),
    'a common word of an agent': frequent.map((word, at) => `${q(word)}&agent_id=agent-${at}`),
    'a phrase of common words': frequent.map((word, at) => q(`"${word} ${frequent.at(at - 3)}"`)),
    'a phrase of four common words': frequent.map((word, at) =>
      q(`"${word} ${frequent.at(at - 3)} ${frequent.at(at - 5)} ${word}"`),
    ),
    'a phrase of rare words': some(3_000, 50).map((word, at) => q(`"${word} ${wordOf(4_000 + at)}"`)),
  };
  const headers = { 'X-API-Key': key };
  const times = new Map(Object.keys(cases).map((title) => [title, []]));
  const last = new Map();
  for (let round = 0; round <= rounds; round++) {
    reportProgress(`Round ${round} of ${rounds}`);
    for (const [title, paths] of Object.entries(cases)) {
      for (const path of paths) {
        const sentAt = performance.now();
        const response = await fetch(`${server.base}${path}`, { headers });
        const page = await response.json();
        if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(page)}`);
        // The first round warms up.
        if (round > 0) times.get(title).push(performance.now() - sentAt);
        last.set(title, page);
      }
    }
  }
  const list = quantile(times.get('GET /analysis?search='), 0.95);
  printTable(
    `Searches among ${calls} calls, ms`,
    [...times].map(([title, ms]) => {
      const { total, total_capped: capped, searched_back_to: back } = last.get(title);
      return {
        search: title,
        p50: quantile(ms, 0.5),
        p95: quantile(ms, 0.95),
        'p95 to GET /analysis?search=': quantile(ms, 0.95) / list,
        'last total': `${total}${capped ? '+' : ''}${back ? ', cut' : ''}`,
      };
    }),
  );
}
