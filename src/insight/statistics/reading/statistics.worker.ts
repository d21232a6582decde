// The program of the thread that answers statistics. It has no connection to the database: the thread that has one runs its
// statements in the transaction of the request.
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { answerQuery, type Query } from './answer.js';
import { type REFUSALS, Refused } from './statistics-errors.js';

export interface ThreadQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface StatisticsTask extends Query {
  /** Takes a {@link ThreadQuery}, and gives the `rows` of each. */
  readonly queries: MessagePort;
}

export type Answered =
  /** The answer as JSON text, in UTF-8. */
  { readonly json: Uint8Array } | { readonly refused: keyof typeof REFUSALS };

/** Piscina calls it; several questions may be under way at a time. */
export default async function answerTask({ queries, ...query }: StatisticsTask): Promise<Answered> {
  const ended = new AbortController();
  queries.once('close', () => ended.abort());
  try {
    return { json: await answerQuery(query, (text, values) => askThrough(queries, { text, values }, ended.signal)) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refused };
    throw error;
  } finally {
    queries.close();
  }
}

/** One at a time for each question. */
async function askThrough(queries: MessagePort, query: ThreadQuery, signal: AbortSignal): Promise<string> {
  queries.postMessage(query);
  const [rows] = await once(queries, 'message', { signal });
  return String(rows);
}
