// Asks Anthropic's models by the Messages API.
import { NotFoundError } from '@anthropic-ai/sdk';
import type { ProviderError } from '../../ports/provider-error.js';
import { strictSchema } from '../model/analysis-prompt.js';
import { formatOf, isRefused } from '../model/lessons.js';
import {
  instructionsOf,
  Lesson,
  ModelAsker,
  type ModelAskerOptions,
  type ModelReply,
  type ModelRequest,
  maxResponseBytes,
} from '../model/model-asker.js';
import type { EngineRemark } from '../vendor/engine-remark.js';
import { UnusableResponseError } from '../vendor/provider-failure.js';
import type { AnthropicClient } from './anthropic-client.js';
import { lessonOf, toProviderError } from './anthropic-error.js';
import { readMessage } from './anthropic-message.js';

export interface AnthropicAskerOptions extends ModelAskerOptions {
  readonly client: AnthropicClient;
}

const CHECK_DEADLINE_MS = 15_000;

export class AnthropicAsker extends ModelAsker {
  readonly #client: AnthropicClient;
  readonly #model: string;

  constructor(options: AnthropicAskerOptions) {
    const { client, model } = options;
    super(`anthropic:${model}`, client.baseUrl, options);
    this.#client = client;
    this.#model = model;
  }

  async check(): Promise<readonly EngineRemark[]> {
    const { signal } = new AbortController();
    const call = { task: 'analysis', signal, isCheck: true, deadlineMs: CHECK_DEADLINE_MS } as const;
    const isListed = await this.#client.call(call, async (sdk, options) => {
      try {
        await sdk.get(`/v1/models/${encodeURIComponent(this.#model)}`, options);
        return true;
      } catch (error) {
        if (error instanceof NotFoundError) return false;
        throw error;
      }
    });
    if (isListed) return [];
    return [{ level: 'warn', sentence: `The analysis provider does not list the configured model ${this.#model}.` }];
  }

  limitName(): string {
    return 'max_tokens';
  }

  protected unreadable(fault: string): ProviderError {
    return toProviderError(new UnusableResponseError(fault), 'analysis');
  }

  protected async send(request: ModelRequest, mayLearn: boolean, signal: AbortSignal): Promise<ModelReply> {
    const { question, maxOutputTokens } = request;
    const body = { model: this.#model, max_tokens: maxOutputTokens, ...contentOf(request), ...formatFor(request) };
    const call = {
      task: 'analysis',
      purpose: question.purpose,
      signal,
      maxResponseBytes: maxResponseBytes(maxOutputTokens),
    } as const;
    const answer = await this.#client.call(call, async (sdk, options): Promise<unknown> => {
      try {
        // `sdk.messages.create` would write warnings about models to the console.
        return await sdk.post<unknown>('/v1/messages', { ...options, body });
      } catch (error) {
        const lesson = mayLearn ? lessonOf(error, request) : null;
        if (lesson === null) throw error;
        return new Lesson(lesson);
      }
    });
    return answer instanceof Lesson ? answer : readMessage(answer);
  }
}

/** Instructions, and what questions share, are marked for the cache: the transcript stands behind them. */
function contentOf(request: ModelRequest) {
  const { question, repair, learnt } = request;
  const cached = isRefused(learnt, 'cache_control') ? {} : { cache_control: { type: 'ephemeral' } };
  const block = (text: string, marks: object = {}) => ({ type: 'text', text, ...marks });
  const shared = question.sharedCharacters ?? 0;
  const said = [block(question.message.slice(shared)), ...(repair === null ? [] : [block(repair)])];
  const content = shared === 0 ? said : [block(question.message.slice(0, shared), cached), ...said];
  return { system: [block(instructionsOf(request), cached)], messages: [{ role: 'user', content }] };
}

function formatFor({ question, learnt }: ModelRequest) {
  const schema = strictSchema(question.shape);
  switch (formatOf(learnt)) {
    case 'schema':
      return { output_config: { format: { type: 'json_schema', schema } } };
    case 'tool':
      return {
        tools: [{ name: question.name, description: 'Takes the answer.', input_schema: schema }],
        tool_choice: { type: 'tool', name: question.name, disable_parallel_tool_use: true },
      };
    default:
      return {};
  }
}
