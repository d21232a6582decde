// cspell:ignore openwhispr
// Calls through the whole service with speech servers whose answers are odd: after openwhispr#1458, whisper.cpp#2629,
// speaches#86, whisperX#559, and an engine that calls English Welsh.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analysis, CallAnalysis } from '../../clients/typescript/src/index.js';
import { finalAnalysis, PARTIES, startTestService, type TestService } from '../support/apps/running-service.js';
import {
  pieceMsOf,
  providerSettings,
  recordedCall,
  startScriptedProvider,
  TURNS,
  turnOf,
} from '../support/builders/scripted-call.js';
import { checkedClient } from '../support/clients/checked-client.js';
import type { OpenAiStub, StubAnswering, StubRequest } from '../support/stubs/openai-stub.js';

/** The longest turn, with what voice activity detection adds to it; the piece of a whole channel is longer. */
const MAX_TURN_MS = 5_000;
/** Whether a request holds a whole channel, or one turn of it. */
const isChannel = (request: StubRequest) => pieceMsOf(request) > MAX_TURN_MS;

interface Said {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The turns of the channel that was sent, one behind the other, with some of its pauses; a turn alone as it is. */
function turnsOf(request: StubRequest): Said[] {
  const lengthS = pieceMsOf(request) / 1000;
  if (!isChannel(request)) return [{ start: 0, end: lengthS, text: turnOf(request).text }];
  // Channel 1 begins later, so that its piece is shorter or longer by the pauses at its ends.
  const channel = provider.requests.filter(isChannel).indexOf(request) % 2;
  const texts = TURNS.filter((turn) => turn.channel === channel).map(({ text }) => text);
  return texts.map((text, index) => ({ start: (lengthS * index) / 3, end: (lengthS * index) / 3 + 2, text }));
}

const wordsOf = ({ start, end, text }: Said) => {
  const spelled = text.split(' ');
  const at = (index: number) => start + ((end - start) * index) / spelled.length;
  return spelled.map((word, index) => ({ word, start: at(index), end: at(index + 1) }));
};

let transcribe: StubAnswering;
let provider: OpenAiStub;
let service: TestService;
let api: CallAnalysis;

beforeAll(async () => {
  provider = await startScriptedProvider({ transcribe: (request) => transcribe(request) });
});
afterAll(() => provider?.close());

async function start(answering: StubAnswering): Promise<void> {
  transcribe = answering;
  service = await startTestService({
    ...providerSettings(provider),
    TRANSCRIPTION_ENGINE: 'compatible',
    OPENAI_TRANSCRIPTION_MODEL: 'large-v3',
  });
  const { liveKey } = await service.openAccount();
  api = checkedClient(service.baseUrl, liveKey);
}

async function analysed(): Promise<Analysis> {
  const { id } = await api.analyses.create({ ...PARTIES, file: recordedCall() });
  return finalAnalysis(api, id);
}

/** What each party said, whatever the order in which the channels were sent. */
const linesOf = ({ transcript }: Analysis) => transcript?.segments.map(({ text }) => text).sort();
const LINES = TURNS.map(({ text }): string => text).sort();

describe('a server that adds to what was said, and calls it Welsh', () => {
  beforeAll(() =>
    start((request) => {
      const turns = turnsOf(request);
      const lengthS = pieceMsOf(request) / 1000;
      const added = [
        { start: 0, end: 0.4, text: '[BLANK_AUDIO]' },
        { start: 0.1, end: 0.5, text: '(upbeat music)' },
        { start: lengthS - 2, end: lengthS, text: Array.from({ length: 60 }, () => 'okay').join(' ') },
        { start: lengthS + 2.5, end: lengthS + 4, text: 'I want to cancel my contract.' },
      ];
      return { body: { text: 'All.', language: 'welsh', segments: [...turns, ...added] } };
    }),
  );
  afterAll(() => service?.stop());

  it('gives a transcript of what was said, in English, with roles and verdicts', async () => {
    const analysis = await analysed();
    expect(linesOf(analysis)).toEqual(LINES);
    expect(analysis.transcript?.language).toBe('en');
    expect(new Set(analysis.transcript?.segments.map(({ speaker }) => speaker))).toEqual(
      new Set(['agent', 'customer']),
    );
    expect(analysis.results?.compliance.mandatory_disclosures).toMatchObject({ performed: true });
  });
});

describe('a server with one odd answer among others', () => {
  let odd: (turns: readonly Said[]) => object;
  let oddAt = 0;
  beforeAll(() =>
    start((request) => {
      const turns = turnsOf(request);
      const isOdd = request.index === oddAt;
      return {
        body: isOdd ? odd(turns) : { text: 'All.', segments: turns.map((turn) => ({ ...turn, words: wordsOf(turn) })) },
      };
    }),
  );
  afterAll(() => service?.stop());

  const text = (turns: readonly Said[]) => turns.map((turn) => turn.text).join(' ');
  it.each<[string, (turns: readonly Said[]) => object]>([
    ['words beside no segments', (turns) => ({ text: text(turns), segments: [], words: turns.flatMap(wordsOf) })],
    [
      'one segment of length 0',
      (turns) => ({ text: text(turns), segments: [{ start: 0, end: 0, text: text(turns) }] }),
    ],
    ['text alone', (turns) => ({ text: text(turns) })],
    [
      'a word without times, and words out of order',
      (turns) => ({
        text: text(turns),
        segments: turns.map((turn) => {
          const [first, second, ...rest] = wordsOf(turn);
          return {
            ...turn,
            words: [second, first, ...rest.map((word, at) => (at === 1 ? { word: word.word } : word))],
          };
        }),
      }),
    ],
  ])('hears all of that call, and the next call as before: %s', async (_, answer) => {
    odd = answer;
    const sent = () => provider.requests.filter(({ path }) => path === '/audio/transcriptions');
    oddAt = sent().length;
    const first = await analysed();
    expect(linesOf(first)).toEqual(LINES);
    for (const segment of first.transcript?.segments ?? []) {
      const starts = segment.words?.map((word) => word.start) ?? [];
      expect(starts, 'words of a segment in their order').toEqual([...starts].sort((a, b) => a - b));
    }
    const before = sent().length;
    expect(linesOf(await analysed())).toEqual(LINES);
    expect(sent().slice(before).map(isChannel), 'the next call is sent by channel').toEqual([true, true]);
  });
});
