// A stub of Anthropic's API on a real socket, which refuses what the contract refuses, and an asker that asks it.
import { onTestFinished } from 'vitest';
import { AnthropicAsker } from '../../../src/adapters/anthropic/anthropic-asker.js';
import { AnthropicClient } from '../../../src/adapters/anthropic/anthropic-client.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import type { EngineLearning } from '../../../src/platform/operations/engine-learning.js';
import type { ProviderCall } from '../../../src/platform/operations/provider-calls.js';
import { faultOfMessages } from './anthropic-contract.js';
import { PROVIDER_SECRET } from './openai-failures.js';
import { type OpenAiStub, type StubAnswer, type StubAnswering, type StubRequest, startStub } from './openai-stub.js';

export interface AnthropicSetting {
  readonly answer?: (request: StubRequest) => StubAnswer | undefined;
  /** GET /v1/models/{model} */
  readonly models?: StubAnswering;
  readonly learning?: EngineLearning;
  readonly deadlineMs?: number;
  readonly baseUrl?: string;
  readonly onCall?: (call: ProviderCall) => void;
}

export async function startAnthropicAsker(setting: AnthropicSetting = {}) {
  const stub = await startAnthropicStub(setting);
  const client = new AnthropicClient({
    baseUrl: setting.baseUrl ?? stub.baseUrl.replace(/\/v1$/, ''),
    apiKey: PROVIDER_SECRET,
    gate: new Semaphore(4),
    ...(setting.deadlineMs && { deadlineMs: setting.deadlineMs }),
    ...(setting.onCall && { onCall: setting.onCall }),
  });
  onTestFinished(async () => {
    await Promise.all([client.close(), stub.close()]);
  });
  const learning = setting.learning && { learning: setting.learning };
  return { asker: new AnthropicAsker({ client, model: 'claude-sonnet-5', ...learning }), client, stub };
}

export function startAnthropicStub({
  answer,
  models,
}: Pick<AnthropicSetting, 'answer' | 'models'>): Promise<OpenAiStub> {
  const messages = { prepared: answer, byDefault: () => messageWith('{}') };
  const model = { prepared: models, byDefault: () => ({ body: { type: 'model', id: 'claude-sonnet-5' } }) };
  return startStub(
    ({ method, path }) => {
      if (method === 'POST' && path === '/messages') return messages;
      return method === 'GET' && path.startsWith('/models/') ? model : null;
    },
    (request) => {
      const fault = request.method === 'POST' ? faultOfMessages(request) : null;
      return fault && refuseMessages(fault.status, fault.type, fault.message);
    },
  );
}

/** An error in Anthropic's shape. */
export function refuseMessages(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): StubAnswer {
  return { status, body: { type: 'error', error: { type, message, details: null }, request_id: 'req_1' }, headers };
}

const USAGE = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };

/** A complete message. A string becomes its text unchanged; any other value becomes its text as JSON. */
export function messageWith(value: unknown, changes: Readonly<Record<string, unknown>> = {}): StubAnswer {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    body: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-5',
      content: [
        { type: 'thinking', thinking: 'Is {this} it?', signature: 's' },
        { type: 'text', text, citations: null },
      ],
      stop_reason: 'end_turn',
      stop_sequence: null,
      stop_details: null,
      usage: USAGE,
      ...changes,
    },
  };
}

/** As {@link messageWith}, as the input of the tool that was asked for. */
export function toolUseWith(name: string, input: unknown): StubAnswer {
  return messageWith('', {
    content: [{ type: 'tool_use', id: 'toolu_1', name, input, caller: { type: 'direct' } }],
    stop_reason: 'tool_use',
  });
}
