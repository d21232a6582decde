// Requests by path, typed by the OpenAPI document. Each answer is checked against the document before the test sees it.
import { pathClient } from './path-client.js';
import { contractFetch } from './responses.js';

export type CheckedPaths = ReturnType<typeof checkedPaths>;

/** @param credential an access token or an API key */
export function checkedPaths(baseUrl: string, credential?: string) {
  return pathClient(baseUrl, { credential, fetch: contractFetch });
}

/** @returns a key of the sandbox */
export async function makeTestKey(baseUrl: string, accessToken: string): Promise<string> {
  const { key } = await checkedPaths(baseUrl, accessToken).post('/api-keys', {
    body: { name: 'Sandbox', mode: 'test' },
  });
  return key;
}
