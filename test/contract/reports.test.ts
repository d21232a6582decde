// The report of a call: for its owner, and behind a signed link.

import { randomUUID } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider, TURNS } from '../support/builders/scripted-call.js';
import { type Ask, askAs, upload } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

let provider: OpenAiStub;
let service: TestService;
let account: Account;
let ask: Ask;
/** Completed. */
let id: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  service = await startTestService(providerSettings(provider));
  account = await service.openAccount();
  ask = askAs(service, account);
  id = await completed(account.liveKey);
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

async function completed(credential: string): Promise<string> {
  const { body } = await ask('/analysis', { ...upload('agent-7', 'cust-42'), credential });
  await until(async () => (await ask(`/analysis/${body.id}`)).body.status === 'completed', 'the analysis');
  return body.id;
}

const linkTo = async (analysisId: string, json: object = {}) =>
  (await ask(`/analysis/${analysisId}/report-link`, { json })).body;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
};

describe('GET /analysis/{id}/report', () => {
  it('is a page with every turn, the sound of both channels, the bill, and the recording by its signed link [settled 28]', async () => {
    const answer = await ask(`/analysis/${id}/report`, { credential: account.liveKey });
    await expect(answer).toAnswer(200);
    const { text } = answer;
    expect(Object.fromEntries(answer.headers)).toMatchObject(HEADERS);
    for (const turn of TURNS) expect(text).toContain(turn.text);
    expect(text.match(/class="sound"/g), 'drawings of sound, one for each channel').toHaveLength(2);
    expect(text).toMatch(/\d\.\d\d minutes for \d+\.\d s of audio, within the plan\./);
    const source = /<audio [^>]*src="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const recording = await contractFetch(source, { headers: { range: 'bytes=0-9' } });
    await expect(recording).toAnswer(206);
    expect(answer.headers.get('content-security-policy')).toContain(`media-src ${service.rootUrl};`);
  });

  it('is one file with audio=embedded: the recording is in it [settled 28]', async () => {
    const { headers, text } = await ask(`/analysis/${id}/report?audio=embedded`);
    expect(headers.get('content-security-policy')).toContain('media-src data:;');
    const [, embedded = ''] = /src="data:audio\/wav;base64,([^"]+)"><\/audio>/.exec(text) ?? [];
    expect(Buffer.from(embedded, 'base64')).toHaveBytes(recordedCall());
    expect(text).not.toContain('http://');
  });

  it('draws the turns alone for a call whose sound an earlier release did not keep', async () => {
    const earlier = await completed(account.liveKey);
    await service.db.query('UPDATE analysis_payload SET envelopes = NULL WHERE analysis_id = $1', [earlier]);
    const { text } = await ask(`/analysis/${earlier}/report`);
    expect(text).not.toContain('class="sound"');
    expect(text.match(/class="turn-block"/g), 'drawings of turns').toHaveLength(TURNS.length);
  });

  it('refuses to embed a recording of more than 32 MB, and works without one that is no longer stored [settled 29]', async () => {
    const large = await completed(account.liveKey);
    const { rows } = await service.db.query('SELECT storage_key FROM analysis WHERE id = $1', [large]);
    await truncate(join(service.dataDir, 'objects', rows[0]?.storage_key), 32 * 1024 * 1024 + 1);
    const refused = await ask(`/analysis/${large}/report?audio=embedded`);
    await expect(refused).toAnswer(400, {
      detail: 'A recording of more than 32 MB cannot be embedded: leave out audio=embedded',
    });
    await service.db.query('UPDATE analysis SET storage_key = NULL WHERE id = $1', [large]);
    const answer = await ask(`/analysis/${large}/report`);
    await expect(answer).toAnswer(200);
    expect(answer.text).toContain('The recording is no longer stored');
  });

  it('is 404 until the analysis is completed, as the transcript is, and so is a link to it [settled 29]', async () => {
    const unfinished = await completed(account.liveKey);
    await service.db.query("UPDATE analysis SET status = 'failed' WHERE id = $1", [unfinished]);
    for (const [path, method] of [
      ['report', 'GET'],
      ['report-link', 'POST'],
    ] as const) {
      const answer = await ask(`/analysis/${unfinished}/${path}`, { method });
      await expect(answer).toAnswer(404, { detail: 'Report not available' });
    }
  });
});

describe('POST /analysis/{id}/report-link', () => {
  it('is a link that opens the same page without credentials, for an hour unless told otherwise [settled 30]', async () => {
    const before = Date.now();
    const answer = await ask(`/analysis/${id}/report-link`, { method: 'POST' });
    await expect(answer).toAnswer(201);
    const after = Date.now();
    const lasts = (link: { expires_at: string }, from: number) =>
      Math.round((Date.parse(link.expires_at) - from) / 1000);
    expect(lasts(answer.body, before)).toBeGreaterThanOrEqual(3599);
    expect(lasts(answer.body, after)).toBeLessThanOrEqual(3601);
    expect(lasts(await linkTo(id, { expires_in: 604_800 }), before)).toBeGreaterThanOrEqual(604_799);
    const opened = await contractFetch(answer.body.url);
    await expect(opened).toAnswer(200);
    expect(Object.fromEntries(opened.headers)).toMatchObject(HEADERS);
    const text = await opened.text();
    for (const turn of TURNS) expect(text).toContain(turn.text);
  });

  it.each([59, 604_801, 'soon'])('refuses %s seconds [settled 30]', async (expires_in) => {
    const answer = await ask(`/analysis/${id}/report-link`, { json: { expires_in } });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'expires_in']);
  });

  it('covers the analysis, its mode and the end: a link that is altered or has expired is 403 [settled 31]', async () => {
    const { url } = await linkTo(id, { expires_in: 60 });
    const other = await completed(account.liveKey);
    const altered = [
      url.replace(id, other),
      url.replace(id, 'abc'),
      url.replace('livemode=true', 'livemode=false'),
      url.replace('livemode=true', 'livemode=1'),
      url.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1000) + 3600}`),
      url.replace(/signature=[^&]+/, 'signature=abc'),
      url.replace(/&signature=[^&]+/, ''),
    ];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    const expired = await contractFetch(url).finally(() => vi.useRealTimers());
    const answers = [expired, ...(await Promise.all(altered.map((each) => contractFetch(each))))];
    for (const answer of answers) {
      await expect(answer).toAnswer(403, { detail: 'The link is invalid or has expired' });
    }
  });

  it('opens no recording with the signature of a report, and no report with that of a recording [settled 31]', async () => {
    const { url } = await linkTo(id);
    const recording = new URL((await ask(`/analysis/${id}`)).body.audio.url);
    const report = new URL(url);
    for (const name of ['expires', 'signature']) {
      const [one, two] = [report.searchParams.get(name) ?? '', recording.searchParams.get(name) ?? ''];
      report.searchParams.set(name, two);
      recording.searchParams.set(name, one);
    }
    for (const swapped of [report.href, recording.href]) await expect(await contractFetch(swapped)).toAnswer(403);
  });

  it('is 404 once the analysis is deleted [settled 31]', async () => {
    const deleted = await completed(account.liveKey);
    const { url } = await linkTo(deleted);
    await ask(`/analysis/${deleted}`, { method: 'DELETE' });
    const answer = await contractFetch(url);
    await expect(answer).toAnswer(404, { detail: 'Analysis not found' });
    await expect(await ask(`/analysis/${randomUUID()}/report-link`, { method: 'POST' })).toAnswer(404);
  });
});

describe('DELETE /analysis/{id}/report-link', () => {
  const end = (analysisId: string, credential?: string) =>
    ask(`/analysis/${analysisId}/report-link`, { method: 'DELETE', ...(credential && { credential }) });

  it('ends every link to the report of the call, by whatever key it was made, and none to another', async () => {
    const [mine, other] = [await completed(account.liveKey), await completed(account.liveKey)];
    const made = await ask('/api-keys', { json: { name: 'Gone soon' } });
    const byKey = await ask(`/analysis/${mine}/report-link`, { json: {}, credential: made.body.key });
    expect(byKey.body.livemode, 'the link is of live mode').toBe(true);
    await ask(`/api-keys/${made.body.id}`, { method: 'DELETE' });
    const links = [byKey.body.url, (await linkTo(mine)).url, (await linkTo(mine, { expires_in: 604_800 })).url];
    for (const url of links) await expect(await contractFetch(url), 'a link outlives its key').toAnswer(200);
    const elsewhere = (await linkTo(other)).url;

    await expect(await end(mine)).toAnswer(200, { object: 'report_link', analysis_id: mine, deleted: true });
    for (const url of links)
      await expect(await contractFetch(url)).toAnswer(403, { detail: 'The link is invalid or has expired' });
    await expect(await contractFetch(elsewhere)).toAnswer(200);

    const next = (await linkTo(mine)).url;
    await expect(await contractFetch(next)).toAnswer(200);
    for (const altered of [next.replace('round=1', 'round=0'), next.replace('&round=1', ''), `${links[0]}&round=1`])
      await expect(await contractFetch(altered)).toAnswer(403);
    await expect(await end(mine)).toAnswer(200);
    await expect(await contractFetch(next)).toAnswer(403);
    await expect(await end(randomUUID())).toAnswer(404, { detail: 'Analysis not found' });
  });
});
