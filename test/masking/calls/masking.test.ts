// What a worker makes of a stored call that is to be masked.
import { randomUUID } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transcript } from '../../../src/ports/transcript.js';
import { type CorrectingService, startCorrectingService } from '../../support/apps/correcting-service.js';
import { until } from '../../support/apps/running-service.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { toWav } from '../../support/audio/wav.js';
import { asked, heard, readEvaluation, storeCard, storeOrder } from '../../support/builders/evaluated-calls.js';
import { CALL_LINES, CLEAR_TRANSCRIPT } from '../../support/builders/judged-call.js';
import { columnsWith } from '../../support/builders/planted-words.js';
import { checkEvent } from '../../support/clients/responses.js';
import { Gate } from '../../support/processes/gate.js';
import type { StubAnswer } from '../../support/stubs/openai-stub.js';

const CARD = '4111 1111 1111 1111';
const LINES = [...CALL_LINES, ['customer', `My card is ${CARD} by the way.`] as const];
const TRANSCRIPT: Transcript = {
  ...CLEAR_TRANSCRIPT,
  segments: segmentsOf(LINES, { words: true, confidence: 0.9, pauseMs: 300 }),
};
const SECONDS = 30;
/** The analyst answers at once about a call in which it is said. */
const CORRECTED = 'My line is dead again.';
const REFUSAL: StubAnswer = { status: 400, body: { error: { message: 'No.', type: 'invalid_request_error' } } };

let fault: StubAnswer | null = null;
const analyst = new Gate();
let at: CorrectingService;
beforeAll(async () => {
  at = await startCorrectingService(
    async ({ json }) => {
      if (!JSON.stringify(json).includes(CORRECTED)) await analyst.pass();
      return fault;
    },
    { PROVIDER_CONCURRENCY: '4' },
  );
});
afterAll(async () => {
  analyst.open();
  await at?.close();
});

const sql = async (text: string, values: unknown[] = []) => (await at.service.db.query(text, values)).rows;
const pathOf = (key: string) => join(at.service.dataDir, 'objects', key);
const isThere = (key: string) =>
  access(pathOf(key)).then(
    () => true,
    () => false,
  );

interface Talk {
  readonly transcript?: Transcript;
  readonly recording?: boolean;
}

async function storeTalk({ transcript = TRANSCRIPT, recording = true }: Talk = {}): Promise<string> {
  const call = await at.store({ transcript });
  await sql(
    "UPDATE analysis SET webhook_url = 'https://127.0.0.1:9/hook', webhook_events = '{analysis.redacted}' WHERE id = $1",
    [call],
  );
  const path = pathOf(`recordings/${call}`);
  await mkdir(dirname(path), { recursive: true });
  const samples = Int16Array.from({ length: SECONDS * 16_000 }, (_, i) => 6000 * Math.sin(i / 12) * Math.sin(i / 4000));
  if (recording) await writeFile(path, toWav(samples, 16_000));
  return call;
}
const redact = async (call: string, body: object = { preset: 'pci' }) => {
  const answer = await at.send('POST', `/analysis/${call}/redact`, body);
  await expect(answer).toAnswer(200);
  return answer.body;
};
const masked = (call: string) =>
  until(async () => {
    const { body } = await at.send('GET', `/analysis/${call}?include=words`);
    return body.redaction.status !== 'processing' && body;
  }, `the masking of ${call}`);
const keysOf = async (call: string) =>
  (await sql('SELECT storage_key, original_key, redacted_key FROM analysis WHERE id = $1', [call]))[0];
const isStored = async (key: string | null) => key !== null && isThere(key);

describe('a stored call that is masked', () => {
  it('has another recording, its scores, and new sentences', async () => {
    const call = await storeTalk();
    const before = (await at.send('GET', `/analysis/${call}`)).body;
    await redact(call);
    const after = await masked(call);
    expect(after.redaction).toEqual({
      status: 'applied',
      version: '1',
      types: { card_number: 1 },
      audio: 'redacted',
      original: 'deleted',
      limits: [],
      pauses: expect.any(Array),
    });
    expect(after.transcript.version).toBe(1);
    expect(after.transcript.segments.at(-1).text).toBe('My card is [CARD_NUMBER_1] by the way.');
    expect(after.results.summary).not.toBe('');
    expect(after.results.compliance.score).toBe(before.results.compliance.score);
    expect(after.results.quality.overall_score).toBe(before.results.quality.overall_score);
    expect(after.call.metrics).toEqual(before.call.metrics);
    const { storage_key: key, original_key: original, redacted_key: left } = await keysOf(call);
    expect({ original, left }).toEqual({ original: null, left: null });
    expect(key).not.toBe(`recordings/${call}`);
    expect(await isStored(key), 'the masked recording is stored').toBe(true);
    expect(await isThere(`recordings/${call}`), 'the original is stored').toBe(false);
    await expect(await fetch(after.audio.url)).toAnswer(200);
    expect(await columnsWith(at.service.db, CARD)).toEqual([]);
    expect(await sql('SELECT event FROM webhook_delivery WHERE analysis_id = $1', [call])).toEqual([
      { event: 'analysis.redacted' },
    ]);
    expect(
      at.provider.requests.map(({ json }) => JSON.stringify(json)).filter((text) => text?.includes('4111')),
    ).toEqual([]);
  });

  it('tells the webhook of a test call what the document describes', async () => {
    const call = await storeTalk();
    await sql('UPDATE analysis SET livemode = false WHERE id = $1', [call]);
    await redact(call);
    await masked(call);
    const { body: deliveries } = await at.send('GET', `/analysis/${call}/deliveries`);
    const { body: shown } = await at.send('GET', `/analysis/${call}/deliveries/${deliveries.items[0].id}`);
    const event = JSON.parse(shown.request.body);
    checkEvent('analysis.redacted', event);
    expect(event).toMatchObject({
      event: 'analysis.redacted',
      data: { id: call, redaction: { types: { card_number: 1 } } },
    });
  });

  it('is heard by no one once it is accepted, by no link that was given out before', async () => {
    const call = await storeTalk();
    const { audio } = (await at.send('GET', `/analysis/${call}`)).body;
    await expect(await fetch(audio.url)).toAnswer(200);
    const playback = `recordings/${randomUUID()}`;
    await writeFile(pathOf(playback), 'made of what is masked below');
    await sql("UPDATE analysis SET playback = 'made', playback_key = $2 WHERE id = $1", [call, playback]);
    const played = (await at.send('GET', `/analysis/${call}/audio?rendition=play&redirect=false`)).body;
    await expect(await fetch(played.url)).toAnswer(200);
    analyst.close();
    expect((await redact(call)).audio.url).toBeNull();
    await expect(await fetch(played.url)).toAnswer(404);
    await until(async () => !(await isThere(playback)), 'the deletion of what was made for playing');
    await until(async () => analyst.waiting > 0, 'the request to the analyst');
    expect(await isThere(`recordings/${call}`), 'it is still stored').toBe(true);
    await expect(await fetch(audio.url)).toAnswer(404);
    analyst.open();
    await masked(call);
    const [row] = await sql('SELECT playback, playback_key FROM analysis WHERE id = $1', [call]);
    expect(row, 'made again where it is asked for').toEqual({ playback: null, playback_key: null });
  });

  it('keeps the recording as it was sent where the account says so, and no one hears it', async () => {
    const call = await storeTalk();
    await redact(call, { types: ['card_number'] });
    const after = await masked(call);
    expect(after.redaction).toMatchObject({ status: 'applied', audio: 'redacted', original: 'kept' });
    expect((await keysOf(call)).original_key).toBe(`recordings/${call}`);
    expect(await isThere(`recordings/${call}`), 'the original is stored').toBe(true);
    await at.send('DELETE', `/analysis/${call}`);
  });

  it('has its evaluations made again by their revisions, with the answers of persons', async () => {
    const card = await storeCard(at.service.db, at.accountId, [asked('q0'), heard('spoken')]);
    const call = await storeTalk();
    const old = await storeOrder(at.service.db, at.accountId, call, card);
    const settled = (id: string) =>
      until(async () => {
        const found = await readEvaluation(at.service.db, id);
        return found?.status !== 'processing' && found;
      }, `evaluation ${id}`);
    await settled(old);
    await expect(
      await at.send('PUT', `/evaluations/${old}/answers/q0`, {
        answer: 'no',
        rationale: 'I heard none',
        reviewer_id: 'mara',
      }),
    ).toAnswer(200);
    await redact(call);
    await masked(call);
    const [{ id }] = await sql('SELECT id FROM evaluation WHERE analysis_id = $1', [call]);
    expect(id).not.toBe(old);
    const { answers } = (await settled(id)) as { answers: string };
    expect(JSON.parse(answers)).toMatchObject([
      { question: 'q0', answer: 'no', rationale: 'I heard none', source: 'human' },
      {},
    ]);
    expect(await sql('SELECT revision, superseded FROM evaluation WHERE analysis_id = $1', [call])).toEqual([
      { revision: 1, superseded: false },
    ]);
    expect(await sql('SELECT 1 FROM carried_answers')).toEqual([]);
  });

  it('keeps the verdicts of persons, with what they quoted as it stands now', async () => {
    const call = await storeTalk();
    const quote = `My card is ${CARD}`;
    await expect(
      await at.send('POST', `/analysis/${call}/reviews`, {
        reviewer_id: 'mara',
        findings: [{ finding: 'quality.greeting', answer: 'no', quotes: [{ segment_id: 6, quote }] }],
      }),
    ).toAnswer(201);
    await redact(call);
    const { results } = await masked(call);
    expect(results.quality.greeting).toMatchObject({
      present: false,
      source: 'human',
      citations: [{ quote: 'My card is [CARD_NUMBER_1]' }],
      system: { present: true },
    });
  });

  it('is withheld and flagged where its recording cannot be masked, and each segment is masked as a whole', async () => {
    const call = await storeTalk({ recording: false });
    await redact(call);
    const after = await masked(call);
    expect(after).toMatchObject({ audio: { url: null }, redaction: { status: 'withheld', audio: 'withheld' } });
    expect(after.transcript.segments.at(-1).text).not.toContain('by the way');
    const [task] = await sql('SELECT reasons FROM review_task WHERE analysis_id = $1', [call]);
    expect(task.reasons).toContain('withheld');
  });

  it('stays out of the review queue once a person has settled what the masking before left in doubt', async () => {
    const call = await storeTalk({ recording: false });
    await redact(call);
    await masked(call);
    await expect(await at.send('POST', `/analysis/${call}/reviews`, { reviewer_id: 'mara' })).toAnswer(201);
    await redact(call, { preset: 'pii' });
    await masked(call);
    const [task] = await sql('SELECT state, reasons FROM review_task WHERE analysis_id = $1', [call]);
    expect(task).toEqual({ state: 'reviewed', reasons: [] });
  });

  it('is heard as before where nothing is to be masked in it', async () => {
    const call = await storeTalk({ transcript: CLEAR_TRANSCRIPT });
    const before = (await at.send('GET', `/analysis/${call}?include=words`)).body;
    await redact(call);
    const after = await masked(call);
    expect(after).toMatchObject({ redaction: { status: 'applied', types: {}, audio: 'original', original: 'kept' } });
    expect({ transcript: after.transcript, results: after.results }).toEqual({
      transcript: before.transcript,
      results: before.results,
    });
    expect(await keysOf(call)).toMatchObject({ storage_key: `recordings/${call}`, original_key: null });
    expect((await redact(call)).redaction.status, 'nothing new').toBe('applied');
  });

  it('fails where the analyst cannot be asked, and stays masked and withheld', async () => {
    const call = await storeTalk();
    fault = REFUSAL;
    await redact(call);
    const after = await masked(call).finally(() => {
      fault = null;
    });
    expect(after).toMatchObject({ redaction: { status: 'withheld', original: 'deleted' }, results: { summary: '' } });
    await until(async () => !(await isThere(`recordings/${call}`)), 'the deletion of the original');
    expect(await sql('SELECT status, error_code FROM call_redaction WHERE analysis_id = $1', [call])).toEqual([
      { status: 'failed', error_code: 'provider_refused' },
    ]);
    await redact(call);
    expect((await masked(call)).results.summary, 'once more').not.toBe('');
  });

  it('that is corrected meanwhile is judged as it is then', async () => {
    const call = await storeTalk();
    analyst.close();
    await redact(call);
    await until(async () => analyst.waiting > 0, 'the request to the analyst');
    const { body } = await at.correct(call, { segments: [{ id: 1, text: CORRECTED }] });
    expect(await at.settled(call, body.id)).toMatchObject({ status: 'completed' });
    analyst.open();
    const after = await masked(call);
    expect(after.transcript).toMatchObject({ version: 2 });
    expect(after.transcript.segments[1].text).toBe(CORRECTED);
    expect(after.transcript.segments.at(-1).text).toBe('My card is [CARD_NUMBER_1] by the way.');
    expect(after.redaction).toMatchObject({ status: 'applied' });
  });

  it('leaves nothing when it is deleted while a worker masks it', async () => {
    const call = await storeTalk();
    analyst.close();
    await redact(call);
    await until(async () => analyst.waiting > 0, 'the request to the analyst');
    await expect(await at.send('DELETE', `/analysis/${call}`)).toAnswer(200);
    analyst.open();
    expect(await sql('SELECT 1 FROM call_redaction WHERE analysis_id = $1', [call])).toEqual([]);
  });
});
