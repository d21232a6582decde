// The life of a batch: its lines become calls in their order, a bad one is refused by itself, its counts always add up, and it is
// canceled, resumed and told of.
import { describe, expect, it } from 'vitest';
import { BatchClaims } from '../../../src/arrivals/batches/batch-claims.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { scenarioLine, useBatches } from '../../support/apps/batch-fixture.js';
import { rawExchange } from '../../support/apps/platform-app.js';
import { until } from '../../support/apps/running-service.js';
import { openDataSource } from '../../support/builders/listing-data.js';
import { batchClient } from '../../support/clients/batch-client.js';
import { checkEvent } from '../../support/clients/responses.js';

const on = useBatches();
const seq = <T>(n: number, make: (index: number) => T) => Array.from({ length: n }, (_, index) => make(index));

describe('the lines of a batch', () => {
  it('may have addresses of two thousand characters each, a thousand of them', async () => {
    const long = (n: number) => `${on.origin}/gone.wav?signature=${'x'.repeat(1_900)}${n}`;
    const items = seq(1_000, (n) => ({ agent_id: 'a', contact_id: 'c', audio_url: long(n), external_id: 5 }));
    const batch = await on.live.start({ items });
    expect(await on.live.end(batch.id)).toMatchObject({
      status: 'completed',
      counts: { total: 1_000, refused: 1_000 },
    });
    const larger = await on.live.ask('/batches', { items: [{ agent_id: 'a'.repeat(4_200_000) }] });
    await expect(larger).toAnswer(400, { detail: 'Request body is too large' });
  });

  it('become calls, are refused with what is wrong, or are there already', async () => {
    const items = [
      scenarioLine('one'),
      { contact_id: 'c', scenario: 'good_call' },
      scenarioLine('one'),
      5,
      scenarioLine('two'),
    ];
    const { id, ...started } = await on.test.start({ items, defaults: { metadata: { team: 'north' } } });
    expect(started).toMatchObject({ object: 'batch', status: 'processing', livemode: false, counts: { total: 5 } });
    expect(await on.test.end(id)).toMatchObject({
      status: 'completed',
      counts: { total: 5, queued: 0, processing: 0, completed: 2, failed: 0, existing: 1, refused: 2, canceled: 0 },
      completed_at: expect.any(Number),
    });
    const { items: lines, total } = await on.test.items(id);
    expect(total).toBe(5);
    expect(lines).toEqual([
      { line: 1, external_id: 'one', analysis_id: expect.any(String), status: 'completed', error: null, errors: [] },
      {
        line: 2,
        external_id: null,
        analysis_id: null,
        status: 'refused',
        error: { loc: ['agent_id'], msg: 'Field required' },
        errors: [{ loc: ['agent_id'], msg: 'Field required' }],
      },
      { line: 3, external_id: 'one', analysis_id: lines[0]?.analysis_id, status: 'existing', error: null, errors: [] },
      expect.objectContaining({
        line: 4,
        status: 'refused',
        error: { loc: [], msg: 'Input should be a valid dictionary' },
      }),
      expect.objectContaining({ line: 5, external_id: 'two', status: 'completed' }),
    ]);
    const call = await on.test.ask(`/analysis/${lines[0]?.analysis_id}`);
    expect(call.body).toMatchObject({ livemode: false, metadata: { team: 'north' } });
    expect((await on.test.items(id, '&status=refused')).total).toBe(2);
  });

  it('of a failed call says why, and keeps its count when the call is deleted', async () => {
    const { id } = await on.live.start({ items: [on.gone('x')] });
    expect(await on.live.end(id)).toMatchObject({ status: 'completed', counts: { total: 1, failed: 1 } });
    const [line] = (await on.live.items(id, '&status=failed')).items;
    expect(line?.error?.msg).toBe('The recording could not be downloaded: its server answered with status 410');
    await expect(await on.live.ask(`/analysis/${line?.analysis_id}`, undefined, 'DELETE')).toAnswer(200);
    expect((await on.live.items(id)).items).toEqual([expect.objectContaining({ analysis_id: null, status: 'failed' })]);
    expect((await on.live.get(id)).counts).toMatchObject({ total: 1, failed: 1 });
    // Its name is free again.
    expect(await on.live.end((await on.live.start({ items: [on.gone('x')] })).id)).toMatchObject({
      counts: { failed: 1 },
    });
  });

  it('count a call that is deleted in progress as failed, so that the batch ends', async () => {
    on.files.set('/hangs.wav', () => undefined);
    const { id } = await on.live.start({ items: [on.gone('h', { audio_url: `${on.origin}/hangs.wav` })] });
    const line = await until(async () => (await on.live.items(id, '&status=processing')).items[0], 'the accepted call');
    await expect(await on.live.ask(`/analysis/${line.analysis_id}`, undefined, 'DELETE')).toAnswer(200);
    expect(await on.live.end(id)).toMatchObject({ status: 'completed', counts: { failed: 1 } });
    expect((await on.live.items(id)).items[0]?.error?.msg).toBe('The call was deleted');
  });

  it('are accepted in their order, and no more than 100 of them are in progress', async () => {
    on.files.set('/hangs.wav', () => undefined);
    const items = seq(130, (n) => on.gone(`o${n}`, { audio_url: `${on.origin}/hangs.wav` }));
    const { id } = await on.live.start({ items });
    await until(async () => (await on.live.get(id)).counts.processing === 100, '100 calls in progress');
    const { rows } = await on.service.db.query(
      `SELECT external_id FROM analysis WHERE bulk AND external_id ~ '^o[0-9]' ORDER BY external_id`,
    );
    expect(rows.map(({ external_id }) => external_id)).toEqual(seq(100, (n) => `o${n}`).sort());
    const canceled = await on.live.ask(`/batches/${id}/cancel`, {});
    await expect(canceled).toAnswer(200);
    const begun = canceled.body.counts.processing;
    expect(begun, 'calls that a worker has begun').toBeGreaterThan(0);
    expect(begun, 'calls that a worker has begun').toBeLessThan(100);
    expect(canceled.body.counts).toMatchObject({ total: 130, queued: 0, canceled: 130 - begun });
    const left = await on.service.db.query("SELECT fence FROM analysis WHERE bulk AND external_id ~ '^o[0-9]'");
    expect(left.rows, 'calls that are left').toHaveLength(begun);
    await on.service.db.query("DELETE FROM analysis WHERE external_id ~ '^o[0-9]'");
    await until(async () => (await on.live.get(id)).counts.failed === begun, 'the deleted calls that are counted');
  });
});

describe('lines with the same name', () => {
  it('are taken one after the other, so that the first is the call', async () => {
    // The first waits here for a lock that the test holds.
    await on.service.db.query(`
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$;
      CREATE TRIGGER wait_for_test BEFORE INSERT ON analysis FOR EACH ROW WHEN (NEW.agent_id = 'first')
        EXECUTE FUNCTION wait_for_test()`);
    const holder = await on.service.db.connect();
    try {
      await holder.query('SELECT pg_advisory_lock(4711)');
      const items = [on.gone('n', { agent_id: 'first' }), on.gone('n', { agent_id: 'second' }), on.gone('o')];
      const { id } = await on.live.start({ items });
      await until(async () => (await on.live.items(id)).items[2]?.status !== 'queued', 'the third line');
      await holder.query('SELECT pg_advisory_unlock(4711)');
      await on.live.end(id);
      const { items: lines } = await on.live.items(id);
      expect(lines.map(({ line, status }) => [line, status])).toEqual([
        [1, 'failed'],
        [2, 'existing'],
        [3, 'failed'],
      ]);
      expect(lines[1]?.analysis_id).toBe(lines[0]?.analysis_id);
      const call = await on.live.ask(`/analysis/${lines[0]?.analysis_id}`);
      expect(call.body.call.agent_id).toBe('first');
    } finally {
      holder.release(true);
      await on.service.db.query('DROP FUNCTION wait_for_test CASCADE');
    }
  });
});

describe('a batch', () => {
  it('is refused with a member too many or too few, a bad default, and an address that is none', async () => {
    const manifest = { manifest_url: `${on.origin}/m.csv`, format: 'csv' };
    const refusals: [object, string[], string][] = [
      [{}, ['body', 'items'], 'Field required'],
      [{ items: [] }, ['body', 'items'], 'Value error, at least 1 must be given'],
      [{ items: seq(1_001, () => ({})) }, ['body', 'items'], 'Value error, at most 1000 are taken'],
      [{ items: [{}], ...manifest }, ['body', 'manifest_url'], 'Value error, a manifest stands in place of items'],
      [{ items: [{}], format: 'csv' }, ['body', 'format'], 'Value error, it is the format of a manifest'],
      [{ manifest_url: manifest.manifest_url }, ['body', 'format'], 'Field required'],
      [{ ...manifest, manifest_url: 'ftp://x/y' }, ['body', 'manifest_url'], expect.stringContaining('scheme')],
      [{ items: [{}], webhook_url: 'http://x y' }, ['body', 'webhook_url'], expect.any(String)],
      [{ items: [{}], defaults: { language: 'english' } }, ['body', 'defaults', 'language'], expect.any(String)],
      [
        { items: [{}], defaults: { external_id: 'x' } },
        ['body', 'defaults', 'external_id'],
        'Value error, each line has its own',
      ],
    ];
    for (const [json, loc, msg] of refusals) {
      const answer = await on.live.ask('/batches', json);
      await expect(answer).toAnswer(422);
      expect(answer.body.detail).toEqual([expect.objectContaining({ loc, msg })]);
    }
  });

  it('names the members that it does not know, those of its defaults too', async () => {
    const answer = await on.test.ask('/batches', { items: [{}], defaults: { lang: 'en' }, quota: 'fail' });
    await expect(answer).toAnswer(201);
    expect(answer.headers.get('x-ignored-fields')).toBe('defaults.lang, quota');
  });

  it('is of its account alone, and a test key changes none of live mode', async () => {
    on.files.set('/hangs.csv', () => undefined);
    const { id } = await on.live.start({ manifest_url: `${on.origin}/hangs.csv`, format: 'csv' });
    const stranger = batchClient(on.service, (await on.service.openAccount()).accessToken);
    const paths: [string, string][] = [
      ['GET', ''],
      ['GET', '/items'],
      ['GET', '/refused'],
      ['POST', '/cancel'],
      ['POST', '/resume'],
    ];
    for (const [method, path] of paths)
      await expect(await stranger.ask(`/batches/${id}${path}`, undefined, method)).toAnswer(404, {
        detail: 'Batch not found',
      });
    for (const act of ['cancel', 'resume'])
      await expect(await on.test.ask(`/batches/${id}/${act}`, undefined, 'POST')).toAnswer(403, {
        detail: 'A test key cannot change live objects',
      });
    await expect(await on.live.ask(`/batches/${id}/resume`, {})).toAnswer(400, {
      detail: 'Only a canceled batch can be resumed',
    });
    await expect(await on.live.ask(`/batches/${id}/cancel`, {})).toAnswer(200);
    await expect(await on.live.ask(`/batches/${id}/cancel`, {})).toAnswer(400, {
      detail: 'Only an open batch can be canceled',
    });
    expect((await on.live.ask('/batches')).body).toMatchObject({ total: 1, items: [{ id, status: 'canceled' }] });
  });

  it('is one of ten that are open', async () => {
    on.files.set('/hangs.csv', () => undefined);
    const json = { manifest_url: `${on.origin}/hangs.csv`, format: 'csv' };
    const { id } = await on.live.start(json);
    for (let n = 2; n < 10; n++) await on.live.start(json);
    const headers = {
      authorization: `Bearer ${on.owner.accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': 'tenth',
    };
    const keyed = () => fetch(`${on.service.baseUrl}/batches`, { method: 'POST', headers, body: JSON.stringify(json) });
    const tenth = await (await keyed()).text();
    const refusal = { detail: 'An account can have 10 open batches: wait for one or cancel it' };
    await expect(await on.live.ask('/batches', json)).toAnswer(400, refusal);
    // A repetition gets the first answer, and what is refused is not read: this body never comes.
    expect(await (await keyed()).text()).toBe(tenth);
    const head = `POST /api/v1/batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${on.owner.accessToken}\r\n`;
    const unsent = `${head}Content-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{`;
    expect(await rawExchange(on.service.rootUrl, unsent, /cancel it/)).toContain(refusal.detail);
    await expect(await on.live.ask(`/batches/${id}/cancel`, {})).toAnswer(200);
    await on.live.start(json);
    await expect(await on.live.ask(`/batches/${id}/resume`, {})).toAnswer(400, refusal);
    await on.service.db.query(
      "UPDATE batch SET status = 'canceled', settled_at = now(), canceled = queued, queued = 0 WHERE settled_at IS NULL",
    );
    await on.service.db.query('DELETE FROM batch_manifest');
  });

  it('drops its queued lines when it is canceled, and takes them up again', async () => {
    on.files.set('/hangs.wav', () => undefined);
    const slow = seq(100, (n) => on.gone(`c${n}`, { audio_url: `${on.origin}/hangs.wav` }));
    const { id } = await on.live.start({ items: [...slow, ...seq(40, (n) => on.gone(`d${n}`))] });
    await until(async () => (await on.live.get(id)).counts.processing === 100, '100 calls in progress');
    await on.live.ask(`/batches/${id}/cancel`, {});
    const { canceled = 0 } = (await on.live.get(id)).counts;
    expect(canceled, 'lines whose calls no worker has begun').toBeGreaterThan(40);
    const dropped = await on.live.items(id, `&status=canceled&skip=${canceled - 40}`);
    expect(dropped.total).toBe(canceled);
    expect(dropped.items.map(({ line, status }) => [line, status])).toEqual(seq(40, (n) => [101 + n, 'canceled']));
    expect((await on.live.items(id, '&status=queued')).total).toBe(0);
    const resumed = await on.live.ask(`/batches/${id}/resume`, {});
    await expect(resumed).toAnswer(200);
    expect(resumed.body).toMatchObject({
      status: 'processing',
      completed_at: null,
      counts: { queued: canceled, canceled: 0 },
    });
    await until(async () => (await on.live.get(id)).counts.processing === 100, 'lines that are taken up again');
    await on.service.db.query("DELETE FROM analysis WHERE external_id LIKE 'c%'");
    expect(await on.live.end(id)).toMatchObject({ status: 'completed', counts: { total: 140, failed: 140 } });
  });

  it('tells its address and the endpoints of the account of its end, once', async () => {
    const endpoint = { url: `${on.origin}/endpoint`, events: ['batch.completed'] };
    await expect(await on.live.ask('/webhooks/endpoints', endpoint)).toAnswer(201);
    const { id } = await on.live.start({ items: [on.gone('t'), {}], webhook_url: `${on.origin}/hook` });
    await on.live.end(id);
    const { rows } = await on.service.db.query(
      'SELECT event, url FROM webhook_delivery WHERE batch_id = $1 ORDER BY url',
      [id],
    );
    expect(rows).toEqual([
      { event: 'batch.completed', url: `${on.origin}/endpoint` },
      { event: 'batch.completed', url: `${on.origin}/hook` },
    ]);
    // A batch whose lines are all refused ends too.
    const { id: refused } = await on.live.start({ items: [{}, {}], webhook_url: `${on.origin}/hook` });
    expect(await on.live.end(refused)).toMatchObject({ status: 'completed', counts: { refused: 2 } });
    const told = await on.service.db.query('SELECT event FROM webhook_delivery WHERE batch_id = $1', [refused]);
    expect(told.rows, 'notifications').toHaveLength(2);
    await until(async () => on.told.length === 2, 'the notifications');
    for (const notification of on.told) checkEvent('batch.completed', notification);
  });

  it('waits at the quota, tells of it, and goes on in its order once there are minutes', async () => {
    on.files.set('/hangs.wav', () => undefined);
    const items = seq(6, (n) => on.gone(`q${n}`, { audio_url: `${on.origin}/hangs.wav` }));
    await on.live.ask('/billing/usage');
    await on.service.db.query(
      `UPDATE usage_period SET included_hundredths = 3, overage_limit_hundredths = 0
       WHERE livemode AND account_id = (SELECT id FROM account WHERE email = $1)`,
      [on.owner.email],
    );
    const { id } = await on.live.start({ items, webhook_url: `${on.origin}/hook` });
    const waiting = await until(async () => {
      const batch = await on.live.get(id);
      return batch.status === 'waiting_for_quota' && batch;
    }, 'the batch that waits');
    expect(waiting.counts).toMatchObject({ total: 6, queued: 3, processing: 3 });
    expect((await on.live.items(id, '&status=processing')).items.map(({ line }) => line)).toEqual([1, 2, 3]);
    const told = await on.service.db.query('SELECT event FROM webhook_delivery WHERE batch_id = $1', [id]);
    expect(told.rows).toEqual([{ event: 'batch.waiting' }]);
    const notification = await until(async () => on.told[0], 'the notification');
    checkEvent('batch.waiting', notification);
    // The period ends: its row is that of an earlier month now.
    await on.service.db.query(
      `UPDATE usage_period SET starts_at = starts_at - interval '40 days', ends_at = ends_at - interval '40 days'
       WHERE livemode AND account_id = (SELECT id FROM account WHERE email = $1)`,
      [on.owner.email],
    );
    await on.service.db.query('UPDATE batch SET run_after = now() WHERE id = $1', [id]);
    await until(async () => (await on.live.get(id)).counts.processing === 6, 'the batch that goes on');
    expect(await on.live.get(id)).toBeInStatus('processing');
    await on.service.db.query("DELETE FROM analysis WHERE external_id LIKE 'q%'");
    expect(await on.live.end(id)).toMatchObject({ status: 'completed' });
  });

  it('refuses what the quota leaves no room for, where it is asked to', async () => {
    await on.live.ask('/billing/usage');
    await on.service.db.query(
      `UPDATE usage_period SET included_hundredths = 0, overage_limit_hundredths = 0
       WHERE livemode AND account_id = (SELECT id FROM account WHERE email = $1)`,
      [on.owner.email],
    );
    const { id } = await on.live.start({ items: [on.gone('f1'), on.gone('f2')], on_quota: 'fail' });
    expect(await on.live.end(id)).toMatchObject({ status: 'completed', counts: { refused: 2 } });
    expect((await on.live.items(id)).items[0]?.error).toEqual({
      loc: [],
      msg: expect.stringMatching(/^Usage limit exceeded: /),
    });
  });

  it('keeps its lines for 90 days after its end, and its counts beyond', async () => {
    const { id } = await on.live.start({ items: [{}, {}] });
    await on.live.end(id);
    await on.service.db.query("UPDATE batch SET settled_at = now() - interval '91 days' WHERE id = $1", [id]);
    const dataSource = await openDataSource(on.service.env.DATABASE_URL ?? '');
    try {
      const claims = new BatchClaims(dataSource, loadConfig(on.service.env));
      while (await claims.deleteOldLines(1)) {}
    } finally {
      await dataSource.destroy();
    }
    expect(await on.live.items(id)).toMatchObject({ items: [], total: 0 });
    const { rows } = await on.service.db.query('SELECT count(*)::int AS n FROM batch_line WHERE batch_id = $1', [id]);
    expect(rows).toEqual([{ n: 0 }]);
    expect((await on.live.get(id)).counts).toMatchObject({ refused: 2 });
  });
});
