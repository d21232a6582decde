// An account with calls of the year 2025, an evaluation of each third, and the sums that triggers and the fold would have made of
// them: made of the rows at once, as triggers for each of a million rows take an hour.
import { randomUUID } from 'node:crypto';
import {
  CALL_COUNTS,
  DIMENSIONS,
  EVALUATION_COUNTS,
  MEASURE_NAMES,
  rowOfOne,
} from '../../dist/src/insight/statistics/sums/measures.js';
import { rollUp } from '../../dist/src/platform/database/migrations/1790000062400-rolled-up-sums.js';
import { addPayloads } from '../list/fill.mjs';

const SUMS = MEASURE_NAMES.map((name) => `sum(${name}) AS ${name}`).join(', ');
const ANSWERS = `ARRAY['greeting:answered:' || CASE WHEN random() < 0.8 THEN 'yes' ELSE 'no' END, 'notice:na', 'solved:not_assessable']`;

/** @returns the id of the account */
export async function fillStatistics(dataSource, { calls, agents }, log) {
  const runner = dataSource.createQueryRunner();
  const accountId = randomUUID();
  const cardId = randomUUID();
  await runner.query(`SET statement_timeout = 0; SET synchronous_commit = off; SET work_mem = '256MB'`);
  await runner.query(`INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, '-')`, [
    accountId,
    `${accountId}@example.com`,
  ]);
  // Triggers off.
  await runner.query('SET session_replication_role = replica');
  await runner.query(
    `INSERT INTO analysis (id, account_id, created_at, livemode, agent_id, contact_id, request_id, storage_key, audio_format,
       status, settled_at, duration_ms, processing_time_ms, direction, spoken_language, compliance_score, quality_score, flagged,
       violations, not_assessable, overruled)
     SELECT id, $1, at, true, 'agent-' || floor(random() * $3), 'cust-' || floor(random() * $2 / 5), 'r', 'recordings/' || id, 'wav',
       'completed', at, 1000 + floor(random() * 600000), 8000, CASE WHEN random() < 0.7 THEN 'inbound' ELSE 'outbound' END,
       CASE WHEN random() < 0.8 THEN 'en' ELSE 'de' END, 100 - floor(random() * random() * 60), 100 - floor(random() * 50),
       random() < 0.1, CASE WHEN random() < 0.1 THEN ARRAY['pin_requested'] ELSE ARRAY[]::text[] END, floor(random() * 2), false
     FROM (SELECT gen_random_uuid() AS id, timestamptz '2025-01-01 00:00Z' + interval '1 year' * (i / $2::float8) AS at
           FROM generate_series(0, $2::int - 1) AS i) AS made`,
    [accountId, calls, agents],
  );
  log('calls written');
  await runner.query(
    `INSERT INTO evaluation (id, account_id, analysis_id, created_at, livemode, request_id, agent_id, contact_id, scorecard_id,
       revision, transcript_hash, status, outcome, score, coverage, settled_at, call_created_at, direction, spoken_language,
       given_answers, overruled)
     SELECT gen_random_uuid(), account_id, id, created_at, true, 'r', agent_id, contact_id, $1, 1, '', 'completed',
       CASE WHEN random() < 0.85 THEN 'passed' ELSE 'failed' END, 100 - floor(random() * 40), 1, created_at, created_at, direction,
       spoken_language, ${ANSWERS}, false
     FROM analysis WHERE random() < 0.33`,
    [cardId],
  );
  log('evaluations written');
  await addSums(runner, 'calls', `analysis a WHERE ${CALL_COUNTS}`, 'a', 'a.created_at');
  await addSums(runner, 'evaluations', `evaluation e WHERE ${EVALUATION_COUNTS}`, 'e', 'e.call_created_at');
  log('sums by hour written');
  for (const [span, from] of [
    ['day', 'stat_hour'],
    ['month', 'stat_day'],
  ])
    await addLonger(runner, span, from);
  for (const span of ['hour', 'day', 'month'])
    await runner.query(rollUp(`SELECT * FROM stat_${span}`, `'${span}'::text`));
  await runner.query(
    `INSERT INTO analysis_month_count (account_id, month, processing, completed, failed)
     SELECT account_id, date_trunc('month', created_at, 'UTC')::date, 0, count(*), 0 FROM analysis GROUP BY 1, 2`,
  );
  const newest = await runner.query('SELECT id FROM analysis ORDER BY created_at DESC, id DESC LIMIT 20');
  await addPayloads(
    dataSource,
    newest.map(({ id }) => id),
  );
  await runner.query('VACUUM ANALYZE');
  log('sums by day and month, and those of fewer dimensions, written');
  await runner.release();
  return accountId;
}

const KEY = ['account_id', 'livemode', 'is_evaluation', 'by_start', 'start', ...DIMENSIONS].join(', ');

async function addSums(runner, of, source, alias, time) {
  await runner.query(
    `INSERT INTO stat_hour (${KEY}, ${MEASURE_NAMES.join(', ')}, items)
     SELECT ${KEY}, ${SUMS}, stat_sum(items)
     FROM (SELECT ${alias}.account_id, ${alias}.livemode, ${of === 'evaluations'} AS is_evaluation, false AS by_start,
             date_trunc('hour', ${time}, 'UTC') AS start, ${rowOfOne(of)} FROM ${source}) AS one
     GROUP BY ${KEY}`,
  );
}

async function addLonger(runner, span, from) {
  await runner.query(
    `INSERT INTO stat_${span} (${KEY}, ${MEASURE_NAMES.join(', ')}, items)
     SELECT ${KEY.replace(' start,', ` date_trunc('${span}', start, 'UTC'),`)}, ${SUMS}, stat_sum(items) FROM ${from}
     GROUP BY ${KEY.replace(' start,', ` date_trunc('${span}', start, 'UTC'),`)}`,
  );
}
