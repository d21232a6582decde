// Recordings in the forms that telephone systems, phones and cameras make, through upload, decoding, transcription and billing.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import {
  concat,
  encodeAs,
  encodeToPipe,
  encodeWith,
  mix,
  NINE_FORMATS,
  noise,
  type Samples,
  silence,
  voice,
  wav,
} from '../support/audio/audio-fixtures.js';
import { pieceMsOf, providerSettings, startScriptedProvider, TURNS } from '../support/builders/scripted-call.js';
import { analysed, minutesOf, type SeenAnalysis, type SubmittedFile } from '../support/clients/submit-recording.js';
import { completeWith, type OpenAiStub, type StubAnswering, sentSegments } from '../support/stubs/openai-stub.js';

/** The first two turns of the scripted call, faster: the agent from 1 to 2.2 s, the customer from 3.8 to 5.4 s. */
const CALL_MS = 6400;
const AGENT = concat(silence(1000), voice(1200, { seed: 1, pitchHz: 120 }), silence(4200));
const CUSTOMER = concat(silence(3800), voice(1600, { seed: 2, pitchHz: 210 }), silence(1000));
const line = (samples: Samples, seed: number) => mix(samples, noise(CALL_MS, 3, seed));
const STEREO = wav([line(AGENT, 1), line(CUSTOMER, 2)]);
const BOTH = line(mix(AGENT, CUSTOMER), 1);

const SAID = [
  { speaker: 'agent', channel: 0, text: TURNS[0].text },
  { speaker: 'customer', channel: 1, text: TURNS[1].text },
];

/** Answers the question which turn is whose, which the service asks when only the words show who speaks. */
const byTurn: StubAnswering = (request) => {
  if (!JSON.stringify(request.json?.response_format ?? {}).includes('agent_segments')) return undefined;
  const numbers = (channel: number) =>
    sentSegments(request).flatMap(({ i, text }) =>
      TURNS.some((turn) => turn.channel === channel && turn.text === text) ? [i] : [],
    );
  return completeWith({ agent_segments: numbers(0), customer_segments: numbers(1), confidence: 0.9 });
};

/** More than one, so that the many calls of this file take less time. */
const WORKER_CONCURRENCY = 4;

describe('recordings', () => {
  let provider: OpenAiStub;
  let service: TestService;
  let account: Account;
  let folder: string;
  let judging: StubAnswering = () => undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recordings-'));
    provider = await startScriptedProvider({
      // The lengths of the two turns, with what voice activity detection adds to them, lie on either side of 1.75 s.
      transcribe: (request) => ({
        body: { text: TURNS[pieceMsOf(request) < 1750 ? 0 : 1].text, languages: [{ code: 'en' }] },
      }),
      chat: async (request) => (await judging(request)) ?? byTurn(request),
    });
    const settings = { OPENAI_DIARIZATION_MODEL: 'none', WORKER_CONCURRENCY: String(WORKER_CONCURRENCY) };
    service = await startTestService({ ...providerSettings(provider), ...settings });
    account = await service.openAccount();
  });
  afterAll(async () => {
    await service?.stop();
    await provider?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const analyse = (file: SubmittedFile) => analysed(service, account.liveKey, file);
  const expectBilled = async ({ id, call }: SeenAnalysis) => {
    expect(await minutesOf(service, id)).toEqual({ billed: Math.ceil((call.duration_ms ?? 0) / 600), reserved: null });
  };
  const expectCall = async (seen: SeenAnalysis, format: string, toleranceMs: number) => {
    expect(seen.metadata.error_message).toBeNull();
    expect(seen.audio).toMatchObject({ format, channels: 2 });
    expect(Math.abs((seen.call.duration_ms ?? 0) - CALL_MS)).toBeLessThanOrEqual(toleranceMs);
    expect(seen.transcript?.segments).toMatchObject(SAID);
    expect(seen.transcript?.segments.map(({ start }) => start)).toEqual([
      expect.closeTo(0.9, 0),
      expect.closeTo(3.7, 0),
    ]);
    await expectBilled(seen);
  };
  const encoded = async (name: string, args: readonly string[]) =>
    readFile(await encodeWith(STEREO, folder, name, args));

  describe('each of the nine formats, under a false name and type', () => {
    it.concurrent.each(NINE_FORMATS)('$name', async ({ name, reported }) => {
      const bytes = await readFile(await encodeAs(STEREO, folder, name));
      const lie =
        name === 'wav' ? { name: 'call.mp3', type: 'audio/mpeg' } : { name: 'minutes.pdf', type: 'text/html' };
      const seen = await analyse({ bytes, ...lie });
      await expectCall(seen, reported, 80);
      expect(seen.audio.damaged, 'a whole recording counts as damaged').toBe(false);
    });
  });

  describe('what telephone systems, phones and cameras make', () => {
    it.concurrent.each([
      ['A-law at 8 kHz', 'alaw.wav', ['-ar', '8000', '-c:a', 'pcm_alaw'], 'wav'],
      ['µ-law at 8 kHz', 'mulaw.wav', ['-ar', '8000', '-c:a', 'pcm_mulaw'], 'wav'],
      ['IMA ADPCM at 8 kHz', 'ima.wav', ['-ar', '8000', '-c:a', 'adpcm_ima_wav'], 'wav'],
      ['Microsoft ADPCM at 8 kHz', 'ms.wav', ['-ar', '8000', '-c:a', 'adpcm_ms'], 'wav'],
      ['mp3 of variable rate without a count of its frames', 'vbr.mp3', ['-q:a', '6', '-write_xing', '0'], 'mp3'],
      ['a wav written to a pipe', 'pipe:wav', ['-f', 'wav'], 'wav'],
      ['a flac written to a pipe', 'pipe:flac', ['-f', 'flac'], 'flac'],
      ['a webm written to a pipe', 'pipe:webm', ['-c:a', 'libopus', '-f', 'webm'], 'webm'],
      ['mp4 in fragments', 'pipe:mp4', ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4'], 'mp4'],
      [
        'two audio streams, of which the first counts',
        'two.webm',
        ['-f', 'lavfi', '-i', 'sine=d=9', '-map', '0:a', '-map', '1:a', '-c:a', 'libopus'],
        'webm',
      ],
      [
        'a film whose picture outlasts the sound',
        'film.mp4',
        ['-f', 'lavfi', '-i', 'testsrc=d=8:r=5:s=64x64', '-map', '1:v', '-map', '0:a', '-c:v', 'mpeg4', '-c:a', 'aac'],
        'mp4',
      ],
    ] as const)('%s: heard and billed whole', async (_, name, args, format) => {
      const piped = name.startsWith('pipe:');
      const bytes = piped ? await encodeToPipe(STEREO, args) : await encoded(name, args);
      const seen = await analyse({ bytes, name: 'recording' });
      // The last block of ADPCM is padded to its full length.
      await expectCall(seen, format, 140);
      expect(seen.audio.damaged, 'a whole recording counts as damaged').toBe(false);
    });

    // ffmpeg decodes GSM but cannot encode it. This file was made with SoX: sox call.wav -r 8000 -c 1 -e gsm-full-rate
    // gsm-call.wav
    it.concurrent('GSM 06.10: heard and billed whole', async () => {
      const seen = await analyse({
        bytes: await readFile(resolve(import.meta.dirname, '../support/audio/gsm-call.wav')),
      });
      expect(seen.audio).toMatchObject({ format: 'wav', channels: 1, damaged: false });
      expect(Math.abs((seen.call.duration_ms ?? 0) - CALL_MS)).toBeLessThan(60);
      expect(seen.transcript?.segments.map(({ text }) => text)).toEqual(SAID.map(({ text }) => text));
      await expectBilled(seen);
    });

    it.concurrent('10 ms, the shortest there is: no words, one hundredth of a minute', async () => {
      const seen = await analyse({ bytes: wav([voice(10)]) });
      expect(seen).toMatchObject({ status: 'completed', call: { duration_ms: 10 }, transcript: { segments: [] } });
      expect(await minutesOf(service, seen.id)).toEqual({ billed: 1, reserved: null });
    });

    it.concurrent.each(['wav', 'flac', 'mp3', 'webm'] as const)(
      '%s that broke off in the middle: what is there is used and billed, and the rest is told to be missing',
      async (format) => {
        const whole = await readFile(await encodeAs(STEREO, await mkdtemp(join(folder, 'half-')), format));
        const seen = await analyse({
          bytes: whole.subarray(0, Math.floor(whole.length * 0.45)),
          name: `half.${format}`,
        });
        expect(seen).toMatchObject({ status: 'completed', audio: { format, damaged: true } });
        expect(seen.call.duration_ms).toBeGreaterThan(2300);
        expect(seen.call.duration_ms).toBeLessThan(4000);
        expect(seen.transcript?.segments[0]).toMatchObject({ text: TURNS[0].text });
        await expectBilled(seen);
      },
    );
  });

  describe('channels', () => {
    const swapped = wav([line(CUSTOMER, 2), line(AGENT, 1)]);
    const texts = (seen: SeenAnalysis) => seen.transcript?.segments.map(({ text }) => text);

    it.concurrent('two parties, the agent on the second channel: recognised by the words, with a confidence', async () => {
      const seen = await analyse({ bytes: swapped });
      expect(seen.transcript?.segments).toMatchObject([
        { speaker: 'agent', channel: 1 },
        { speaker: 'customer', channel: 0 },
      ]);
      expect(seen.transcript?.diarization).toEqual({ method: 'channel', role_confidence: 0.97 });
    });

    it.concurrent('the channel that the client names is the agent, whatever is said there', async () => {
      const seen = await analyse({ bytes: STEREO, fields: { agent_channel: '1' } });
      expect(seen.transcript?.segments).toMatchObject([
        { speaker: 'customer', channel: 0 },
        { speaker: 'agent', channel: 1 },
      ]);
      expect(seen.transcript?.diarization).toEqual({ method: 'channel', role_confidence: 1 });
    });

    it.concurrent.each([
      ['the same signal twice', wav([BOTH, BOTH])],
      ['the same signal twice, one of them quieter and turned over', wav([mix(silence(CALL_MS), BOTH, -0.4), BOTH])],
    ])('%s is one track: every word once', async (_, bytes) => {
      const seen = await analyse({ bytes });
      expect(seen.audio.channels, 'channels of the recording').toBe(2);
      expect(texts(seen)).toEqual(SAID.map(({ text }) => text));
      expect(
        seen.transcript?.segments.filter(({ channel }) => channel !== null),
        'segments with a channel',
      ).toEqual([]);
    });

    it.concurrent('one channel is silent: the other keeps its number', async () => {
      const seen = await analyse({ bytes: wav([silence(CALL_MS), BOTH]) });
      expect(seen.transcript?.segments).toMatchObject(SAID.map(({ text }) => ({ text, channel: 1 })));
    });

    it.concurrent.each([
      ['softly', 0.15],
      ['so loudly that it is heard there', 0.6],
    ])('each voice leaks into the other channel, %s: words stand once, where they were louder', async (_, gain) => {
      const leaking = wav([mix(line(AGENT, 1), CUSTOMER, gain), mix(line(CUSTOMER, 2), AGENT, gain)]);
      const seen = await analyse({ bytes: leaking });
      expect(seen.transcript?.segments).toMatchObject(SAID);
    });

    it.concurrent.each([3, 6, 8])('%i channels are heard as one', async (count) => {
      const lanes = Array.from({ length: count }, (_, at) => [AGENT, CUSTOMER][at] ?? silence(CALL_MS));
      const seen = await analyse({ bytes: wav(lanes) });
      expect(seen.audio.channels, 'channels of the recording').toBe(count);
      expect(texts(seen)).toEqual(SAID.map(({ text }) => text));
    });

    it('when nothing shows who is the agent, the second channel is, with a low confidence [settled 4]', async () => {
      judging = ({ json }) =>
        JSON.stringify(json?.response_format ?? {}).includes('call_resolution')
          ? undefined
          : completeWith({
              speakers: [
                { label: 'speaker_0', role: 'customer', confidence: 0.4 },
                { label: 'speaker_1', role: 'agent', confidence: 0.4 },
              ],
            });
      const seen = await analyse({ bytes: STEREO });
      judging = () => undefined;
      expect(seen.transcript?.segments).toMatchObject([
        { speaker: 'customer', channel: 0 },
        { speaker: 'agent', channel: 1 },
      ]);
      expect(seen.transcript?.diarization).toEqual({ method: 'channel', role_confidence: 0.5 });
    });
  });
});
