import { execFile, execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { describeAudioDecoder } from '../../ports/audio-decoder.contract.js';
import {
  bytesOf,
  claimOneSecond,
  concat,
  encodeAs,
  encodeWith,
  FORGEABLE,
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
} from '../../support/audio/audio-fixtures.js';
import { expectGone, failureOf, pidIn, useDecoder } from '../../support/audio/decoder-fixture.js';
import { timedPcm, timedPcmHeader } from '../../support/audio/timed-pcm.js';

const asInTheService = useDecoder();
const { newFolder, storeFile, program, decode } = asInTheService;

function channelsOf(count: number): Samples[] {
  return Array.from({ length: count }, (_, channel) => voice(2000, { seed: channel + 1, pitchHz: 110 + 20 * channel }));
}

/** Shell scripts in the place of ffmpeg; the recording is what ffmpeg would write, which they may give as their output. */
const FAILING_PROGRAMS = [
  ['a program that crashes before its first sample', 'kill -SEGV $$', 'final'],
  ['a program that crashes after samples', 'cat ./recording; kill -SEGV $$', 'final'],
  ['a program that is killed before its first sample', 'kill -KILL $$', 'retryable'],
  ['a program that is killed after samples', 'cat ./recording; kill -KILL $$', 'retryable'],
  ['a program that writes nothing', 'exit 0', 'final'],
  ['a program that writes no samples', 'printf "%0100000d" 7', 'final'],
  ['a program that writes a header only', `head -c ${timedPcmHeader(1).length} ./recording`, 'final'],
] as const;

describe('the nine formats', () => {
  for (const { name } of NINE_FORMATS) {
    const layouts = ['mpeg', 'mpga', 'mp3'].includes(name) ? [1, 2] : [1, 2, 6];
    for (const channels of layouts) {
      it(`decodes ${name} with ${channels} channels, exactly as long as it is`, async () => {
        const path = await encodeAs(wav(channelsOf(channels)), await newFolder(), name);
        const result = await decode(path);
        expect(result.channels).toBe(channels);
        expect(Math.abs(result.durationMs - 2000)).toBeLessThan(60);
        expect(result.damaged, 'a whole recording counts as damaged').toBe(false);
      });
    }
  }

  it('returns the samples of a wav unchanged', async () => {
    const pair = channelsOf(2);
    const result = await decode(await storeFile(wav(pair)));
    expect(result.bytes).toHaveBytes(bytesOf(interleave(pair)));
  });

  it.each([3, 4, 8])('decodes %i channels', async (channels) => {
    const result = await decode(await storeFile(wav(channelsOf(channels))));
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
  ])('%s at 8 kHz is decoded with both channels', async (_, args) => {
    const path = await encodeWith(wav(channelsOf(2)), await newFolder(), 'call.wav', ['-ar', '8000', ...args]);
    const result = await decode(path);
    expect(result.channels, 'channels that were decoded').toBe(2);
    expect(Math.abs(result.durationMs - 2000)).toBeLessThan(130);
  });

  it('GSM 06.10 is decoded to its full length', async () => {
    expect(await decode(await storeFile(gsmWav(100)))).toMatchObject({ channels: 1, durationMs: 4000 });
  });

  it('a film: decodes its sound; the longer picture does not count', async () => {
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
    const result = await decode(await encodeWith(wav(channelsOf(2)), await newFolder(), 'film.mp4', args));
    expect(Math.abs(result.durationMs - 2000)).toBeLessThan(60);
    expect(result.damaged, 'a whole recording counts as damaged').toBe(false);
  });

  it('of several audio streams the first is decoded', async () => {
    const args = ['-f', 'lavfi', '-i', 'sine=d=4', '-map', '0:a', '-map', '1:a', '-c:a', 'libopus'];
    const result = await decode(await encodeWith(wav(channelsOf(2)), await newFolder(), 'two.webm', args));
    expect(result.channels, 'channels of the first stream').toBe(2);
    expect(Math.abs(result.durationMs - 2000)).toBeLessThan(60);
  });

  it('a wav at 768 kHz is decoded', async () => {
    expect(await decode(await storeFile(wav([silence(500, 768_000)], 768_000)))).toMatchObject({
      channels: 1,
      durationMs: 500,
    });
  });

  it('a hundred channels are decoded or refused; the refusal is not retryable', async () => {
    const path = await storeFile(wav(Array.from({ length: 100 }, () => silence(200))));
    const outcome = await decode(path).catch((error: unknown) => error);
    if (outcome instanceof ProviderError) expect(outcome).toMatchObject({ retryable: false });
    else expect(outcome).toMatchObject({ channels: 100, durationMs: 200 });
  });

  it('10 ms are decoded', async () => {
    expect(await decode(await storeFile(wav([voice(10)])))).toMatchObject({ durationMs: 10 });
  });
});

describe('fault 62: damaged recordings', () => {
  it.each(['flac', 'mp3', 'ogg', 'wav', 'webm', 'mpeg'] as const)(
    '%s cut in half: decodes the half that is left',
    async (format) => {
      const source = wav([concat(...Array.from({ length: 5 }, (_, i) => voice(2000, { seed: i })))]);
      const whole = await readFile(await encodeAs(source, await newFolder(), format));
      const result = await decode(await storeFile(whole.subarray(0, Math.floor(whole.length / 2)), `half.${format}`));
      expect(result.durationMs).toBeGreaterThan(3000);
      expect(result.durationMs).toBeLessThan(7000);
      // Frames of an mpeg stream and pages of an ogg are independent: nothing in them says that more should follow.
      if (!['mpeg', 'ogg'].includes(format)) expect(result.damaged, 'the half counts as damaged').toBe(true);
    },
  );

  it.each(['m4a', 'mp4'] as const)('%s without its index holds nothing', async (format) => {
    const whole = await readFile(await encodeAs(wav(channelsOf(1)), await newFolder(), format));
    const error = await failureOf(decode(await storeFile(whole.subarray(0, whole.length / 2))));
    expect(error).toMatchObject({ retryable: false, message: 'The recording holds no audio that can be decoded' });
  });

  it.each(['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'ogg', 'wav', 'webm'] as const)(
    '%s with its beginning or its middle overwritten: decoded as far as possible, or refused; the refusal is not retryable',
    async (format) => {
      const source = wav([concat(...Array.from({ length: 3 }, (_, i) => voice(2000, { seed: i })))]);
      const whole = await readFile(await encodeAs(source, await newFolder(), format));
      const dirt = bytesOf(noise(2, 9000, 3));
      for (const at of [0, Math.floor(whole.length / 2)]) {
        const broken = Buffer.from(whole);
        dirt.copy(broken, at);
        const outcome = await decode(await storeFile(broken)).catch((error: unknown) => {
          if (error instanceof ProviderError) return error;
          throw error;
        });
        if (outcome instanceof ProviderError) {
          expect(outcome).toMatchObject({ retryable: false });
          continue;
        }
        const { channels, durationMs, damaged } = outcome;
        expect(channels, 'channels of a damaged recording').toBe(1);
        expect(durationMs).toBeLessThan(6500);
        // Newer decoders drop the page of an ogg whose checksum is wrong, and the rest of a webm's cluster: a second each.
        expect(durationMs).toBeGreaterThan(4500);
        if (durationMs < 5500) expect(damaged, `${durationMs} of 6000 ms count as damaged`).toBe(true);
      }
    },
  );
});

describe('fault 65: forged durations', () => {
  it.each(FORGEABLE)(
    '%s that claims one second of ten: what decodes is what is there for all [fault 65]',
    async (format) => {
      const path = await encodeAs(wav([voice(10_000)]), await newFolder(), format);
      await writeFile(path, claimOneSecond(await readFile(path), format));
      const { durationMs } = await decode(path);
      // Samples outside a wav's data are outside the recording: neither transcribed nor billed.
      expect(Math.abs(durationMs - (format === 'wav' ? 1000 : 10_000))).toBeLessThan(60);
    },
  );

  it('a flac that leaves its length open', async () => {
    expect(
      (await decode(await storeFile(silentFlac(70_000)))).durationMs,
      'ms of a flac that leaves its length open',
    ).toBe(70_000);
  });
});

describe('fault 63: nothing to decode', () => {
  it.each([
    ['zero bytes', Buffer.alloc(0)],
    ['a wav header alone', wavHeader({ dataBytes: 0, channels: 1, sampleRate: 16_000 })],
    ['text', Buffer.from('Good morning, this is not audio. '.repeat(50))],
    ['an ELF program', Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(5000, 7)])],
    ['noise bytes', bytesOf(noise(200, 9000))],
  ])('%s: one plain sentence, final [fault 62]', async (_, bytes) => {
    const error = await failureOf(decode(await storeFile(bytes)));
    expect(error).toMatchObject({ retryable: false, message: 'The recording holds no audio that can be decoded' });
  });

  it('a film without sound is refused, and not tried again', async () => {
    const args = ['-f', 'lavfi', '-i', 'testsrc=d=1:r=5:s=64x64', '-map', '1:v', '-c:v', 'mpeg4'];
    const path = await encodeWith(wav([voice(100)]), await newFolder(), 'silent.mp4', args);
    expect(await failureOf(decode(path))).toMatchObject({ retryable: false });
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

  it.each(lists('neighbour.wav'))('%s opens no other file, whatever its name [fault 66]', async (_, text) => {
    for (const name of ['call.mp3', 'call.ffconcat', 'call.m3u8']) {
      const path = await storeFile(text, name);
      await writeFile(join(dirname(path), 'neighbour.wav'), wav([voice(1000)]));
      expect(await failureOf(decode(path))).toMatchObject({ retryable: false });
    }
  });

  it('nothing of a list is asked for over the network [fault 66]', async () => {
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
          expect(await failureOf(decode(await storeFile(text, name)))).toMatchObject({ retryable: false });
        }
      }
      expect(asked, 'The decoder asked for a file over the network').toBe(0);
      // The canary works: with its default whitelists, the same ffmpeg does request the file.
      await promisify(execFile)(program(), ['-v', 'quiet', '-i', url, '-f', 'null', '-']);
      expect(asked).toBeGreaterThan(0);
    } finally {
      canary.closeAllConnections();
      canary.close();
    }
  });

  it('would open it with the demuxers that ffmpeg allows by default [fault 66]', async () => {
    const path = await storeFile(lists('neighbour.wav')[0]?.[1] ?? '', 'call.mp3');
    await writeFile(join(dirname(path), 'neighbour.wav'), wav([voice(1000)]));
    const args = ['-v', 'error', '-protocol_whitelist', 'file,pipe', '-i', './call.mp3', '-f', 's16le', 'pipe:1'];
    expect(execFileSync(program(), args, { cwd: dirname(path) }).length, 'bytes that the program decoded').toBe(32_000);
  });
});

const started: readonly [string, ReturnType<typeof useDecoder>][] = [
  ['ffmpeg', asInTheService],
  ['ffmpeg without its launcher', useDecoder('/nowhere/launcher.js')],
];
for (const [name, { newFolder, storeFile, decoder, decoderOf, scriptedDecoder }] of started)
  describeAudioDecoder(name, {
    recording: async (channels, durationMs) => {
      const isLong = durationMs > 60_000;
      const bytes = isLong ? silentFlac(durationMs) : wav(Array.from({ length: channels }, () => silence(durationMs)));
      return { decoder: decoder(), path: await storeFile(bytes) };
    },
    maxChannels: 8,
    stuck: async () => {
      const path = await storeFile('x');
      const pid = () => pidIn(dirname(path));
      const expectStopped = async () => expectGone(await pid());
      return { decoder: await scriptedDecoder(': > pid-$$; sleep 600'), path, started: pid, expectStopped };
    },
    failures: [
      ...FAILING_PROGRAMS.map(([what, body, outcome]) => ({
        what,
        retryable: outcome === 'retryable',
        recording: async () => {
          const path = await storeFile(timedPcm(1, [{ timeMs: 0, bytes: bytesOf(voice(1000)) }]));
          return { decoder: await scriptedDecoder(body), path };
        },
      })),
      {
        what: 'a program that is not there',
        retryable: true,
        recording: async () => ({ decoder: decoderOf('/nowhere/ffmpeg'), path: await storeFile(wav([voice(100)])) }),
      },
      {
        what: 'a recording that is not there',
        retryable: true,
        recording: async () => ({ decoder: decoder(), path: join(await newFolder(), 'recording') }),
      },
    ],
    encoder: async () => ({ decoder: decoder(), folder: await newFolder() }),
  });
