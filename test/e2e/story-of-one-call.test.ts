// One call from upload to webhook over the public interface, with a real service, database, queue and disk, and a stub of the
// provider.

import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAnalysis } from '../../clients/typescript/src/index.js';
import { type Account, finalAnalysis, startTestService, type TestService } from '../support/apps/running-service.js';
import {
  CALL_MS,
  providerSettings,
  recordedCall,
  startScriptedProvider,
  TURNS,
  turnStart,
} from '../support/builders/scripted-call.js';
import { checkedClient } from '../support/clients/checked-client.js';
import { refusalOf } from '../support/clients/refusal.js';
import { checkEvent, contractFetch } from '../support/clients/responses.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

describe('the story of one call', () => {
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
  let service: TestService;
  let account: Account;
  let api: CallAnalysis;
  let id: string;

  beforeAll(async () => {
    provider = await startScriptedProvider();
    receiver = await startWebhookReceiver();
    service = await startTestService(providerSettings(provider));
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.close();
    await provider?.close();
  });

  const read = () => api.analyses.get(id);

  it('begins with an account: registered, verified by mail, logged in, with a key', async () => {
    account = await service.openAccount('founder@example.com');
    expect(account.liveKey).toMatch(/^sk_live_/);
    api = checkedClient(service.baseUrl, account.liveKey);
  });

  it('takes the recording in and answers at once with an analysis in progress', async () => {
    const accepted = await api.analyses.create({
      agent_id: 'agent-7',
      contact_id: 'cust-42',
      webhook_url: receiver.url,
      metadata: { campaign: 'spring', priority: 2 },
      file: recordedCall(),
      fileName: 'call.mp3',
    });
    expect(accepted).toMatchObject({
      object: 'analysis',
      status: 'processing',
      livemode: true,
      transcript: null,
      results: null,
      call: { agent_id: 'agent-7', contact_id: 'cust-42', metrics: null },
      // The file was named .mp3, but its content is WAV.
      audio: { format: 'wav', size_bytes: recordedCall().length, file_size: recordedCall().length },
      metadata: { webhook_url: receiver.url, completed_at: null, campaign: 'spring', priority: 2 },
    });
    expect(accepted.progress?.stage).toBeTypeOf('string');
    id = accepted.id;
  });

  it('completes it in the background', async () => {
    const done = await finalAnalysis(api, id);
    expect(done.metadata.error_message).toBeNull();
    expect(done).toMatchObject({ status: 'completed', progress: null });
    expect(done.call.duration_ms, 'ms of the call').toBe(CALL_MS);
    expect(done.metadata.completed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(done.metadata.processing_time_ms).toBeGreaterThan(0);
    expect(done.metadata.engine).toMatchObject({ transcription: 'openai:gpt-transcribe', grade: 'production' });
  });

  it('gives every turn to the one who spoke it, in order and at its time', async () => {
    const { transcript, call } = await read();
    expect(transcript?.segments.map(({ speaker, text }) => [speaker, text])).toEqual(
      TURNS.map(({ channel, text }) => [channel === 0 ? 'agent' : 'customer', text]),
    );
    expect(transcript?.diarization).toEqual({ method: 'channel', role_confidence: 0.97 });
    expect(transcript?.language).toBe('en');
    for (const [index, segment] of transcript?.segments.entries() ?? []) {
      expect(Math.abs(segment.start - turnStart(index))).toBeLessThan(0.35);
    }
    const { metrics } = call;
    if (!metrics) throw new Error('no metrics');
    const accounted = metrics.agent_talk_seconds + metrics.customer_talk_seconds - metrics.overtalk_seconds;
    expect(accounted + metrics.silence_seconds).toBeCloseTo(CALL_MS / 1000, 1);
  });

  it('vouches only for quotations that are in the transcript', async () => {
    const { results } = await read();
    expect(results?.compliance.identity_verification).toMatchObject({
      performed: true,
      evidence: 'confirm your date of birth',
      citations: [{ segment_id: 2, speaker: 'agent', verification: 'repaired' }],
    });
    expect(results?.compliance.mandatory_disclosures.citations[0]).toMatchObject({
      quote: 'this call is recorded',
      verification: 'verified',
    });
    // The stub proved this finding with a quotation that is not in the transcript.
    expect(results?.compliance.privacy_protection).toMatchObject({
      performed: false,
      assessable: false,
      flagged: true,
      evidence: '',
    });
    expect(results?.compliance.score, 'compliance score').toBe(100);
    expect(results?.quality.overall_score, 'quality score').toBe(100);
  });

  it('exports the transcript, opens the recording by its link, and lists the call [resources 8]', async () => {
    const srt = await api.analyses.transcript(id, { format: 'srt' });
    expect(srt).toContain(`Agent: ${TURNS[0].text}`);

    const link = String((await read()).audio.url);
    const part = await contractFetch(link, { headers: { range: 'bytes=0-3' } });
    await expect(part).toAnswer(206, 'RIFF');
    const whole = await contractFetch(link);
    await expect(whole).toAnswer(200);
    expect(whole.headers.get('content-type'), 'the header content-type').toEqual('audio/wav');
    expect(Buffer.from(await whole.arrayBuffer())).toHaveBytes(recordedCall());
    const behind = await contractFetch(link, { headers: { range: `bytes=${recordedCall().length}-` } });
    await expect(behind).toAnswer(416);
    expect(behind.headers.get('content-range'), 'the header content-range').toEqual(`bytes */${recordedCall().length}`);

    const list = await api.analyses.list({ status: 'completed', search: 'CUST' });
    expect(list).toMatchObject({ object: 'list', total: 1, has_more: false, data: [{ id }] });
  });

  it('sends the client a signed webhook once the result can be read', async () => {
    const [notification] = await receiver.requests(1);
    if (!notification) throw new Error('no notification');
    const { secret } = await checkedClient(service.baseUrl, account.accessToken).webhooks.secret();
    const verified = new Webhook(secret).verify(notification.body, notification.headers);
    checkEvent('analysis.completed', verified);
    const { results, transcript, call } = await read();
    expect(verified).toMatchObject({
      event: 'analysis.completed',
      id: notification.headers['webhook-id'],
      livemode: true,
      data: { id, status: 'completed', results, transcript, call },
    });
  });

  it('is overruled by a person, whose verdict stands before that of the service, and who may take it back', async () => {
    const review = await api.reviews.create(id, {
      reviewer_id: 'mara',
      findings: [
        { finding: 'compliance.privacy_protection', answer: 'no', note: 'She repeats the whole number', quotes: [] },
        { finding: 'quality.greeting', answer: 'yes', quotes: [{ segment_id: 0, quote: 'this call is recorded' }] },
      ],
    });
    expect(review).toMatchObject({
      object: 'review',
      analysis_id: id,
      reviewer_id: 'mara',
      via: 'api_key',
      transcript_version: 1,
      scores: { before: { compliance: 100, quality: 100 }, after: { compliance: 75, quality: 100 } },
    });
    const { results } = await read();
    expect(results?.compliance, 'compliance with the review').toMatchObject({
      score: 75,
      coverage: 0.8,
      privacy_protection: {
        performed: false,
        assessable: true,
        confidence: 1,
        flagged: false,
        source: 'human',
        system: { performed: false, assessable: false, flagged: true, source: 'system' },
      },
      identity_verification: { source: 'system', system: null },
    });
    const page = await api.analyses.report(id);
    expect(page).toContain('Decided by a reviewer; AI: not assessable');
    const { scores } = await api.reviews.create(id, {
      reviewer_id: 'mara',
      findings: [
        { finding: 'compliance.privacy_protection', answer: 'withdraw' },
        { finding: 'quality.greeting', answer: 'withdraw' },
      ],
    });
    expect(scores.after).toEqual({ compliance: 100, quality: 100 });
    const { items } = await api.reviews.listOfAnalysis(id);
    expect(items, 'reviews, the newest first').toMatchObject([{ scores }, { id: review.id }]);
  });

  it('bills the decoded minutes, once [limits 13]', async () => {
    const { rows } = await service.db.query('SELECT analysis_id, hundredths, duration_ms, livemode FROM ledger_entry');
    expect(rows).toEqual([
      { analysis_id: id, hundredths: String(Math.ceil(CALL_MS / 600)), duration_ms: String(CALL_MS), livemode: true },
    ]);
    const { rows: reserved } = await service.db.query('SELECT count(*)::int AS n FROM minutes_reservation');
    expect(reserved).toEqual([{ n: 0 }]);
  });

  it('sends the provider one request for each turn, with the data that it needs and no more', async () => {
    const heard = provider.requests.filter(({ path }) => path === '/audio/transcriptions');
    expect(heard, 'requests for speech, one for each turn').toHaveLength(TURNS.length);
    expect(new Set(heard.map(({ file }) => file?.sha256)).size, 'different files that were heard').toBe(TURNS.length);
    const asked = JSON.stringify(provider.requests.map(({ json }) => json));
    for (const secret of ['agent-7', 'cust-42', account.email, 'spring']) expect(asked).not.toContain(secret);
  });

  it('is deleted with everything but the ledger entry', async () => {
    const { audio } = await read();
    expect(await api.analyses.delete(id)).toEqual({ id, object: 'analysis', deleted: true });
    expect(await refusalOf(read())).toEqual({ status: 404, detail: 'Analysis not found' });
    await expect(await contractFetch(String(audio.url))).toAnswer(404);
    const { rows } = await service.db.query('SELECT count(*)::int AS n FROM ledger_entry');
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('is a page for people too', async () => {
    const docs = await fetch(`${service.rootUrl}/docs`);
    await expect(docs).toAnswer(200);
    const ready = await fetch(`${service.rootUrl}/health/ready`);
    await expect(ready).toAnswer(200);
  });
});
