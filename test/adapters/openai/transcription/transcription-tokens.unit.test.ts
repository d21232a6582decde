// The tokens of a piece: those of all answers that OpenAI gave for it.
import { rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { OpenAiClient } from '../../../../src/adapters/openai/openai-client.js';
import { OpenAiSpeechToText } from '../../../../src/adapters/openai/transcription/openai.speech-to-text.js';
import { Semaphore } from '../../../../src/platform/concurrency/semaphore.js';
import { makeDecoder, makeRecording } from '../../../support/audio/recording.js';
import { PROVIDER_SECRET } from '../../../support/stubs/openai-failures.js';
import { type StubAnswer, startOpenAiStub } from '../../../support/stubs/openai-stub.js';

const told = (body: object, input_tokens: number): StubAnswer => ({
  body: { ...body, usage: { type: 'tokens', input_tokens, output_tokens: 5 } },
});
const UNUSABLE = { text: null };
const HEARD = { text: 'Hello.' };

it.each<[string, readonly StubAnswer[], object | undefined]>([
  ['one answer', [told(HEARD, 14)], { inputTokens: 14, outputTokens: 5 }],
  [
    'an answer that cannot be used, and one that can',
    [told(UNUSABLE, 13), told(HEARD, 14)],
    { inputTokens: 27, outputTokens: 10 },
  ],
  ['an answer by the second', [{ body: { ...HEARD, usage: { type: 'duration', seconds: 3 } } }], undefined],
  ['answers of which one tells none', [{ body: UNUSABLE }, told(HEARD, 14)], undefined],
])('are those of %s', async (_, replies, expected) => {
  const stub = await startOpenAiStub({ transcribe: ({ index }) => replies[index] });
  const client = new OpenAiClient({ baseUrl: stub.baseUrl, apiKey: PROVIDER_SECRET, gate: new Semaphore(4) });
  const recording = await makeRecording(2_000);
  onTestFinished(async () => {
    await Promise.all([client.close(), stub.close(), rm(recording.dir, { recursive: true })]);
  });
  const engine = new OpenAiSpeechToText({
    client,
    decoder: await makeDecoder(),
    transcriptionModel: 'gpt-transcribe',
    diarizationModel: null,
    uploadFormat: 'wav',
    warn: () => undefined,
  });
  const { tokens } = await engine.transcribe(recording.piece(), recording.options());
  expect(tokens).toEqual(expected);
});
