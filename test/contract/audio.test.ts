// The recording of a call, as it is served and as it was sent: who may hear which, and when there is none.
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { gsmWav } from '../support/audio/audio-fixtures.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type Ask, askAs, upload } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';
import { analysed } from '../support/clients/submit-recording.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

const GONE = { detail: 'The original recording is no longer stored' };
const NONE = { detail: 'Recording not available' };

let provider: OpenAiStub;
let service: TestService;
const lines: string[] = [];
let account: Account;
let ask: Ask;
/** Completed; its recording is the one that was sent. */
let id: string;
let otherKey: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  service = await startTestService(providerSettings(provider), (line) => lines.push(line));
  account = await service.openAccount();
  ask = askAs(service, account);
  id = (await ask('/analysis', upload('agent-7', 'cust-42'))).body.id;
  await until(async () => (await ask(`/analysis/${id}`)).body.status === 'completed', 'the analysis');
  otherKey = (await ask('/analysis', upload('agent-8', 'cust-42'))).body.id;
  otherKey = `recordings/${otherKey}`;
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

async function open(variant: string | null, { of = id, credential = account.accessToken, requestId = 'r-1' } = {}) {
  const query = variant === null ? '' : `?variant=${variant}`;
  const response = await contractFetch(`${service.baseUrl}/analysis/${of}/audio${query}`, {
    headers: { authorization: `Bearer ${credential}`, 'x-request-id': requestId },
    redirect: 'manual',
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}
const linkOf = async (...how: Parameters<typeof open>) => {
  const answer = await open(...how);
  await expect(answer).toAnswer(302);
  const { headers } = answer;
  expect(headers.get('cache-control')).toBe('no-store');
  return new URL(headers.get('location') ?? '');
};
const isRecordedCall = async (link: URL) => Buffer.from(await (await fetch(link)).arrayBuffer()).equals(recordedCall());
const keyWith = async (...scopes: string[]): Promise<{ id: string; key: string }> =>
  (await ask('/api-keys', { json: { name: 'Key', ...(scopes.length > 0 && { scopes }) } })).body;
const lifetimeOf = (link: URL) => Number(link.searchParams.get('expires')) - Date.now() / 1000;

const WANTED = { mode: 'text_and_audio', types: ['card_number'], original: 'keep' };
const TOLD = {
  status: 'applied',
  version: '1',
  types: {},
  audio: 'redacted',
  original: 'kept',
  limits: [],
  pauses: [],
};
interface State {
  readonly status?: string;
  readonly redact?: object | null;
  readonly redaction?: object | null;
  readonly original?: boolean;
  readonly storageKey?: string | null;
}
/** Puts the call into a state of masking, and back. */
async function whileIt(is: State, work: () => Promise<void>): Promise<void> {
  const json = (value: object | null = null) => value && JSON.stringify(value);
  const own = `recordings/${id}`;
  const write = ({ status = 'completed', redact, redaction, original = false, storageKey = own }: State) =>
    Promise.all([
      service.db.query(
        `UPDATE analysis SET status = $2, redact = $3, storage_key = $4, original_key = $5, original_format = $6,
           settled_at = CASE WHEN $2 = 'processing' THEN NULL ELSE now() END WHERE id = $1`,
        [id, status, json(redact), storageKey, original ? otherKey : null, original ? 'wav' : null],
      ),
      service.db.query('UPDATE analysis_payload SET redaction = $2 WHERE analysis_id = $1', [id, json(redaction)]),
    ]);
  await write(is);
  try {
    await work();
  } finally {
    await write({});
  }
}

describe('GET /analysis/{id}/audio', () => {
  it('leads to what audio.url leads to', async () => {
    for (const variant of [null, 'current']) {
      const link = await linkOf(variant, { credential: account.liveKey });
      const url = new URL((await ask(`/analysis/${id}`)).body.audio.url);
      expect(link.pathname).toBe(url.pathname);
      expect(await isRecordedCall(link), 'the link gives the recording that was sent').toBe(true);
    }
  });

  it('leads to the masked recording where one stands in its place', async () => {
    await whileIt({ redact: WANTED, redaction: TOLD, original: true }, async () => {
      expect((await linkOf('current')).pathname).toContain(id);
    });
  });

  it('is 404 where there is none', async () => {
    await whileIt({ storageKey: null }, async () => {
      await expect(await open('current')).toAnswer(404, NONE);
    });
    const stranger = (await service.openAccount()).accessToken;
    for (const variant of ['current', 'original']) {
      await expect(await open(variant, { of: randomUUID() })).toAnswer(404, { detail: 'Analysis not found' });
      await expect(await open(variant, { credential: stranger })).toAnswer(404, { detail: 'Analysis not found' });
    }
  });

  it.each([
    ['current', 3600],
    ['original', 300],
  ])('says where the %s one is, and until when, to who does not want a redirect', async (variant, seconds) => {
    const answer = await open(`${variant}&redirect=false`);
    await expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({ object: 'audio_link', url: expect.stringContaining(id) });
    const left = (Date.parse(answer.body.expires_at) - Date.now()) / 1000;
    expect(left).toBeGreaterThan(seconds - 30);
    expect(left).toBeLessThanOrEqual(seconds + 1);
  });

  it('refuses an unknown variant', async () => {
    const item = { type: 'enum', loc: ['query', 'variant'], input: 'masked' };
    await expect(await open('masked')).toAnswer(422, { detail: [expect.objectContaining(item)] });
    const twice = await open('original&variant=original', { credential: account.liveKey });
    await expect(twice).toAnswer(422, { detail: [expect.objectContaining({ loc: ['query', 'variant'] })] });
  });
});

describe('what every browser plays', () => {
  const query = 'current&rendition=play&redirect=false';

  it('is the recording itself where browsers play it exactly', async () => {
    const answer = await open(query);
    expect(answer.body).toMatchObject({ preparing: false });
    expect(await isRecordedCall(new URL(answer.body.url)), 'the link gives the recording that was sent').toBe(true);
  });

  it('is an mp3 beside it where they do not, in ranges, and the original stays what it was', async () => {
    const bytes = gsmWav(100);
    const seen = await analysed(service, account.liveKey, { bytes });
    const { body } = await open(query, { of: seen.id });
    expect(body.preparing, 'made with the measurement').toBe(false);
    const part = await fetch(body.url, { headers: { range: 'bytes=144-287' } });
    await expect(part).toAnswer(206);
    expect([part.headers.get('content-type'), part.headers.get('content-length')]).toEqual(['audio/mpeg', '144']);
    for (const other of ['current', 'original', 'original&rendition=play']) {
      const link = await linkOf(other, { of: seen.id });
      expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(bytes), other).toBe(true);
    }
    const report = await ask(`/analysis/${seen.id}/report`);
    expect(report.text, 'the page plays it').toContain(`${seen.id}-play.mp3`);
  });

  it('is made for a call of an earlier release when it is first asked for, once, and is gone with the call', async () => {
    const seen = await analysed(service, account.liveKey, { bytes: gsmWav(100) });
    const keyOf = async () =>
      (await service.db.query('SELECT playback_key AS key FROM analysis WHERE id = $1', [seen.id])).rows[0].key;
    const stored = () => readdir(join(service.dataDir, 'objects', 'recordings'));
    const before = await stored();
    await service.db.query('UPDATE analysis SET playback = NULL WHERE id = $1', [seen.id]);
    const first = await open(query, { of: seen.id });
    expect(first.body).toMatchObject({ preparing: true, url: expect.stringContaining(`recordings/${seen.id}?`) });
    await until(async () => !(await open(query, { of: seen.id })).body.preparing, 'what browsers play');
    expect((await stored()).sort(), 'under its own key').toEqual(before.sort());
    expect((await open(query, { of: seen.id })).body.url).toContain(await keyOf());
    const key = await keyOf();
    await ask(`/analysis/${seen.id}`, { method: 'DELETE' });
    expect(await stored()).not.toContain(key.slice('recordings/'.length));
  });
});

describe('the original recording', () => {
  it('is the recording where nothing was masked in it, for five minutes', async () => {
    const link = await linkOf('original');
    expect(link.pathname).toContain(id);
    expect(lifetimeOf(link)).toBeGreaterThan(290);
    expect(lifetimeOf(link)).toBeLessThanOrEqual(300);
    expect(await isRecordedCall(link), 'the link gives the recording that was sent').toBe(true);
  });

  it('is the one that was sent where a masked one stands in its place', async () => {
    await whileIt({ redact: WANTED, redaction: TOLD, original: true }, async () => {
      const link = await linkOf('original');
      expect(`${link.pathname}`).toContain(otherKey);
      expect(link.searchParams.get('file_name')).toBe(`${id}-original.wav`);
    });
  });

  const heard: [string, State][] = [
    [
      'is withheld',
      { redact: WANTED, redaction: { ...TOLD, audio: 'withheld', status: 'withheld' }, storageKey: null },
    ],
    ['is being made, and the original stays', { redact: WANTED, redaction: { ...TOLD, status: 'processing' } }],
  ];
  it.each(heard)('is still heard while the masked one %s', async (_, state) => {
    await whileIt({ ...state, original: true }, async () => {
      expect((await linkOf('original')).pathname).toContain(otherKey);
    });
  });

  const gone: [string, State][] = [
    ['it is deleted', { redact: { ...WANTED, original: 'delete' }, redaction: { ...TOLD, original: 'deleted' } }],
    ['it is deleted, and a key was left behind', { redaction: { ...TOLD, original: 'deleted' }, original: true }],
    ['only the masked one is there', { redact: WANTED, redaction: TOLD }],
    ['the call is not completed', { status: 'processing', redact: WANTED, redaction: null }],
    ['the call has failed', { status: 'failed', redact: WANTED, redaction: null }],
    [
      'a stored call is being masked, and it is to be deleted',
      { redact: { ...WANTED, original: 'delete' }, redaction: { ...TOLD, status: 'processing' }, original: true },
    ],
    ['what becomes of it is not known yet', { redaction: { ...TOLD, status: 'processing' }, original: true }],
    ['no recording is stored', { storageKey: null }],
  ];
  it.each(gone)('is 404 where %s', async (_, state) => {
    await whileIt(state, async () => {
      await expect(await open('original')).toAnswer(404, GONE);
    });
  });

  it('is for an access token, or a key that asked for the scope by name', async () => {
    const refused = { detail: 'API key lacks the scope recordings:original' };
    await expect(await open('original', { credential: account.liveKey })).toAnswer(403, refused);
    await expect(await open('original', { credential: (await keyWith()).key })).toAnswer(403, refused);
    const { key } = await keyWith('recordings:original');
    await linkOf('original', { credential: key });
    const current = await open('current', { credential: key });
    await expect(current).toAnswer(403, { detail: 'API key lacks the scope analysis:read' });
  });

  it('is opened by no review link', async () => {
    const made = await ask(`/analysis/${id}/review-links`, { json: { reviewer_id: 'mara', may: ['read', 'review'] } });
    const token = String(made.body.url).split('#review=')[1];
    const session = await ask('/review/session', { json: { token }, credential: null });
    const credential = session.body.access_token;
    await linkOf('current', { credential });
    await expect(await open('original', { credential })).toAnswer(403, {
      detail: 'A review link opens one call and nothing else',
    });
  });

  it('is logged with who read it, in which request; what is refused is not', async () => {
    const { id: keyId, key } = await keyWith('recordings:original');
    lines.length = 0;
    await linkOf('original', { credential: key, requestId: 'heard-1' });
    await linkOf('current', { requestId: 'heard-2' });
    await open('original', { credential: account.liveKey, requestId: 'heard-3' });
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /original recording/.test(msg));
    expect(logged).toEqual([
      expect.objectContaining({
        request_id: 'heard-1',
        analysis_id: id,
        principal_kind: 'key',
        principal_id: keyId,
      }),
    ]);
    expect(lines.join(''), 'the log').not.toContain('signature=');
  });
});
