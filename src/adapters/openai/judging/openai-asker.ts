// Asks a model on any server that speaks OpenAI's protocol: Responses or Chat Completions.
import type { Learnt } from '../../../platform/operations/engine-learning.js';
import type { ProviderError } from '../../../ports/provider-error.js';
import { strictSchema } from '../../model/analysis-prompt.js';
import { formatOf, isRefused } from '../../model/lessons.js';
import {
  type BackgroundTier,
  instructionsOf,
  Lesson,
  ModelAsker,
  type ModelAskerOptions,
  type ModelReply,
  type ModelRequest,
  maxResponseBytes,
} from '../../model/model-asker.js';
import type { EngineRemark } from '../../vendor/engine-remark.js';
import { UnusableResponseError } from '../../vendor/provider-failure.js';
import type { OpenAiClient } from '../openai-client.js';
import { toProviderError } from '../openai-error.js';
import { isOpenAiHost } from '../openai-host.js';
import { checkModels } from '../openai-models.js';
import { readTokens } from '../openai-usage.js';
import { lessonOf, type SentBody } from './openai-lesson.js';
import { generatedText, readCompletion, readResponse, refuseFailed } from './openai-reply.js';

export interface OpenAiAskerOptions extends ModelAskerOptions {
  readonly client: OpenAiClient;
  /** Default: Responses for OpenAI's own hosts, Chat Completions for any other. */
  readonly api?: 'responses' | 'chat';
  /** Default null: every request is for the ordinary tier. */
  readonly background?: BackgroundTier | null;
}

type Api = 'responses' | 'chat';

const PATHS: Readonly<Record<Api, string>> = { responses: '/responses', chat: '/chat/completions' };

export class OpenAiAsker extends ModelAsker {
  readonly #client: OpenAiClient;
  readonly #model: string;
  readonly #api: Api;
  readonly #background: BackgroundTier | null;

  constructor(options: OpenAiAskerOptions) {
    const { client, model } = options;
    const api = options.api ?? (isOpenAiHost(client.baseUrl) ? 'responses' : 'chat');
    super(`${api === 'responses' ? 'openai' : 'compatible'}:${model}`, client.baseUrl, options);
    this.#client = client;
    this.#model = model;
    this.#api = api;
    this.#background = options.background ?? null;
  }

  check(): Promise<readonly EngineRemark[]> {
    return checkModels(this.#client, 'analysis', [this.#model]);
  }

  limitName(learnt: Learnt): string {
    return this.#api === 'responses' ? 'max_output_tokens' : chatLimit(learnt);
  }

  protected unreadable(fault: string): ProviderError {
    return toProviderError(new UnusableResponseError(fault), 'analysis');
  }

  protected async send(request: ModelRequest, mayLearn: boolean, signal: AbortSignal): Promise<ModelReply> {
    const { question, maxOutputTokens, learnt } = request;
    const tier = this.#background?.isBackground() && !isRefused(learnt, 'service_tier') ? this.#background : null;
    const body: SentBody = {
      model: this.#model,
      ...(this.#api === 'responses' ? responsesBody(request) : chatBody(request)),
      ...(tier && { service_tier: tier.serviceTier }),
    };
    const call = {
      task: 'analysis',
      purpose: question.purpose,
      signal,
      maxResponseBytes: maxResponseBytes(maxOutputTokens),
    } as const;
    const answer = await this.#client.call(call, async (sdk, options): Promise<unknown> => {
      // A tier without capacity may leave a request unanswered for minutes: the ordinary one has the time that is left.
      const patience = tier === null ? null : AbortSignal.timeout(this.#client.deadlineMs / 2);
      const until = patience === null ? options.signal : AbortSignal.any([options.signal, patience]);
      try {
        // The SDK's own methods would parse the response and throw on an unexpected shape before we can judge it.
        return refuseFailed(await sdk.post<unknown>(PATHS[this.#api], { signal: until, body }));
      } catch (error) {
        if (mayLearn && patience?.aborted && !options.signal.aborted) return new Lesson({ service_tier: 'refused' });
        const text = generatedText(error);
        if (text !== null) return text;
        const lesson = mayLearn ? lessonOf(error, body, request) : null;
        if (lesson === null) throw error;
        return new Lesson(lesson);
      }
    });
    if (answer instanceof Lesson) return answer;
    const reply = this.#api === 'responses' ? readResponse(answer) : readCompletion(answer);
    return { ...reply, tokens: readTokens(answer, tier?.serviceTier ?? null) };
  }
}

/** Self-hosted servers know the older name of the limit, newer models of OpenAI only the other. */
const chatLimit = ({ limit }: Learnt) => (limit === 'max_completion_tokens' ? limit : 'max_tokens');

function schemaOf({ question, learnt }: ModelRequest) {
  const strict = isRefused(learnt, 'strict') ? {} : { strict: true };
  return { name: question.name, ...strict, schema: strictSchema(question.shape) };
}

/** The tool that the model must call with its answer, for servers that take no schema otherwise. */
function toolOf(request: ModelRequest) {
  const { schema, ...named } = schemaOf(request);
  return { ...named, description: 'Takes the answer.', parameters: schema };
}

function responsesBody(request: ModelRequest): SentBody {
  const { question, learnt, repair } = request;
  const said = [question.message, ...(repair === null ? [] : [repair])];
  const formats = {
    schema: () => ({ text: { format: { type: 'json_schema', ...schemaOf(request) } } }),
    tool: () => ({
      tools: [{ type: 'function', ...toolOf(request) }],
      tool_choice: { type: 'function', name: question.name },
    }),
    object: () => ({ text: { format: { type: 'json_object' } } }),
    words: () => ({}),
  };
  return {
    instructions: instructionsOf(request),
    input: said.map((content) => ({ role: 'user', content })),
    ...formats[formatOf(learnt)](),
    max_output_tokens: request.maxOutputTokens,
    ...(!isRefused(learnt, 'store') && { store: false }),
    ...(!isRefused(learnt, 'prompt_cache_key') && { prompt_cache_key: question.cacheKey }),
  };
}

function chatBody(request: ModelRequest): SentBody {
  const { question, learnt, repair } = request;
  const instructions = instructionsOf(request);
  const message = repair === null ? question.message : `${question.message}\n\n${repair}`;
  const formats = {
    schema: () => ({ response_format: { type: 'json_schema', json_schema: schemaOf(request) } }),
    tool: () => ({
      tools: [{ type: 'function', function: toolOf(request) }],
      tool_choice: { type: 'function', function: { name: question.name } },
    }),
    object: () => ({ response_format: { type: 'json_object' } }),
    words: () => ({}),
  };
  return {
    messages:
      learnt.system === 'in_message'
        ? [{ role: 'user', content: `${instructions}\n\n${message}` }]
        : [
            { role: 'system', content: instructions },
            { role: 'user', content: message },
          ],
    ...formats[formatOf(learnt)](),
    [chatLimit(learnt)]: request.maxOutputTokens,
    ...(!isRefused(learnt, 'temperature') && { temperature: 0 }),
  };
}
