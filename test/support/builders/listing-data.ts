// Writes analyses straight into the database, and recounts lists without the counters and indexes that the service uses.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { DataSource } from 'typeorm';
import { DiskObjectStore } from '../../../src/adapters/storage/disk.object-store.js';
import type { ListAnalysesQuery } from '../../../src/analysis/analysis.requests.js';
import { AnalysisReader } from '../../../src/analysis/analysis-reader.js';
import type { AnalysisStatus } from '../../../src/analysis/listing/analysis-filter.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { queryRows } from '../../../src/platform/database/sql.js';
import { SignedLinks } from '../../../src/platform/http/access/signed-links.js';

export interface NewAnalysis {
  readonly agentId: string;
  readonly contactId: string;
  readonly status?: AnalysisStatus;
  readonly createdAt?: Date;
  /** Default true. */
  readonly livemode?: boolean;
  /** Default false. */
  readonly reviewed?: boolean;
}

export interface ListedPage {
  readonly object: 'list';
  readonly data: readonly {
    readonly id: string;
    readonly status: string;
    readonly call: { readonly agent_id: string; readonly contact_id: string };
    readonly transcript: { readonly text: string } | null;
  }[];
  readonly has_more: boolean;
  readonly total: number;
}

export async function openDataSource(url: string): Promise<DataSource> {
  return new DataSource(dataSourceOptions(url, 8)).initialize();
}

export function readerOf(dataSource: DataSource): AnalysisReader {
  const links = new SignedLinks(loadConfig({ JWT_SECRET: 'a secret of the tests that is long enough for HMAC' }));
  // A list makes links to recordings, but opens no file.
  const store = new DiskObjectStore({ directory: tmpdir(), publicUrl: 'http://127.0.0.1:3000' }, links);
  return new AnalysisReader(dataSource, store);
}

export async function addAccount(dataSource: DataSource): Promise<string> {
  const id = randomUUID();
  await dataSource.query("INSERT INTO account (id, email, email_folded, password_hash) VALUES ($1, $2, $2, '-')", [
    id,
    `${id}@example.com`,
  ]);
  return id;
}

/** Inserts analyses in one statement. @returns their ids, in the given order */
export async function addAnalyses(
  dataSource: DataSource,
  accountId: string,
  analyses: readonly NewAnalysis[],
): Promise<string[]> {
  const ids = analyses.map(() => randomUUID());
  await dataSource.query(
    `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key, audio_format, status, created_at, settled_at)
     SELECT id, $1, livemode, agent_id, contact_id, 'r', 'recordings/' || id, 'wav', status, at, CASE WHEN status = 'processing' THEN NULL ELSE at END
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[])
       AS t (id, agent_id, contact_id, status, at, livemode)`,
    [
      accountId,
      ids,
      analyses.map(({ agentId }) => agentId),
      analyses.map(({ contactId }) => contactId),
      analyses.map(({ status }) => status ?? 'processing'),
      analyses.map(({ createdAt }) => (createdAt ?? new Date('2026-11-20T10:00:00Z')).toISOString()),
      analyses.map(({ livemode }) => livemode ?? true),
    ],
  );
  // Not in the statement above: tests of earlier migrations insert into tables without the column.
  const reviewed = ids.filter((_, at) => analyses[at]?.reviewed);
  if (reviewed.length > 0) await dataSource.query('UPDATE analysis SET reviewed = true WHERE id = ANY($1)', [reviewed]);
  return ids;
}

/** Adds payloads to all completed analyses that have none. @param length of the transcript's text, in pairs of characters */
export async function addPayloads(dataSource: DataSource, length: number): Promise<void> {
  await dataSource.query(
    `INSERT INTO analysis_payload (analysis_id, transcript, words, results, metrics, engine)
     SELECT id, json_build_object('text', repeat('é"', $1))::text, '{}', '{}', '{}', '{}' FROM analysis
     WHERE status = 'completed' ON CONFLICT DO NOTHING`,
    [length],
  );
}

export async function listPage(
  reader: AnalysisReader,
  accountId: string,
  query: Partial<ListAnalysesQuery>,
): Promise<ListedPage> {
  let text = '';
  for await (const part of await reader.list(accountId, { view: 'full', limit: 100, offset: 0, ...query }))
    text += String(part);
  return JSON.parse(text);
}

interface RecountedRow {
  readonly id: string;
  readonly status: string;
  readonly agent_id: string;
  readonly contact_id: string;
  readonly livemode: boolean;
  readonly reviewed: boolean;
  readonly created_at: Date;
}

/** The page and total that the service must give, computed here from all rows of the account. */
export async function recount(
  dataSource: DataSource,
  accountId: string,
  query: Partial<ListAnalysesQuery>,
): Promise<{ ids: string[]; total: number; hasMore: boolean }> {
  const all = await queryRows<RecountedRow>(
    dataSource,
    'SELECT id, status, agent_id, contact_id, livemode, reviewed, created_at FROM analysis WHERE account_id = $1 ORDER BY created_at DESC, id DESC',
    [accountId],
  );
  const { status_filter, agent_id, contact_id, search, limit = 100, offset = 0 } = query;
  const { livemode, reviewed, created_after, created_before } = query;
  const matches = (value: string) => value.toLowerCase().includes((search ?? '').toLowerCase());
  const found = all.filter(
    (one) =>
      (!status_filter || one.status === status_filter) &&
      (!agent_id || one.agent_id === agent_id) &&
      (!contact_id || one.contact_id === contact_id) &&
      (typeof livemode !== 'boolean' || one.livemode === livemode) &&
      (typeof reviewed !== 'boolean' || one.reviewed === reviewed) &&
      (!created_after || one.created_at >= created_after) &&
      (!created_before || one.created_at < created_before) &&
      (!search || matches(one.agent_id) || matches(one.contact_id)),
  );
  const page = found.slice(offset, offset + limit);
  return { ids: page.map(({ id }) => id), total: found.length, hasMore: offset + page.length < found.length };
}

interface Counters {
  readonly counters: readonly unknown[];
  readonly recounted: readonly unknown[];
}

/** The stored counters of months and identifiers, and the same computed from the analyses, which must be equal. */
export async function countersAndRecount(dataSource: DataSource): Promise<Counters> {
  const months = 'account_id, month::text, processing::int, completed::int, failed::int';
  const parties = 'account_id, kind, value, folded, n::int';
  const counters = [
    await queryRows(dataSource, `SELECT ${months} FROM analysis_month_count ORDER BY 1, 2`),
    await queryRows(dataSource, `SELECT ${parties} FROM analysis_party ORDER BY 1, 2, 3`),
  ];
  const recounted = [
    await queryRows(
      dataSource,
      `SELECT account_id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-01') AS month, ${COUNT_STATUSES}
       FROM analysis GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    await queryRows(
      dataSource,
      `SELECT account_id, kind, value, analysis_folded(value) AS folded, count(*)::int AS n
       FROM analysis CROSS JOIN LATERAL (VALUES ('agent', agent_id), ('contact', contact_id)) AS party (kind, value)
       GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    ),
  ];
  return { counters, recounted };
}

const COUNT_STATUSES = ['processing', 'completed', 'failed']
  .map((status) => `count(*) FILTER (WHERE status = '${status}')::int AS ${status}`)
  .join(', ');
