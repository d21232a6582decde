// Files that are not recordings, that claim a shorter duration than they have, or that attack the decoder. The numbers are those
// of the list of faults. [whole]
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import {
  bytesOf,
  claimOneSecond,
  encodeAs,
  encodeWith,
  FORGEABLE,
  ffmpegForTests,
  NINE_FORMATS,
  noise,
  silence,
  silentFlac,
  voice,
  wav,
  wavHeader,
} from '../support/audio/audio-fixtures.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { contractFetch } from '../support/clients/responses.js';
import { analysed, minutesOf, settled, submitRecording } from '../support/clients/submit-recording.js';
import { storedFiles } from '../support/clients/upload-traces.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

const HOUR_MS = 3_600_000;
const NOT_TAKEN = 'Unsupported audio format. Supported formats: flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav, webm';
const NOTHING_IN_IT = 'The recording holds no audio that can be decoded';

let provider: OpenAiStub;
let service: TestService;
let account: Account;
let folder: string;
let canary: Server;
let canaryHits = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refused-'));
  canary = createServer((_, response) => {
    canaryHits += 1;
    response.end(wav([voice(500)]));
  });
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
  // Few words, which fit into the one second that is left of a forged recording: what cannot be said in its time is dropped.
  provider = await startScriptedProvider({
    transcribe: () => ({ body: { text: 'Good morning.', languages: [{ code: 'en' }] } }),
  });
  service = await startTestService({ ...settings(), MAX_AUDIO_MINUTES: '10' });
  account = await service.openAccount();
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
  canary?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The stub transcribes and the rules analyse: the words do not matter here. */
const settings = () => ({
  ...providerSettings(provider),
  OPENAI_DIARIZATION_MODEL: 'none',
  ANALYSIS_ENGINE: 'rules',
});

const submit = (bytes: Buffer, name = 'call.mp3', type = 'audio/mpeg') =>
  submitRecording(service, account.liveKey, { bytes, name, type });
const analyse = (bytes: Buffer, name = 'call.mp3') => analysed(service, account.liveKey, { bytes, name });

async function expectNotTaken(bytes: Buffer, name?: string): Promise<void> {
  const before = await countStored();
  expect(await submit(bytes, name)).toMatchObject({ status: 400, detail: NOT_TAKEN });
  await until(async () => (await countStored()) === before, 'what was stored of a refused upload to go');
}

/** The number of analyses and of stored recordings. */
async function countStored(): Promise<string> {
  const { rows } = await service.db.query('SELECT count(*)::int AS n FROM analysis');
  return `${rows[0].n} analyses, ${(await storedFiles(service)).length} files`;
}

async function expectFailedUnbilled(bytes: Buffer, reason: string, name?: string): Promise<void> {
  const code = reason === NOTHING_IN_IT ? 'not_audio' : 'too_long';
  const asked = provider.requests.length;
  const seen = await analyse(bytes, name);
  expect(seen).toMatchObject({ status: 'failed', metadata: { error_message: reason, error_code: code } });
  expect(await minutesOf(service, seen.id)).toEqual({ billed: null, reserved: null });
  expect(provider.requests.length, 'requests to the provider').toBe(asked);
}

describe('fault 60: other files under the name of a recording', () => {
  it.each([
    ['text', 'Good morning, this is not audio. '.repeat(500)],
    ['PDF', `%PDF-1.7\n${'1 0 obj << >> endobj\n'.repeat(500)}`],
    ['an ELF program', `\x7fELF\x02\x01\x01${'\0'.repeat(5000)}`],
    ['zip', `PK\x03\x04${'\x14\0'.repeat(2500)}`],
    ['HTML', `<!doctype html><script>alert(1)</script>${' '.repeat(5000)}`],
  ])('%s is not taken [fault 60]', async (_, content) => {
    for (const name of ['call.mp3', 'call.wav', 'call.m4a']) await expectNotTaken(Buffer.from(content, 'latin1'), name);
  });
});

describe('fault 61: two things in one file', () => {
  it.each([
    ['HTML', '<html><body>'],
    ['a zip entry', 'PK\x03\x04'],
    ['a GIF', 'GIF89a'],
  ])('mp3 behind the beginning of %s is not taken [fault 61]', async (_, head) => {
    const mp3 = await readFile(await encodeAs(wav([voice(1000)]), folder, 'mpga'));
    await expectNotTaken(Buffer.concat([Buffer.from(head, 'latin1'), mp3]));
  });

  it('a wav with an archive and a page behind it is a wav, and is handed out as nothing else [fault 61]', async () => {
    const tail = Buffer.from('PK\x03\x04<script>alert(1)</script>'.repeat(100), 'latin1');
    const seen = await analyse(Buffer.concat([wav([voice(1500)]), tail]), 'page.html');
    expect(seen).toMatchObject({ status: 'completed', audio: { format: 'wav' }, call: { duration_ms: 1500 } });
    const answer = await contractFetch(`${service.baseUrl}/analysis/${seen.id}`, {
      headers: { 'x-api-key': account.liveKey },
    });
    const file = await fetch(JSON.parse(await answer.text()).audio.url);
    expect(file.headers.get('content-type')).toBe('audio/wav');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.headers.get('content-disposition')).toContain(`attachment; filename="${seen.id}.wav"`);
    await file.body?.cancel();
  });
});

describe('fault 62: damaged files of each format', () => {
  it.concurrent.each(NINE_FORMATS)(
    '$name whose beginning is overwritten: what plays is billed, and nothing else',
    async ({ name }) => {
      const own = await mkdtemp(join(folder, 'damaged-'));
      const bytes = await readFile(await encodeAs(wav([voice(2000)]), own, name));
      bytesOf(noise(2, 9000, 5)).copy(bytes);
      const answer = await submit(bytes);
      if (answer.status === 400) return expect(answer.detail).toBe(NOT_TAKEN);
      await expect(answer).toAnswer(201);
      const seen = await settled(service, account.liveKey, answer.id);
      // Frames of MPEG audio are independent: the decoder reads those after the damage.
      const plays = ['mp3', 'mpeg', 'mpga'].includes(name);
      expect(seen).toBeInStatus(plays ? 'completed' : 'failed');
      if (!plays) expect(seen.metadata.error_message).toBe(NOTHING_IN_IT);
      expect(await minutesOf(service, answer.id)).toEqual({
        billed: plays ? expect.any(Number) : null,
        reserved: null,
      });
    },
  );

  it.concurrent.each(['m4a', 'mp4'] as const)(
    '%s that broke off before its index fails and is not billed',
    async (format) => {
      const own = await mkdtemp(join(folder, 'half-'));
      const whole = await readFile(await encodeAs(wav([voice(2000)]), own, format));
      const { id } = await submit(whole.subarray(0, whole.length / 2));
      const seen = await settled(service, account.liveKey, id);
      expect(seen).toMatchObject({ status: 'failed', metadata: { error_message: NOTHING_IN_IT } });
      expect(await minutesOf(service, id)).toEqual({ billed: null, reserved: null });
    },
  );
});

describe('fault 63: nothing to hear, or too much of it', () => {
  it('zero bytes are refused [fault 63]', async () => {
    expect(await submit(Buffer.alloc(0))).toMatchObject({ status: 400, detail: 'Audio file is empty' });
  });

  it('a header alone fails and is not billed [fault 63]', () =>
    expectFailedUnbilled(wavHeader({ dataBytes: 0, channels: 1, sampleRate: 16_000 }), NOTHING_IN_IT));

  it('a film without sound fails and is not billed [fault 63]', async () => {
    const args = ['-f', 'lavfi', '-i', 'testsrc=d=1:r=5:s=64x64', '-map', '1:v', '-c:v', 'mpeg4'];
    const path = await encodeWith(wav([voice(100)]), folder, 'silent.mp4', args);
    await expectFailedUnbilled(await readFile(path), NOTHING_IN_IT, 'film.mp4');
  });

  it('768,000 samples a second are heard [fault 63]', async () => {
    const seen = await analyse(wav([silence(500, 768_000)], 768_000));
    expect(seen).toMatchObject({ status: 'completed', call: { duration_ms: 500 } });
  });

  it('a hundred channels: decoded, or failed and not billed [fault 63]', async () => {
    const seen = await analyse(wav(Array.from({ length: 100 }, () => silence(200))));
    const done = seen.status === 'completed';
    if (done) expect(seen).toMatchObject({ audio: { channels: 100 }, call: { duration_ms: 200 } });
    else expect(seen.metadata.error_message).toBe(NOTHING_IN_IT);
    expect(await minutesOf(service, seen.id)).toEqual({ billed: done ? 1 : null, reserved: null });
  });
});

describe('fault 64: a day of silence in half a megabyte', () => {
  const day = silentFlac(24 * HOUR_MS);

  it('is refused at once where it says how long it is [fault 64]', async () => {
    const said = Buffer.from(day);
    said.writeUInt32BE(24 * 3600 * 8000, 22);
    expect(day.length).toBeLessThan(2 ** 19);
    expect(await submit(said)).toMatchObject({
      status: 400,
      detail: 'Audio is longer than the maximum of 10 minutes',
    });
  });

  it.each([
    ['says nothing', day],
    ['says one second', claimOneSecond(day, 'flac')],
  ])('is found where it %s, before the provider is asked or anything is billed [fault 64]', async (_, bytes) => {
    await expectFailedUnbilled(bytes, 'Audio is longer than the maximum of 10 minutes');
  });

  it('exactly the maximum is taken', async () => {
    const seen = await analyse(silentFlac(10 * 60_000));
    expect(seen).toMatchObject({ status: 'completed', call: { duration_ms: 600_000 } });
    expect(await minutesOf(service, seen.id)).toEqual({ billed: 1000, reserved: null });
  });
});

describe('fault 65: headers that claim one second', () => {
  it.concurrent.each(FORGEABLE)('%s: what decodes is heard and billed', async (format) => {
    const own = await mkdtemp(join(folder, 'forged-'));
    const whole = await readFile(await encodeAs(wav([voice(10_000)]), own, format));
    const { id } = await submit(claimOneSecond(whole, format));
    const seen = await settled(service, account.liveKey, id);
    expect(seen).toBeInStatus('completed');
    const durationMs = seen.call.duration_ms ?? 0;
    // The decoder ignores what lies outside the data chunk of a WAV: it is neither billed nor transcribed.
    const trueMs = format === 'wav' ? 1000 : 10_000;
    expect(Math.abs(durationMs - trueMs)).toBeLessThan(60);
    expect(seen.transcript?.segments.at(-1)?.end).toBeLessThanOrEqual(trueMs / 1000 + 0.06);
    expect(await minutesOf(service, id)).toEqual({ billed: Math.ceil(durationMs / 600), reserved: null });
  });
});

describe('fault 66: lists that name other files', () => {
  const target = () => `http://127.0.0.1:${(canary.address() as AddressInfo).port}/call.wav`;
  const lists = (name: string): [string, string][] => [
    ['ffconcat', `ffconcat version 1.0\nfile ${name}\n`],
    ['ffconcat of 2,000 lines', `ffconcat version 1.0\n${`file ${name}\n`.repeat(2000)}`],
    ['HLS', `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${name}\n#EXT-X-ENDLIST\n`],
    ['DASH', `<?xml version="1.0"?><MPD><Period><BaseURL>${name}</BaseURL></Period></MPD>`],
    ['SDP', `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=${name}\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n`],
  ];
  /** Puts an ID3 tag before the text, longer than the beginning of the upload by which the service recognises the format. */
  const behindTag = (text: string) => {
    const length = 1_000_000;
    const size = [length >> 21, (length >> 14) & 127, (length >> 7) & 127, length & 127];
    return Buffer.concat([
      Buffer.from(['I'.charCodeAt(0), 0x44, 0x33, 3, 0, 0, ...size]),
      Buffer.alloc(length),
      Buffer.from(text),
    ]);
  };

  it('are not taken, whatever they name [fault 66]', async () => {
    for (const name of ['recording.bin', '/etc/passwd', '../recording.bin', target()]) {
      for (const [, text] of lists(name)) await expectNotTaken(Buffer.from(text));
    }
    expect(canaryHits, 'The service opened what a list names').toBe(0);
  });

  it('and the decoder opens nothing when they pass the check of the format [fault 66]', async () => {
    for (const name of ['recording.bin', target()]) {
      for (const [, text] of lists(name)) await expectFailedUnbilled(behindTag(text), NOTHING_IN_IT);
    }
    expect(canaryHits, 'The decoder opened what a list names').toBe(0);
  });

  it('nor does one that is fetched from an address', async () => {
    const server = createServer((_, response) => response.end(lists(target())[0]?.[1]));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const response = await contractFetch(`${service.baseUrl}/analysis`, {
        method: 'POST',
        headers: { 'x-api-key': account.liveKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          agent_id: 'a',
          contact_id: 'c',
          audio_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/call.mp3`,
        }),
      });
      const { id } = JSON.parse(await response.text());
      const seen = await settled(service, account.liveKey, id);
      expect(seen.metadata.error_message).toBe(`The recording could not be used: ${NOT_TAKEN}`);
      expect(canaryHits, 'The decoder opened what a list from an address names').toBe(0);
    } finally {
      server.close();
    }
  });
});

describe('fault 67: a decoder that hangs or crashes', () => {
  let fragile: TestService;
  let owner: Account;

  beforeAll(async () => {
    const program = join(folder, 'ffmpeg');
    const real = await ffmpegForTests();
    const body = `if [ -f recording.bin ]; then
  if grep -q PLEASE-HANG recording.bin; then : > ../decoder-$$; exec sleep 600; fi
  if grep -q PLEASE-CRASH recording.bin; then kill -SEGV $$; fi
fi
exec '${real}' "$@"`;
    await writeFile(program, `#!/bin/sh\n${body}\n`);
    await chmod(program, 0o755);
    fragile = await startTestService({
      ...settings(),
      FFMPEG_PATH: program,
      WORKER_CONCURRENCY: '1',
      WORKER_LEASE_SECONDS: '3',
    });
    owner = await fragile.openAccount();
  });
  let stopped = false;
  const stop = async () => {
    if (!stopped) await fragile?.stop();
    stopped = true;
  };
  afterAll(stop);

  const withOrder = (order: string) => Buffer.concat([wav([voice(1500)]), Buffer.from(order)]);
  const decoderPid = () =>
    until(async () => {
      const names = await readdir(join(fragile.dataDir, 'work'), { recursive: true }).catch(() => []);
      return Number(names.map((name) => /decoder-(\d+)$/.exec(name)?.[1]).find(Boolean) ?? 0);
    }, 'the decoder');
  const isGone = (pid: number) =>
    until(async () => {
      try {
        process.kill(pid, 0);
        return false;
      } catch {
        return true;
      }
    }, 'the end of the decoder');
  const works = () => analysed(fragile, owner.liveKey, { bytes: wav([voice(1500)]) });

  it('a crash fails the call for good, bills nothing, and the next call is served [fault 67]', async () => {
    const seen = await analysed(fragile, owner.liveKey, { bytes: withOrder('PLEASE-CRASH') });
    expect(seen).toMatchObject({
      status: 'failed',
      metadata: { error_message: 'The recording could not be decoded', error_code: 'not_audio' },
    });
    expect(await minutesOf(fragile, seen.id)).toEqual({ billed: null, reserved: null });
    expect(await works()).toBeInStatus('completed');
  });

  it('one that hangs is killed with its call; its only slot serves the next call [fault 67]', async () => {
    const { id } = await submitRecording(fragile, owner.liveKey, { bytes: withOrder('PLEASE-HANG') });
    const pid = await decoderPid();
    const headers = { 'x-api-key': owner.liveKey };
    await contractFetch(`${fragile.baseUrl}/analysis/${id}`, { method: 'DELETE', headers });
    await isGone(pid);
    expect(await works()).toBeInStatus('completed');
  });

  it('one that hangs does not keep the service from stopping', async () => {
    await submitRecording(fragile, owner.liveKey, { bytes: withOrder('PLEASE-HANG') });
    const pid = await decoderPid();
    await stop();
    await isGone(pid);
  });
});
