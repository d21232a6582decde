import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { MediaLauncher } from '../../../src/adapters/ffmpeg/media-launcher.js';
import { resolveFfmpeg } from '../../../src/adapters/ffmpeg/resolve-ffmpeg.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import {
  bytesOf,
  claimOneSecond,
  concat,
  encodeAs,
  encodeWith,
  FORGEABLE,
  ffmpegForTests,
  gsmWav,
  interleave,
  NINE_FORMATS,
  noise,
  type Samples,
  silence,
  silentFlac,
  voice,
  wav,
  wavHeader,
} from '../../support/audio-fixtures.js';
import { builtFile } from '../../support/build.js';

const HOUR_MS = 3_600_000;
let folder: string;
let program: string;
let decoder: FfmpegAudioDecoder;
// As in the service; without it the programs are started in test/pipeline/listening/measure-pcm.test.ts and others.
const launcher = new MediaLauncher(builtFile('src/adapters/ffmpeg/media-launcher.process.js'));
const { launch } = launcher;
let counter = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decoder-'));
  program = await ffmpegForTests();
  decoder = new FfmpegAudioDecoder({ program, launch });
});

afterAll(async () => {
  await launcher.close();
  await rm(folder, { recursive: true, force: true });
});

async function ownFolder(): Promise<string> {
  const own = join(folder, String(counter++));
  await mkdir(own);
  return own;
}

async function stored(bytes: Buffer | string, name = 'recording'): Promise<string> {
  const path = join(await ownFolder(), name);
  await writeFile(path, bytes);
  return path;
}

async function decode(
  path: string,
  options: { maxDurationMs?: number; signal?: AbortSignal; by?: FfmpegAudioDecoder } = {},
) {
  const { maxDurationMs = HOUR_MS, signal = new AbortController().signal, by = decoder } = options;
  const audio = await by.decode({ path, sampleRate: 16_000, maxDurationMs, signal });
  const bytes = await buffer(audio.pcm);
  const { damaged } = await audio.report;
  return { channels: audio.channels, durationMs: bytes.length / audio.channels / 32, bytes, damaged };
}

async function failureOf(action: Promise<unknown>): Promise<ProviderError> {
  const error = await action.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

/** A stand-in program: what a broken or hanging ffmpeg does to the adapter. */
async function script(body: string, stallTimeoutMs?: number): Promise<FfmpegAudioDecoder> {
  const path = await stored(`#!/bin/sh\n${body}\n`, 'ffmpeg');
  await chmod(path, 0o755);
  return new FfmpegAudioDecoder({ program: path, stallTimeoutMs, launch });
}

function channelsOf(count: number): Samples[] {
  return Array.from({ length: count }, (_, channel) => voice(2000, { seed: channel + 1, pitchHz: 110 + 20 * channel }));
}

describe('the nine formats', () => {
  for (const { name } of NINE_FORMATS) {
    const layouts = ['mpeg', 'mpga', 'mp3'].includes(name) ? [1, 2] : [1, 2, 6];
    for (const channels of layouts) {
      it(`decodes ${name} with ${channels} channels, exactly as long as it is`, async () => {
        const path = await encodeAs(wav(channelsOf(channels)), await ownFolder(), name);
        const result = await decode(path);
        expect(result.channels).toBe(channels);
        expect(Math.abs(result.durationMs - 2000)).toBeLessThan(60);
        expect(result.damaged).toBe(false);
      });
    }
  }

  it('gives samples of a wav back unchanged, to the sample', async () => {
    const pair = channelsOf(2);
    const result = await decode(await stored(wav(pair)));
    expect(result.bytes.equals(bytesOf(interleave(pair)))).toBe(true);
  });

  it.each([3, 4, 8])('tells %i channels apart', async (channels) => {
    const result = await decode(await stored(wav(channelsOf(channels))));
    expect(result).toMatchObject({ channels, durationMs: 2000 });
  });
});

describe('what telephone systems and cameras write', () => {
  it.each([
    ['A-law', ['-c:a', 'pcm_alaw']],
    ['µ-law', ['-c:a', 'pcm_mulaw']],
    ['IMA ADPCM', ['-c:a', 'adpcm_ima_wav']],
    ['Microsoft ADPCM', ['-c:a', 'adpcm_ms']],
    ['8 bit PCM', ['-c:a', 'pcm_u8']],
  ])('%s at 8 kHz', async (_, args) => {
    const path = await encodeWith(wav(channelsOf(2)), await ownFolder(), 'call.wav', ['-ar', '8000', ...args]);
    const result = await decode(path);
    expect(result.channels).toBe(2);
    expect(Math.abs(result.durationMs - 2000)).toBeLessThan(130);
  });

  it('GSM 06.10', async () => {
    expect(await decode(await stored(gsmWav(100)))).toMatchObject({ channels: 1, durationMs: 4000 });
  });

  it('a film: the sound is taken, the longer picture does not count', async () => {
    const args = [
      '-f',
      'lavfi',
      '-i',
      'testsrc=d=4:r=5:s=64x64',
      '-map',
      '0:a',
      '-map',
      '1:v',
      '-c:a',
      'aac',
      '-c:v',
      'mpeg4',
    ];
    const result = await decode(await encodeWith(wav(channelsOf(2)), await ownFolder(), 'film.mp4', args));
    expect(Math.abs(result.durationMs - 2000)).toBeLessThan(60);
    expect(result.damaged).toBe(false);
  });

  it('several audio streams: the first', async () => {
    const args = ['-f', 'lavfi', '-i', 'sine=d=4', '-map', '0:a', '-map', '1:a', '-c:a', 'libopus'];
    const result = await decode(await encodeWith(wav(channelsOf(2)), await ownFolder(), 'two.webm', args));
    expect(result.channels).toBe(2);
    expect(Math.abs(result.durationMs - 2000)).toBeLessThan(60);
  });

  it('a wav at 768 kHz', async () => {
    expect(await decode(await stored(wav([silence(500, 768_000)], 768_000)))).toMatchObject({
      channels: 1,
      durationMs: 500,
    });
  });

  it('a hundred channels are decoded or refused for good, never tried again', async () => {
    const path = await stored(wav(Array.from({ length: 100 }, () => silence(200))));
    const outcome = await decode(path).catch((error: unknown) => error);
    if (outcome instanceof ProviderError) expect(outcome.retryable).toBe(false);
    else expect(outcome).toMatchObject({ channels: 100, durationMs: 200 });
  });

  it('10 ms', async () => {
    expect(await decode(await stored(wav([voice(10)])))).toMatchObject({ durationMs: 10 });
  });
});

describe('fault 62: damaged recordings', () => {
  it.each(['flac', 'mp3', 'ogg', 'wav', 'webm', 'mpeg'] as const)(
    '%s cut in half: what is there is decoded',
    async (format) => {
      const source = wav([concat(...Array.from({ length: 5 }, (_, i) => voice(2000, { seed: i })))]);
      const whole = await readFile(await encodeAs(source, await ownFolder(), format));
      const result = await decode(await stored(whole.subarray(0, Math.floor(whole.length / 2)), `half.${format}`));
      expect(result.durationMs).toBeGreaterThan(3000);
      expect(result.durationMs).toBeLessThan(7000);
      // Frames of an mpeg stream and pages of an ogg stand alone: nothing in them tells that more should follow.
      if (!['mpeg', 'ogg'].includes(format)) expect(result.damaged).toBe(true);
    },
  );

  it.each(['m4a', 'mp4'] as const)('%s without its index holds nothing', async (format) => {
    const whole = await readFile(await encodeAs(wav(channelsOf(1)), await ownFolder(), format));
    const error = await failureOf(decode(await stored(whole.subarray(0, whole.length / 2))));
    expect(error).toMatchObject({ retryable: false, message: 'The recording holds no audio that can be decoded' });
  });

  it.each(['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'ogg', 'wav', 'webm'] as const)(
    '%s with its beginning or its middle overwritten: decoded as far as it goes, or refused for good',
    async (format) => {
      const source = wav([concat(...Array.from({ length: 3 }, (_, i) => voice(2000, { seed: i })))]);
      const whole = await readFile(await encodeAs(source, await ownFolder(), format));
      const dirt = bytesOf(noise(2, 9000, 3));
      for (const at of [0, Math.floor(whole.length / 2)]) {
        const broken = Buffer.from(whole);
        dirt.copy(broken, at);
        const outcome = await decode(await stored(broken)).catch((error: unknown) => error);
        if (outcome instanceof ProviderError) expect(outcome.retryable).toBe(false);
        else expect(outcome).toMatchObject({ channels: 1, durationMs: expect.closeTo(6000, -3) });
      }
    },
  );
});

describe('fault 65: forged durations', () => {
  it.each(FORGEABLE)('%s that claims one second of ten: what decodes is what is there for all', async (format) => {
    const path = await encodeAs(wav([voice(10_000)]), await ownFolder(), format);
    await writeFile(path, claimOneSecond(await readFile(path), format));
    const { durationMs } = await decode(path);
    // Samples outside a wav's data are outside the recording: neither transcribed nor billed.
    expect(Math.abs(durationMs - (format === 'wav' ? 1000 : 10_000))).toBeLessThan(60);
  });

  it('a flac that leaves its length open', async () => {
    expect((await decode(await stored(silentFlac(70_000)))).durationMs).toBe(70_000);
  });
});

describe('fault 63: nothing to decode', () => {
  it.each([
    ['zero bytes', Buffer.alloc(0)],
    ['a wav header alone', wavHeader({ dataBytes: 0, channels: 1, sampleRate: 16_000 })],
    ['text', Buffer.from('Good morning, this is not audio. '.repeat(50))],
    ['an ELF program', Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(5000, 7)])],
    ['noise bytes', bytesOf(noise(200, 9000))],
  ])('%s: one plain sentence, final', async (_, bytes) => {
    const error = await failureOf(decode(await stored(bytes)));
    expect(error).toMatchObject({ retryable: false, message: 'The recording holds no audio that can be decoded' });
  });

  it('a film without sound', async () => {
    const args = ['-f', 'lavfi', '-i', 'testsrc=d=1:r=5:s=64x64', '-map', '1:v', '-c:v', 'mpeg4'];
    const path = await encodeWith(wav([voice(100)]), await ownFolder(), 'silent.mp4', args);
    expect((await failureOf(decode(path))).retryable).toBe(false);
  });
});

describe('fault 66: playlists in disguise', () => {
  const lists = (target: string): [string, string][] => [
    ['ffconcat', `ffconcat version 1.0\nfile ${target}\n`],
    ['ffconcat of 2,000 lines', `ffconcat version 1.0\n${`file ${target}\n`.repeat(2000)}`],
    ['HLS', `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`],
    [
      'DASH',
      `<?xml version="1.0"?><MPD><Period><AdaptationSet><BaseURL>${target}</BaseURL></AdaptationSet></Period></MPD>`,
    ],
    ['SDP', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n'],
  ];

  it.each(lists('neighbour.wav'))('%s opens no other file, whatever its name', async (_, text) => {
    for (const name of ['call.mp3', 'call.ffconcat', 'call.m3u8']) {
      const path = await stored(text, name);
      await writeFile(join(dirname(path), 'neighbour.wav'), wav([voice(1000)]));
      expect((await failureOf(decode(path))).retryable).toBe(false);
    }
  });

  it('nothing of a list is asked for over the network', async () => {
    let asked = 0;
    const canary = createServer((_, response) => {
      asked += 1;
      response.end(wav([voice(500)]));
    });
    await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
    try {
      const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/canary.wav`;
      for (const [, text] of lists(url)) {
        for (const name of ['call.mp3', 'call.ffconcat', 'call.m3u8', 'call.mpd', 'call.sdp']) {
          expect((await failureOf(decode(await stored(text, name)))).retryable).toBe(false);
        }
      }
      expect(asked).toBe(0);
      // The canary sings: the same program with what it allows by default asks for the file.
      await promisify(execFile)(program, ['-v', 'quiet', '-i', url, '-f', 'null', '-']);
      expect(asked).toBeGreaterThan(0);
    } finally {
      canary.closeAllConnections();
      canary.close();
    }
  });

  it('would open it with the demuxers that ffmpeg allows by default', async () => {
    const path = await stored(lists('neighbour.wav')[0]?.[1] ?? '', 'call.mp3');
    await writeFile(join(dirname(path), 'neighbour.wav'), wav([voice(1000)]));
    const args = ['-v', 'error', '-protocol_whitelist', 'file,pipe', '-i', './call.mp3', '-f', 's16le', 'pipe:1'];
    expect(execFileSync(program, args, { cwd: dirname(path) }).length).toBe(32_000);
  });
});

describe('faults 64 and 67: limits', () => {
  it('the program runs within its limits and knows no secrets', async () => {
    process.env.SECRET_OF_THE_SERVICE = 'sk-not-for-ffmpeg';
    try {
      const limits = '{ ulimit -v; ulimit -t; ulimit -f; ulimit -n; ulimit -c; nice; env; } >&2; exit 1';
      const error = await failureOf(decode(await stored('x'), { by: await script(limits), maxDurationMs: 1_000_000 }));
      const [memory, cpu, file, files, core, niceness, ...environment] = String(error.cause).trim().split('\n');
      expect([cpu, file, files, core, niceness]).toEqual(['70', '0', '32', '0', '10']);
      if (process.platform === 'linux') expect(memory).toBe(String(2 * 1024 * 1024));
      expect(environment.map((line) => line.split('=')[0])).toContain('PATH');
      expect(environment.join()).not.toContain('sk-not-for-ffmpeg');
    } finally {
      delete process.env.SECRET_OF_THE_SERVICE;
    }
  });

  it.runIf(process.platform === 'linux')('memory, files and CPU are cut off, not only asked about', async () => {
    const path = await stored('x');
    const outcome = async (body: string) => failureOf(decode(path, { by: await script(body) }));
    expect(String((await outcome('dd if=/dev/zero of=/dev/null bs=3G count=1; exit 1')).cause)).toMatch(/exhaust/);
    expect(await outcome('exec dd if=/dev/zero of=written bs=1 count=1')).toMatchObject({ retryable: false });
    expect(await readFile(join(dirname(path), 'written'), 'utf8')).toBe('');
    const tooMuch = { retryable: false, message: 'The recording could not be decoded' };
    expect(await outcome('ulimit -S -t 1; while :; do :; done')).toMatchObject(tooMuch);
    // Of ffmpeg itself, which leaves with what it has got when its time is over.
    const slow = await script(`ulimit -S -t 1; exec '${program}' "$@"`);
    const long = await stored(silentFlac(24 * HOUR_MS));
    expect(await failureOf(decode(long, { by: slow, maxDurationMs: 24 * HOUR_MS }))).toMatchObject(tooMuch);
  });

  it('cuts the output at the maximum, to the sample', async () => {
    const path = await encodeAs(wav(channelsOf(2)), await ownFolder(), 'flac');
    expect(await decode(path, { maxDurationMs: 1234 })).toMatchObject({ durationMs: 1234, damaged: false });
  });

  it('a program that hangs is killed when the work is aborted, and leaves no process', async () => {
    const hanging = await script(': > pid-$$; sleep 600');
    const path = await stored('x');
    const stop = new AbortController();
    const running = hanging.decode({ path, sampleRate: 16_000, maxDurationMs: HOUR_MS, signal: stop.signal });
    const pid = await pidIn(dirname(path));
    stop.abort(new Error('shutting down'));
    await expect(running).rejects.toThrow('shutting down');
    expectGone(pid);
  });

  it('a program that falls silent is killed by itself; that may be tried again', async () => {
    const hanging = await script(': > pid-$$; sleep 600', 2000);
    const path = await stored('x');
    const error = await failureOf(decode(path, { by: hanging }));
    expect(error).toMatchObject({ retryable: true, message: 'Decoding the recording took too long' });
    expectGone(await pidIn(dirname(path)));
  });

  it('a program that only drips is killed as well', async () => {
    const path = await stored(wav([voice(1000)]));
    const header = `head -c 44 ./${basename(path)}`;
    const dripping = await script(`: > pid-$$; ${header}; while :; do printf 0000; sleep 0.2; done`, 2000);
    const error = await failureOf(decode(path, { by: dripping, maxDurationMs: 1000 }));
    expect(error).toMatchObject({ retryable: true, message: 'Decoding the recording took too long' });
    expectGone(await pidIn(dirname(path)));
  });

  it('a crash is final, before the first sample and after it', async () => {
    const path = await stored(wav([voice(1000)]));
    const atOnce = await script('kill -SEGV $$');
    expect(await failureOf(decode(path, { by: atOnce }))).toMatchObject({ retryable: false });
    const later = await script(`cat ./${basename(path)}; kill -SEGV $$`);
    expect(await failureOf(decode(path, { by: later }))).toMatchObject({
      retryable: false,
      message: 'The recording could not be decoded',
    });
  });

  it('death by a foreign hand is tried again', async () => {
    const killed = await script('kill -KILL $$');
    expect(await failureOf(decode(await stored('x'), { by: killed }))).toMatchObject({ retryable: true });
  });

  it('a missing program is not the fault of the recording', async () => {
    const missing = new FfmpegAudioDecoder({ program: '/nowhere/ffmpeg', launch });
    const error = await failureOf(decode(await stored(wav([voice(100)])), { by: missing }));
    expect(error).toMatchObject({ retryable: true, message: 'The audio decoder is not available' });
  });

  it('an abort in the middle ends the samples and the report', async () => {
    const path = await encodeWith(wav([silence(60_000)]), await ownFolder(), 'long.flac', [
      '-af',
      'apad=whole_len=57600000',
    ]);
    const stop = new AbortController();
    const audio = await decoder.decode({ path, sampleRate: 16_000, maxDurationMs: HOUR_MS, signal: stop.signal });
    const reading = (async () => {
      for await (const chunk of audio.pcm) if (chunk.length > 0) stop.abort(new Error('cancelled'));
    })();
    await expect(reading).rejects.toThrow('cancelled');
    await expect(audio.report).rejects.toThrow('cancelled');
  });

  it('a reader that stops half way is told so by the report', async () => {
    const path = await stored(wav([silence(60_000)]));
    const audio = await decoder.decode({
      path,
      sampleRate: 16_000,
      maxDurationMs: HOUR_MS,
      signal: new AbortController().signal,
    });
    for await (const chunk of audio.pcm) if (chunk.length > 0) break;
    expect(await failureOf(audio.report)).toMatchObject({ retryable: true });
  });
});

describe('encoding', () => {
  it.each(['flac', 'ogg'] as const)('writes %s that decodes to the same length', async (format) => {
    const path = join(await ownFolder(), `piece.${format}`);
    const pcm = bytesOf(voice(3000));
    const signal = new AbortController().signal;
    await decoder.encode({ pcm: Readable.from([pcm]), sampleRate: 16_000, format, path, signal });
    const result = await decode(path);
    expect(result.channels).toBe(1);
    expect(Math.abs(result.durationMs - 3000)).toBeLessThan(30);
    if (format !== 'ogg') expect(result.bytes.equals(pcm)).toBe(true);
    expect(await readdir(dirname(path))).toEqual([`piece.${format}`]);
  });

  it('leaves no file behind when it is aborted or its source fails', async () => {
    const own = await ownFolder();
    const path = join(own, 'piece.flac');
    const stop = new AbortController();
    const endless = Readable.from(
      (function* () {
        for (let chunk = 0; ; chunk++) {
          if (chunk === 20) stop.abort(new Error('cancelled'));
          yield Buffer.alloc(65_536);
        }
      })(),
    );
    const running = decoder.encode({ pcm: endless, sampleRate: 16_000, format: 'flac', path, signal: stop.signal });
    await expect(running).rejects.toThrow('cancelled');
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(1000);
        throw new Error('disk gone');
      })(),
    );
    const signal = new AbortController().signal;
    expect(
      await failureOf(decoder.encode({ pcm: broken, sampleRate: 16_000, format: 'flac', path, signal })),
    ).toMatchObject({ retryable: true });
    expect(await readdir(own)).toEqual([]);
  });
});

describe('finding the program', () => {
  it('tells its version and where it was found', async () => {
    const found = await resolveFfmpeg(null);
    expect(['PATH', '@ffmpeg-installer/ffmpeg']).toContain(found.origin);
    expect(await decoder.describe()).toBe(`ffmpeg ${found.version}`);
    expect(await resolveFfmpeg(found.program)).toMatchObject({ origin: 'FFMPEG_PATH', version: found.version });
  });

  it('does not replace a named program that does not work', async () => {
    await expect(resolveFfmpeg('/bin/cat')).rejects.toThrow(
      /FFMPEG_PATH .*apt-get install ffmpeg.*brew install ffmpeg/,
    );
  });
});

/** Process id, once the script has put it into a file's name: a decoder may not write to a file. */
function pidIn(folder: string): Promise<number> {
  return vi.waitFor(async () => {
    const name = (await readdir(folder)).find((each) => each.startsWith('pid-'));
    expect(name).toBeDefined();
    return Number(name?.slice(4));
  });
}

function expectGone(pid: number): void {
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
}
