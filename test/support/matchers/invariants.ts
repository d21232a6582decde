// The invariants that must hold after every fault, when all calls are final and all notifications are sent.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { expect } from 'vitest';
import { SPANS } from '../../../src/insight/statistics/sums/cover.js';
import { differencesStatement } from '../../../src/insight/statistics/sums/reconcile.js';
import { until } from '../apps/running-service.js';
import type { WebhookReceiver } from '../stubs/webhook-receiver.js';

export interface InvariantScope {
  readonly db: pg.Pool;
  /** The data folder of the processes that store recordings on disk. */
  readonly dataDir: string;
  readonly receiver: WebhookReceiver;
  /** The keys in object storage, if recordings are not stored on disk. */
  readonly storedKeys?: () => readonly string[];
  /** True if recordings of refused uploads may wait in storage for the hourly sweep. */
  readonly orphansMayWait?: boolean;
}

/** Waits until every analysis is final and no delivery is pending. */
export async function untilQuiet(db: pg.Pool): Promise<void> {
  const busy = async () => {
    const { rows } = await db.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM analysis WHERE status = 'processing')::int
            + (SELECT count(*) FROM webhook_delivery WHERE status = 'pending')::int AS n`,
    );
    return rows[0]?.n;
  };
  await until(async () => (await busy()) === 0, 'all calls to end and all notifications to go out');
}

/**
 * Waits until nothing is pending, then checks every row, stored object, ledger entry and counter against the others. A test that
 * leaves recordings of broken uploads in storage checks itself that the sweep removes them.
 */
export async function expectInvariants({
  db,
  dataDir,
  receiver,
  storedKeys,
  orphansMayWait,
}: InvariantScope): Promise<void> {
  await untilQuiet(db);
  const all = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> => (await db.query<Row>(sql)).rows;
  await expectExactStatistics(db);

  // Every analysis is final and has its times. No lease is left, and no checkpoint but those from which a retry may go on.
  expect(
    await all(`SELECT id FROM analysis WHERE status NOT IN ('completed', 'failed') OR settled_at IS NULL
      OR processing_time_ms IS NULL OR processing_time_ms < 0 OR lease_until IS NOT NULL OR percent <> 100
      OR (status = 'failed') <> (error_message IS NOT NULL) OR (status = 'failed') <> (error_code IS NOT NULL)`),
    'analyses that are incomplete',
  ).toEqual([]);
  expect(
    await all(`SELECT id FROM analysis a
      WHERE (status = 'completed') <> EXISTS (SELECT FROM analysis_payload WHERE analysis_id = a.id)`),
    'results without completion, or the reverse',
  ).toEqual([]);
  expect(
    await all(`SELECT analysis_id, step FROM analysis_checkpoint c WHERE NOT EXISTS (
      SELECT FROM analysis a WHERE a.id = c.analysis_id AND a.status = 'failed' AND a.storage_key IS NOT NULL)`),
    'checkpoints left',
  ).toEqual([]);
  expect(
    await all(
      `SELECT r.analysis_id FROM sent_request r JOIN analysis a ON a.id = r.analysis_id WHERE a.status <> 'failed'`,
    ),
    'requests on record as unbilled, of calls that are billed',
  ).toEqual([]);
  // What was sent for a call that was deleted at work is billed, and what was sent for one that failed is not.
  expect(
    await all(`SELECT d.analysis_id FROM deleted_call d LEFT JOIN ledger_entry l ON l.analysis_id = d.analysis_id
      WHERE d.sent_ms > 0 AND l.hundredths IS DISTINCT FROM CASE d.status WHEN 'processing' THEN (d.sent_ms + 599) / 600 END`),
    'deleted calls that are not billed for what was sent, or the reverse',
  ).toEqual([]);

  // A completed call is billed once, by its decoded duration; a failed call is not billed, and neither is a scenario.
  expect(
    await all(`SELECT a.id, a.status, l.hundredths FROM analysis a LEFT JOIN ledger_entry l ON l.analysis_id = a.id
      WHERE (a.status = 'completed' AND a.scenario IS NULL) <> (l.id IS NOT NULL) OR l.hundredths <> (a.duration_ms + 599) / 600
        OR l.account_id <> a.account_id OR l.livemode <> a.livemode`),
    'completed without an entry of the right amount, or the reverse',
  ).toEqual([]);
  expect(await all('SELECT analysis_id FROM minutes_reservation'), 'minutes still reserved').toEqual([]);

  // Each final call with a webhook URL has one notification, which keeps its id over all attempts.
  expect(
    await all(`SELECT a.id, count(d.id)::int AS deliveries FROM analysis a
      LEFT JOIN webhook_delivery d ON d.analysis_id = a.id
      GROUP BY a.id HAVING count(d.id)
        <> (a.webhook_url IS NOT NULL AND 'analysis.' || a.status = ANY(a.webhook_events))::int`),
    'too many or too few notifications',
  ).toEqual([]);
  const delivered = await all<{ analysis_id: string; event_id: string }>(
    "SELECT analysis_id, event_id FROM webhook_delivery WHERE status = 'delivered'",
  );
  const eventOf = new Map(delivered.map(({ analysis_id, event_id }) => [analysis_id, event_id]));
  const ours = new Set((await all<{ id: string }>('SELECT id FROM analysis')).map(({ id }) => id));
  const received = receiver.received
    .map(({ body, headers }) => [JSON.parse(body).data.id, headers['webhook-id']] as const)
    .filter(([id]) => ours.has(id));
  expect(
    received.filter(([id, event]) => eventOf.get(id) !== event),
    'notifications under another id',
  ).toEqual([]);
  const receivedIds = new Set(received.map(([id]) => id));
  expect(
    [...eventOf.keys()].filter((id) => !receivedIds.has(id)),
    'recorded as delivered, but never received',
  ).toEqual([]);

  // The counters equal a count of the rows.
  expect(
    await all(`
      WITH counted AS (
        SELECT account_id, month, 'processing' AS status, processing AS n FROM analysis_month_count
        UNION ALL SELECT account_id, month, 'completed', completed FROM analysis_month_count
        UNION ALL SELECT account_id, month, 'failed', failed FROM analysis_month_count),
      recounted AS (
        SELECT account_id, analysis_month(created_at) AS month, status, count(*) AS n FROM analysis GROUP BY 1, 2, 3)
      SELECT * FROM (SELECT * FROM counted WHERE n <> 0) c
        FULL JOIN recounted r USING (account_id, month, status) WHERE c.n IS DISTINCT FROM r.n`),
    'counters that differ from the rows',
  ).toEqual([]);

  // Every stored recording is that of an analysis, as it was sent or masked, and no working files are left.
  const keys = await all<{ key: string }>(
    `SELECT key FROM analysis, unnest(ARRAY[storage_key, original_key, redacted_key, playback_key]) AS key WHERE key IS NOT NULL`,
  );
  const owned = keys.map(({ key }) => key).sort();
  const stored = storedKeys
    ? [...storedKeys()]
    : (await namesIn(dataDir, 'objects', 'recordings')).map((name) => `recordings/${name}`);
  const expected = orphansMayWait ? expect.arrayContaining(owned) : owned;
  expect(stored.sort(), 'stored recordings').toEqual(expected);
  await until(async () => (await namesIn(dataDir, 'work')).length === 0, 'working files to be cleared away');
  await until(async () => (await namesIn(dataDir, 'objects', '.incoming')).length === 0, 'unfinished uploads to go');
}

export async function namesIn(...path: string[]): Promise<string[]> {
  return readdir(join(...path)).catch(() => []);
}

/** The sums of the statistics, with the changes that wait to be added to them, are those of the calls and evaluations. */
export async function expectExactStatistics(db: pg.Pool): Promise<void> {
  const { rows: accounts } = await db.query<{ id: string }>(
    'SELECT id FROM account UNION SELECT account_id FROM stat_month UNION SELECT account_id FROM stat_delta',
  );
  for (const { id } of accounts)
    for (const span of SPANS)
      expect((await db.query(differencesStatement(span), [id, 5])).rows, `sums by ${span} that are wrong`).toEqual([]);
}
