// Silence, music, tones and half a conversation, with a speech engine that invents words for any sound.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import {
  concat,
  dualTone,
  mix,
  music,
  noise,
  repeated,
  type Samples,
  silence,
  tone,
  voice,
  wav,
} from '../support/audio/audio-fixtures.js';
import { providerSettings, startScriptedProvider } from '../support/builders/scripted-call.js';
import { analysed, minutesOf, type SeenAnalysis } from '../support/clients/submit-recording.js';
import type { OpenAiStub, StubRequest } from '../support/stubs/openai-stub.js';

/** Sentences that speech engines invent for noise: they stand in the subtitles at the end of films. */
const INVENTED = 'Thank you for watching!';
/** What is really said, with its length: the stub recognises a piece by its length. */
const SPOKEN = [
  { ms: 2000, text: 'Thank you for calling Northwind, this call is recorded. How can I help you today?' },
  { ms: 2800, text: 'I have been charged twice for the same month.' },
  { ms: 3600, text: 'Please call us back about your bill, thank you and goodbye.' },
];
const [GREETING, COMPLAINT, MESSAGE] = SPOKEN.map(({ ms }, at) => voice(ms, { seed: at + 1, pitchHz: 120 + 60 * at }));

/** Voice activity detection adds about a third of a second around an utterance. */
const PADDING_MS = 350;
const TOLERANCE_MS = 350;

function hear({ file }: StubRequest) {
  const bytes = file?.bytes ?? Buffer.alloc(0);
  // An Ogg page holds its end position from its seventh byte on, for Opus in samples of 48 kHz.
  const lastPage = bytes.lastIndexOf('OggS');
  const pieceMs = lastPage < 0 ? 0 : Number(bytes.readBigInt64LE(lastPage + 6)) / 48;
  const said = SPOKEN.find(({ ms }) => Math.abs(pieceMs - ms - PADDING_MS) <= TOLERANCE_MS);
  return { body: { text: said?.text ?? INVENTED, languages: [{ code: 'en' }] } };
}

const line = (samples: Samples, seed = 1) => mix(samples, noise(samples.length / 16, 3, seed));
/** Both channels, padded to the length of the longer one. */
const pair = (left: Samples, right: Samples): Buffer => {
  const length = Math.max(left.length, right.length) / 16;
  return wav([line(mix(silence(length), left), 1), line(mix(silence(length), right), 2)]);
};
const ringing = repeated(3, dualTone(2000, 440, 480), 4000);

let provider: OpenAiStub;
let service: TestService;
let account: Account;

beforeAll(async () => {
  provider = await startScriptedProvider({ transcribe: hear });
  service = await startTestService({
    ...providerSettings(provider),
    OPENAI_DIARIZATION_MODEL: 'none',
    ANALYSIS_ENGINE: 'rules',
  });
  account = await service.openAccount();
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

const analyse = (bytes: Buffer, fields: Record<string, string> = {}) =>
  analysed(service, account.liveKey, { bytes, fields });
const texts = (seen: SeenAnalysis) => seen.transcript?.segments.map(({ text }) => text);

describe('nobody speaks', () => {
  it.each([
    ['digital silence', wav([silence(3000)])],
    ['the noise of two lines', wav([noise(5000, 10, 1), noise(5000, 10, 2)])],
    ['loud noise', wav([noise(5000, 3000)])],
    ['crackling', wav([repeated(8, noise(300, 2000), 500)])],
    ['hold music', wav([line(music(20_000))])],
    ['hold music on one channel', pair(silence(0), music(20_000))],
    ['the same hold music on both', wav([music(20_000), music(20_000)])],
    [
      'hold music that stops and begins again',
      wav([line(concat(music(9000), silence(4000), music(9000, { seed: 2 })))]),
    ],
    ['ringing that nobody answers', wav([line(ringing)])],
    ['an engaged tone', wav([repeated(10, dualTone(500, 480, 620), 500)])],
    ['dialling', wav([concat(tone(2000, 425), repeated(9, dualTone(120, 770, 1336), 90))])],
    ['a beep', wav([line(concat(silence(2000), tone(900, 1000), silence(3000)))])],
  ])('%s: an empty transcript, and nothing held against anybody', async (_, bytes) => {
    const asked = provider.requests.length;
    const seen = await analyse(bytes);
    expect(seen.metadata.error_message).toBeNull();
    expect(seen).toMatchObject({
      status: 'completed',
      transcript: { text: '', segments: [], language: null, diarization: { method: 'none' } },
    });
    expect(provider.requests.length, 'requests to the provider').toBe(asked);
    expect(seen.results?.compliance).toMatchObject({
      score: null,
      violations: [],
      identity_verification: { performed: false, assessable: false, flagged: true, evidence: '' },
    });
    expect(seen.results?.quality).toMatchObject({ overall_score: null });
    expect(seen.results?.call_kind).toBe('no_conversation');
    expect(seen.results?.coaching).toMatchObject({ customer_effort_score: null });
    expect(seen.results?.summary).not.toBe('');
    expect(JSON.stringify(seen)).not.toContain(INVENTED);
    expect(await minutesOf(service, seen.id)).toEqual({
      billed: Math.ceil((seen.call.duration_ms ?? 0) / 600),
      reserved: null,
    });
  });
});

describe('half a conversation', () => {
  it('a message after the beep: the message and nothing else', async () => {
    const announcement = concat(ringing, tone(900, 1000), silence(500));
    const before = silence(announcement.length / 16 + 500);
    const seen = await analyse(pair(concat(before, MESSAGE ?? silence(0), silence(1000)), announcement), {
      agent_channel: '0',
    });
    expect(texts(seen)).toEqual([SPOKEN[2]?.text]);
    expect(seen.transcript?.segments).toMatchObject([{ speaker: 'agent', channel: 0 }]);
    expect(seen.transcript?.segments[0]?.start).toBeCloseTo(before.length / 16_000, 0);
    expect(seen.results).toMatchObject({
      call_kind: 'voicemail',
      compliance: { score: null },
      quality: { overall_score: null },
    });
  });

  it('the same on one track', async () => {
    const seen = await analyse(
      wav([line(concat(ringing, tone(900, 1000), silence(1500), MESSAGE ?? silence(0), silence(1000)))]),
    );
    expect(texts(seen)).toEqual([SPOKEN[2]?.text]);
    expect(seen.results?.call_kind).toBe('voicemail');
  });

  it('put on hold: music between two turns is not heard', async () => {
    const held = concat(silence(6000), music(30_000));
    const seen = await analyse(
      pair(
        concat(silence(1000), GREETING ?? silence(0), silence(38_000), MESSAGE ?? silence(0), silence(1000)),
        concat(silence(3500), COMPLAINT ?? silence(0), held),
      ),
    );
    expect(texts(seen)).toEqual(SPOKEN.map(({ text }) => text));
    expect(seen.transcript?.segments.map(({ channel }) => channel)).toEqual([0, 1, 0]);
    expect(seen.results?.call_kind).toBe('conversation');
  });

  it('one party only: heard, and the other is not judged', async () => {
    const seen = await analyse(pair(concat(silence(1000), GREETING ?? silence(0), silence(4000)), silence(7000)), {
      agent_channel: '1',
    });
    expect(texts(seen)).toEqual([SPOKEN[0]?.text]);
    expect(seen.transcript?.segments).toMatchObject([{ speaker: 'customer', channel: 0 }]);
    expect(seen.results?.compliance).toMatchObject({
      score: null,
      identity_verification: { performed: false, assessable: false, flagged: true },
    });
  });

  it('an agent whom no one answers: a notice that is given to an empty line is neither praised nor missed', async () => {
    const seen = await analyse(pair(concat(silence(1000), GREETING ?? silence(0), silence(4000)), silence(7000)), {
      agent_channel: '0',
    });
    expect(texts(seen)).toEqual([SPOKEN[0]?.text]);
    expect(seen.results).toMatchObject({
      call_kind: 'no_conversation',
      compliance: {
        score: null,
        coverage: 0,
        mandatory_disclosures: { performed: false, assessable: false, missing: [] },
      },
      quality: { overall_score: null, coverage: 0, greeting: { present: false, assessable: false } },
      summary: 'Only one party was heard, and the other never answered, so there was nothing to judge.',
    });
  });
});
