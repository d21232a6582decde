// How well a party was heard, through the whole service: five kinds of answers of speech servers, with a good recording and with
// a noisy one. An opening without a greeting is held against the agent only where the agent was heard well.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analysis, CallAnalysis } from '../../clients/typescript/src/index.js';
import { finalAnalysis, PARTIES, startTestService, type TestService } from '../support/apps/running-service.js';
import { concat, mix, noise, silence, voice, wav } from '../support/audio/audio-fixtures.js';
import { pieceMsOf } from '../support/builders/scripted-call.js';
import { checkedClient } from '../support/clients/checked-client.js';
import { type OpenAiStub, type StubAnswer, type StubRequest, startOpenAiStub } from '../support/stubs/openai-stub.js';

/** The last turn is shorter, so that the stub tells the channels apart by the length of what it gets. */
const TURN_MS = 3000;
const LAST_TURN_MS = 2000;
const CHANNEL_0_MS = 19_000;
const TURNS: readonly (readonly [channel: number, text: string])[] = [
  [0, 'Billing department. What is your account number, and what is this about?'],
  [1, 'It is about the last bill. I was charged twice in May.'],
  [0, 'I can see the two payments that you mean here.'],
  [1, 'Then please send one of them back to my bank.'],
  [0, 'I have refunded the second payment, it takes three days.'],
  [1, 'All right, that sounds good. Thank you, goodbye.'],
];
const turnMs = (turn: number) => (turn === TURNS.length - 1 ? LAST_TURN_MS : TURN_MS);
const LENGTH_MS = TURNS.length * (TURN_MS + 1000) + 1000;

/** One party on each channel. The voices are synthetic; a noise of 600 lies some 7 dB below them. */
function recording(noiseRms: number): Buffer {
  const lane = (channel: number) => {
    const turns = TURNS.map(([of], index) =>
      concat(
        silence(1000),
        of === channel
          ? voice(turnMs(index), { seed: index + 1, pitchHz: 110 + 60 * channel })
          : silence(turnMs(index)),
      ),
    );
    return mix(concat(...turns, silence(1000)), noise(LENGTH_MS, noiseRms, channel + 1));
  };
  return wav([lane(0), lane(1)]);
}

/** What a server tells of its certainty: of each word, and of each segment. */
interface Certainty {
  readonly probability?: unknown;
  readonly avg_logprob?: unknown;
}
type Kind = (heardWell: boolean, turn: number, word: number) => Certainty;

/** A whole channel comes as one piece: its segments begin with the first turn of that channel, after 150 ms of padding. */
function answerOf(request: StubRequest, kind: Kind, heardWell: boolean): StubAnswer {
  const pieceMs = pieceMsOf(request);
  const channel = pieceMs > TURN_MS + 1000 && pieceMs < CHANNEL_0_MS ? 1 : 0;
  const segments = TURNS.flatMap(([of, text], turn) => {
    if (of !== channel) return [];
    const start = 0.15 + (turn - channel) * (TURN_MS / 1000 + 1);
    const spellings = text.split(' ');
    const words = spellings.map((word, at) => {
      const begins = start + (at * turnMs(turn)) / 1000 / spellings.length;
      return { word, start: begins, end: begins + 0.2, probability: kind(heardWell, turn, at).probability };
    });
    return [
      { start, end: start + turnMs(turn) / 1000, text, avg_logprob: kind(heardWell, turn, 0).avg_logprob, words },
    ];
  });
  // Python's own JSON: NaN is written as such.
  const body = JSON.stringify({ language: 'en', text: '', segments }).replaceAll('"NaN"', 'NaN');
  return { body, headers: { 'content-type': 'application/json' } };
}

const KINDS: Readonly<Record<string, Kind>> = {
  'word probabilities': (well, _, word) => ({ probability: (well ? 0.9 : 0.4) + 0.005 * word }),
  'mean log probabilities of segments': (well, turn) => ({ avg_logprob: (well ? -0.1 : -1) - 0.02 * turn }),
  nothing: () => ({}),
  'a probability of 1.0 throughout': () => ({ probability: 1, avg_logprob: 0 }),
  'NaN and null': () => ({ probability: null, avg_logprob: 'NaN' }),
};
const FROM_ENGINE = ['word probabilities', 'mean log probabilities of segments'];

let answer: (request: StubRequest) => StubAnswer | undefined = () => undefined;
let provider: OpenAiStub;
let service: TestService;
let api: CallAnalysis;

beforeAll(async () => {
  provider = await startOpenAiStub({ transcribe: (request) => answer(request) });
  service = await startTestService({
    TRANSCRIPTION_ENGINE: 'compatible',
    ANALYSIS_ENGINE: 'rules',
    OPENAI_BASE_URL: provider.baseUrl,
    // Of OpenAI's own models, the stub refuses the format with times.
    OPENAI_TRANSCRIPTION_MODEL: 'large-v3',
    PROVIDER_CONCURRENCY: '1',
  });
  const { liveKey } = await service.openAccount();
  api = checkedClient(service.baseUrl, liveKey);
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

async function analysed(kind: Kind, heardWell: boolean): Promise<Analysis> {
  answer = (request) => answerOf(request, kind, heardWell);
  const { id } = await api.analyses.create({
    ...PARTIES,
    agent_channel: 0,
    file: recording(heardWell ? 3 : 400),
  });
  return finalAnalysis(api, id);
}

describe.each(Object.entries(KINDS))('a server that gives %s', (name, kind) => {
  const basis = FROM_ENGINE.includes(name) ? ['engine', 'signal'] : ['signal'];

  it('and a good recording: both parties were heard well, and the missing greeting counts', async () => {
    const { transcript, results } = await analysed(kind, true);
    expect(transcript?.segments.map(({ text }) => text)).toEqual(TURNS.map(([, text]) => text));
    for (const party of [transcript?.hearing?.agent, transcript?.hearing?.customer]) {
      expect(party).toMatchObject({ basis, assessable: true, reasons: [] });
      expect(party?.score).toBeGreaterThan(0.65);
    }
    expect(results?.quality.greeting).toMatchObject({ present: false, assessable: true });
    expect(results?.quality.greeting.citations[0]).toMatchObject({ segment_id: 0, speaker: 'agent' });
  });

  it('and a noisy recording: nothing is held against anyone [settled 7]', async () => {
    const { transcript, results } = await analysed(kind, false);
    for (const party of [transcript?.hearing?.agent, transcript?.hearing?.customer]) {
      expect(party).toMatchObject({ basis, assessable: false });
      expect(party?.reasons).toEqual([basis.length === 2 ? 'low_confidence' : 'noisy']);
    }
    expect(results?.quality.greeting).toMatchObject({ present: false, assessable: false, citations: [] });
    expect(results?.compliance.violations).toEqual([]);
  });
});
