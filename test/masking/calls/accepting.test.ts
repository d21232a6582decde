// What is left of a stored call in the moment that masking it is accepted: no worker runs here.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CorrectingService, startCorrectingService } from '../../support/apps/correcting-service.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { asked, storeCard, storeOrder } from '../../support/builders/evaluated-calls.js';
import { CLEAR_TRANSCRIPT } from '../../support/builders/judged-call.js';
import { columnsWith } from '../../support/builders/planted-words.js';
import { storeReviewableCall } from '../../support/builders/reviewable-call.js';

const CARD = '4111 1111 1111 1111';
const LABEL = '[CARD_NUMBER_1]';
const LINES = [
  ['agent', 'Thank you for calling. This call is recorded. How can I help you?'],
  ['customer', `My line is dead. My card is ${CARD} by the way.`],
  ['agent', 'I understand how annoying that is. What is your date of birth?'],
] as const;
const TRANSCRIPT = { ...CLEAR_TRANSCRIPT, segments: segmentsOf(LINES, { words: true, confidence: 0.9 }) };

let at: CorrectingService;
beforeAll(async () => {
  at = await startCorrectingService(undefined, { PROCESS: 'api' });
});
afterAll(() => at?.close());

const sql = async (text: string, values: unknown[] = []) => (await at.service.db.query(text, values)).rows;
const redact = (call: string, body: object = {}, options: Parameters<CorrectingService['send']>[3] = {}) =>
  at.send('POST', `/analysis/${call}/redact`, body, options);
const storeTalk = () => at.store({ transcript: TRANSCRIPT, webhookUrl: 'https://example.com/hook' });

/** A call with the number in everything that may hold it. */
async function storeTold(): Promise<string> {
  const call = await storeTalk();
  const other = await storeReviewableCall(at.service.db, at.accountId);
  await sql("UPDATE analysis SET webhook_events = '{analysis.reviewed,analysis.corrected}' WHERE id = $1", [call]);
  await sql('UPDATE evaluation SET analysis_id = $1 WHERE id = $2', [call, other.evaluationId]);
  const planted = JSON.stringify([
    {
      question: 'notice',
      state: 'answered',
      answer: 'yes',
      rationale: `He says ${CARD}.`,
      source: 'model',
      citations: [
        { segment_id: 1, speaker: 'customer', start: 0, end: 1, quote: `My card is ${CARD}`, verification: 'verified' },
      ],
    },
  ]);
  await sql('UPDATE evaluation_payload SET judged = $2, answers = $2 WHERE evaluation_id = $1', [
    other.evaluationId,
    planted,
  ]);
  const results = JSON.stringify({
    ...JSON.parse((await sql('SELECT results FROM analysis_payload WHERE analysis_id = $1', [call]))[0].results),
    summary: `Card ${CARD}.`,
  });
  await sql('UPDATE analysis_payload SET results = $2, results_summary = $2 WHERE analysis_id = $1', [call, results]);
  await sql(
    `INSERT INTO transcript_version (analysis_id, version, transcript, words, results, metrics, engine)
     SELECT analysis_id, 0, transcript, words, results, metrics, engine FROM analysis_payload WHERE analysis_id = $1`,
    [call],
  );
  const review = await at.send('POST', `/analysis/${call}/reviews`, {
    reviewer_id: 'mara',
    note: `He read ${CARD} out`,
    findings: [
      {
        finding: 'quality.greeting',
        answer: 'yes',
        note: `See ${CARD}`,
        quotes: [{ segment_id: 1, quote: `My card is ${CARD}` }],
      },
    ],
  });
  await expect(review).toAnswer(201);
  const correction = await at.correct(call, { note: `Not ${CARD}`, segments: [{ id: 0, text: `Hello, ${CARD}` }] });
  await expect(correction).toAnswer(201);
  await sql('INSERT INTO correction_checkpoint (correction_id, payload) VALUES ($1, $2)', [
    correction.body.id,
    `"${CARD}"`,
  ]);
  // As an earlier release may have written them.
  await sql('UPDATE analysis_payload SET results_summary = results WHERE analysis_id = $1', [call]);
  await sql(
    `UPDATE webhook_delivery SET detail_id = NULL, detail = json_build_object('note', note, 'findings', findings::json)
     FROM review WHERE review.id = detail_id AND review.analysis_id = $1`,
    [call],
  );
  const card = await storeCard(at.service.db, at.accountId, [asked('q0')]);
  const order = await storeOrder(at.service.db, at.accountId, call, card);
  await sql('INSERT INTO evaluation_checkpoint (evaluation_id, batch, payload) VALUES ($1, 0, $2)', [
    order,
    `"${CARD}"`,
  ]);
  await sql('INSERT INTO carried_answers (analysis_id, scorecard_id, revision, answers) VALUES ($1, $2, 1, $3)', [
    call,
    card,
    JSON.stringify([{ question: 'q0', review: { answer: 'yes', rationale: `Read ${CARD}`, reviewerId: 'mara' } }]),
  ]);
  await sql(
    `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts, dismissed_note)
     SELECT id, account_id, true, created_at, agent_id, '{}', '{}', $2 FROM analysis WHERE id = $1
     ON CONFLICT (analysis_id) DO UPDATE SET dismissed_note = excluded.dismissed_note`,
    [call, `Only ${CARD}`],
  );
  await sql(`INSERT INTO analysis_checkpoint (analysis_id, step, piece, payload) VALUES ($1, 'left', 0, $2)`, [
    call,
    `"${CARD}"`,
  ]);
  return call;
}

describe('masking a stored call', () => {
  it('leaves no word of it in any table once it is accepted', async () => {
    const call = await storeTold();
    expect(await columnsWith(at.service.db, CARD)).toEqual([
      'analysis_checkpoint.payload',
      'analysis_payload.results',
      'analysis_payload.results_summary',
      'analysis_payload.system_results',
      'analysis_payload.transcript',
      'analysis_payload.verdicts',
      'analysis_payload.words',
      'carried_answers.answers',
      'correction.changes',
      'correction.note',
      'correction_checkpoint.payload',
      'evaluation_checkpoint.payload',
      'evaluation_payload.answers',
      'evaluation_payload.judged',
      'review.findings',
      'review.note',
      'review_task.dismissed_note',
      'transcript_version.results',
      'transcript_version.transcript',
      'transcript_version.words',
      'webhook_delivery.detail',
    ]);
    const answer = await redact(call, { preset: 'pci' });
    await expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({
      id: call,
      object: 'analysis',
      status: 'completed',
      redaction: { status: 'processing', types: { card_number: 1 }, audio: 'withheld', original: 'kept' },
      audio: { url: null },
      results: { summary: '' },
      delivered_before: [],
    });
    expect(answer.body.transcript.segments[1].text).toBe(`My line is dead. My card is ${LABEL} by the way.`);
    expect(await columnsWith(at.service.db, CARD)).toEqual([]);
    expect(await columnsWith(at.service.db, '4111 1111')).toEqual([]);
    const [row] = await sql('SELECT storage_key, original_key, original_format, redact FROM analysis WHERE id = $1', [
      call,
    ]);
    expect(row).toMatchObject({ storage_key: null, original_key: `recordings/${call}`, original_format: 'wav' });
    expect(JSON.parse(row.redact)).toMatchObject({ mode: 'text_and_audio', original: 'delete' });
  });

  it('takes their claims from workers that have read the words', async () => {
    const call = await storeTold();
    const fences = () =>
      sql(
        `SELECT 'e' AS of, fence, lease_until FROM evaluation WHERE analysis_id = $1 AND status = 'processing'
         UNION ALL SELECT 'c', fence, lease_until FROM correction WHERE analysis_id = $1`,
        [call],
      );
    await sql("UPDATE evaluation SET fence = 3, lease_until = now() + interval '1 hour' WHERE analysis_id = $1", [
      call,
    ]);
    await sql("UPDATE correction SET fence = 3, lease_until = now() + interval '1 hour' WHERE analysis_id = $1", [
      call,
    ]);
    await expect(await redact(call)).toAnswer(200);
    expect(await fences()).toEqual([
      { of: 'e', fence: 4, lease_until: null },
      { of: 'c', fence: 4, lease_until: null },
    ]);
    const [{ changes }] = await sql('SELECT changes FROM correction WHERE analysis_id = $1', [call]);
    expect(JSON.parse(changes).segments).toEqual([{ id: 0, text: `Hello, ${LABEL}` }]);
  });

  it('keeps the scores and answers that are in force until it is evaluated again', async () => {
    const call = await storeTalk();
    const before = (await at.send('GET', `/analysis/${call}`)).body.results;
    const { results } = (await redact(call)).body;
    expect(results).toMatchObject({
      summary: '',
      coaching: { strengths: [], recommendations: [] },
      compliance: { score: before.compliance.score },
      quality: { overall_score: before.quality.overall_score, greeting: before.quality.greeting },
    });
  });

  it('withholds no recording where only the text is masked', async () => {
    const call = await storeTalk();
    await sql(`INSERT INTO redaction_settings (account_id, settings) VALUES ($1, $2)`, [
      at.accountId,
      JSON.stringify({
        mode: 'text',
        types: ['card_number'],
        countries: ['US'],
        custom: [],
        replacement: 'mask',
        audio: 'tone',
        original_recording: 'keep',
      }),
    ]);
    const { body } = await redact(call).finally(() => sql('DELETE FROM redaction_settings'));
    expect(body).toMatchObject({
      redaction: { status: 'processing', audio: 'original' },
      audio: { url: expect.any(String) },
    });
    expect(body.transcript.segments[1].text).toContain('My card is #### by the way.');
  });

  it('answers a second request with the one in progress, and refuses one for more', async () => {
    const call = await storeTalk();
    await expect(await redact(call, { types: ['card_number'] })).toAnswer(200);
    const again = await redact(call, { types: ['card_number'] });
    expect(again).toMatchObject({ status: 200, body: { redaction: { status: 'processing' } } });
    expect(await redact(call, { preset: 'pii' })).toMatchObject({
      status: 400,
      body: { detail: 'Another redaction of this analysis is in progress' },
    });
    expect(await sql('SELECT count(*)::int AS n FROM call_redaction WHERE analysis_id = $1', [call])).toEqual([
      { n: 1 },
    ]);
  });

  it('changes nothing where there is nothing to be masked', async () => {
    const call = await at.store();
    await sql('UPDATE analysis SET storage_key = NULL WHERE id = $1', [call]);
    const before = (await at.send('GET', `/analysis/${call}`)).body;
    const { status, body } = await redact(call);
    expect({ status, body }).toEqual({ status: 200, body: { ...before, delivered_before: [] } });
    expect(body.redaction).toBeInStatus('none');
  });

  it('is done once for requests with the same key', async () => {
    const call = await storeTalk();
    const options = { idempotencyKey: randomUUID() };
    const [first, second] = await Promise.all([redact(call, {}, options), redact(call, {}, options)]);
    expect(second.body).toEqual(first.body);
    expect(first.body.delivered_before).toEqual([]);
  });

  it('refuses what it cannot mask', async () => {
    const call = await storeTalk();
    expect(await redact(call, { preset: 'pci', types: ['email'] })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'preset'], type: 'value_error' }] },
    });
    await expect(await redact(randomUUID())).toAnswer(404);
    const credential = (await at.service.openAccount()).liveKey;
    await expect(await redact(call, {}, { credential })).toAnswer(404);
    expect(await redact(call, {}, { credential: at.testKey })).toMatchObject({
      status: 403,
      body: { detail: 'A test key cannot change live objects' },
    });
    await sql("UPDATE analysis SET status = 'failed' WHERE id = $1", [call]);
    expect(await redact(call)).toMatchObject({
      status: 400,
      body: { detail: 'Only a completed analysis can be redacted' },
    });
  });
});
