// An account is erased while its batches are read, taken and wait: their lines go with it, nothing fails, and other accounts'
// batches go on.
import { beforeEach, describe, expect, it } from 'vitest';
import { useBatches } from '../../support/apps/batch-fixture.js';
import { until } from '../../support/apps/running-service.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { batchClient } from '../../support/clients/batch-client.js';

const on = useBatches();
const seq = <T>(n: number, make: (index: number) => T) => Array.from({ length: n }, (_, index) => make(index));
const HEAD = 'agent_id,contact_id,audio_url\n';

describe('the erasure of an account', () => {
  let accountId: string;
  beforeEach(async () => {
    accountId = await accountIdOf(on.service.db, on.owner.email);
  });

  const erase = async () => {
    const answer = await on.live.ask('/users/me', { current_password: on.owner.password }, 'DELETE');
    await expect(answer).toAnswer(200);
  };
  const count = async (sql: string, values: unknown[]) => {
    const { rows } = await on.service.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values);
    return rows[0]?.n;
  };

  it('takes its batches and their lines with it, in whichever state they are', async () => {
    on.files.set('/hangs.wav', () => undefined);
    on.files.set('/hangs.csv', (_, response) => response.writeHead(200).write(HEAD));
    const slow = (n: number) => on.gone(`e${n}`, { audio_url: `${on.origin}/hangs.wav` });
    const ids = [
      (await on.live.start({ items: [on.gone('x'), {}], webhook_url: `${on.origin}/hook` })).id,
      (await on.live.start({ items: seq(130, slow) })).id,
      (await on.live.start({ manifest_url: `${on.origin}/hangs.csv`, format: 'csv' })).id,
    ];
    await on.live.end(ids[0] ?? '');
    await until(async () => (await on.live.get(ids[1] ?? '')).counts.processing === 100, '100 calls in progress');
    const other = batchClient(on.service, (await on.service.openAccount()).accessToken);
    const theirs = await other.start({ items: seq(5, (n) => on.gone(`o${n}`)) });
    await erase();
    expect(await count('batch WHERE id = ANY($1)', [ids])).toBe(0);
    expect(await count('batch_line WHERE batch_id = ANY($1)', [ids])).toBe(0);
    expect(await count('batch_manifest WHERE id = ANY($1)', [ids])).toBe(0);
    expect(await count('webhook_delivery WHERE batch_id = ANY($1)', [ids])).toBe(0);
    expect(await count('analysis WHERE account_id = $1', [accountId])).toBe(0);
    expect(await other.end(theirs.id)).toMatchObject({ status: 'completed', counts: { failed: 5 } });
  });

  it('keeps the lines of a manifest out while it goes on', async () => {
    let goOn = () => undefined as undefined | unknown;
    on.files.set('/late.csv', (_, response) => {
      response.writeHead(200).write(HEAD);
      goOn = () => response.end('a,c,http://example.com/x.wav\n');
    });
    const { id } = await on.live.start({ manifest_url: `${on.origin}/late.csv`, format: 'csv' });
    await until(
      async () => (await count('batch_manifest WHERE id = $1 AND lease_until > now()', [id])) === 1,
      'a reader',
    );
    const erasure = await on.service.db.connect();
    try {
      await erasure.query('BEGIN');
      const { rows } = await erasure.query('SELECT pg_backend_pid() AS pid FROM account WHERE id = $1 FOR UPDATE', [
        accountId,
      ]);
      goOn();
      const waits = 'pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))';
      await until(async () => ((await count(waits, [rows[0].pid])) ?? 0) > 0, 'the reader that waits');
      // Where it had its manifest by now, and lines on their way, the two would wait for one another.
      expect(await count('batch_line WHERE batch_id = $1', [id]), 'lines').toBe(0);
      await erasure.query('DELETE FROM batch WHERE account_id = $1', [accountId]);
      await erasure.query('DELETE FROM account WHERE id = $1', [accountId]);
      await erasure.query('COMMIT');
    } finally {
      erasure.release(true);
    }
    expect(await count('batch_line WHERE batch_id = $1', [id])).toBe(0);
  });

  it('finds the rows of batches by indexes alone', async () => {
    // Every foreign key by which a row goes, or is changed, with another one.
    const { rows } = await on.service.db.query<{ child: string; definition: string }>(
      `SELECT conrelid::regclass::text AS child, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE contype = 'f' AND (confrelid = 'batch'::regclass
         OR conrelid IN ('batch'::regclass, 'batch_line'::regclass, 'batch_manifest'::regclass)) ORDER BY 1, 2`,
    );
    const keys = rows.map(({ child, definition }) => ({ child, key: /KEY \((\w+)\)/.exec(definition)?.[1] }));
    expect(keys.map(({ child, key }) => `${child}.${key}`)).toEqual([
      'batch.account_id',
      'batch_line.analysis_id',
      'batch_line.batch_id',
      'batch_manifest.id',
      'webhook_delivery.batch_id',
    ]);
    const client = await on.service.db.connect();
    try {
      // The tables are small, so Postgres would read all of them.
      await client.query('SET enable_seqscan = off');
      for (const { child, key } of keys) {
        const { rows: lines } = await client.query(
          `EXPLAIN DELETE FROM ${child} WHERE ${key} = '00000000-0000-4000-8000-000000000000'`,
        );
        const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
        expect(plan, `${child}.${key}`).toMatch(/Index Cond: \(\w+ = /);
        expect(plan, `${child}.${key}`).not.toContain('Seq Scan');
      }
    } finally {
      client.release(true);
    }
  });
});
