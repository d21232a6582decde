// What tests of exports need: calls with facts, the file of an export, and its rows read back by the formats' own readers.
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { expect } from 'vitest';
import type { Ask } from '../clients/interface-client.js';
import { contractFetch } from '../clients/responses.js';
import { until } from '../processes/until.js';

export interface ExportBody {
  readonly id: string;
  readonly status: string;
  readonly url: string | null;
  readonly rows: number;
  readonly bytes: number;
  readonly error_message: string | null;
}

/** @returns the id */
export async function startExport(ask: Ask, json: object, credential?: string): Promise<string> {
  const answer = await ask('/exports', { json, ...(credential !== undefined && { credential }) });
  await expect(answer).toAnswer(201);
  return answer.body.id;
}

export const endOfExport = (ask: Ask, id: string): Promise<ExportBody> =>
  until(async () => {
    const { body } = await ask(`/exports/${id}`);
    return body.status !== 'processing' && (body as ExportBody);
  }, `export ${id}`);

/** Makes an export and fetches its file. */
export async function exportFile(ask: Ask, json: object, credential?: string): Promise<Buffer> {
  const made = await endOfExport(ask, await startExport(ask, json, credential));
  expect(made).toMatchObject({ status: 'completed', error_message: null });
  const response = await contractFetch(made.url ?? '');
  await expect(response).toAnswer(200);
  const file = Buffer.from(await response.arrayBuffer());
  expect(file, 'bytes of the file').toHaveLength(made.bytes);
  if (file.length === 0) return file;
  const last = await contractFetch(made.url ?? '', { headers: { range: 'bytes=-1' } });
  await expect(last).toAnswer(206);
  expect(Buffer.from(await last.arrayBuffer())).toEqual(file.subarray(-1));
  return file;
}

/** The cells as text. */
export const readCsv = (file: Buffer): Record<string, string>[] =>
  parse(file, { columns: true, record_delimiter: '\r\n', relax_quotes: false });

export const readJsonl = (file: Buffer): Record<string, unknown>[] =>
  file
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

export function readParquet(file: Buffer): Promise<Record<string, unknown>[]> {
  const bytes = new Uint8Array(file).buffer;
  return parquetReadObjects({ file: bytes });
}
