// The typed client as a developer uses it. It checks each answer against the OpenAPI document before the test sees it.
import type { components } from '../../src/client/api.generated.js';
import { client } from '../../src/client/client.js';
import { ClientError } from '../../src/client/client-error.js';
import { contractFetch } from './responses.js';

export type Analysis = components['schemas']['Analysis'];
export type CheckedClient = ReturnType<typeof checkedClient>;

/** @param credential an access token or an API key */
export function checkedClient(baseUrl: string, credential?: string) {
  return client(baseUrl, { credential, fetch: contractFetch });
}

/** The refusal of a request; throws when the request succeeds. */
export async function refusalOf(request: Promise<unknown>): Promise<{ status: number; detail: unknown }> {
  const { status, detail } = await request.then(
    (answer) => {
      throw new Error(`It was not refused: ${JSON.stringify(answer)}`);
    },
    (error: unknown) => {
      if (error instanceof ClientError) return error;
      throw error;
    },
  );
  return { status, detail };
}
