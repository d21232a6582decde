// Retention by part: what the settings of an account and the days of a call delete, and what waits.
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

const PATH = '/settings/retention';
const DAY = 86_400;
const NOTHING_SET = {
  object: 'retention_settings',
  recordings_days: null,
  originals_days: null,
  transcripts_days: null,
  analyses_days: null,
  audit_days: 400,
  audit_reads: false,
  waits_until: null,
  ceilings: { recordings_days: 200, originals_days: 200, transcripts_days: 300, analyses_days: 300, audit_days: null },
};

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;

beforeAll(async () => {
  service = await startTestService({
    AUDIO_RETENTION_DAYS: '200',
    ANALYSIS_RETENTION_DAYS: '300',
    WORKER_SWEEP_SECONDS: '1',
  });
});
afterAll(() => service?.stop());

async function openAccount(): Promise<void> {
  account = await service.openAccount(`retention-${randomUUID()}@example.com`);
  accountId = await accountIdOf(service.db, account.email);
  ask = askAs(service, account);
}

interface StoredCall {
  readonly days: number;
  readonly count?: number;
  /** Whether the masked recording and the original are stored apart. */
  readonly isMasked?: boolean;
  readonly ownDays?: number;
}

/** Completed calls with recordings, as far back as is wanted. */
async function storeCalls({ days, count = 1, isMasked = false, ownDays }: StoredCall): Promise<string[]> {
  const { rows } = await service.db.query<{ id: string }>(
    `WITH made AS (
       INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, status, settled_at, processing_time_ms,
         created_at, storage_key, original_key, original_format, audio_format, retention_days)
       SELECT id, $1, true, 'agent-7', 'cust-1', 'r', 'completed', now() - $2::int * interval '1 day' - interval '1 minute', 1,
         now() - $2::int * interval '1 day' - i * interval '1 second', 'recordings/' || CASE WHEN $4 THEN gen_random_uuid() ELSE id END,
         CASE WHEN $4 THEN 'recordings/' || id END, CASE WHEN $4 THEN 'wav' END, 'wav', $5::int
       FROM (SELECT gen_random_uuid() AS id, i FROM generate_series(1, $3::int) AS i) AS calls RETURNING id)
     INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
     SELECT id, '{"segments":[],"language":"en"}', '{"segments":[]}', '{"compliance":{},"quality":{},"coaching":{}}', '{}', '{}' FROM made
     RETURNING analysis_id AS id`,
    [accountId, days, count, isMasked, ownDays ?? null],
  );
  return rows.map(({ id }) => id);
}

interface Parts {
  readonly recording: boolean;
  readonly original: boolean;
  readonly transcript: boolean;
}

/** @returns null for a call that is deleted */
async function partsOf(id: string): Promise<Parts | null> {
  const { rows } = await service.db.query<Parts>(
    `SELECT a.storage_key IS NOT NULL AS recording, a.original_key IS NOT NULL AS original, p.transcript IS NOT NULL AS transcript
     FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id WHERE a.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

const set = (json: object, as = ask) => as(PATH, { method: 'PUT', json });

/** A round that began after this and has come to its end. */
async function roundHasEnded(): Promise<void> {
  const { rows } = await service.db.query('SELECT clock_timestamp()::text AS at');
  await service.db.query("UPDATE round_lease SET due_at = clock_timestamp() WHERE name = 'retention'");
  await until(
    async () =>
      (
        await service.db.query(
          "SELECT FROM round_lease WHERE name = 'retention' AND completed_from >= $1::timestamptz AND leased_until = '-infinity'",
          [rows[0].at],
        )
      ).rows.length > 0,
    'a round of retention',
    30_000,
  );
}

/** The text of a mail to the account that has the words; null where none has been sent yet. */
async function mailAbout(words: string): Promise<string | null> {
  const outbox = join(service.dataDir, 'outbox');
  for (const name of await readdir(outbox)) {
    const mail = (await readFile(join(outbox, name), 'utf8')).replace(/=\r?\n/g, '');
    if (mail.includes(account.email) && mail.includes(words)) return mail;
  }
  return null;
}

describe('the settings', () => {
  beforeAll(openAccount);

  it('keep everything that the operator keeps, where nothing is set', async () => {
    await expect(await ask(PATH)).toAnswer(200, NOTHING_SET);
  });

  it('are replaced whole, and refuse days above a ceiling and too few for the audit log', async () => {
    const days = { recordings_days: 30, originals_days: 0, transcripts_days: 300, analyses_days: null };
    await expect(await set({ ...days, audit_days: 183, audit_reads: true })).toAnswer(200, {
      ...NOTHING_SET,
      ...days,
      audit_days: 183,
      audit_reads: true,
    });
    const above = await set({ recordings_days: 201, transcripts_days: 301, analyses_days: 3_650 });
    expect(above.body.detail).toMatchObject(
      ['recordings', 'transcripts', 'analyses'].map((part) => ({
        type: 'less_than_equal',
        loc: ['body', `${part}_days`],
      })),
    );
    expect((await set({ audit_days: 182 })).body.detail).toMatchObject([{ type: 'greater_than_equal' }]);
    await expect(await set({ recording_days: 30 })).toAnswer(422);
    expect((await set({ confirm: true })).body).toMatchObject({ ...days, audit_days: 183 });
    const { body: entered } = await ask('/audit?action=settings.changed&subject=retention');
    const details = { ...days, audit_days: 183, audit_reads: true };
    expect(entered.items).toMatchObject([
      { actor: { kind: 'token', id: accountId }, details: { ...details, confirmed: true } },
      { details: { ...details, confirmed: false } },
    ]);
    await expect(await set({ audit_reads: false })).toAnswer(200, NOTHING_SET);
  });

  it('are of admins and keys with the scope, and of both modes', async () => {
    await expect(await ask(PATH, { credential: account.liveKey })).toAnswer(403);
    const keyOf = async (mode: string) =>
      (await ask('/api-keys', { json: { name: 'Key', mode, scopes: ['data:govern'] } })).body.key;
    await expect(await ask(PATH, { credential: await keyOf('live') })).toAnswer(200);
    const asTest = { method: 'PUT', json: { recordings_days: 30 }, credential: await keyOf('test') };
    await expect(await ask(PATH, asTest)).toAnswer(403, { detail: 'A test key cannot change live objects' });
  });
});

describe('a round', () => {
  beforeAll(openAccount);

  it('deletes each part of each call after its days, as a dry run has told, and nothing that is held', async () => {
    const [young = ''] = await storeCalls({ days: 5, isMasked: true });
    const [masked = ''] = await storeCalls({ days: 20, isMasked: true });
    const [plain = ''] = await storeCalls({ days: 35 });
    const [wordless = ''] = await storeCalls({ days: 60, isMasked: true });
    const [gone = '', held = ''] = await storeCalls({ days: 100, count: 2 });
    const [longer = '', shorter = ''] = await Promise.all(
      [150, 50].map(async (ownDays) => (await storeCalls({ days: 100, ownDays }))[0]),
    );
    await ask('/holds', { json: { name: 'claim', reason: 'A claim', analysis_ids: [held] } });
    const days = { recordings_days: 30, originals_days: 10, transcripts_days: 50, analyses_days: 90 };
    const told = await set({ ...days, dry_run: true });
    await expect(told).toAnswer(200, { would_delete: { recordings: 3, transcripts: 1, analyses: 1 } });
    expect((await ask(PATH)).body).toEqual(NOTHING_SET);
    await set(days);
    await roundHasEnded();
    const all = { recording: true, original: false, transcript: true };
    expect({
      young: await partsOf(young),
      masked: await partsOf(masked),
      plain: await partsOf(plain),
      wordless: await partsOf(wordless),
      gone: await partsOf(gone),
      held: await partsOf(held),
      longer: await partsOf(longer),
      shorter: await partsOf(shorter),
    }).toEqual({
      young: { recording: true, original: true, transcript: true },
      masked: all,
      plain: { recording: false, original: false, transcript: true },
      wordless: { recording: false, original: false, transcript: false },
      gone: null,
      held: all,
      longer: all,
      shorter: null,
    });
    const { body: entered } = await ask('/audit?action=retention.round');
    expect(entered.items).toMatchObject([
      {
        actor: { kind: 'service', id: 'service' },
        subject: { type: 'settings', id: 'retention' },
        details: { recordings: 2, originals: 2, transcripts: 1, analyses: 2 },
      },
    ]);
    const answer = await fetch(`${service.baseUrl}/analysis/${young}`, {
      headers: { authorization: `Bearer ${account.accessToken}` },
    });
    const { metadata }: { metadata: { completed_at: string } } = JSON.parse(await answer.text());
    const ended = Math.floor(Date.parse(metadata.completed_at) / 1_000);
    expect(metadata).toMatchObject({
      retained_until: { recording: ended + 30 * DAY, transcript: ended + 50 * DAY, analysis: ended + 90 * DAY },
      transcript_deleted_at: null,
    });
    const metrics = await (await fetch(`${service.rootUrl}/metrics`)).text();
    expect(metrics).toMatch(/^retention_lag_seconds [0-9.]+$/m);
  });

  it('takes what a released hold has put off', async () => {
    const { items } = (await ask('/holds')).body;
    const released = await ask(`/holds/${items[0].id}/release`, { json: { reason: 'Settled' } });
    expect(released.body.carried_out).toMatchObject({ analyses: 1 });
    await roundHasEnded();
    const { rows } = await service.db.query(
      "SELECT count(*)::int AS n FROM analysis WHERE account_id = $1 AND settled_at < now() - interval '90 days'",
      [accountId],
    );
    expect(rows[0].n, 'calls with days of their own alone').toBe(1);
  });
});

describe('a first round that would delete much', () => {
  beforeAll(openAccount);

  it('waits for a day and says so by mail, in numbers alone, until it is confirmed', async () => {
    await storeCalls({ days: 40, count: 101 });
    const [early = ''] = await storeCalls({ days: 100 });
    await set({ recordings_days: 90 });
    await roundHasEnded();
    expect(await partsOf(early)).toMatchObject({ recording: false });
    const [late = ''] = await storeCalls({ days: 95 });
    const before = Math.floor(Date.now() / 1_000);
    await set({ recordings_days: 30 });
    await roundHasEnded();
    expect(await recordings()).toBe(101);
    expect(await partsOf(late), 'by the days that were in force before').toMatchObject({ recording: false });
    expect((await ask(PATH)).body.waits_until).toBeGreaterThanOrEqual(before + DAY);
    const mail = await until(() => mailAbout('retention settings'), 'the mail about the round that waits');
    expect(mail).toContain('102 recordings, 0 transcripts and 0 analyses');
    await expect(await set({ confirm: true })).toAnswer(200, { ...NOTHING_SET, recordings_days: 30 });
    await roundHasEnded();
    expect(await recordings()).toBe(0);
  });

  it('goes after its day, and at once where it is of few calls', async () => {
    await storeCalls({ days: 40, count: 101 });
    await set({ recordings_days: null });
    await set({ recordings_days: 35 });
    await roundHasEnded();
    expect(await recordings()).toBe(101);
    await service.db.query('UPDATE retention_settings SET waits_until = now() WHERE account_id = $1', [accountId]);
    await roundHasEnded();
    expect(await recordings()).toBe(0);
    await storeCalls({ days: 20, count: 100 });
    await set({ recordings_days: 10 });
    await roundHasEnded();
    expect(await recordings()).toBe(0);
  });

  async function recordings(): Promise<number> {
    const { rows } = await service.db.query('SELECT count(storage_key)::int AS n FROM analysis WHERE account_id = $1', [
      accountId,
    ]);
    return rows[0].n;
  }
});

describe('days of a call', () => {
  beforeAll(openAccount);

  it('stand in the place of the days of the account, up to the ceilings', async () => {
    await set({ recordings_days: 10 });
    const credential = (await ask('/api-keys', { json: { name: 'Key', mode: 'test' } })).body.key;
    const untilOf = async (retention_days: number | undefined) => {
      const json = { agent_id: 'a', contact_id: 'c', scenario: 'good_call', ...(retention_days && { retention_days }) };
      const { id } = (await ask('/analysis', { json, credential })).body;
      await until(async () => (await ask(`/analysis/${id}`)).body.status === 'completed', 'the analysis');
      const { completed_at, retained_until } = (await ask(`/analysis/${id}`)).body.metadata;
      const ended = Math.floor(Date.parse(completed_at) / 1_000);
      return Object.values(retained_until as Record<string, number>).map((at) => (at - ended) / DAY);
    };
    expect(await untilOf(undefined)).toEqual([10, 30, 30]);
    expect(await untilOf(20)).toEqual([20, 20, 20]);
    expect(await untilOf(3_000), 'those of test mode').toEqual([30, 30, 30]);
    const refused = { agent_id: 'a', contact_id: 'c', scenario: 'good_call', retention_days: 0 };
    await expect(await ask('/analysis', { json: refused, credential })).toAnswer(422);
  });
});
