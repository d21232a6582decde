// The life of a batch: its lines become calls in their order, a bad one is refused by itself, its counts always add up, and it is
// canceled, resumed and told of.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BatchClaims } from '../../src/batches/batch-claims.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { openDataSource } from '../support/builders/listing-data.js';
import { type BatchClient, batchClient, testKeyOf } from '../support/clients/batch-client.js';

let service: TestService;
let owner: Account;
let live: BatchClient;
let test: BatchClient;
let server: Server;
let origin: string;
/** Answers for recordings and manifests, by path. */
let files: Map<string, RequestListener>;

beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1', ANALYSIS_ENGINE: 'rules', PROVIDER_ATTEMPTS: '1' });
  server = createServer((request, response) => {
    const answer = files.get(request.url ?? '') ?? ((_, gone) => gone.writeHead(410).end());
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  files = new Map();
  owner = await service.openAccount();
  live = batchClient(service, owner.accessToken);
  test = batchClient(service, await testKeyOf(service, owner));
});
afterEach(async () => {
  const { rows } = await service.db.query(ADDS_UP);
  expect(rows, 'batches whose counts are not those of their lines').toEqual([]);
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await service?.stop();
});

/** Counts of rows against the lines themselves; lines whose calls have just ended count as what the row says. */
const ADDS_UP = `
  SELECT b.id, b.status, b.total, l.* FROM batch b, LATERAL (
    SELECT count(*) AS n, count(*) FILTER (WHERE status = 'queued') AS queued,
      count(*) FILTER (WHERE status = 'processing') AS processing, count(*) FILTER (WHERE status = 'completed') AS completed,
      count(*) FILTER (WHERE status = 'failed') AS failed, count(*) FILTER (WHERE status = 'existing') AS existing,
      count(*) FILTER (WHERE status = 'refused') AS refused
    FROM batch_line WHERE batch_id = b.id) AS l
  WHERE NOT b.lines_deleted AND (b.total, b.queued + b.canceled, b.processing, b.completed, b.failed, b.existing, b.refused)
    IS DISTINCT FROM (l.n, l.queued, l.processing, l.completed, l.failed, l.existing, l.refused)`;

const serve = (path: string, content: string | Buffer, headers: Record<string, string> = {}) => {
  files.set(path, (_, response) => response.writeHead(200, headers).end(content));
  return `${origin}${path}`;
};
const scenario = (name: string, more: object = {}) => ({
  agent_id: 'a',
  contact_id: 'c',
  external_id: name,
  scenario: 'good_call',
  ...more,
});
/** A live call that fails at once: its recording is gone. */
const gone = (name: string, more: object = {}) => ({
  agent_id: 'a',
  contact_id: 'c',
  external_id: name,
  audio_url: `${origin}/gone.wav`,
  ...more,
});
const seq = <T>(n: number, make: (index: number) => T) => Array.from({ length: n }, (_, index) => make(index));

describe('the lines of a batch', () => {
  it('become calls, are refused with what is wrong, or are there already', async () => {
    const items = [scenario('one'), { contact_id: 'c', scenario: 'good_call' }, scenario('one'), 5, scenario('two')];
    const { id, ...started } = await test.start({ items, defaults: { metadata: { team: 'north' } } });
    expect(started).toMatchObject({ object: 'batch', status: 'processing', livemode: false, counts: { total: 5 } });
    expect(await test.end(id)).toMatchObject({
      status: 'completed',
      counts: { total: 5, queued: 0, processing: 0, completed: 2, failed: 0, existing: 1, refused: 2, canceled: 0 },
      completed_at: expect.any(Number),
    });
    const { items: lines, total } = await test.items(id);
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
    const call = await test.ask(`/analysis/${lines[0]?.analysis_id}`);
    expect(call.body).toMatchObject({ livemode: false, metadata: { team: 'north' } });
    expect((await test.items(id, '&status=refused')).total).toBe(2);
  });

  it('of a failed call says why, and keeps its count when the call is deleted', async () => {
    const { id } = await live.start({ items: [gone('x')] });
    expect(await live.end(id)).toMatchObject({ status: 'completed', counts: { total: 1, failed: 1 } });
    const [line] = (await live.items(id, '&status=failed')).items;
    expect(line?.error?.msg).toBe('The recording could not be downloaded: its server answered with status 410');
    await expect(await live.ask(`/analysis/${line?.analysis_id}`, undefined, 'DELETE')).toAnswer(200);
    expect((await live.items(id)).items).toEqual([expect.objectContaining({ analysis_id: null, status: 'failed' })]);
    expect((await live.get(id)).counts).toMatchObject({ total: 1, failed: 1 });
    // Its name is free again.
    expect(await live.end((await live.start({ items: [gone('x')] })).id)).toMatchObject({ counts: { failed: 1 } });
  });

  it('count a call that is deleted in progress as failed, so that the batch ends', async () => {
    files.set('/hangs.wav', () => undefined);
    const { id } = await live.start({ items: [gone('h', { audio_url: `${origin}/hangs.wav` })] });
    const line = await until(async () => (await live.items(id, '&status=processing')).items[0], 'the accepted call');
    await expect(await live.ask(`/analysis/${line.analysis_id}`, undefined, 'DELETE')).toAnswer(200);
    expect(await live.end(id)).toMatchObject({ status: 'completed', counts: { failed: 1 } });
    expect((await live.items(id)).items[0]?.error?.msg).toBe('The call was deleted');
  });

  it('are accepted in their order, and no more than 100 of them are in progress', async () => {
    files.set('/hangs.wav', () => undefined);
    const items = seq(130, (n) => gone(`o${n}`, { audio_url: `${origin}/hangs.wav` }));
    const { id } = await live.start({ items });
    await until(async () => (await live.get(id)).counts.processing === 100, '100 calls in progress');
    const { rows } = await service.db.query(
      `SELECT external_id FROM analysis WHERE bulk AND external_id ~ '^o[0-9]' ORDER BY external_id`,
    );
    expect(rows.map(({ external_id }) => external_id)).toEqual(seq(100, (n) => `o${n}`).sort());
    const canceled = await live.ask(`/batches/${id}/cancel`, {});
    await expect(canceled).toAnswer(200);
    expect(canceled.body.counts).toMatchObject({ total: 130, queued: 0, processing: 100, canceled: 30 });
    await service.db.query("DELETE FROM analysis WHERE external_id ~ '^o[0-9]'");
    await until(async () => (await live.get(id)).counts.failed === 100, 'the deleted calls that are counted');
  });
});

describe('a batch', () => {
  it('is refused with a member too many or too few, a bad default, and an address that is none', async () => {
    const manifest = { manifest_url: `${origin}/m.csv`, format: 'csv' };
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
      const answer = await live.ask('/batches', json);
      await expect(answer).toAnswer(422);
      expect(answer.body.detail).toEqual([expect.objectContaining({ loc, msg })]);
    }
  });

  it('is of its account alone, and a test key changes none of live mode', async () => {
    files.set('/hangs.csv', () => undefined);
    const { id } = await live.start({ manifest_url: `${origin}/hangs.csv`, format: 'csv' });
    const stranger = batchClient(service, (await service.openAccount()).accessToken);
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
      await expect(await test.ask(`/batches/${id}/${act}`, undefined, 'POST')).toAnswer(403, {
        detail: 'A test key cannot change live objects',
      });
    await expect(await live.ask(`/batches/${id}/resume`, {})).toAnswer(400, {
      detail: 'Only a canceled batch can be resumed',
    });
    await expect(await live.ask(`/batches/${id}/cancel`, {})).toAnswer(200);
    await expect(await live.ask(`/batches/${id}/cancel`, {})).toAnswer(400, {
      detail: 'Only an open batch can be canceled',
    });
    expect((await live.ask('/batches')).body).toMatchObject({ total: 1, items: [{ id, status: 'canceled' }] });
  });

  it('is one of ten that are open', async () => {
    files.set('/hangs.csv', () => undefined);
    const json = { manifest_url: `${origin}/hangs.csv`, format: 'csv' };
    const { id } = await live.start(json);
    for (let n = 1; n < 10; n++) await live.start(json);
    const refusal = { detail: 'An account can have 10 open batches: wait for one or cancel it' };
    await expect(await live.ask('/batches', json)).toAnswer(400, refusal);
    await expect(await live.ask(`/batches/${id}/cancel`, {})).toAnswer(200);
    await live.start(json);
    await expect(await live.ask(`/batches/${id}/resume`, {})).toAnswer(400, refusal);
    await service.db.query(
      "UPDATE batch SET status = 'canceled', settled_at = now(), canceled = queued, queued = 0 WHERE settled_at IS NULL",
    );
    await service.db.query('DELETE FROM batch_manifest');
  });

  it('drops its queued lines when it is canceled, and takes them up again', async () => {
    files.set('/hangs.wav', () => undefined);
    const slow = seq(100, (n) => gone(`c${n}`, { audio_url: `${origin}/hangs.wav` }));
    const { id } = await live.start({ items: [...slow, ...seq(40, (n) => gone(`d${n}`))] });
    await until(async () => (await live.get(id)).counts.processing === 100, '100 calls in progress');
    await live.ask(`/batches/${id}/cancel`, {});
    const dropped = await live.items(id, '&status=canceled');
    expect(dropped.total).toBe(40);
    expect(dropped.items.map(({ line, status }) => [line, status])).toEqual(seq(40, (n) => [101 + n, 'canceled']));
    expect((await live.items(id, '&status=queued')).total).toBe(0);
    const resumed = await live.ask(`/batches/${id}/resume`, {});
    await expect(resumed).toAnswer(200);
    expect(resumed.body).toMatchObject({
      status: 'processing',
      completed_at: null,
      counts: { queued: 40, canceled: 0 },
    });
    await service.db.query("DELETE FROM analysis WHERE external_id LIKE 'c%'");
    expect(await live.end(id)).toMatchObject({ status: 'completed', counts: { total: 140, failed: 140 } });
  });

  it('tells its address and the endpoints of the account of its end, once', async () => {
    const endpoint = { url: `${origin}/endpoint`, events: ['batch.completed'] };
    await expect(await live.ask('/webhooks/endpoints', endpoint)).toAnswer(201);
    const { id } = await live.start({ items: [gone('t'), {}], webhook_url: `${origin}/hook` });
    await live.end(id);
    const { rows } = await service.db.query(
      'SELECT event, url FROM webhook_delivery WHERE batch_id = $1 ORDER BY url',
      [id],
    );
    expect(rows).toEqual([
      { event: 'batch.completed', url: `${origin}/endpoint` },
      { event: 'batch.completed', url: `${origin}/hook` },
    ]);
    // A batch whose lines are all refused ends too.
    const { id: refused } = await live.start({ items: [{}, {}], webhook_url: `${origin}/hook` });
    expect(await live.end(refused)).toMatchObject({ status: 'completed', counts: { refused: 2 } });
    const told = await service.db.query('SELECT event FROM webhook_delivery WHERE batch_id = $1', [refused]);
    expect(told.rows).toHaveLength(2);
  });

  it('waits at the quota, tells of it, and goes on in its order once there are minutes', async () => {
    files.set('/hangs.wav', () => undefined);
    const items = seq(6, (n) => gone(`q${n}`, { audio_url: `${origin}/hangs.wav` }));
    await live.ask('/billing/usage');
    await service.db.query(
      `UPDATE usage_period SET included_hundredths = 3, overage_limit_hundredths = 0
       WHERE livemode AND account_id = (SELECT id FROM account WHERE email = $1)`,
      [owner.email],
    );
    const { id } = await live.start({ items, webhook_url: `${origin}/hook` });
    const waiting = await until(async () => {
      const batch = await live.get(id);
      return batch.status === 'waiting_for_quota' && batch;
    }, 'the batch that waits');
    expect(waiting.counts).toMatchObject({ total: 6, queued: 3, processing: 3 });
    expect((await live.items(id, '&status=processing')).items.map(({ line }) => line)).toEqual([1, 2, 3]);
    const told = await service.db.query('SELECT event FROM webhook_delivery WHERE batch_id = $1', [id]);
    expect(told.rows).toEqual([{ event: 'batch.waiting' }]);
    // The period ends: its row is that of an earlier month now.
    await service.db.query(
      `UPDATE usage_period SET starts_at = starts_at - interval '40 days', ends_at = ends_at - interval '40 days'
       WHERE livemode AND account_id = (SELECT id FROM account WHERE email = $1)`,
      [owner.email],
    );
    await service.db.query('UPDATE batch SET run_after = now() WHERE id = $1', [id]);
    await until(async () => (await live.get(id)).counts.processing === 6, 'the batch that goes on');
    expect((await live.get(id)).status).toBe('processing');
    await service.db.query("DELETE FROM analysis WHERE external_id LIKE 'q%'");
    expect(await live.end(id)).toMatchObject({ status: 'completed' });
  });

  it('refuses what the quota leaves no room for, where it is asked to', async () => {
    await live.ask('/billing/usage');
    await service.db.query(
      `UPDATE usage_period SET included_hundredths = 0, overage_limit_hundredths = 0
       WHERE livemode AND account_id = (SELECT id FROM account WHERE email = $1)`,
      [owner.email],
    );
    const { id } = await live.start({ items: [gone('f1'), gone('f2')], on_quota: 'fail' });
    expect(await live.end(id)).toMatchObject({ status: 'completed', counts: { refused: 2 } });
    expect((await live.items(id)).items[0]?.error).toEqual({
      loc: [],
      msg: expect.stringMatching(/^Usage limit exceeded: /),
    });
  });

  it('keeps its lines for 90 days after its end, and its counts beyond', async () => {
    const { id } = await live.start({ items: [{}, {}] });
    await live.end(id);
    await service.db.query("UPDATE batch SET settled_at = now() - interval '91 days' WHERE id = $1", [id]);
    const dataSource = await openDataSource(service.env.DATABASE_URL ?? '');
    try {
      const claims = new BatchClaims(dataSource, loadConfig(service.env));
      while (await claims.deleteOldLines(1)) {}
    } finally {
      await dataSource.destroy();
    }
    expect(await live.items(id)).toMatchObject({ items: [], total: 0 });
    const { rows } = await service.db.query('SELECT count(*)::int AS n FROM batch_line WHERE batch_id = $1', [id]);
    expect(rows).toEqual([{ n: 0 }]);
    expect((await live.get(id)).counts).toMatchObject({ refused: 2 });
  });
});

describe('a manifest', () => {
  const csv = (lines: readonly string[]) => `\ufeff${lines.join('\r\n')}\r\n`;

  it('in CSV gives calls with their metadata, and names the columns that it ignores', async () => {
    const text = csv([
      'agent_id,contact_id,external_id,scenario,metadata.team,branch,agent_channel,webhook_events',
      'a,"c, the ""first""",m1,good_call,north,Bonn,1,"analysis.completed,analysis.failed"',
      'a,,m2,good_call,north,,,',
      '',
      '"=cmd()",-c,m3,good_cal,+x,,,',
      'a,c,m4',
    ]);
    const { id } = await test.start({ manifest_url: serve('/m.csv', text), format: 'csv' });
    const batch = await test.end(id);
    expect(batch).toMatchObject({
      status: 'completed',
      ignored_columns: ['branch'],
      counts: { total: 4, completed: 1, refused: 3 },
    });
    const { items } = await test.items(id);
    expect(items.map(({ line, external_id, status, error }) => [line, external_id, status, error?.loc])).toEqual([
      [2, 'm1', 'completed', undefined],
      [3, 'm2', 'refused', ['contact_id']],
      [5, 'm3', 'refused', ['scenario']],
      [6, 'm4', 'refused', []],
    ]);
    const call = await test.ask(`/analysis/${items[0]?.analysis_id}`);
    expect(call.body).toMatchObject({ call: { contact_id: 'c, the "first"' }, metadata: { team: 'north' } });
    const refused = await test.refused(id);
    expect(refused.split('\r\n')).toEqual([
      'reason,agent_id,contact_id,external_id,scenario,metadata.team,branch,agent_channel,webhook_events',
      'contact_id: Field required,a,,m2,good_call,north,,,',
      expect.stringMatching(/^"scenario: .*",'=cmd\(\),'-c,m3,good_cal,'\+x,,,$/),
      'The line has 3 cells and the header has 8,a,c,m4,,,,,',
      '',
    ]);
    // Mended and sent again: the apostrophes of the file are none of the cells.
    const mended = refused.replace('good_cal,', 'good_call,').replace('m2,', 'm5,').replace(',a,,', ',a,c,');
    const again = await test.start({ manifest_url: serve('/again.csv', mended), format: 'csv' });
    expect(await test.end(again.id)).toMatchObject({ counts: { total: 3, completed: 2, refused: 1 } });
    const [, second] = (await test.items(again.id)).items;
    const formula = await test.ask(`/analysis/${second?.analysis_id}`);
    expect(formula.body).toMatchObject({ call: { agent_id: '=cmd()', contact_id: '-c' }, metadata: { team: '+x' } });
  });

  it('in JSONL gives calls, and its refused lines as CSV that can be sent again', async () => {
    const lines = [
      JSON.stringify(scenario('j1')),
      '',
      '{"agent_id":"a","contact_id":',
      JSON.stringify({
        ...scenario('j2'),
        language: 'english',
        metadata: { n: 5 },
        webhook_events: ['analysis.completed'],
        shop: 1,
      }),
    ];
    const { id } = await test.start({ manifest_url: serve('/m.jsonl', lines.join('\n')), format: 'jsonl' });
    expect(await test.end(id)).toMatchObject({
      ignored_columns: ['shop'],
      counts: { total: 3, completed: 1, refused: 2 },
    });
    const { items } = await test.items(id, '&status=refused');
    expect(items.map(({ line, error }) => [line, error?.loc])).toEqual([
      [3, []],
      [4, ['language']],
    ]);
    const mended = (await test.refused(id)).replace('english', 'en');
    const again = await test.start({ manifest_url: serve('/j.csv', mended), format: 'csv' });
    expect(await test.end(again.id)).toMatchObject({ counts: { total: 2, completed: 1, refused: 1 } });
    const call = await test.ask(`/analysis/${(await test.items(again.id)).items[1]?.analysis_id}`);
    expect(call.body).toMatchObject({ metadata: { n: 5 } });
  });

  it('that is compressed is read, and one that is not there fails the batch', async () => {
    const packed = gzipSync(csv(['agent_id,contact_id,scenario', 'a,c,good_call']));
    const { id } = await test.start({
      manifest_url: serve('/m.gz', packed, { 'content-encoding': 'gzip' }),
      format: 'csv',
    });
    expect(await test.end(id)).toMatchObject({ status: 'completed', counts: { completed: 1 } });
    const missing = await live.start({
      manifest_url: `${origin}/nothing`,
      format: 'csv',
      webhook_url: `${origin}/hook`,
    });
    expect(await live.end(missing.id)).toMatchObject({
      status: 'failed',
      error_message: 'The manifest could not be downloaded: its server answered with status 410',
      counts: { total: 0 },
    });
    const told = await service.db.query('SELECT event FROM webhook_delivery WHERE batch_id = $1', [missing.id]);
    expect(told.rows).toEqual([{ event: 'batch.completed' }]);
  });

  it('that is broken in the middle fails the batch, and nothing of it is accepted', async () => {
    const lines = ['agent_id,contact_id,scenario', ...seq(3_000, () => 'a,c,good_call'), 'a,"c,good_call'];
    const { id } = await test.start({ manifest_url: serve('/broken.csv', lines.join('\n')), format: 'csv' });
    expect(await test.end(id)).toMatchObject({
      status: 'failed',
      error_message: 'A quotation mark that opens on line 3002 of the manifest is never closed',
      counts: { total: 0, queued: 0 },
    });
    const { rows } = await service.db.query('SELECT count(*)::int AS n FROM batch_line WHERE batch_id = $1', [id]);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('is read anew by a batch that was canceled while it was read', async () => {
    files.set('/slow.csv', (_, response) => {
      response.writeHead(200).write('agent_id,contact_id,scenario\n');
    });
    const { id } = await test.start({ manifest_url: `${origin}/slow.csv`, format: 'csv' });
    expect((await test.get(id)).status).toBe('reading');
    await expect(await test.ask(`/batches/${id}/cancel`, {})).toAnswer(200);
    serve('/slow.csv', 'agent_id,contact_id,scenario\na,c,good_call\n');
    expect((await test.ask(`/batches/${id}/resume`, {})).body).toMatchObject({ status: 'reading' });
    expect(await test.end(id)).toMatchObject({ status: 'completed', counts: { completed: 1 } });
  });
});
