// Calls through the whole service with a speech server that answers with text alone: Ollama, llama.cpp, vLLM.
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
  turnStart,
} from '../support/builders/scripted-call.js';
import { checkedClient } from '../support/clients/checked-client.js';
import { type OpenAiStub, refuse, type StubAnswering } from '../support/stubs/openai-stub.js';

/** The longest turn, with what voice activity detection adds to it; the piece of a whole channel is longer. */
const MAX_TURN_MS = 5_000;

const textAlone: StubAnswering = (request) => ({ body: { text: turnOf(request).text } });
const timed: StubAnswering = (request) => {
  const { text } = turnOf(request);
  return { body: { text, segments: [{ start: 0, end: pieceMsOf(request) / 1000, text }] } };
};

let transcribe: StubAnswering;
let provider: OpenAiStub;
let service: TestService;
let api: CallAnalysis;

async function restart(answering: StubAnswering): Promise<void> {
  transcribe = answering;
  await service?.stop();
  await provider?.close();
  provider = await startScriptedProvider({ transcribe: (request) => transcribe(request) });
  service = await startTestService({
    ...providerSettings(provider),
    TRANSCRIPTION_ENGINE: 'compatible',
    OPENAI_TRANSCRIPTION_MODEL: 'large-v3',
    PROVIDER_CONCURRENCY: '4',
  });
  const { liveKey } = await service.openAccount();
  api = checkedClient(service.baseUrl, liveKey);
}

afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

async function analysed(): Promise<Analysis> {
  const { id } = await api.analyses.create({ ...PARTIES, file: recordedCall() });
  return finalAnalysis(api, id);
}

function expectTurnsInOrder({ transcript, results }: Analysis): void {
  expect(transcript?.segments.map(({ speaker, text }) => [speaker, text])).toEqual(
    TURNS.map(({ channel, text }) => [channel === 0 ? 'agent' : 'customer', text]),
  );
  for (const [index, segment] of transcript?.segments.entries() ?? []) {
    expect(Math.abs(segment.start - turnStart(index))).toBeLessThan(0.35);
    expect(segment.end).toBeLessThan(turnStart(index + 1));
  }
  expect(results?.compliance.mandatory_disclosures.citations).toMatchObject([{ segment_id: 0, speaker: 'agent' }]);
  expect(results?.quality.call_resolution.citations).toMatchObject([{ segment_id: 4, speaker: 'agent' }]);
}

const piecesSent = () => provider.requests.filter(({ path }) => path === '/audio/transcriptions');

describe.each<[string, number, StubAnswering]>([
  ['whatever it is asked for', 1, textAlone],
  [
    'since it refuses verbose_json',
    2,
    (request) =>
      request.fields.response_format?.[0] === 'verbose_json'
        ? refuse(400, "Only 'json' response_format is supported for transcription")
        : textAlone(request),
  ],
])('a stereo call, and a server that answers with text alone %s', (_why, questions, answering) => {
  beforeAll(() => restart(answering));

  it('has its turns in order, and its quotations point to them', async () => {
    expectTurnsInOrder(await analysed());
    expect(Math.max(...piecesSent().map(pieceMsOf))).toBeLessThan(MAX_TURN_MS);
  });

  it('asks the server what it can do once, with one turn of the first call', async () => {
    const before = piecesSent().length;
    expectTurnsInOrder(await analysed());
    expect(piecesSent(), 'requests for a later call, which needs no sample').toHaveLength(before + TURNS.length);
    expect(before, 'requests of the calls before: the sample and each turn').toBe(questions + TURNS.length);
  });
});

it('keeps the order of a call that was cut for times before the server answered with text alone', async () => {
  await restart((request) => (request.index === 0 ? timed(request) : textAlone(request)));
  expectTurnsInOrder(await analysed());
  // One piece for each channel came back as text and was sent again, turn by turn.
  expect(piecesSent().filter((request) => pieceMsOf(request) > MAX_TURN_MS).length).toBeGreaterThan(0);
  expectTurnsInOrder(await analysed());
});
