// Archives of evidence: what they are made of, made by the service, unpacked, and packed again after something was done to them.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import type pg from 'pg';
import { expect } from 'vitest';
import type { Ask } from '../clients/interface-client.js';
import { contractFetch } from '../clients/responses.js';
import { type ExportBody, endOfExport } from './exported-calls.js';
import { storeReviewableCall } from './reviewable-call.js';
import { storeScoredCall } from './scored-calls.js';

export const PERIOD = { from: '2026-01-01T00:00:00Z', to: '2027-06-01T00:00:00Z' };
export const CANARIES = [
  'canary-note',
  'canary-agent',
  'canary-contact',
  'canary-reviewer',
  'canary-hold',
  'canary-key',
];

/** By their names. */
export type Files = ReadonlyMap<string, Buffer>;
export type Line = Readonly<Record<string, unknown>>;

export interface Manifest {
  readonly account_id: string;
  readonly livemode: boolean;
  readonly from: number;
  readonly to: number;
  readonly files: readonly { readonly name: string; readonly lines: number }[];
  readonly audit: { readonly head: Readonly<Record<string, unknown>> };
  readonly key_id: string;
}

/** Four calls of three months, of which one was reviewed, is held and was billed. @returns the id of that one */
export async function storeEvidence(db: pg.Pool, accountId: string, ask: Ask): Promise<string> {
  const calls = { '2026-02-27T23:59:59Z': true, '2026-03-01T00:00:00Z': false, '2026-03-09T09:00:00Z': true };
  for (const [at, isViolating] of Object.entries(calls))
    await storeScoredCall(db, accountId, {
      agent: 'canary-agent',
      at: new Date(at),
      isViolating,
      compliance: isViolating ? 55 : null,
    });
  const { callId } = await storeReviewableCall(db, accountId);
  await db.query(
    `UPDATE analysis SET agent_id = 'canary-agent', contact_id = 'canary-contact', custom_metadata = '{"note":"canary-key"}'
     WHERE id = $1`,
    [callId],
  );
  const findings = [{ finding: 'quality.greeting', answer: 'no', note: 'canary-note' }];
  const review = { reviewer_id: 'canary-reviewer', note: 'canary-note', findings };
  await expect(await ask(`/analysis/${callId}/reviews`, { json: review })).toAnswer(201);
  const hold = { name: 'canary-hold', reason: 'canary-note', filter: { contact_id: 'canary-contact' } };
  await expect(await ask('/holds', { json: hold })).toAnswer(201);
  const periodId = randomUUID();
  await db.query(
    `INSERT INTO usage_period (id, account_id, livemode, plan, starts_at, ends_at, price_cents, included_hundredths,
       overage_limit_hundredths, overage_cents_per_minute)
     VALUES ($1, $2, true, 'free', '2020-01-01Z', '2020-02-01Z', 0, 100, 0, 0)`,
    [periodId, accountId],
  );
  await db.query(
    `INSERT INTO ledger_entry (id, analysis_id, account_id, period_id, livemode, duration_ms, hundredths, overage_hundredths,
       amount_cents)
     VALUES (gen_random_uuid(), $1, $2, $3, true, 60000, 100, 0, 0)`,
    [callId, accountId, periodId],
  );
  return callId;
}

export async function makeEvidence(ask: Ask, period: object = PERIOD, credential?: string): Promise<ExportBody> {
  const asOne: Ask = (path, options) => ask(path, { ...options, ...(credential !== undefined && { credential }) });
  const answer = await asOne('/evidence', { json: period });
  await expect(answer).toAnswer(201);
  expect(answer.body).toMatchObject({ object: 'export', of: 'evidence', format: 'zip', columns: null, excel: null });
  const made = await endOfExport(asOne, answer.body.id);
  expect(made).toMatchObject({ status: 'completed', error_message: null });
  return made;
}

export async function fetchArchive({ url, bytes }: ExportBody): Promise<Buffer> {
  const response = await contractFetch(url ?? '');
  expect(response.headers.get('content-type')).toBe('application/zip');
  const file = Buffer.from(await response.arrayBuffer());
  expect(file, 'bytes of the archive').toHaveLength(bytes);
  const part = await contractFetch(url ?? '', { headers: { range: 'bytes=0-3' } });
  await expect(part).toAnswer(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(file.subarray(0, 4));
  return file;
}

export async function unpack(file: Buffer): Promise<Files> {
  const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(file))).getEntries();
  const unpacked = entries.map(async (entry) => {
    if (entry.directory) throw new Error('An archive has no folders');
    return [entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter()))] as const;
  });
  return new Map(await Promise.all(unpacked));
}

/** @returns path of the zip in the folder */
export async function pack(folder: string, files: Files): Promise<string> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, bytes] of files) await zip.add(name, new Uint8ArrayReader(new Uint8Array(bytes)));
  const path = join(folder, `${randomUUID()}.zip`);
  await writeFile(path, await zip.close());
  return path;
}

export const linesIn = <Of = Line>(files: Files, name: string): Of[] =>
  String(files.get(name) ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

export const manifestOf = (files: Files): Manifest => JSON.parse(String(files.get('evidence.json')));
