import { z } from 'zod';

export interface OpenAiUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly audioSeconds: number;
}

const amount = z.number().nonnegative().nullish().catch(null);

const answerWithUsage = z.object({
  usage: z.object({
    input_tokens: amount,
    output_tokens: amount,
    // Chat Completions' names for the same.
    prompt_tokens: amount,
    completion_tokens: amount,
    // Transcriptions that are charged by time.
    seconds: amount,
  }),
});

/** What an answer says it used; zeros where it says nothing, since no call may fail for want of a number. */
export function readUsage(answer: unknown): OpenAiUsage {
  const usage = answerWithUsage.safeParse(answer).data?.usage;
  return {
    inputTokens: usage?.input_tokens ?? usage?.prompt_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? usage?.completion_tokens ?? 0,
    audioSeconds: usage?.seconds ?? 0,
  };
}
