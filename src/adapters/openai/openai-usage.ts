// Reads the tokens and seconds that a response used, for the cost metrics.
import { z } from 'zod';
import type { ModelTokens } from '../../ports/call-analyst.js';
import type { PieceTranscript } from '../../ports/speech-to-text.js';
import { addTokens } from '../model/structured-asker.js';

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

const responseWithTier = z.object({ service_tier: z.string().nullish() });

/** An amount that the response does not give, or gives in another shape, is 0: no call may fail because of a metric. */
export function readUsage(answer: unknown): OpenAiUsage {
  const usage = responseWithUsage.safeParse(answer).data?.usage;
  return {
    inputTokens: usage?.input_tokens ?? usage?.prompt_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? usage?.completion_tokens ?? 0,
    audioSeconds: usage?.seconds ?? 0,
  };
}

/**
 * Null unless the response has both amounts as whole numbers: a cost must not be computed from less than was used.
 * @param askedTier the cheaper tier that the request was for; null: the ordinary one
 */
export function readTokens(answer: unknown, askedTier: string | null = null): ModelTokens | null {
  const usage = responseWithUsage.safeParse(answer).data?.usage;
  const inputTokens = usage?.input_tokens ?? usage?.prompt_tokens ?? Number.NaN;
  const outputTokens = usage?.output_tokens ?? usage?.completion_tokens ?? Number.NaN;
  if (!Number.isSafeInteger(inputTokens) || !Number.isSafeInteger(outputTokens)) return null;
  const cached =
    usage?.input_tokens_details?.cached_tokens ??
    usage?.prompt_tokens_details?.cached_tokens ??
    usage?.prompt_cache_hit_tokens ??
    0;
  const tokens = {
    inputTokens,
    outputTokens,
    cachedInputTokens: Number.isSafeInteger(cached) ? Math.min(cached, inputTokens) : 0,
  };
  // The response names the tier that answered, which may be another one than the request was for.
  const answeredBy = responseWithTier.safeParse(answer).data?.service_tier ?? askedTier;
  return askedTier !== null && answeredBy === askedTier ? { ...tokens, background: tokens } : tokens;
}

/** @param answers all that the server has answered for the transcript, at least one */
export function withTokens(transcript: PieceTranscript, answers: readonly unknown[]): PieceTranscript {
  const tokens = answers.map((answer) => readTokens(answer)).reduce(addTokens);
  if (tokens === null) return transcript;
  return { ...transcript, tokens: { inputTokens: tokens.inputTokens, outputTokens: tokens.outputTokens } };
}
