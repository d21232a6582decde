// Calls that are masked as they come: what is kept of them, what the language model is shown, and what may be heard.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { encodeWith } from '../support/audio/audio-fixtures.js';
import { heardTurn, recordingOf } from '../support/builders/planted-call.js';
import { pieceMsOf, providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { Gate } from '../support/processes/gate.js';
import type { OpenAiStub, StubAnswer, StubRequest } from '../support/stubs/openai-stub.js';

const CARD = '4111 1111 1111 1111';
const WITH_CARD = [
  { channel: 0, text: 'Thank you for calling Northwind, this call is recorded. How can I help?' },
  { channel: 1, text: 'I would like to pay my bill today.' },
  { channel: 0, text: 'Of course. Could you read me your card number, please?' },
  { channel: 1, text: `Yes, it is ${CARD}.` },
  { channel: 0, text: 'Thank you. I have taken the payment and sent you a receipt.' },
  { channel: 1, text: 'Great, thank you for your help. Goodbye.' },
] as const;
const WITHOUT = WITH_CARD.map((turn, at) => (at === 3 ? { ...turn, text: 'I would rather pay in cash.' } : turn));
const CARD_TURN = 3;

/** A channel as one piece, as an engine hears it that gives times: the channel by the length of the piece. */
function heardChannel(request: StubRequest): StubAnswer {
  const lengthOf = (at: number) => 1.5 + 0.35 * at;
  const startOf = (at: number) => WITH_CARD.slice(0, at).reduce((sum, _, each) => sum + lengthOf(each) + 1, 1);
  const seconds = pieceMsOf(request) / 1_000;
  const channel = Math.abs(seconds - (startOf(4) + lengthOf(4) - startOf(0))) < 1 ? 0 : 1;
  const first = startOf(channel) - 0.175;
  const own = WITH_CARD.flatMap((turn, at) => (turn.channel === channel ? [{ ...turn, at }] : []));
  const timed = own.map(({ text, at }, id) => {
    const [start, said] = [startOf(at) - first, text.split(' ')];
    const each = lengthOf(at) / said.length;
    const words = said.map((word, n) => ({ word, start: start + n * each, end: start + (n + 1) * each }));
    return { words, segment: { id, start, end: start + lengthOf(at), text, avg_logprob: -0.1, no_speech_prob: 0.01 } };
  });
  return {
    body: {
      ...{ task: 'transcribe', language: 'english', duration: seconds, text: own.map(({ text }) => text).join(' ') },
      segments: timed.map(({ segment }) => segment),
      words: timed.flatMap(({ words }) => words),
    },
  };
}

const transcription = new Gate();
const analysis = new Gate();
let turns: readonly { readonly channel: 0 | 1; readonly text: string }[] = WITH_CARD;
let refused = false;
let provider: OpenAiStub;
let service: TestService;
let account: Account;
let ask: Ask;

beforeAll(async () => {
  provider = await startScriptedProvider({
    transcribe: async (request): Promise<StubAnswer> => {
      await transcription.pass();
      if (request.fields.model?.[0] === 'whisper-1') return heardChannel(request);
      const heard = heardTurn([...turns], request);
      const isCard = JSON.stringify(heard).includes('4111');
      return refused && isCard
        ? { status: 400, body: { error: { message: 'No', type: 'invalid_request_error' } } }
        : heard;
    },
    chat: () => analysis.pass(),
  });
  service = await startTestService(providerSettings(provider));
});
beforeEach(async () => {
  account = await service.openAccount();
  ask = askAs(service, account);
  turns = WITH_CARD;
});
afterEach(() => {
  refused = false;
  for (const gate of [transcription, analysis]) gate.open();
});
afterAll(async () => {
  for (const gate of [transcription, analysis]) gate.open();
  await service?.stop();
  await provider?.close();
});

const RECORDING = recordingOf([...WITH_CARD], 300);
const set = async (settings: object) =>
  expect(await ask('/settings/redaction', { method: 'PUT', json: settings })).toAnswer(200);
const CARDS = { mode: 'text_and_audio', types: ['card_number'] };

async function submit(recording = RECORDING): Promise<string> {
  const form = { audio_file: new Blob([new Uint8Array(recording)]), agent_id: 'a', contact_id: 'c' };
  return (await ask('/analysis', { form })).body.id;
}
const get = async (id: string, query = '') => (await ask(`/analysis/${id}${query}`)).body;
const finished = (id: string) =>
  until(async () => {
    const call = await get(id);
    return call.status !== 'processing' && call;
  }, 'the call');
const row = async (id: string) =>
  (
    await service.db.query(
      'SELECT storage_key, audio_format, original_key, original_format, redacted_key FROM analysis WHERE id = $1',
      [id],
    )
  ).rows[0];
const stored = () => readdir(join(service.dataDir, 'objects', 'recordings'));
const steps = async (id: string) =>
  (await service.db.query('SELECT step FROM analysis_checkpoint WHERE analysis_id = $1', [id])).rows.map(
    ({ step }) => step,
  );
const everythingKept = async (id: string) =>
  JSON.stringify([
    (await service.db.query('SELECT * FROM analysis_payload WHERE analysis_id = $1', [id])).rows,
    (await service.db.query('SELECT * FROM analysis_checkpoint WHERE analysis_id = $1', [id])).rows,
  ]);
const prompts = (since: number) =>
  provider.requests
    .slice(since)
    .filter(({ path }) => path === '/chat/completions')
    .map(({ json }) => JSON.stringify(json));

/** The samples of both channels: 16 kHz, after a header of 44 bytes. */
async function heardAt(url: string): Promise<Int16Array> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  return samplesOf(bytes);
}
function samplesOf(wav: Buffer): Int16Array {
  const data = wav.subarray(wav.indexOf('data') + 8);
  return new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
}
const FRAMES_PER_SECOND = 16_000;
const partOf = (samples: Int16Array, start: number, end: number) =>
  samples.subarray(2 * Math.round(start * FRAMES_PER_SECOND), 2 * Math.round(end * FRAMES_PER_SECOND));

it('keeps of a card number its label alone: in the words, in what the model is shown, and in the sound', async () => {
  await set({ preset: 'pci' });
  const since = provider.requests.length;
  analysis.close();
  const id = await submit();
  await until(async () => analysis.waiting > 0, 'the first question to the model');
  const atWork = await get(id);
  expect(atWork).toMatchObject({ audio: { url: null }, redaction: { status: 'processing', audio: 'withheld' } });
  analysis.open();
  const call = await finished(id);
  expect(call).toBeInStatus('completed');
  expect(call.transcript.segments.map(({ text }: { text: string }) => text)).toEqual(
    WITH_CARD.map(({ text }) => text.replace(CARD, '[CARD_NUMBER_1]')),
  );
  expect(call.redaction).toMatchObject({
    ...{ status: 'applied', types: { card_number: 1 }, audio: 'redacted', original: 'deleted', limits: [] },
  });
  expect((await get(id, '?view=summary')).redaction).toEqual(call.redaction);
  expect(prompts(since).length, 'questions to the model').toBeGreaterThan(1);
  for (const text of [...prompts(since), await everythingKept(id), JSON.stringify(await get(id, '?include=words'))])
    expect(text).not.toMatch(/4111|1111/);

  const { redactions } = await get(id, '?include=redactions');
  expect(redactions).toEqual([
    {
      ...{ segment_id: CARD_TURN, channel: 1, start: expect.any(Number), end: expect.any(Number) },
      ...{ type: 'card_number', confidence: expect.any(Number), basis: expect.stringMatching(/pattern|asked_for/) },
    },
  ]);
  // The engine gives no times of words: the whole segment is muted.
  const [{ start, end }] = redactions;
  const [before, after] = [samplesOf(RECORDING), await heardAt(call.audio.url)];
  expect(after.length, 'samples').toBe(before.length);
  expect(partOf(after, 0, start - 0.26)).toEqual(partOf(before, 0, start - 0.26));
  expect(partOf(after, end + 0.26, 1_000)).toEqual(partOf(before, end + 0.26, 1_000));
  const [said, masked] = [partOf(before, start, end), partOf(after, start, end)];
  expect(Math.max(...said.map(Math.abs)), 'loudest sample of the number').toBeGreaterThan(1_000);
  const same = said.filter((sample, at) => sample === masked[at] && Math.abs(sample) > 500).length / said.length;
  expect(same, 'share of the samples of the number that are left').toBeLessThan(0.02);

  const outline = (await ask(`/analysis/${id}/waveform`)).body;
  const loudest: number[] = outline.data.filter((_: number, at: number) => at % 4 === 3);
  const middle = Math.floor((outline.length * (start + end)) / 2 / call.call.duration_seconds);
  expect(loudest[middle], 'outline in the middle of the number: that of a tone').toBe(13);
  expect(Math.max(...loudest), 'outline of the other turns').toBeGreaterThan(20);

  const { storage_key: key, original_key: original, redacted_key: redacted } = await row(id);
  expect([original, redacted]).toEqual([null, null]);
  expect(key).not.toBe(`recordings/${id}`);
  expect(await stored()).toContain(key.slice('recordings/'.length));
  expect(await stored(), 'the original is stored').not.toContain(id);
});

it('keeps the original where the account keeps it, and the recording as it was sent where nothing is to be masked', async () => {
  await set({ ...CARDS, original_recording: 'keep', replacement: 'mask', audio: 'silence' });
  const call = await finished(await submit());
  expect(call.transcript.segments[CARD_TURN].text).toBe('Yes, it is ####.');
  expect(call.redaction).toMatchObject({ status: 'applied', audio: 'redacted', original: 'kept' });
  const { storage_key: key, original_key: original, original_format: format } = await row(call.id);
  expect([original, format]).toEqual([`recordings/${call.id}`, 'wav']);
  expect(await stored()).toEqual(expect.arrayContaining([call.id, key.slice('recordings/'.length)]));
  const { redactions } = await get(call.id, '?include=redactions');
  const silent = partOf(await heardAt(call.audio.url), redactions[0].start, redactions[0].end);
  expect(Math.max(...silent.map(Math.abs)), 'loudest sample of the number').toBe(0);
  await ask(`/analysis/${call.id}`, { method: 'DELETE' });
  expect(await stored()).not.toEqual(expect.arrayContaining([call.id]));
  expect(await stored()).not.toContain(key.slice('recordings/'.length));

  await set({ ...CARDS, original_recording: 'delete' });
  turns = WITHOUT;
  const plain = await finished(await submit());
  expect(plain.redaction).toMatchObject({ status: 'applied', types: {}, audio: 'original', original: 'kept' });
  expect(await row(plain.id)).toMatchObject({ storage_key: `recordings/${plain.id}`, original_key: null });
  expect(await heardAt(plain.audio.url)).toEqual(samplesOf(RECORDING));
});

it('makes what browsers play of the masked sound, which is gone with the call', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'played-'));
  try {
    const sent = await readFile(await encodeWith(RECORDING, folder, 'call.ogg', ['-c:a', 'libopus']));
    await set({ ...CARDS, original_recording: 'delete', audio: 'silence' });
    const { id } = await finished(await submit(sent));
    const { redactions } = await get(id, '?include=redactions');
    const [{ start, end }] = redactions;
    const { url, preparing } = (await ask(`/analysis/${id}/audio?rendition=play&redirect=false`)).body;
    expect(preparing, 'made before the call is completed').toBe(false);
    const mp3 = Buffer.from(await (await fetch(url)).arrayBuffer());
    const heard = samplesOf(await readFile(await encodeWith(mp3, folder, 'heard.wav', ['-ar', '16000', '-bitexact'])));
    const loudest = (from: number, to: number) => Math.max(...partOf(heard, from, to).map(Math.abs));
    expect(loudest(start - 2, start - 0.3), 'loudest sample before the number').toBeGreaterThan(1_000);
    expect(loudest(start, end), 'loudest sample of the number').toBeLessThan(50);
    const { storage_key: key } = await row(id);
    const { rows } = await service.db.query('SELECT playback_key AS key FROM analysis WHERE id = $1', [id]);
    const own = [key, rows[0].key].map((name: string) => name.slice('recordings/'.length));
    expect(await stored()).toEqual(expect.arrayContaining(own));
    await ask(`/analysis/${id}`, { method: 'DELETE' });
    expect((await stored()).filter((name) => own.includes(name))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('mutes no more than the words where the engine gives their times', async () => {
  const timed = await startTestService({ ...providerSettings(provider), OPENAI_TRANSCRIPTION_MODEL: 'whisper-1' });
  try {
    account = await timed.openAccount();
    ask = askAs(timed, account);
    await set(CARDS);
    const { id, transcript, audio } = await finished(await submit());
    const { redactions, transcript: withWords } = await get(id, '?include=words,redactions');
    const { words, start, end } = withWords.segments[CARD_TURN];
    const label = words.find(({ word }: { word: string }) => word.includes('CARD_NUMBER'));
    expect(redactions).toMatchObject([{ segment_id: CARD_TURN, start: label.start, end: label.end }]);
    expect(transcript.segments[CARD_TURN]).toMatchObject({ text: 'Yes, it is [CARD_NUMBER_1].' });
    expect(label.start - start, 'seconds of the segment before the number').toBeGreaterThan(0.5);
    expect(end - label.end).toBeLessThan(0.2);
    const [before, after] = [samplesOf(RECORDING), await heardAt(audio.url)];
    const kept = label.start - 0.26;
    expect(partOf(after, 0, kept)).toEqual(partOf(before, 0, kept));
  } finally {
    await timed.stop();
  }
});

it('masks the text alone where the account asks for no more', async () => {
  await set({ ...CARDS, mode: 'text' });
  analysis.close();
  const id = await submit();
  await until(async () => analysis.waiting > 0, 'the first question to the model');
  expect((await get(id)).audio.url, 'the recording of a call whose sound is not masked').not.toBeNull();
  analysis.open();
  const call = await finished(id);
  expect(call.redaction).toMatchObject({ status: 'applied', types: { card_number: 1 }, audio: 'original' });
  expect(await everythingKept(id)).not.toContain('4111');
  expect(await heardAt(call.audio.url)).toEqual(samplesOf(RECORDING));
});

it('withholds a recording that cannot be masked, masks the text by the segment, and has a person look', async () => {
  await set({ ...CARDS, original_recording: 'keep' });
  transcription.close();
  const id = await submit();
  await until(async () => transcription.waiting > 0, 'the first piece');
  // What the masker reads is no recording any more.
  const work = join(service.dataDir, 'work', `${id}_1`, 'recording', 'recording.bin');
  await rm(work);
  await writeFile(work, 'no recording');
  transcription.open();
  const call = await finished(id);
  expect(call).toBeInStatus('completed');
  expect(call.transcript.segments[CARD_TURN].text).toBe('[CARD_NUMBER_1]');
  expect(call.redaction).toMatchObject({ status: 'withheld', audio: 'withheld', original: 'kept' });
  expect(call.audio.url).toBeNull();
  const none = { storage_key: null, redacted_key: null };
  expect(await row(id)).toMatchObject({ ...none, original_key: `recordings/${id}`, original_format: 'wav' });
  const { rows } = await service.db.query('SELECT reasons FROM review_task WHERE analysis_id = $1', [id]);
  expect(rows[0].reasons).toContain('flagged');
  const report = await ask(`/analysis/${id}/report?audio=embedded`);
  expect(report.text).not.toContain('<audio');
});

it('keeps of a failed call nothing that was heard, serves no recording of it, and masks it when it is retried', async () => {
  await set({ ...CARDS, original_recording: 'delete' });
  refused = true;
  const id = await submit();
  const failed = await finished(id);
  expect(failed).toBeInStatus('failed');
  expect(failed).toMatchObject({ audio: { url: null }, redaction: { status: 'withheld', audio: 'withheld' } });
  expect(failed.metadata.retryable, 'the failed call can be retried').toBe(true);
  expect(await steps(id)).toEqual(['measure']);
  refused = false;
  await ask(`/analysis/${id}/retry`, { method: 'POST' });
  const call = await finished(id);
  expect(call).toBeInStatus('completed');
  expect(call.transcript.segments, 'turns').toHaveLength(WITH_CARD.length);
  expect(call.redaction).toMatchObject({ status: 'applied', audio: 'redacted', original: 'deleted' });
  expect(await stored()).not.toContain(id);
});

it('tells of a call of an account that is off that nothing was masked', async () => {
  const call = await finished(await submit());
  expect(call.redaction).toMatchObject({ status: 'none', types: {}, audio: 'original', original: 'kept' });
  expect(call.transcript.segments[CARD_TURN].text).toContain(CARD);
  expect((await get(call.id, '?include=redactions')).redactions).toEqual([]);
});
