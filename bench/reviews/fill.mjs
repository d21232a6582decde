// Puts every completed call of an account into the queue of those that deserve a look.
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../dist/src/platform/database/data-source.js';

const CHUNK_DAYS = 30;

/**
 * Reasons as often as a service may have them, `roles_unclear` in one call of two hundred; three scorecards: two thirds of the
 * calls, a quarter, and one call of five thousand.
 * @returns {Promise<{tasks: number, cards: string[]}>} the ids of the scorecards in that order
 */
export async function fillQueue(url, accountId, log) {
  const dataSource = await new DataSource(dataSourceOptions(url, 1)).initialize();
  const runner = dataSource.createQueryRunner();
  await runner.query(
    `SET statement_timeout = 0; SET lock_timeout = 0; SET synchronous_commit = off; SET work_mem = '256MB'`,
  );
  await runner.query('SELECT setseed(0.5)');
  const cards = [randomUUID(), randomUUID(), randomUUID()];
  // The entries of all scorecards are written at once, not call by call.
  await runner.query('ALTER TABLE review_task DISABLE TRIGGER review_task_listed');
  for (let days = 730; days > 0; days -= CHUNK_DAYS) {
    await runner.query(
      `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
       SELECT id, account_id, livemode, created_at, agent_id,
         array_remove(ARRAY[CASE WHEN random() < 0.66 THEN $2::uuid END, CASE WHEN random() < 0.25 THEN $3::uuid END,
           CASE WHEN random() < 0.0002 THEN $4::uuid END], NULL),
         jsonb_build_object('call', jsonb_build_object('worth', round(power(random(), 3)::numeric, 4), 'reasons',
           array_remove(ARRAY['flagged', CASE WHEN random() < 0.1 THEN 'violation' END,
             CASE WHEN random() < 0.3 THEN 'withheld' END, CASE WHEN random() < 0.05 THEN 'needs_review' END,
             CASE WHEN random() < 0.2 THEN 'awaiting_human' END, CASE WHEN random() < 0.005 THEN 'roles_unclear' END], NULL)))
       FROM analysis WHERE account_id = $1 AND status = 'completed'
         AND created_at >= now() - $5 * interval '1 day' AND created_at < now() - $6 * interval '1 day'`,
      [accountId, ...cards, days + 1, Math.max(days + 1 - CHUNK_DAYS, -1)],
    );
    log(`the queue but for the last ${days - CHUNK_DAYS} days`);
  }
  await runner.query(
    `INSERT INTO review_task_scorecard (analysis_id, scorecard_id, account_id, livemode, worth, severity, created_at, reasons)
     SELECT analysis_id, unnest(scorecards), account_id, livemode, worth, severity, created_at, reasons FROM review_task`,
  );
  await runner.query('ALTER TABLE review_task ENABLE TRIGGER review_task_listed');
  // A synchronous commit flushes the log: VACUUM takes no row for visible whose commit is not on disk.
  await runner.query('SET synchronous_commit = on');
  await runner.query('UPDATE account SET metadata = metadata');
  await runner.query('VACUUM ANALYZE review_task');
  await runner.query('VACUUM ANALYZE review_task_scorecard');
  const [{ tasks }] = await runner.query('SELECT count(*)::int AS tasks FROM review_task');
  await runner.release();
  await dataSource.destroy();
  return { tasks, cards };
}
