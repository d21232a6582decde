// Sends a question to a language model and enforces a response that fits a JSON schema ("structured output").
import { BadRequestError, type OpenAI, UnprocessableEntityError } from 'openai';
import type { z } from 'zod';
import { afterAnswer } from '../../../ports/provider-error.js';
import type { OpenAiCallOptions, OpenAiClient } from '../openai-client.js';
import { toProviderError, UnusableResponseError } from '../openai-error.js';
import { notJudged, whyRefused } from '../openai-not-judged.js';
import { addTokens, type OpenAiTokens, readTokens } from '../openai-usage.js';
import { strictSchema } from './openai-analysis-prompt.js';
import {
  type Completion,
  type ParsedOutput,
  parseOutput,
  readCompletion,
  readResponse,
  refuseFailed,
} from './openai-structured-response.js';

export interface StructuredOutputOptions {
  readonly client: OpenAiClient;
  readonly model: string;
  readonly api: 'responses' | 'chat';
  /** Purpose in the metrics, if it is not `analysis`. */
  readonly purpose?: string;
  /** Limit of a message. A question with a longer one is not sent. */
  readonly maxMessageCharacters: number;
}

export interface StructuredQuestion<T> {
  /** Name of the schema, which some providers show to the model. */
  readonly name: string;
  /** Requests that begin with the same text carry the same key, at most 64 characters, so that OpenAI finds its cached prefix. */
  readonly cacheKey: string;
  readonly instructions: string;
  readonly message: string;
  readonly shape: z.ZodType<T>;
  /** Limit on the response. The tokens that the model spends on reasoning count against it. */
  readonly maxOutputTokens: number;
}

export interface StructuredResponse<T> {
  readonly answer: T;
  /** Tokens of all attempts together; null when the provider does not report them for each. */
  readonly tokens: OpenAiTokens | null;
}

type Attempt<T> = (
  | ParsedOutput<T>
  | { readonly kind: 'truncated' }
  /** No response of a model, such as the page of a proxy. */
  | { readonly kind: 'unreadable'; readonly fault: string }
) & { readonly tokens: OpenAiTokens | null };

const unreadable = (fault: string) => toProviderError(new UnusableResponseError(fault), 'analysis');

interface Answered {
  readonly completion: Completion;
  readonly tokens: OpenAiTokens | null;
}

/**
 * A response of 16,000 tokens has 72 kB of text. JSON writes a letter of other scripts in six bytes, and some models add their
 * thoughts.
 */
const SPARE_BYTES = 256 * 1024;
const MAX_BYTES_PER_TOKEN = 16;

export class StructuredOutput {
  readonly #options: StructuredOutputOptions;

  constructor(options: StructuredOutputOptions) {
    this.#options = options;
  }

  /**
   * Repeats a truncated response once with twice the tokens, and an unusable one once with its fault named.
   * Throws a final ProviderError when the model declines, and when a response is truncated or unusable a second time: the call is
   * then completed without a judgement, unless it was no response of a model at all, such as the page of a proxy.
   */
  async ask<T>(question: StructuredQuestion<T>, signal: AbortSignal): Promise<StructuredResponse<T>> {
    if (question.message.length > this.#options.maxMessageCharacters) {
      throw notJudged('too_long_for_model');
    }
    let maxOutputTokens = question.maxOutputTokens;
    let fault: string | null = null;
    let tokens: OpenAiTokens | null = { inputTokens: 0, outputTokens: 0 };
    for (;;) {
      const asking: Promise<Attempt<T>> = this.#attempt({ ...question, maxOutputTokens }, fault, signal);
      const isRepeated: boolean = fault !== null || maxOutputTokens > question.maxOutputTokens;
      const attempt: Attempt<T> = await (isRepeated ? afterAnswer(asking) : asking);
      tokens = addTokens(tokens, attempt.tokens);
      if (attempt.kind === 'answer') return { answer: attempt.answer, tokens };
      if (attempt.kind === 'truncated') {
        if (maxOutputTokens > question.maxOutputTokens) {
          throw notJudged('too_long_for_model');
        }
        maxOutputTokens *= 2;
        continue;
      }
      if (fault !== null) throw attempt.kind === 'unusable' ? notJudged('unusable_answer') : unreadable(attempt.fault);
      fault = attempt.fault;
    }
  }

  async #attempt<T>(question: StructuredQuestion<T>, fault: string | null, signal: AbortSignal): Promise<Attempt<T>> {
    let answered: Answered;
    try {
      answered =
        this.#options.api === 'responses'
          ? await this.#respond(question, fault, signal)
          : await this.#chat(question, fault, signal);
    } catch (error) {
      if (error instanceof UnusableResponseError) return { kind: 'unreadable', fault: error.message, tokens: null };
      throw error;
    }
    const { completion, tokens } = answered;
    if (completion.kind === 'truncated') return { ...completion, tokens };
    if (completion.kind === 'declined') {
      throw notJudged('model_declined');
    }
    return { ...parseOutput(completion.text, question.shape), tokens };
  }

  async #respond<T>(question: StructuredQuestion<T>, fault: string | null, signal: AbortSignal): Promise<Answered> {
    const { client, model } = this.#options;
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: question.message }];
    if (fault !== null) input.push({ role: 'user', content: repairRequest(fault) });
    const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
      model,
      instructions: question.instructions,
      input,
      text: {
        format: { type: 'json_schema', name: question.name, strict: true, schema: strictSchema(question.shape) },
      },
      max_output_tokens: question.maxOutputTokens,
      store: false,
      prompt_cache_key: question.cacheKey,
    };
    // `sdk.responses.create` would parse the response itself and throw on an unexpected shape before we can judge it.
    const answer = await client.call(this.#callOptions(question.maxOutputTokens, signal), async (sdk, request) =>
      refuseFailed(await sdk.post<unknown>('/responses', { ...request, body })),
    );
    return { completion: readResponse(answer), tokens: readTokens(answer) };
  }

  #callOptions(maxOutputTokens: number, signal: AbortSignal): OpenAiCallOptions {
    const { purpose = 'analysis' } = this.#options;
    const maxResponseBytes = SPARE_BYTES + MAX_BYTES_PER_TOKEN * maxOutputTokens;
    return { task: 'analysis', purpose, signal, maxResponseBytes };
  }

  async #chat<T>(question: StructuredQuestion<T>, fault: string | null, signal: AbortSignal): Promise<Answered> {
    const { client, model } = this.#options;
    const schema = strictSchema(question.shape);
    const messages = (instructions: string): OpenAI.ChatCompletionMessageParam[] => [
      { role: 'system', content: instructions },
      { role: 'user', content: fault === null ? question.message : `${question.message}\n\n${repairRequest(fault)}` },
    ];
    const answer: unknown = await client.call(
      this.#callOptions(question.maxOutputTokens, signal),
      async (sdk, request): Promise<unknown> => {
        try {
          return await sdk.chat.completions.create(
            {
              model,
              messages: messages(question.instructions),
              response_format: { type: 'json_schema', json_schema: { name: question.name, strict: true, schema } },
              // Self-hosted servers know this name, not OpenAI's newer `max_completion_tokens`.
              max_tokens: question.maxOutputTokens,
              temperature: 0,
            },
            request,
          );
        } catch (error) {
          if (!(error instanceof BadRequestError || error instanceof UnprocessableEntityError)) throw error;
          if (whyRefused(error) !== null) throw error;
          // The server may not support `json_schema`: send only what every server supports, with the schema in the
          // instructions. parseOutput checks the response against the schema in any case.
          return sdk.chat.completions.create(
            {
              model,
              messages: messages(`${question.instructions}\n\nThe schema: ${JSON.stringify(schema)}`),
              response_format: { type: 'json_object' },
            },
            request,
          );
        }
      },
    );
    return { completion: readCompletion(answer), tokens: readTokens(answer) };
  }
}

function repairRequest(fault: string): string {
  return `An earlier answer could not be used. ${fault} Answer again with the JSON object of the schema and nothing else.`;
}
