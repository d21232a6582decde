// Asks a language model a question, and gives an answer that fits a JSON schema ("structured output").
import type { z } from 'zod';
import type { JudgeTokens, ModelTokens } from '../../ports/call-analyst.js';
import type { EngineRemark } from '../vendor/engine-remark.js';

export interface StructuredQuestion<T> {
  /** Name of the schema, which some providers show to the model. */
  readonly name: string;
  /** Name of the request in the metrics. */
  readonly purpose: 'analysis' | 'evaluation' | 'redaction';
  /** Requests that begin with the same text carry the same key, at most 64 characters, so that OpenAI finds its cached prefix. */
  readonly cacheKey: string;
  readonly instructions: string;
  readonly message: string;
  /** Length of the beginning of the message that other questions share, e.g. the questions of a form. Default 0. */
  readonly sharedCharacters?: number;
  readonly shape: z.ZodType<T>;
  /** Limit on the response. The tokens that the model spends on reasoning count against it. */
  readonly maxOutputTokens: number;
}

export interface StructuredResponse<T> {
  readonly answer: T;
  /** Tokens of all attempts together; null when the provider does not report them for each. */
  readonly tokens: ModelTokens | null;
}

export interface StructuredAsker {
  /** Name as clients see it, e.g. `openai:gpt-6-luna`. */
  readonly name: string;
  /**
   * Throws a final ProviderError when the model declines, and when a response is truncated or unusable a second time: the call is
   * then completed without a judgement, unless it was no response of a model at all, such as the page of a proxy.
   */
  ask<T>(question: StructuredQuestion<T>, signal: AbortSignal): Promise<StructuredResponse<T>>;
  /**
   * @returns what the operator is told, e.g. that the provider does not list the model
   * @throws ProviderError when the provider cannot be reached or refuses the key
   */
  check(): Promise<readonly EngineRemark[]>;
}

/** Null unless both are known. */
export function addTokens(a: ModelTokens | null, b: ModelTokens | null): ModelTokens | null {
  if (a === null || b === null) return null;
  const background = sumOf([a.background, b.background].filter((part) => part !== undefined));
  return { ...sumOf([a, b]), ...(background.inputTokens + background.outputTokens > 0 && { background }) };
}

const sumOf = (parts: readonly JudgeTokens[]): JudgeTokens => ({
  inputTokens: parts.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
  outputTokens: parts.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  cachedInputTokens: parts.reduce((sum, { cachedInputTokens }) => sum + cachedInputTokens, 0),
});
