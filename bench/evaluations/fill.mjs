// Fills the table of evaluations as a service may have it after a year: one large account among fifty, a few busy agents, many
// contacts, a third of all evaluations made within one night by jobs that judge stored calls again.
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';

const OTHER_ACCOUNTS = 50;
/** The large account's share of all rows. */
const LARGE_SHARE = 0.8;
const CARDS = 5;
const REVISIONS = 2;
const CHUNK_ROWS = 100_000;

/** @returns {Promise<{accountId: string, cards: string[]}>} the large account; its last scorecard is used rarely, and long ago */
export async function fill(dataSource, rows, log) {
  const runner = dataSource.createQueryRunner();
  await runner.query(
    `SET statement_timeout = 0; SET lock_timeout = 0; SET synchronous_commit = off; SET work_mem = '256MB'`,
  );
  await runner.query('SELECT setseed(0.5)');
  const accountId = randomUUID();
  await addAccounts(runner, accountId);
  const calls = Math.ceil(rows / (CARDS * REVISIONS));
  await addCalls(runner, accountId, calls);
  log(`${calls} calls written`);
  for (let first = 1; first <= rows; first += CHUNK_ROWS) {
    await addEvaluations(runner, rows, first, Math.min(rows, first + CHUNK_ROWS - 1));
    log(`${Math.min(rows, first + CHUNK_ROWS - 1)} evaluations written`);
  }
  // A synchronous commit flushes the log: VACUUM takes no row for visible whose commit is not on disk.
  await runner.query('SET synchronous_commit = on');
  await runner.query('UPDATE scorecard SET name = name');
  await runner.query('VACUUM ANALYZE evaluation');
  await runner.query('VACUUM ANALYZE evaluation_kind_count');
  const cards = await runner.query('SELECT id FROM card WHERE account_id = $1 ORDER BY n', [accountId]);
  await runner.release();
  return { accountId, cards: cards.map(({ id }) => id) };
}

async function addAccounts(runner, accountId) {
  await runner.query(
    `INSERT INTO account (id, email, email_folded, password_hash, email_verified_at)
     SELECT id, id::text, id::text, '-', now()
     FROM (SELECT $1::uuid AS id UNION ALL SELECT gen_random_uuid() FROM generate_series(1, $2)) t`,
    [accountId, OTHER_ACCOUNTS],
  );
  await runner.query(`
    CREATE TEMP TABLE card AS SELECT gen_random_uuid() AS id, account.id AS account_id, n
      FROM account CROSS JOIN generate_series(0, ${CARDS - 1}) AS n;
    INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision)
      SELECT id, account_id, true, 'Card ' || n, ${REVISIONS}, ${REVISIONS} FROM card;
    INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash)
      SELECT id, number, 'published', '{}', '\\x00' FROM card CROSS JOIN generate_series(1, ${REVISIONS}) AS number;
    CREATE UNIQUE INDEX ON card (account_id, n); ANALYZE card`);
}

/** One agent has an eighth of all calls, the others share the rest unevenly; each contact calls twice. */
async function addCalls(runner, accountId, calls) {
  await runner.query(
    `CREATE TEMP TABLE other AS SELECT id, row_number() OVER () - 1 AS n FROM account WHERE id <> '${accountId}'`,
  );
  await runner.query(
    `INSERT INTO analysis (id, account_id, created_at, status, livemode, agent_id, contact_id, request_id, settled_at)
     SELECT gen_random_uuid(), CASE WHEN i % 100 < ${LARGE_SHARE * 100} THEN '${accountId}'::uuid ELSE other.id END,
       now() - interval '365 days', 'completed', true,
       CASE WHEN random() < 0.125 THEN 'agent_001' ELSE 'agent_' || lpad((2 + floor(power(random(), 2) * 198))::text, 3, '0') END,
       'cust-' || floor(random() * ${Math.ceil(calls / 2)}), 'bench', now()
     FROM generate_series(1, ${calls}) AS i JOIN other ON other.n = i % ${OTHER_ACCOUNTS}`,
  );
  await runner.query(`
    CREATE TEMP TABLE call AS SELECT id, account_id, agent_id, contact_id, row_number() OVER (ORDER BY id) - 1 AS n FROM analysis;
    CREATE UNIQUE INDEX ON call (n); ANALYZE call`);
}

/** The rows of a chunk are in the order of time, as a service writes them. */
async function addEvaluations(runner, rows, first, last) {
  await runner.query(
    `INSERT INTO evaluation (id, account_id, analysis_id, created_at, livemode, request_id, agent_id, contact_id, scorecard_id,
       revision, judge, transcript_hash, status, outcome, score, coverage, settled_at)
     SELECT gen_random_uuid(), call.account_id, call.id, made.at, true, 'bench', call.agent_id, call.contact_id, card.id,
       made.revision, made.i::text, '\\x00', CASE WHEN outcome IS NULL THEN 'processing' ELSE 'completed' END, outcome,
       CASE WHEN outcome <> 'not_assessable' THEN made.score END, CASE WHEN outcome IS NOT NULL THEN 0.93 END,
       CASE WHEN outcome IS NOT NULL THEN made.at END
     FROM (SELECT i, 1 + i % ${REVISIONS} AS revision,
         CASE WHEN i < ${rows} / 12 AND i % 40 = 0 THEN ${CARDS - 1} ELSE floor(power(random(), 2) * ${CARDS - 1})::int END AS n,
         CASE WHEN i BETWEEN ${rows} * 0.5 AND ${rows} * 0.83
           THEN now() - interval '150 days' + interval '8 hours' * (i / ${rows}.0 - 0.5) * 3
           WHEN i < ${rows} * 0.5 THEN now() - interval '365 days' + interval '215 days' * (i / ${rows}.0) * 2
           ELSE now() - interval '149 days' * (1 - i / ${rows}.0) / 0.17 END AS at,
         CASE WHEN i > ${rows} * 0.9999 THEN NULL WHEN kind < 0.62 THEN 'passed' WHEN kind < 0.84 THEN 'failed'
           WHEN kind < 0.94 THEN 'needs_review' WHEN kind < 0.98 THEN 'auto_failed' ELSE 'not_assessable' END AS outcome,
         least(100, greatest(0, round(82 + 12 * (random() + random() + random() + random() - 2) * 1.7)))::smallint AS score
       FROM (SELECT i, random() AS kind FROM generate_series(${first}, ${last}) AS i) AS drawn) AS made
       JOIN call ON call.n = made.i % (SELECT count(*) FROM call)
       JOIN card ON card.account_id = call.account_id AND card.n = made.n
     ORDER BY made.i`,
  );
}

/** Thirty answers, a third with a quotation: some 12 kB. */
export async function addPayloads(dataSource, ids) {
  const answer = (index) => ({
    question: `question_${index}`,
    state: 'answered',
    answer: 'yes',
    confidence: 0.94,
    points: 1,
    flagged: false,
    rationale: 'The agent says so in the first sentence, before the customer gives a reason for the call.',
    citations:
      index % 3 === 0
        ? [
            {
              segment_id: 0,
              speaker: 'agent',
              start: 3,
              end: 4.9,
              quote: 'this call is recorded',
              verification: 'verified',
            },
          ]
        : [],
    source: 'model',
    reason: null,
    reviewer_id: null,
  });
  const answers = JSON.stringify(Array.from({ length: 30 }, (_, index) => answer(index)));
  await dataSource.query(
    `INSERT INTO evaluation_payload (evaluation_id, judged, sections, answers, auto_fails, provenance)
     SELECT id, '[]', '[]', $2, '[]', '{}' FROM evaluation WHERE id = ANY ($1) AND status = 'completed' ON CONFLICT DO NOTHING`,
    [ids, answers],
  );
}

/** @returns {Promise<DataSource>} with the limits of the service */
export const open = (url) => new DataSource(dataSourceOptions(url, 4)).initialize();
