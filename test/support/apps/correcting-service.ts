// A running service that corrects transcripts, with a stub of the language model, and calls and scorecards to correct.
import { expect } from 'vitest';
import { answerYes, storeCall } from '../builders/evaluated-calls.js';
import { accountIdOf } from '../builders/published-form.js';
import { providerSettings, startScriptedProvider } from '../builders/scripted-call.js';
import { makeTestKey } from '../clients/checked-paths.js';
import { type JsonAnswer, sendJson } from '../clients/send-json.js';
import type { OpenAiStub, StubAnswer, StubRequest } from '../stubs/openai-stub.js';
import { type Account, startTestService, type TestService, until } from './running-service.js';

export interface CorrectingService {
  readonly service: TestService;
  readonly provider: OpenAiStub;
  readonly account: Account;
  readonly accountId: string;
  readonly testKey: string;
  /** With the live key of the account, unless another credential is named. */
  send(method: string, path: string, body?: unknown, options?: SendOptions): Promise<JsonAnswer>;
  correct(call: string, changes: object, options?: SendOptions): Promise<JsonAnswer>;
  /** @returns the correction when it is final */
  settled(call: string, correction: string): Promise<JsonAnswer['body']>;
  /** Corrects the call, and expects it to succeed. @returns the analysis with its words */
  corrected(call: string, changes: object): Promise<JsonAnswer['body']>;
  store(options?: Parameters<typeof storeCall>[2]): Promise<string>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly credential?: string;
  readonly idempotencyKey?: string;
}

const ENGINE = {
  transcription: 'openai:gpt-transcribe',
  analysis: 'rules',
  grade: 'production',
  mean_confidence: 0.9,
  rules_version: '1',
};

/** @param fault what the analyst is answered instead, at each request; null: a report */
export async function startCorrectingService(
  fault: (request: StubRequest) => StubAnswer | null | Promise<StubAnswer | null> = () => null,
  settings: Readonly<Record<string, string>> = {},
): Promise<CorrectingService> {
  const provider = await startScriptedProvider({
    chat: async (request) =>
      JSON.stringify(request.json).includes('call_resolution')
        ? ((await fault(request)) ?? undefined)
        : answerYes(request),
  });
  const service = await startTestService({ ...providerSettings(provider), WORKER_SWEEP_SECONDS: '1', ...settings });
  const account = await service.openAccount();
  const accountId = await accountIdOf(service.db, account.email);
  const testKey = await makeTestKey(service.baseUrl, account.accessToken);

  const send = (method: string, path: string, body?: unknown, options: SendOptions = {}) =>
    sendJson(method, `${service.baseUrl}${path}`, body, { credential: account.accessToken, ...options });
  const correct = (call: string, changes: object, options?: SendOptions) =>
    send('POST', `/analysis/${call}/corrections`, { base_version: 1, reviewer_id: 'mara', ...changes }, options);
  const settled = (call: string, correction: string) =>
    until(async () => {
      const { body } = await send('GET', `/analysis/${call}/corrections/${correction}`);
      return body.status !== 'processing' && body;
    }, `correction ${correction}`);
  return {
    service,
    provider,
    account,
    accountId,
    testKey,
    send,
    correct,
    settled,
    async corrected(call, changes) {
      const answer = await correct(call, changes);
      await expect(answer).toAnswer(201);
      expect(await settled(call, answer.body.id), 'the correction').toMatchObject({ status: 'completed' });
      return (await send('GET', `/analysis/${call}?include=words`)).body;
    },
    async store(options) {
      const id = await storeCall(service.db, accountId, options);
      await service.db.query('UPDATE analysis_payload SET engine = $2, results_summary = NULL WHERE analysis_id = $1', [
        id,
        JSON.stringify(ENGINE),
      ]);
      return id;
    },
    async close() {
      await service.stop();
      await provider.close();
    },
  };
}
