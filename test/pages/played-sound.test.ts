// Every accepted codec is heard in a browser, and a click plays the second that was meant: a tone tells the time.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeWith, gsmWav, wav } from '../support/audio/audio-fixtures.js';
import { analysed } from '../support/clients/submit-recording.js';
import { CHROMIUM } from './chromium.js';
import { type Entered, enter, type OpenedConsole, openConsole } from './opened-console.js';

const MAX_BESIDE_SECONDS = 0.1;
/** Frequency of second n: 400 Hz and 150 more for its last digit. The whole of each second lies on a zero of its tone. */
const telling = (seconds: number) =>
  wav([
    Int16Array.from({ length: seconds * 16_000 }, (_, at) => {
      const hertz = 400 + 150 * (Math.floor(at / 16_000) % 10);
      return 12_000 * Math.sin((2 * Math.PI * hertz * at) / 16_000);
    }),
  ]);
const SHORT = telling(8);
const NARROW = ['-ar', '8000'];

/** File, arguments of its encoder, and whether browsers play it as it is. */
const CODECS = [
  ['pcm16.wav', ['-c:a', 'pcm_s16le'], true],
  ['pcm8.wav', [...NARROW, '-c:a', 'pcm_u8'], true],
  ['mulaw.wav', [...NARROW, '-c:a', 'pcm_mulaw'], true],
  ['alaw.wav', [...NARROW, '-c:a', 'pcm_alaw'], true],
  ['float.wav', ['-c:a', 'pcm_f32le'], false],
  ['adpcm-ms.wav', [...NARROW, '-c:a', 'adpcm_ms'], false],
  ['adpcm-ima.wav', [...NARROW, '-c:a', 'adpcm_ima_wav'], false],
  ['g726.wav', [...NARROW, '-c:a', 'g726', '-b:a', '32k'], false],
  ['rf64.wav', ['-c:a', 'pcm_s16le', '-rf64', 'always'], false],
  ['flac.flac', ['-c:a', 'flac'], true],
  ['even.mp3', ['-c:a', 'libmp3lame', '-b:a', '32k', '-write_xing', '0'], true],
  ['cbr.mp3', ['-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '64k'], false],
  ['mp2.mpga', ['-ar', '44100', '-c:a', 'mp2', '-f', 'mp2'], false],
  ['opus.ogg', ['-c:a', 'libopus'], false],
  ['speex.ogg', ['-c:a', 'libspeex'], false],
  ['opus.webm', ['-c:a', 'libopus'], false],
  ['aac.m4a', ['-c:a', 'aac', '-f', 'ipod'], false],
  ['alac.m4a', ['-c:a', 'alac', '-f', 'ipod'], false],
] as const;
/** The same tones in AMR, encoded once: many builds of ffmpeg read it and cannot write it. */
const AMR = resolve(import.meta.dirname, '../support/audio/tones-amr.mp4');

/** In the page: seconds by which an element plays beside the place to which it was sent, by the next change of the tone. */
const BESIDE = `async (element, seconds) => {
  const ready = (name) => new Promise((resolve) => element.addEventListener(name, resolve, { once: true }));
  if (element.readyState === 0) await Promise.race([ready('loadedmetadata'), ready('error')]);
  if (element.error) return 'not played';
  const context = new AudioContext({ sampleRate: 16000 });
  const reader = context.createScriptProcessor(1024, 1, 1);
  const heard = [];
  const there = ready('seeked');
  element.currentTime = seconds;
  await there;
  const enough = new Promise((resolve) => {
    reader.onaudioprocess = ({ inputBuffer }) => {
      const samples = inputBuffer.getChannelData(0);
      if (heard.length > 0 || samples.some((sample) => sample !== 0)) heard.push(...samples);
      if (heard.length > 1.3 * 16000) resolve();
    };
  });
  context.createMediaElementSource(element).connect(reader).connect(context.destination);
  await element.play();
  await enough;
  element.pause();
  await context.close();
  const digits = [];
  for (let at = 0; at + 320 <= heard.length; at += 80) {
    let crossings = 0;
    for (let i = at + 1; i < at + 320; i++) if (heard[i - 1] < 0 !== heard[i] < 0) crossings++;
    digits.push(Math.round((crossings / 2 / 0.02 - 400) / 150));
  }
  const first = digits[12];
  const change = digits.findIndex((digit, at) => at > 12 && digit === digits[at + 4] && digit !== first);
  const heardFrom = Math.floor(seconds / 10) * 10 + first + 1 - (change * 80 + 160) / 16000;
  return Math.min(...[0, 10, -10].map((turn) => Math.abs(heardFrom + turn - seconds)));
}`;

describe.runIf(CHROMIUM !== null)('the sound of a call in a browser', () => {
  let opened: OpenedConsole;
  let entered: Entered;
  let folder: string;
  const played = new Map<string, { readonly url: string; readonly state: string }>();
  const ids = new Map<string, string>();

  const submit = async (name: string, bytes: Buffer) => {
    const seen = await analysed(opened.service, entered.liveKey, { bytes, name });
    expect(seen.metadata.error_message, name).toBeNull();
    const link = await entered.client.analyses.audioLink(seen.id, { rendition: 'play' });
    expect(link.preparing, `${name} is made with its measurement`).toBe(false);
    const { rows } = await opened.service.db.query('SELECT playback FROM analysis WHERE id = $1', [seen.id]);
    played.set(name, { url: link.url, state: rows[0].playback });
    ids.set(name, seen.id);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'played-'));
    opened = await openConsole({ WORKER_CONCURRENCY: '4' });
    entered = await enter(opened);
    const encoded = async (name: string, args: readonly string[], source = SHORT) =>
      submit(name, await readFile(await encodeWith(source, folder, name, args)));
    await Promise.all(CODECS.map(([name, args]) => encoded(name, args)));
    await submit('amr.mp4', await readFile(AMR));
    await submit('gsm.wav', gsmWav(300));
    const guessed = ['-c:a', 'libmp3lame', '-q:a', '5', '-write_xing', '0', '-id3v2_version', '0'];
    await encoded('vbr.mp3', guessed, telling(180));
  });
  afterAll(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is heard from the second that was meant, in every codec that is accepted', async () => {
    const { page } = opened;
    await page.mouse.click(5, 5);
    const places = [
      ...CODECS.map(([name]) => ({ name, at: 3.4 })),
      { name: 'amr.mp4', at: 3.4 },
      { name: 'vbr.mp3', at: 168.3 },
    ];
    const sounds = places.map(({ name, at }) => [name, played.get(name)?.url, at]);
    // A busy machine loses samples of sounds that play at once: what seems to be beside its place is heard again alone.
    const beside = await page.evaluate<Record<string, number | string>>(`(async (sounds) => {
      const hear = async ([name, url, at]) => [name, await (${BESIDE})(new Audio(url), at)];
      const heard = await Promise.all(sounds.map(hear));
      for (const [place, [, seconds]] of heard.entries())
        if (!(seconds <= ${MAX_BESIDE_SECONDS})) heard[place] = await hear(sounds[place]);
      return Object.fromEntries(heard);
    })(${JSON.stringify(sounds)})`);
    const wrong = Object.entries(beside).filter(([, seconds]) => !(Number(seconds) <= MAX_BESIDE_SECONDS));
    expect(wrong, 'seconds beside the place').toEqual([]);
    expect(Object.keys(beside), 'sounds that were heard').toHaveLength(places.length);
    const gsm = `new Promise((resolve) => { const sound = new Audio(${JSON.stringify(played.get('gsm.wav')?.url)});
      sound.onloadedmetadata = () => resolve(sound.duration); sound.onerror = () => resolve('not played'); })`;
    expect(await page.evaluate(gsm), 'seconds of GSM').toBeCloseTo(12, 0);
  });

  it('is a rendition only where browsers do not play the recording exactly', () => {
    const states = Object.fromEntries([...played].map(([name, { state }]) => [name, state]));
    const wanted = CODECS.map(([name, , isExact]) => [name, isExact ? 'as_is' : 'made']);
    const made = { 'amr.mp4': 'made', 'gsm.wav': 'made', 'vbr.mp3': 'made' };
    expect(states).toEqual({ ...Object.fromEntries(wanted), ...made });
  });

  it('plays the second on which a person clicks, in an mp3 whose place a browser guesses', async () => {
    const { page } = opened;
    await opened.visit(`/calls/${ids.get('vbr.mp3')}`);
    const lanes = page.locator('.lanes-field');
    await expect.poll(() => page.evaluate(`document.querySelector('audio')?.readyState`)).toBeGreaterThan(0);
    const { width = 0 } = (await lanes.boundingBox()) ?? {};
    await lanes.click({ position: { x: (168.4 / 180) * width, y: 10 } });
    await opened.button('Pause').click();
    const at = await page.evaluate<number>(`document.querySelector('audio').currentTime`);
    expect(Math.abs(at - 168.4), 'where the click leads').toBeLessThan(2);
    const beside = await page.evaluate<number>(`(${BESIDE})(document.querySelector('audio'), ${at})`);
    expect(beside, 'seconds beside the place').toBeLessThanOrEqual(MAX_BESIDE_SECONDS);
  });
});
