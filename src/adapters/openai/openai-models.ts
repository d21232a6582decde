// The check at start-up: does the provider offer the configured models?
import { NotFoundError } from 'openai';
import { z } from 'zod';
import type { OpenAiClient } from './openai-client.js';
import type { OpenAiTask } from './openai-error.js';
import { UnusableAnswerError } from './openai-error.js';

export const CHECK_DEADLINE_MS = 15_000;

const modelList = z.object({
  data: z.array(z.object({ id: z.string(), shutdown_date: z.string().nullish() })),
});

/**
 * Asks the provider for its list of models.
 *
 * @returns one warning for each configured model that is missing from the list or has a shutdown date; for a server without
 * a list (whisper.cpp), one warning that says so
 * @throws ProviderError when the provider cannot be reached or refuses the key
 */
export async function checkModels(
  client: OpenAiClient,
  task: OpenAiTask,
  models: readonly string[],
): Promise<readonly string[]> {
  const signal = new AbortController().signal;
  const noList = [
    `The ${task} provider does not list its models: whether it offers ${models.join(', ')} is not known.`,
  ];
  let answer: unknown;
  try {
    answer = await client.call({ task, signal, deadlineMs: CHECK_DEADLINE_MS }, async (sdk, request) => {
      try {
        return await sdk.get<unknown>('/models', request);
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    });
  } catch (error) {
    if (error instanceof UnusableAnswerError) return noList;
    throw error;
  }
  const list = modelList.safeParse(answer);
  if (!list.success) return noList;
  return [...new Set(models)].flatMap((name) => {
    const found = list.data.data.find(({ id }) => id === name || id === `${name}:latest`);
    if (found === undefined) return [`The ${task} provider does not list the configured model ${name}.`];
    const shutdown = /^\d{4}-\d{2}-\d{2}/.exec(found.shutdown_date ?? '')?.[0];
    return shutdown === undefined ? [] : [`The configured ${task} model ${name} shuts down on ${shutdown}.`];
  });
}
