// Where reports can show words of a call: searches, files of exports, and figures.
import { expect } from 'vitest';
import { openObjectStore } from '../../src/adapters/storage/open-object-store.js';
import { RecordingDeletions } from '../../src/calls/retention/recording-deletions.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { SignedLinks } from '../../src/platform/http/access/signed-links.js';
import { EXPORT_FILE_FORMATS, type ExportFileFormat } from '../../src/wire/export.response.js';
import { EXPORTED_ROWS, type ExportedRows } from '../../src/wire/export-columns.js';
import { readParquet } from '../support/builders/exported-calls.js';
import { openDataSource } from '../support/builders/listing-data.js';
import type { Secrets } from '../support/builders/planted-call.js';
import { until } from '../support/processes/until.js';

type AskOwner = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: ReturnType<typeof JSON.parse> }>;

interface ReadExport {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  /** The file, decoded. */
  readonly text: string;
}

/** Exports of everything, read back: whole objects of all, and the columns of what has most words. */
export async function exportAll(ask: AskOwner): Promise<ReadExport[]> {
  const files: ReadExport[] = [];
  // An account can have five in progress.
  for (const of of EXPORTED_ROWS) {
    const formats = IN_EVERY_FORMAT.includes(of) ? EXPORT_FILE_FORMATS : (['jsonl'] as const);
    files.push(...(await Promise.all(formats.map((format) => readExport(ask, of, format)))));
  }
  return files;
}

const IN_EVERY_FORMAT: readonly ExportedRows[] = ['analyses', 'segments'];

async function readExport(ask: AskOwner, of: ExportedRows, format: ExportFileFormat): Promise<ReadExport> {
  const name = `${of} as ${format}`;
  const started = await ask('POST', '/exports', { of, format });
  await expect(started).toAnswer(201);
  const { id, status, url } = await until(async () => {
    const { body } = await ask('GET', `/exports/${started.body.id}`);
    return body.status !== 'processing' && body;
  }, name);
  expect(status, name).toBe('completed');
  const file = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { id, url, name, text: format === 'parquet' ? JSON.stringify(await readParquet(file)) : file.toString() };
}

const ENDED = { detail: 'The export holds calls that were deleted or redacted; make it again' };

/** Neither the exports nor their links give anything any more. */
export async function expectEnded(ask: AskOwner, files: readonly ReadExport[]): Promise<void> {
  for (const { id, url, name } of files) {
    const link = await fetch(url);
    const answers = [await ask('GET', `/exports/${id}`), { status: link.status, body: await link.json() }];
    expect({ name, answers }).toMatchObject({ name, answers: answers.map(() => ({ status: 404, body: ENDED })) });
  }
}

/** Deletes from the store what transactions have noted for it. */
export async function deleteNotedFiles(env: Readonly<Record<string, string>>): Promise<void> {
  const config = loadConfig(env);
  const dataSource = await openDataSource(env.DATABASE_URL ?? '');
  await new RecordingDeletions(dataSource, await openObjectStore(config, new SignedLinks(config))).run();
  await dataSource.destroy();
}

/** How many calls a search finds by each secret as a phrase, and by the beginning of its longest word. */
export async function callsFoundBy(ask: AskOwner, secrets: Secrets): Promise<Record<string, number>> {
  const longest = (text: string) =>
    text.split(/[^A-Za-z0-9]+/).reduce((one, two) => (two.length > one.length ? two : one));
  // Words of numbers stand elsewhere too.
  const beginnings = [secrets.name, secrets.street, secrets.phone, secrets.nationalId, secrets.healthId, secrets.bank];
  const searches = [
    ...Object.values(secrets).map((secret: string) => `"${secret}"`),
    ...beginnings.map((secret) => `${longest(secret).slice(0, 7)}*`),
  ];
  const found: Record<string, number> = {};
  for (const q of searches) {
    const answer = await ask('GET', `/search?q=${encodeURIComponent(q)}`);
    await expect(answer).toAnswer(200);
    found[q] = answer.body.total;
  }
  return found;
}

/** What the figures are of. */
export async function counted(ask: AskOwner): Promise<Record<string, number>> {
  const figures = async (query: string) => {
    const answer = await ask('GET', `/statistics?${query}`);
    await expect(answer).toAnswer(200);
    return answer.body;
  };
  const byDay = await figures('of=calls&group_by=day,agent&timezone=Europe/Berlin');
  return {
    calls: (await figures('of=calls')).totals.calls,
    callsOfDays: byDay.rows.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0),
    contacts: (await figures('of=calls&group_by=contact')).rows.length,
    evaluations: (await figures('of=evaluations')).totals.evaluations,
    answers: (await figures('of=answers')).rows.length,
  };
}
