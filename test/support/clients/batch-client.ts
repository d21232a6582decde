// Asks a running service about batches, as one of its accounts.
import { type Account, type TestService, until } from '../apps/running-service.js';
import { answerTo } from '../matchers/answers.js';
import { contractFetch } from './responses.js';

export interface Batch {
  readonly id: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly ignored_columns: readonly string[];
  readonly error_message: string | null;
  readonly completed_at: number | null;
}

export interface Item {
  readonly line: number;
  readonly external_id: string | null;
  readonly analysis_id: string | null;
  readonly status: string;
  readonly error: { readonly loc: readonly string[]; readonly msg: string } | null;
}

export type BatchClient = ReturnType<typeof batchClient>;

export function batchClient({ baseUrl }: Pick<TestService, 'baseUrl'>, credential: string) {
  const ask = async (path: string, json?: unknown, method = json === undefined ? 'GET' : 'POST') => {
    const response = await contractFetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      body: json === undefined ? null : JSON.stringify(json),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
    return answerTo(`${method} ${path}`, answer);
  };
  const get = async (id: string): Promise<Batch> => (await ask(`/batches/${id}`)).body;
  return {
    ask,
    get,
    start: async (json: object): Promise<Batch> => {
      const answer = await ask('/batches', json);
      if (answer.status !== 201) throw new Error(`POST /batches answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    /** Until its status is none of those in which it goes on. */
    end: (id: string, timeoutMs = 120_000) =>
      until(
        async () => {
          const batch = await get(id);
          return !['reading', 'processing', 'waiting_for_quota'].includes(batch.status) && batch;
        },
        `the end of batch ${id}`,
        timeoutMs,
      ),
    items: async (id: string, query = ''): Promise<{ items: Item[]; total: number }> =>
      (await ask(`/batches/${id}/items?limit=100${query}`)).body,
    refused: async (id: string): Promise<string> => (await ask(`/batches/${id}/refused?format=csv`)).text,
  };
}

export async function testKeyOf({ baseUrl }: Pick<TestService, 'baseUrl'>, { accessToken }: Account): Promise<string> {
  const response = await fetch(`${baseUrl}/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Test mode', mode: 'test' }),
  });
  const { key }: { key: string } = JSON.parse(await response.text());
  return key;
}
