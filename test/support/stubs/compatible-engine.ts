// The engine for compatible servers, before a stub of such a server.
import { afterEach } from 'vitest';
import { OpenAiClient } from '../../../src/adapters/openai/openai-client.js';
import {
  CompatibleSpeechToText,
  type CompatibleSpeechToTextOptions,
} from '../../../src/adapters/openai/transcription/compatible.speech-to-text.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import { makeDecoder } from '../audio/recording.js';
import { PROVIDER_SECRET } from './openai-failures.js';
import { type OpenAiStub, type OpenAiStubOptions, startOpenAiStub } from './openai-stub.js';

export interface CompatibleEngine {
  readonly engine: CompatibleSpeechToText;
  readonly stub: OpenAiStub;
  /** What the operator was told. */
  readonly warnings: readonly string[];
}

export type MakeCompatibleEngine = (
  answers: OpenAiStubOptions,
  settings?: Partial<CompatibleSpeechToTextOptions>,
) => Promise<CompatibleEngine>;

/** Registers hooks that close everything after each test. */
export function compatibleEngines(): MakeCompatibleEngine {
  const open: Array<{ close(): Promise<void> }> = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });
  return async (answers, settings = {}) => {
    const stub = await startOpenAiStub(answers);
    const client = new OpenAiClient({ baseUrl: stub.baseUrl, apiKey: PROVIDER_SECRET, gate: new Semaphore(4) });
    open.push(client, stub);
    const warnings: string[] = [];
    const engine = new CompatibleSpeechToText({
      client,
      decoder: await makeDecoder(),
      model: 'large-v3',
      diarizationPath: null,
      diarizationModel: null,
      warn: (sentence) => warnings.push(sentence),
      ...settings,
    });
    return { engine, stub, warnings };
  };
}
