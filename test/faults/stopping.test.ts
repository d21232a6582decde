// Processes get SIGTERM in the middle of their work, and a release runs on the schema of the next release.
import { once } from 'node:events';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';
import { until, uploadOf } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { beginUpload } from '../support/clients/half-upload.js';
import { openConnection } from '../support/clients/raw-upload.js';
import { namesIn } from '../support/matchers/invariants.js';
import { buildRelease, earlierRelease } from '../support/processes/earlier-release.js';
import { type Fleet, type FleetProcess, startFleet } from '../support/processes/fleet.js';

const LONG = process.env.KILLS !== undefined;
/**
 * The release before the last schema change. Null in a copy without history, and null in the ordinary run, because building
 * that release takes long.
 */
const EARLIER = LONG ? await earlierRelease() : null;

describe('an API process that gets SIGTERM', () => {
  let fleet: Fleet;
  let api: FleetProcess;

  beforeAll(async () => {
    fleet = await startFleet();
    [, api] = await Promise.all([fleet.start('api'), fleet.start('api'), fleet.start('worker')]);
    await fleet.open();
  });
  afterAll(() => fleet?.close());

  it('finishes the uploads under way although its output is no longer read, accepts no new request, and exits with 0 [fault 28]', async () => {
    const begun = await Promise.all(Array.from({ length: 5 }, () => beginUpload(api.rootUrl, fleet.account.liveKey)));
    await until(
      async () => (await namesIn(fleet.dataDir, 'objects', '.incoming')).length === begun.length,
      'the uploads to arrive',
    );
    // As `npm start | tee log` on Ctrl-C, when `tee` ends first: the process gets EPIPE for what it prints and logs.
    for (const output of [api.child.stdout, api.child.stderr]) output?.destroy();
    const ended = api.terminate();
    await until(async () => {
      const refused = await fetch(`${api.rootUrl}/health/live`).then(
        () => false,
        () => true,
      );
      return refused;
    }, 'the process to refuse connections');
    const answers = await Promise.all(begun.map((upload) => upload.finish()));
    await expect(answers).toAnswerEach(201);
    for (const { body } of answers) {
      expect(body).toBeInStatus('processing');
      expect(await fleet.finished(body.id)).toBeInStatus('completed');
    }
    expect(await ended, 'exit code of the API').toBe(0);
    await fleet.expectInvariants();
  });

  it('ends connections without a whole request, finishes an upload beside them, and exits with 0 [fault 28]', async () => {
    const quiet = await fleet.start('api');
    const open = () => openConnection(quiet);
    const [silent, halfHeader, halfSecond] = await Promise.all([open(), open(), open()]);
    await halfHeader.write('GET /health/live HTTP/1.1\r\nHo');
    const answered = once(halfSecond.socket, 'data');
    await halfSecond.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await answered;
    await halfSecond.write('GET /health/live HTTP/1.1\r\nHo');
    const upload = await beginUpload(quiet.rootUrl, fleet.account.liveKey);
    const ended = quiet.terminate();
    const received = await Promise.all([silent.answer, halfHeader.answer]);
    expect(await halfSecond.answer, 'what was answered to one request and a half').toMatch(
      /^HTTP\/1.1 200 (?!.*HTTP)/s,
    );
    // At the end of its time the process cuts all connections, and this one with them.
    await expect(await upload.finish()).toAnswer(201);
    expect(await ended, 'exit code of the API').toBe(0);
    expect(received, 'what the two connections were sent').toEqual(['', '']);
    expect(quiet.output()).toContain('SIGTERM: stopping');
    expect(quiet.output()).not.toContain('These steps of stopping failed');
  });

  // Takes nearly as long as the grace period of a process.
  if (LONG)
    it('exits within its grace period although an upload does not end, and leaves nothing of the upload [fault 28]', async () => {
      const grace = await fleet.start('api');
      await beginUpload(grace.rootUrl, fleet.account.liveKey);
      await until(async () => (await namesIn(fleet.dataDir, 'objects', '.incoming')).length === 1, 'the upload');
      expect(await grace.terminate(), 'exit code of the API').toBe(0);
      const incoming = join(fleet.dataDir, 'objects', '.incoming');
      const longAgo = new Date(Date.now() - 24 * 60 * 60_000);
      for (const name of await namesIn(incoming)) await utimes(join(incoming, name), longAgo, longAgo);
      await fleet.start('api');
      await fleet.expectInvariants();
    });
});

describe('this release', () => {
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await startFleet();
  });
  afterAll(() => fleet?.close());

  it('works on a schema that a later release has added to [fault 32]', async () => {
    const { rows } = await fleet.db.query<{ name: string }>(
      // A partition has the columns of its table.
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT relispartition AND relname <> 'migration'`,
    );
    for (const { name } of rows) await fleet.db.query(`ALTER TABLE ${name} ADD COLUMN later text NOT NULL DEFAULT 'x'`);
    await fleet.db.query(`CREATE TABLE later_table (id uuid PRIMARY KEY);
      INSERT INTO migration (timestamp, name) VALUES (9990000000000, 'Later9990000000000')`);
    await Promise.all([fleet.start('api'), fleet.start('worker')]);
    await fleet.open();
    const id = await fleet.submit({ key: 'once' });
    expect(await fleet.finished(id)).toBeInStatus('completed');
    expect(await fleet.submit({ key: 'once' })).toBe(id);
    expect((await fleet.ask('/analysis?search=a')).body.total, 'calls that the search finds').toBe(1);
    expect((await fleet.ask('/billing/usage')).body.analyses_count, 'calls that were billed').toBe(1);
    await fleet.expectInvariants();
    await expect(await fleet.ask(`/analysis/${id}`, { method: 'DELETE' })).toAnswer(200);
  });
});

if (EARLIER !== null)
  describe('this release beside the release before the last schema change', () => {
    let fleet: Fleet;
    let home: string;
    let database: FreshDatabase;

    beforeAll(async () => {
      database = await freshDatabase({ migrated: false });
      fleet = await startFleet(database.settings);
      home = await mkdtemp(join(tmpdir(), 'call-analysis-release-'));
      await buildRelease(EARLIER, home);
    }, 300_000);
    afterAll(async () => {
      await fleet?.close();
      await database?.drop();
      await rm(home, { recursive: true, force: true });
    });

    it('continues what the other release began, and the other way round, and no request fails [fault 32]', async () => {
      const past = await fleet.start('api', {}, { home });
      const present = await fleet.start('api');
      await fleet.open();
      // Answers are not checked against openapi.json, because the earlier release has another one.
      const ask = async ({ rootUrl }: { rootUrl: string }, path: string, init: RequestInit = {}) => {
        const headers = { 'x-api-key': fleet.account.liveKey, ...init.headers };
        const response = await fetch(`${rootUrl}/api/v1${path}`, { ...init, headers });
        const text = await response.text();
        await expect(response, `${path} ${text}`).toAnswer(init.method === 'POST' ? 201 : 200);
        const body: { readonly id: string; readonly status: string } = JSON.parse(text);
        return body;
      };
      const submit = (to: { rootUrl: string }, key: string) =>
        ask(to, '/analysis', { method: 'POST', body: uploadOf(recordedCall()), headers: { 'idempotency-key': key } });
      for (const [from, other, worker] of [
        [past, present, {}],
        [present, past, { home }],
      ] as const) {
        const { id } = await submit(from, from.rootUrl);
        expect((await submit(other, from.rootUrl)).id).toBe(id);
        const working = await fleet.start('worker', {}, worker);
        await until(async () => (await ask(other, `/analysis/${id}`)).status === 'completed', `analysis ${id}`);
        expect(await working.terminate(), 'exit code of the worker').toBe(0);
        for (const each of [past, present])
          for (const path of [`/analysis/${id}`, '/analysis?search=a', '/billing/usage', '/users/me'])
            await ask(each, path);
      }
      await fleet.expectInvariants();
    });
  });
