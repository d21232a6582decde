// The provider's list of models: does it offer the configured ones?
import { APIError } from 'openai';
import { z } from 'zod';
import type { EngineTask } from '../../ports/engine-trouble.js';
import type { EngineRemark } from '../vendor/engine-remark.js';
import { UnusableResponseError } from '../vendor/provider-failure.js';
import type { OpenAiClient } from './openai-client.js';

export const CHECK_DEADLINE_MS = 15_000;

/** Statuses of servers without a list: an unknown path or method. */
const NO_LIST: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

const modelList = z.object({
  data: z.array(z.object({ id: z.string(), shutdown_date: z.string().nullish() })),
});

/**
 * Asks the provider for its list of models.
 *
 * @returns one warning for each configured model that is missing from the list or has a shutdown date; for a server without
 * a list (whisper.cpp), a note that says so
 * @throws ProviderError when the provider cannot be reached or refuses the key
 */
export async function checkModels(
  client: OpenAiClient,
  task: EngineTask,
  models: readonly string[],
): Promise<readonly EngineRemark[]> {
  const listed = await readModels(client, task, new AbortController().signal);
  if (listed === null) {
    const sentence = `The ${task} provider does not list its models: whether it offers ${models.join(', ')} is not known.`;
    return [{ level: 'info', sentence }];
  }
  return [...new Set(models)].flatMap((name) => {
    const found = findModel(listed, name);
    if (found === undefined) return [warning(`The ${task} provider does not list the configured model ${name}.`)];
    const shutdown = /^\d{4}-\d{2}-\d{2}/.exec(found.shutdown_date ?? '')?.[0];
    return shutdown === undefined ? [] : [warning(`The configured ${task} model ${name} shuts down on ${shutdown}.`)];
  });
}

const warning = (sentence: string): EngineRemark => ({ level: 'warn', sentence });

/** @throws ProviderError as {@link checkModels} */
export async function listsModel(
  client: OpenAiClient,
  task: EngineTask,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  return findModel((await readModels(client, task, signal)) ?? [], name) !== undefined;
}

type ListedModel = z.infer<typeof modelList>['data'][number];

function findModel(listed: readonly ListedModel[], name: string): ListedModel | undefined {
  return listed.find(({ id }) => id === name || id === `${name}:latest`);
}

/** Null when the server keeps no list. */
async function readModels(
  client: OpenAiClient,
  task: EngineTask,
  signal: AbortSignal,
): Promise<readonly ListedModel[] | null> {
  try {
    const answer = await client.call(
      { task, signal, isCheck: true, deadlineMs: CHECK_DEADLINE_MS },
      async (sdk, request) => {
        try {
          return await sdk.get<unknown>('/models', request);
        } catch (error) {
          if (error instanceof APIError && NO_LIST.has(error.status)) return null;
          throw error;
        }
      },
    );
    return modelList.safeParse(answer).data?.data ?? null;
  } catch (error) {
    if (error instanceof UnusableResponseError) return null;
    throw error;
  }
}
