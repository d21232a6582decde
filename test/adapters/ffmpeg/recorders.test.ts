// Recordings as recorders, softphones, taggers and cutters leave them: what is no damage, what is, and where their sound
// belongs. [whole]
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { concat, encodeToPipe, encodeWith, gsmWav, silence, voice, wav } from '../../support/audio/audio-fixtures.js';
import { failureOf, useDecoder } from '../../support/audio/decoder-fixture.js';
import {
  apeTag,
  bigEndianWav,
  id3v1,
  id3v2,
  laterOggPage,
  lyrics3,
  oggPages,
  withWavLength,
} from '../../support/audio/recorder-files.js';
import { opusWebm } from '../../support/audio/timed-pcm.js';

const { newFolder, storeFile, decode } = useDecoder();

const CALL_MS = 4370;
const AGENT = concat(silence(300), voice(1700, { seed: 1, pitchHz: 120 }), silence(2370));
const CUSTOMER = concat(silence(2500), voice(1500, { seed: 2, pitchHz: 210 }), silence(370));
const STEREO = wav([AGENT, CUSTOMER]);
const MONO = wav([AGENT]);

const OPUS = ['-c:a', 'libopus', '-b:a', '32k'];
const MP3 = ['-c:a', 'libmp3lame', '-b:a', '64k'];
const BARE_MP3 = [...MP3, '-write_xing', '0', '-id3v2_version', '0'];

const FRAGMENTS = ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '500000'];

const flipInMiddle = (bytes: Buffer) => {
  const changed = Buffer.from(bytes);
  const at = Math.floor(bytes.length / 2);
  changed[at] = (changed[at] ?? 0) ^ 0x10;
  return changed;
};

const encoded = async (source: Buffer, name: string, args: readonly string[]) =>
  readFile(await encodeWith(source, await newFolder(), name, args));
const decoded = async (bytes: Buffer) => decode(await storeFile(bytes));

/** Loudness of a stretch of one channel, as the mean of its samples' size. */
function loudness(
  { bytes, channels }: { bytes: Buffer; channels: number },
  channel: number,
  fromMs: number,
  toMs: number,
) {
  let [sum, count] = [0, 0];
  for (let frame = fromMs * 16; frame < toMs * 16; frame++, count++) {
    sum += Math.abs(bytes.readInt16LE((frame * channels + channel) * 2));
  }
  return sum / count;
}

describe('lengths that were left open', () => {
  it.each([0, 0x7fffffff, 0x7ffff000, 0x80000000, 0xffffffff, 2_000_000_000, 1_999_999_956])(
    'a wav that says %i is whole',
    async (length) => {
      const seen = await decoded(withWavLength(STEREO, length));
      expect(seen).toMatchObject({ durationMs: CALL_MS, damaged: false });
    },
  );

  it.each([
    ['wav', ['-f', 'wav']],
    ['rf64', ['-f', 'wav', '-rf64', 'always']],
    ['w64', ['-f', 'w64']],
    ['flac', ['-f', 'flac']],
  ])('%s that was written to a pipe is whole', async (_, args) => {
    const seen = await decoded(await encodeToPipe(STEREO, args));
    expect(seen).toMatchObject({ durationMs: CALL_MS, channels: 2, damaged: false });
  });

  it('GSM in a wav that holds no length, as a telephone system leaves it, is whole', async () => {
    const gsm = gsmWav(100);
    expect(await decoded(withWavLength(gsm, 0))).toMatchObject({ durationMs: 4000, damaged: false });
  });

  it('a wav whose declared samples are not all there is damaged', async () => {
    expect(await decoded(STEREO.subarray(0, 100_000))).toMatchObject({ damaged: true });
  });
});

describe('several files one behind the other', () => {
  it.each([
    ['mp3', 'a.mp3', MP3],
    ['mp3 without a count of frames', 'a.mp3', BARE_MP3],
    ['Opus in Ogg', 'a.ogg', OPUS],
    ['Vorbis in Ogg', 'a.ogg', ['-c:a', 'libvorbis']],
    ['WebM', 'a.webm', OPUS],
    ['flac', 'a.flac', ['-c:a', 'flac']],
    ['wav', 'a.wav', ['-c:a', 'pcm_s16le']],
    ['m4a', 'a.m4a', ['-c:a', 'aac']],
  ])('%s: both are heard, and nothing is damaged', async (_, name, args) => {
    const one = await encoded(STEREO, name, args);
    const [single, both] = [await decoded(one), await decoded(Buffer.concat([one, one]))];
    expect(both).toMatchObject({ channels: 2, damaged: false });
    expect(Math.abs(both.durationMs - 2 * single.durationMs)).toBeLessThan(10);
  });

  it('wav files that were written to a pipe', async () => {
    const piped = await encodeToPipe(STEREO, ['-f', 'wav']);
    expect(await decoded(Buffer.concat([piped, piped, piped]))).toMatchObject({
      durationMs: 3 * CALL_MS,
      damaged: false,
    });
  });

  it.each([
    ['mp3', 'a.mp3', MP3],
    ['Opus in Ogg', 'a.ogg', OPUS],
  ])('%s, first mono and then stereo: both are heard, as one channel', async (_, name, args) => {
    const [mono, stereo] = [await encoded(MONO, name, args), await encoded(STEREO, name, args)];
    const seen = await decoded(Buffer.concat([mono, stereo]));
    expect(seen).toMatchObject({ channels: 1, damaged: false });
    expect(Math.abs(seen.durationMs - 2 * CALL_MS)).toBeLessThan(10);
    for (const from of [500, CALL_MS + 500, CALL_MS + 2800]) {
      expect(loudness(seen, 0, from, from + 1000), `sound at ${from} ms`).toBeGreaterThan(200);
    }
  });

  it('where one of them is cut short, the whole is damaged', async () => {
    const one = await encoded(STEREO, 'a.mp3', MP3);
    const seen = await decoded(Buffer.concat([one.subarray(0, one.length / 2), one]));
    expect(seen).toMatchObject({ damaged: true });
    expect(seen.durationMs).toBeGreaterThan(1.4 * CALL_MS);
  });
});

describe('what stands before and behind the sound', () => {
  it.each([
    ['an APE tag', [], [apeTag(300)]],
    ['APE, Lyrics3 and ID3v1 tags', [], [apeTag(3000), lyrics3(), id3v1()]],
    ['an APE tag in front', [apeTag(500)], []],
    ['two ID3v2 tags', [id3v2(100), id3v2(200)], [id3v1()]],
    ['three ID3v2 tags with large covers', [id3v2(129_000), id3v2(400_000), id3v2(5)], []],
    ['zeros', [], [Buffer.alloc(5000)]],
    ['a line of the recorder', [], [Buffer.from('<recorder version="7"/>\n')]],
  ])('%s around an mp3: no damage, and no sound', async (_, before, behind) => {
    for (const args of [MP3, BARE_MP3]) {
      const sound = await encoded(STEREO, 'a.mp3', [...args, '-id3v2_version', '0']);
      const [bare, tagged] = [await decoded(sound), await decoded(Buffer.concat([...before, sound, ...behind]))];
      expect(tagged).toMatchObject({ durationMs: bare.durationMs, damaged: false });
    }
  });

  it('tags around a flac', async () => {
    const flac = await encoded(STEREO, 'a.flac', ['-c:a', 'flac']);
    const seen = await decoded(Buffer.concat([id3v2(129_000), id3v2(10), flac, apeTag(90), id3v1()]));
    expect(seen).toMatchObject({ durationMs: CALL_MS, damaged: false });
  });

  it.each(['libopus', 'libvorbis'])('%s in an Ogg that was cut out of a longer one begins at 0', async (codec) => {
    const pages = oggPages(await encoded(STEREO, 'a.ogg', ['-c:a', codec, '-page_duration', '500000']));
    const headers = pages.filter((page) => page.readBigInt64LE(6) === 0n);
    const sound = pages.slice(headers.length).map((page) => laterOggPage(page, 5_000_000));
    const seen = await decoded(Buffer.concat([...headers, ...sound.slice(1, -1)]));
    expect(seen).toMatchObject({ damaged: false });
    expect(seen.durationMs).toBeGreaterThan(1000);
    expect(seen.durationMs).toBeLessThan(CALL_MS);
  });

  it('a WebM that begins at one hour begins at 0', async () => {
    const times = Array.from({ length: 100 }, (_, index) => 3_600_000 + index * 20);
    expect(await decoded(opusWebm(times))).toMatchObject({ durationMs: expect.closeTo(2000, -1), damaged: false });
  });

  it.each([
    ['mp4', ['-c:v', 'mpeg4', '-c:a', 'aac']],
    ['webm', ['-c:v', 'libvpx', '-c:a', 'libopus']],
  ])('sound that begins after the picture of a %s keeps its time', async (format, codecs) => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc=d=6:r=5:s=64x64', '-map', '1:v', '-map', '0:a'];
    const args = [...picture, '-af', 'asetpts=PTS+1.5/TB', ...codecs];
    const seen = await decoded(await encoded(STEREO, `a.${format}`, args));
    expect(Math.abs(seen.durationMs - CALL_MS - 1500)).toBeLessThan(80);
    expect(seen.damaged, 'a whole recording counts as damaged').toBe(false);
    expect(loudness(seen, 0, 0, 1500), 'sound before it begins').toBeLessThan(20);
  });
});

describe('what is missing or broken', () => {
  const broken: readonly [string, string, readonly string[], (bytes: Buffer) => Buffer][] = [
    ['mp3 that ends within a frame', 'a.mp3', BARE_MP3, (bytes) => bytes.subarray(0, 9000 + 17)],
    [
      'mp3 with frames cut out',
      'a.mp3',
      MP3,
      (bytes) => Buffer.concat([bytes.subarray(0, 9000), bytes.subarray(12_333)]),
    ],
    ['mp3 with other bytes in its middle', 'a.mp3', BARE_MP3, (bytes) => Buffer.from(bytes).fill(0x55, 9000, 12_000)],
    ['flac with one wrong bit', 'a.flac', ['-c:a', 'flac'], flipInMiddle],
    ['Ogg with one wrong bit', 'a.ogg', OPUS, flipInMiddle],
    ['Ogg that ends within a page', 'a.ogg', OPUS, (bytes) => bytes.subarray(0, bytes.length * 0.6)],
    [
      'Ogg without one of its pages',
      'a.ogg',
      OPUS,
      (bytes) => Buffer.concat(oggPages(bytes).filter((_, at) => at !== 4)),
    ],
    [
      'm4a with other bytes in its middle',
      'a.m4a',
      ['-c:a', 'aac'],
      (bytes) => Buffer.from(bytes).fill(0x91, 15_000, 16_500),
    ],
    [
      'm4a whose index comes first, cut',
      'a.m4a',
      ['-c:a', 'aac', '-movflags', '+faststart'],
      (bytes) => bytes.subarray(0, 20_000),
    ],
    ['mp4 in fragments, cut', 'a.mp4', FRAGMENTS, (bytes) => bytes.subarray(0, bytes.length * 0.6)],
    ['WebM that ends within a block', 'a.webm', OPUS, (bytes) => bytes.subarray(0, bytes.length * 0.6)],
  ];
  it.each(broken)('%s is damaged', async (_, name, args, breakIt) => {
    expect(await decoded(breakIt(await encoded(STEREO, name, args)))).toMatchObject({ channels: 2, damaged: true });
  });
});

describe('gaps in the time stamps', () => {
  const GAP = ['-af', "asetnsamples=320,asetpts='if(gte(T,2.2),PTS+60/TB,PTS)'"];
  it.each([
    ['webm', OPUS],
    ['ogg', OPUS],
    ['mp4', ['-c:a', 'aac']],
    ['mp4 in fragments', [...FRAGMENTS]],
    ['mkv', ['-c:a', 'aac']],
    ['mka', ['-c:a', 'libvorbis']],
  ])('a minute without packets in %s is a minute of silence', async (name, args) => {
    const seen = await decoded(await encoded(STEREO, `a.${name.slice(0, 4).trim()}`, [...GAP, ...args]));
    // What an AAC encoder puts before the sound counts where the file has no edit list.
    expect(Math.abs(seen.durationMs - CALL_MS - 60_000)).toBeLessThan(130);
    expect(seen.damaged, 'a whole recording counts as damaged').toBe(false);
    expect(loudness(seen, 1, 62_700, 63_700), 'the customer, after the gap').toBeGreaterThan(200);
    expect(loudness(seen, 1, 4000, 61_000), 'the gap').toBeLessThan(20);
  });

  it('pauses of 0.3 to 0.6 s without packets keep their length', async () => {
    let atMs = 0;
    const times = [300, 400, 600, 20, 40].flatMap((pauseMs) => {
      const packets = Array.from({ length: 50 }, (_, index) => atMs + index * 20);
      atMs += 1000 + pauseMs;
      return packets;
    });
    const lastMs = atMs - 40;
    expect(Math.abs((await decoded(opusWebm(times))).durationMs - lastMs)).toBeLessThan(10);
  });

  it('time stamps that tremble add nothing', async () => {
    const times = Array.from({ length: 200 }, (_, index) => index * 20 + [0, 6, 2, 8, 1][index % 5]!);
    expect(Math.abs((await decoded(opusWebm(times))).durationMs - 4000)).toBeLessThan(12);
  });

  it('a jump of the granule positions of an Ogg is silence', async () => {
    const pages = oggPages(await encoded(STEREO, 'a.ogg', [...OPUS, '-page_duration', '500000']));
    const jumped = pages.map((page, at) => (at < 6 ? page : laterOggPage(page, 60 * 48_000)));
    const seen = await decoded(Buffer.concat(jumped));
    expect(Math.abs(seen.durationMs - CALL_MS - 60_000)).toBeLessThan(10);
    expect(seen.damaged, 'a whole recording counts as damaged').toBe(false);
  });

  it('a gap of more than half an hour is damage, and is left out', async () => {
    const times = [0, 20, 40, 31 * 60_000, 31 * 60_000 + 20];
    const seen = await decoded(opusWebm(times));
    expect(seen.damaged, 'the gap counts as damage').toBe(true);
    expect(seen.durationMs).toBeLessThan(120);
  });

  it('ten thousand gaps end at the maximum', async () => {
    const times = Array.from({ length: 10_000 }, (_, index) => index * 29 * 60_000);
    const seen = await decode(await storeFile(opusWebm(times)), { maxDurationMs: 3_600_000 });
    expect(seen).toMatchObject({ durationMs: 3_600_000, damaged: false });
  });
});

describe('several tracks', () => {
  const second = async (folder: string) => encodeWith(wav([CUSTOMER]), folder, 'second.wav', []);
  const withTracks = async (name: string, args: readonly string[], source = wav([AGENT])) => {
    const folder = await newFolder();
    const more = ['-i', await second(folder), '-map', '0:a', '-map', '1:a'];
    return readFile(await encodeWith(source, folder, name, [...more, ...args]));
  };

  it.each([
    ['a.mp4', ['-c:a', 'aac']],
    ['a.m4a', ['-c:a', 'aac']],
    ['a.webm', OPUS],
    ['a.mka', OPUS],
    ['a.ogg', OPUS],
  ])('two of one channel in %s are two channels', async (name, args) => {
    const seen = await decoded(await withTracks(name, args));
    expect(seen).toMatchObject({ channels: 2, tracks: 2, damaged: false });
    expect(Math.abs(seen.durationMs - CALL_MS)).toBeLessThan(80);
    expect(loudness(seen, 0, 500, 1800), 'the agent on channel 0').toBeGreaterThan(200);
    expect(loudness(seen, 1, 500, 1800), 'the agent on channel 1').toBeLessThan(50);
    expect(loudness(seen, 1, 2800, 3800), 'the customer on channel 1').toBeGreaterThan(200);
  });

  it('the second keeps its start', async () => {
    const folder = await newFolder();
    const late = ['-itsoffset', '1.5', '-i', await second(folder), '-map', '0:a', '-map', '1:a', '-c:a', 'aac'];
    const seen = await decoded(await readFile(await encodeWith(wav([AGENT]), folder, 'late.mp4', late)));
    expect(Math.abs(seen.durationMs - CALL_MS - 1500)).toBeLessThan(80);
    expect(loudness(seen, 1, 2500, 3900), 'before the customer speaks').toBeLessThan(50);
    expect(loudness(seen, 1, 4300, 5300), 'the customer').toBeGreaterThan(200);
  });

  it('of others the default track is heard, and all are counted', async () => {
    const byDefault = ['-c:a', 'aac', '-disposition:a:0', '0', '-disposition:a:1', 'default'];
    const seen = await decoded(await withTracks('a.mp4', byDefault, STEREO));
    expect(seen).toMatchObject({ channels: 1, tracks: 2, damaged: false });
    expect(loudness(seen, 0, 2800, 3800), 'the customer').toBeGreaterThan(200);
    expect(loudness(seen, 0, 500, 1800), 'the agent').toBeLessThan(50);
  });

  it('of others the first is heard where none is the default', async () => {
    const seen = await decoded(await withTracks('a.webm', OPUS, STEREO));
    expect(seen).toMatchObject({ channels: 2, tracks: 2 });
  });
});

describe('big-endian WAV', () => {
  it('is heard as its little-endian twin', async () => {
    const [twin, seen] = [await decoded(STEREO), await decoded(bigEndianWav(STEREO))];
    expect(seen).toMatchObject({ channels: 2, durationMs: CALL_MS, damaged: false });
    expect(seen.bytes).toHaveBytes(twin.bytes);
  });

  it('is damaged where it is cut', async () => {
    expect(await decoded(bigEndianWav(STEREO).subarray(0, 100_000))).toMatchObject({ damaged: true });
  });

  it('is refused where its samples have an order that no decoder knows', async () => {
    const adpcm = bigEndianWav(STEREO);
    adpcm.writeUInt16BE(0x0002, 20);
    expect(await failureOf(decoded(adpcm))).toMatchObject({ retryable: false, code: 'not_audio' });
  });
});
