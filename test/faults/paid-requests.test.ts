// What a provider was paid for is billed or on record: calls that are deleted while a request is under way, that the model will
// not judge, and that fail and are started again.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finalAnalysis, startTestService, type TestService, until, uploadOf } from '../support/apps/running-service.js';
import {
  CALL_MS,
  pieceMsOf,
  providerSettings,
  recordedCall,
  startScriptedProvider,
  TURNS,
  turnOf,
} from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import { Gate } from '../support/processes/gate.js';
import {
  completeWith,
  type OpenAiStub,
  refuse,
  type StubAnswering,
  type StubRequest,
} from '../support/stubs/openai-stub.js';

const SPEECH = '/audio/transcriptions';
const CHAT = '/chat/completions';
const isJudgement = (request: StubRequest) => JSON.stringify(request.json).includes('call_resolution');
const isForm = (request: StubRequest) => JSON.stringify(request.json?.messages).includes('evaluation form');

describe('requests that a provider was paid for', () => {
  const transcription = new Gate();
  const analysis = new Gate();
  let provider: OpenAiStub;
  let service: TestService;
  let api: CheckedPaths;
  let transcribing: StubAnswering = () => undefined;
  let judging: StubAnswering = () => undefined;
  let before = 0;

  beforeAll(async () => {
    provider = await startScriptedProvider({
      transcribe: async (request) => (await transcribing(request)) ?? transcription.pass(),
      chat: async (request) => (await judging(request)) ?? analysis.pass(),
    });
    service = await startTestService({
      ...providerSettings(provider),
      PROVIDER_CONCURRENCY: '4',
      WORKER_SWEEP_SECONDS: '1',
    });
  });
  beforeEach(async () => {
    transcribing = () => undefined;
    judging = () => undefined;
    before = provider.requests.length;
    const account = await service.openAccount();
    api = checkedPaths(service.baseUrl, account.accessToken);
  });
  afterAll(async () => {
    transcription.open();
    analysis.open();
    await service?.stop();
    await provider?.close();
  });

  const submit = async () => (await api.post('/analysis', { body: uploadOf(recordedCall()) })).id;
  const remove = (id: string) => api.delete('/analysis/{id}', { path: { id } });
  const retry = (id: string) => api.post('/analysis/{id}/retry', { path: { id } });
  const asked = (path: string) => provider.requests.slice(before).filter((request) => request.path === path);
  const rowsOf = async <Row>(sql: string, id: string): Promise<Row[]> => (await service.db.query(sql, [id])).rows;
  const billedMs = async (id: string) =>
    (await rowsOf<{ ms: number }>('SELECT duration_ms::int AS ms FROM ledger_entry WHERE analysis_id = $1', id)).map(
      ({ ms }) => ms,
    );
  const checkpoints = (id: string) => rowsOf('SELECT step FROM analysis_checkpoint WHERE analysis_id = $1', id);
  const reserved = (id: string) => rowsOf('SELECT 1 FROM minutes_reservation WHERE analysis_id = $1', id);

  it('a call deleted while its first requests are under way is billed for the audio that was sent [fault 101]', async () => {
    transcription.close();
    const id = await submit();
    await until(async () => transcription.waiting === 4, 'four pieces to be asked for');
    await remove(id);
    const sentMs = asked(SPEECH).reduce((sum, request) => sum + pieceMsOf(request), 0);
    const [billed = 0, ...more] = await billedMs(id);
    expect(more).toEqual([]);
    // The codec adds a few milliseconds of its own.
    expect(Math.abs(billed - sentMs), `${billed} ms are billed of ${sentMs} ms sent`).toBeLessThan(200);
    expect(await reserved(id)).toEqual([]);
    transcription.open();
  });

  it('a call deleted while its transcript is with the model is billed as a whole [fault 101]', async () => {
    analysis.close();
    const id = await submit();
    await until(async () => analysis.waiting > 0, 'the model to be asked');
    await remove(id);
    expect(await billedMs(id)).toEqual([CALL_MS]);
    analysis.open();
  });

  it('a call deleted while its provider turns every request away is not billed [fault 101]', async () => {
    transcribing = () => refuse(429, 'Slow down');
    const id = await submit();
    await until(async () => {
      const [row] = await rowsOf<{ failed: boolean }>(
        'SELECT last_failed_at IS NOT NULL AS failed FROM analysis WHERE id = $1',
        id,
      );
      return row?.failed;
    }, 'the call to wait');
    await remove(id);
    expect([await billedMs(id), await reserved(id)]).toEqual([[], []]);
    await service.db.query('UPDATE engine_pause SET since = NULL, paused_until = NULL');
  });

  it.each([
    ['refuses in its answer', () => completeWith('', 'stop', 'No.'), 'model_declined'],
    ['is stopped by a filter', () => completeWith('', 'content_filter'), 'model_declined'],
    ['is kept from it by a policy', () => refuse(400, 'No.', 'content_policy_violation'), 'model_declined'],
    ['has too small a window', () => refuse(400, 'No.', 'context_length_exceeded'), 'too_long_for_model'],
  ] as const)(
    'a call whose model %s is completed, billed and not judged [settled 24, fault 102]',
    async (_, answer, reason) => {
      judging = (request) => (isJudgement(request) ? answer() : undefined);
      const id = await submit();
      const done = await finalAnalysis(api, id);
      expect(done).toBeInStatus('completed');
      expect(done.transcript?.segments.map(({ text }) => text)).toEqual(TURNS.map(({ text }) => text));
      expect(done.call.metrics?.agent_talk_seconds).toBeGreaterThan(0);
      const notJudged = { flagged: true, assessable: false, confidence: 0, citations: [] };
      expect(done.results).toMatchObject({
        call_kind: 'conversation',
        not_judged_reason: reason,
        compliance: { identity_verification: notJudged, privacy_protection: notJudged, violations: [], score: null },
        quality: { greeting: notJudged, call_resolution: notJudged, overall_score: null },
        coaching: { customer_effort_score: null, strengths: [], recommendations: [] },
        summary: expect.stringContaining('not judged'),
      });
      expect(await billedMs(id)).toEqual([CALL_MS]);
      expect(asked(CHAT).filter(isJudgement), 'questions to a model that will not answer').toHaveLength(1);
      expect(await rowsOf('SELECT 1 FROM sent_request WHERE analysis_id = $1', id)).toEqual([]);
      const { data } = await api.get('/analysis', { query: { view: 'summary' } });
      expect(data[0]?.results).toMatchObject({ not_judged_reason: reason });
    },
  );

  it('a model that declines to say who is who leaves the roles unknown, and the call is judged no further than that [fault 102]', async () => {
    judging = (request) => (isJudgement(request) ? undefined : completeWith('', 'stop', 'No.'));
    const done = await finalAnalysis(api, await submit());
    expect(done).toBeInStatus('completed');
    expect(done.transcript?.diarization).toMatchObject({ role_confidence: 0.5 });
    expect(await billedMs(done.id)).toEqual([CALL_MS]);
  });

  it('a form asks no model about a call that its model would not judge [settled 24, fault 102]', async () => {
    judging = (request) => (isJudgement(request) ? completeWith('', 'content_filter') : undefined);
    const { id } = await finalAnalysis(api, await submit());
    expect((await evaluated(id)).answers).toMatchObject([{ state: 'not_assessable', reason: 'model_declined' }]);
    expect(asked(CHAT).filter(isForm)).toEqual([]);
  });

  it.each([
    ['refuses', () => completeWith('', 'stop', 'No.'), 'model_declined'],
    ['has too small a window', () => refuse(400, 'No.', 'context_length_exceeded'), 'too_long_for_model'],
  ] as const)('a form whose model %s is evaluated without its answers [fault 102]', async (_, answer, reason) => {
    judging = (request) => (isForm(request) ? answer() : undefined);
    const { id } = await finalAnalysis(api, await submit());
    const evaluation = await evaluated(id);
    expect(evaluation).toMatchObject({ status: 'completed', error_code: null, score: null });
    expect(evaluation.answers).toMatchObject([{ state: 'not_assessable', reason }]);
  });

  it('a call that fails after it was heard keeps its transcript for a retry, which pays for no piece again [settled 25, fault 103]', async () => {
    judging = (request) => (isJudgement(request) ? refuse(422, 'Not this one.') : undefined);
    const id = await submit();
    expect(await finalAnalysis(api, id)).toMatchObject({ status: 'failed', metadata: { retryable: true } });
    expect(asked(SPEECH), 'requests for speech of the first run').toHaveLength(TURNS.length);
    expect([await billedMs(id), await reserved(id)]).toEqual([[], []]);
    judging = () => undefined;
    await retry(id);
    expect(await finalAnalysis(api, id)).toBeInStatus('completed');
    expect(asked(SPEECH), 'requests for speech: one for each turn').toHaveLength(TURNS.length);
    expect([await billedMs(id), await checkpoints(id)]).toEqual([[CALL_MS], []]);
  });

  it('a call that fails over and over is heard once [fault 103]', async () => {
    judging = (request) => (isJudgement(request) ? refuse(422, 'Not this one.') : undefined);
    const id = await submit();
    for (let round = 0; round < 3; round += 1) {
      expect(await finalAnalysis(api, id)).toBeInStatus('failed');
      await retry(id);
    }
    expect(await finalAnalysis(api, id)).toBeInStatus('failed');
    expect(asked(SPEECH), 'requests for speech: one for each turn').toHaveLength(TURNS.length);
  });

  it('a call of which one piece is refused sends only what is missing when it is started again [settled 25, fault 103]', async () => {
    transcribing = (request) => (turnOf(request) === TURNS[4] ? refuse(400, 'corrupted or unsupported') : undefined);
    const id = await submit();
    expect(await finalAnalysis(api, id)).toBeInStatus('failed');
    const kept = (await checkpoints(id)).filter((row) => (row as { step: string }).step === 'piece').length;
    const first = asked(SPEECH).length;
    expect(kept, 'pieces that were heard').toBeGreaterThan(0);
    transcribing = () => undefined;
    await retry(id);
    const done = await finalAnalysis(api, id);
    expect(done.transcript?.segments.map(({ text }) => text)).toEqual(TURNS.map(({ text }) => text));
    expect(asked(SPEECH).length - first, 'requests for speech of the second run').toBe(TURNS.length - kept);
    expect(await billedMs(id)).toEqual([CALL_MS]);
  });

  it('a call that is deleted in its second run is billed for what both have sent [fault 101]', async () => {
    judging = (request) => (isJudgement(request) ? refuse(422, 'Not this one.') : undefined);
    const id = await submit();
    await finalAnalysis(api, id);
    judging = () => undefined;
    analysis.close();
    await retry(id);
    await until(async () => analysis.waiting > 0, 'the model to be asked again');
    await remove(id);
    expect(await billedMs(id)).toEqual([CALL_MS]);
    analysis.open();
  });

  it('a failed call that is deleted is billed to no one, leaves nothing that was said, and stays on record [fault 103]', async () => {
    judging = (request) => (isJudgement(request) ? refuse(422, 'Not this one.') : undefined);
    const id = await submit();
    await finalAnalysis(api, id);
    await remove(id);
    expect([await billedMs(id), await checkpoints(id)]).toEqual([[], []]);
    expect(
      await rowsOf('SELECT status, sent_ms::int, duration_ms::int FROM deleted_call WHERE analysis_id = $1', id),
    ).toEqual([{ status: 'failed', sent_ms: CALL_MS, duration_ms: CALL_MS }]);
  });

  async function evaluated(callId: string) {
    const { id: scorecardId } = await api.post('/scorecards', { body: { name: 'By model' } });
    const path = { id: scorecardId };
    const { revision } = await api.post('/scorecards/{id}/revisions', { path, body: FORM });
    await api.post('/scorecards/{id}/revisions/{revision}/publish', { path: { ...path, revision } });
    const body = { scorecard_id: scorecardId };
    const { id } = await api.post('/analysis/{id}/evaluations', { path: { id: callId }, body });
    return until(async () => {
      const seen = await api.get('/evaluations/{id}', { path: { id } });
      return seen.status !== 'processing' && seen;
    }, 'the evaluation');
  }
});

const FORM = {
  sections: [
    {
      key: 'call',
      title: 'Call',
      weight: 1,
      questions: [
        {
          key: 'notice',
          text: 'Did the agent say that the call is recorded?',
          speaker: 'agent' as const,
          weight: 10,
          answers: [
            { key: 'yes', label: 'Yes', points: 1, needs_quote: true },
            { key: 'no', label: 'No', points: 0 },
          ],
          judge: { kind: 'model' as const },
        },
      ],
    },
  ],
};
