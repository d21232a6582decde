// A running service that judges calls by scorecards, with a stub of the language model.
import { afterAll, beforeAll } from 'vitest';
import { answerYes } from '../builders/evaluated-calls.js';
import { accountIdOf } from '../builders/published-form.js';
import { providerSettings } from '../builders/scripted-call.js';
import type { Gate } from '../processes/gate.js';
import { type OpenAiStub, type StubAnswer, type StubRequest, startOpenAiStub } from '../stubs/openai-stub.js';
import { type Account, startTestService, type TestService } from './running-service.js';

/** How many evaluations an account may have in a month. */
export const EVALUATION_LIMIT = 100;

interface EvaluatingService {
  readonly provider: OpenAiStub;
  readonly service: TestService;
  readonly account: Account;
  readonly accountId: string;
}

/**
 * One service for all tests of a file.
 * @param model lets the requests to the language model pass
 * @param fault what the model answers instead of yes, at each request; null: nothing else
 * @param take is called before the first test
 * @param limit of evaluations
 */
export function setUpEvaluations(
  model: Gate,
  fault: (request: StubRequest) => StubAnswer | null,
  take: (given: EvaluatingService) => void,
  limit = EVALUATION_LIMIT,
): void {
  let provider: OpenAiStub;
  let service: TestService;
  beforeAll(async () => {
    provider = await startOpenAiStub({
      chat: async (request) => {
        await model.pass();
        return fault(request) ?? answerYes(request);
      },
    });
    service = await startTestService({
      ...providerSettings(provider),
      WORKER_SWEEP_SECONDS: '1',
      EVALUATIONS_PER_MONTH: String(limit),
    });
    const account = await service.openAccount();
    take({ provider, service, account, accountId: await accountIdOf(service.db, account.email) });
  });
  afterAll(async () => {
    model.open();
    await service?.stop();
    await provider?.close();
  });
}
