// Reads the tokens and seconds that a response used, for the cost metrics.
import { z } from 'zod';
import type { ModelTokens } from '../model/structured-asker.js';

export interface OpenAiUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly audioSeconds: number;
}

const amount = z.number().nonnegative().nullish().catch(null);

const details = z.object({ cached_tokens: amount }).nullish().catch(null);

const responseWithUsage = z.object({
  usage: z.object({
    input_tokens: amount,
    output_tokens: amount,
    // The names of the same amounts in Chat Completions.
    prompt_tokens: amount,
    completion_tokens: amount,
    input_tokens_details: details,
    prompt_tokens_details: details,
    // DeepSeek's name.
    prompt_cache_hit_tokens: amount,
    // Given by transcription models that are charged by time.
    seconds: amount,
  }),
});

/** An amount that the response does not give, or gives in another shape, is 0: no call may fail because of a metric. */
export function readUsage(answer: unknown): OpenAiUsage {
  const usage = responseWithUsage.safeParse(answer).data?.usage;
  return {
    inputTokens: usage?.input_tokens ?? usage?.prompt_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? usage?.completion_tokens ?? 0,
    audioSeconds: usage?.seconds ?? 0,
  };
}

/** Null unless the response has both amounts as whole numbers: a cost must not be computed from less than was used. */
export function readTokens(answer: unknown): ModelTokens | null {
  const usage = responseWithUsage.safeParse(answer).data?.usage;
  const inputTokens = usage?.input_tokens ?? usage?.prompt_tokens ?? Number.NaN;
  const outputTokens = usage?.output_tokens ?? usage?.completion_tokens ?? Number.NaN;
  if (!Number.isSafeInteger(inputTokens) || !Number.isSafeInteger(outputTokens)) return null;
  const cached =
    usage?.input_tokens_details?.cached_tokens ??
    usage?.prompt_tokens_details?.cached_tokens ??
    usage?.prompt_cache_hit_tokens ??
    0;
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens: Number.isSafeInteger(cached) ? Math.min(cached, inputTokens) : 0,
  };
}
