// Recordings with the habits of recorders and softphones, through upload, decoding, transcription and billing. [whole]
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import {
  concat,
  encodeToPipe,
  encodeWith,
  mix,
  noise,
  type Samples,
  silence,
  voice,
  wav,
} from '../support/audio/audio-fixtures.js';
import { apeTag, bigEndianWav, id3v1, id3v2, withWavLength } from '../support/audio/recorder-files.js';
import { pieceMsOf, providerSettings, startScriptedProvider, TURNS } from '../support/builders/scripted-call.js';
import { analysed, minutesOf, type SeenAnalysis } from '../support/clients/submit-recording.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

/** The agent from 1 to 2.2 s, the customer from 3.8 to 5.4 s. */
const CALL_MS = 6400;
const line = (samples: Samples, seed: number) => mix(samples, noise(CALL_MS, 3, seed));
const AGENT = line(concat(silence(1000), voice(1200, { seed: 1, pitchHz: 120 }), silence(4200)), 1);
const CUSTOMER = line(concat(silence(3800), voice(1600, { seed: 2, pitchHz: 210 }), silence(1000)), 2);
const STEREO = wav([AGENT, CUSTOMER]);

const SAID = [
  { speaker: 'agent', channel: 0, text: TURNS[0].text },
  { speaker: 'customer', channel: 1, text: TURNS[1].text },
];

describe('recordings of recorders', () => {
  let provider: OpenAiStub;
  let service: TestService;
  let account: Account;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorders-'));
    provider = await startScriptedProvider({
      // The lengths of the two turns, with what voice activity detection adds to them, lie on either side of 1.75 s.
      transcribe: (request) => ({
        body: { text: TURNS[pieceMsOf(request) < 1750 ? 0 : 1].text, languages: [{ code: 'en' }] },
      }),
    });
    const settings = { OPENAI_DIARIZATION_MODEL: 'none', WORKER_CONCURRENCY: '4' };
    service = await startTestService({ ...providerSettings(provider), ...settings });
    account = await service.openAccount();
  });
  afterAll(async () => {
    await service?.stop();
    await provider?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const analyse = (bytes: Buffer) => analysed(service, account.liveKey, { bytes, name: 'recording' });
  const encoded = async (name: string, args: readonly string[], source = STEREO) =>
    readFile(await encodeWith(source, folder, name, args));
  const expectCall = async (seen: SeenAnalysis, durationMs: number, customerStart: number) => {
    expect(seen.metadata.error_message).toBeNull();
    expect(seen.audio.damaged, 'a whole recording counts as damaged').toBe(false);
    expect(Math.abs((seen.call.duration_ms ?? 0) - durationMs)).toBeLessThan(80);
    expect(seen.transcript?.segments).toMatchObject(SAID);
    expect(seen.transcript?.segments.map(({ start }) => start)).toEqual([
      expect.closeTo(0.9, 0),
      expect.closeTo(customerStart, 0),
    ]);
    expect(await minutesOf(service, seen.id)).toEqual({
      billed: Math.ceil((seen.call.duration_ms ?? 0) / 600),
      reserved: null,
    });
  };

  it.concurrent.each([
    ['a wav whose length was left open', () => encodeToPipe(STEREO, ['-f', 'wav'])],
    ['a wav with a placeholder for its length', async () => withWavLength(STEREO, 2_000_000_000)],
    ['a big-endian wav', async () => bigEndianWav(STEREO)],
    [
      'an mp3 between tags of any size',
      async () => {
        const sound = await encoded('tagged.mp3', ['-c:a', 'libmp3lame', '-id3v2_version', '0']);
        return Buffer.concat([id3v2(100), id3v2(129_000), id3v2(300_000), sound, apeTag(400), id3v1()]);
      },
    ],
  ] as const)('%s is heard and billed whole', async (_, make) => {
    await expectCall(await analyse(await make()), CALL_MS, 3.7);
  });

  it.concurrent('a minute without packets is a minute of silence, and is billed', async () => {
    const gap = ['-af', "asetnsamples=320,asetpts='if(gte(T,3),PTS+60/TB,PTS)'", '-c:a', 'libopus'];
    const seen = await analyse(await encoded('gap.webm', gap));
    await expectCall(seen, CALL_MS + 60_000, 63.7);
    expect(seen.call.metrics?.silence_seconds, 'seconds of silence').toBeGreaterThan(60);
  });

  it.concurrent.each(['mp4', 'webm'])('two tracks of one channel each in %s are agent and customer', async (format) => {
    const second = join(folder, `second-${format}.wav`);
    await encodeWith(wav([CUSTOMER]), folder, `second-${format}.wav`, []);
    const args = ['-i', second, '-map', '0:a', '-map', '1:a', '-c:a', format === 'mp4' ? 'aac' : 'libopus'];
    const seen = await analyse(await encoded(`two.${format}`, args, wav([AGENT])));
    await expectCall(seen, CALL_MS, 3.7);
    expect(seen.audio).toMatchObject({ channels: 2, tracks: 2 });
  });

  it.concurrent('of three tracks the first is heard, and it is told that there are three', async () => {
    const args = ['-map', '0:a', '-map', '0:a', '-map', '0:a', '-c:a', 'aac'];
    const seen = await analyse(await encoded('three.mp4', args));
    await expectCall(seen, CALL_MS, 3.7);
    expect(seen.audio).toMatchObject({ channels: 2, tracks: 3 });
  });

  it.concurrent('two recordings one behind the other are one call', async () => {
    const one = await encoded('one.mp3', ['-c:a', 'libmp3lame']);
    const seen = await analyse(Buffer.concat([one, one]));
    expect(seen).toMatchObject({ status: 'completed', audio: { damaged: false, channels: 2, tracks: 1 } });
    expect(Math.abs((seen.call.duration_ms ?? 0) - 2 * CALL_MS)).toBeLessThan(10);
    expect(seen.transcript?.segments.map(({ text }) => text)).toEqual([...SAID, ...SAID].map(({ text }) => text));
  });
});
