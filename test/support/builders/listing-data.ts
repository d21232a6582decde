// Writes analyses straight into the database, and recounts lists without the counters and indexes that the service uses.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { DataSource } from 'typeorm';
import { DiskObjectStore } from '../../../src/adapters/storage/disk.object-store.js';
import type { ListAnalysesQuery } from '../../../src/calls/analysis.requests.js';
import { AnalysisReader } from '../../../src/calls/analysis-reader.js';
import type { AnalysisStatus } from '../../../src/calls/listing/analysis-filter.js';
import type { CallDirection } from '../../../src/calls/results/analysis.response.js';
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
  /** Default: none. */
  readonly facts?: CallFacts | null;
}

/** Columns of `analysis`. */
export interface CallFacts {
  readonly direction: CallDirection | null;
  readonly spoken_language: string | null;
  readonly flagged: boolean | null;
  readonly violations: readonly string[] | null;
  readonly compliance_score: number | null;
  readonly quality_score: number | null;
  readonly duration_ms: number | null;
  readonly call_started_at: Date | null;
  readonly custom_metadata: Readonly<Record<string, string | number | boolean | null>>;
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
  dataSource: Pick<DataSource, 'query'>,
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
  await writeFacts(
    dataSource,
    ids.flatMap((id, at) => {
      const facts = analyses[at]?.facts;
      return facts ? [{ id, ...facts }] : [];
    }),
  );
  return ids;
}

export async function writeFacts(
  dataSource: Pick<DataSource, 'query'>,
  calls: readonly (CallFacts & { readonly id: string })[],
): Promise<void> {
  if (calls.length === 0) return;
  await dataSource.query(
    `UPDATE analysis a SET direction = f.direction, spoken_language = f.spoken_language, flagged = f.flagged,
       violations = f.violations, compliance_score = f.compliance_score, quality_score = f.quality_score,
       duration_ms = f.duration_ms, call_started_at = f.call_started_at, custom_metadata = f.custom_metadata
     FROM json_populate_recordset(NULL::analysis, $1) AS f WHERE a.id = f.id`,
    [JSON.stringify(calls.map((call) => ({ ...call, custom_metadata: JSON.stringify(call.custom_metadata) })))],
  );
}

/** Adds payloads to all completed analyses that have none. @param length of the transcript's text, in pairs of characters */
export async function addPayloads(dataSource: Pick<DataSource, 'query'>, length: number): Promise<void> {
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
  for await (const part of await reader.list(
    { accountId, sight: null },
    { view: 'full', limit: 100, offset: 0, ...query },
  ))
    text += String(part);
  return JSON.parse(text);
}

interface RecountedRow extends CallFacts {
  readonly id: string;
  readonly status: string;
  readonly agent_id: string;
  readonly contact_id: string;
  readonly livemode: boolean;
  readonly reviewed: boolean;
  readonly created_at: Date;
  readonly judged: readonly JudgedCall[];
}

interface JudgedCall {
  readonly scorecard_id: string;
  readonly outcome: string;
  readonly score: number | null;
}

/** Rows as they are stored, without what triggers keep beside them. Of several evaluations by a scorecard the newest counts. */
const STORED_ROWS = `SELECT id, status, agent_id, contact_id, livemode, reviewed, created_at, direction, spoken_language, flagged,
    violations, compliance_score, quality_score, duration_ms::float8, call_started_at, custom_metadata::json, (
      SELECT coalesce(json_agg(newest), '[]') FROM (
        SELECT DISTINCT ON (scorecard_id) scorecard_id, outcome, score FROM evaluation
        WHERE analysis_id = a.id AND status = 'completed' AND NOT superseded
        ORDER BY scorecard_id, created_at DESC, id DESC) AS newest) AS judged
  FROM analysis a WHERE account_id = $1 ORDER BY created_at DESC, id DESC`;

const within = (value: number | null, min: number | null | undefined, max: number | null | undefined) =>
  (typeof min !== 'number' || (value !== null && value >= min)) &&
  (typeof max !== 'number' || (value !== null && value <= max));

const between = (at: Date | null, after: Date | null | undefined, before: Date | null | undefined) =>
  (!after || (at !== null && at >= after)) && (!before || (at !== null && at < before));

const isOrAny = (value: unknown, wanted: unknown) => wanted === null || wanted === undefined || value === wanted;

/** Without case and accents, as a search compares. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function passes(one: RecountedRow, query: Partial<ListAnalysesQuery>): boolean {
  const { search, violation, metadata, scorecard_id, outcome, score_min, score_max } = query;
  const matches = (value: string) => folded(value).includes(folded(search ?? ''));
  const textOf = (key: string) => {
    const value = Object.hasOwn(one.custom_metadata, key) ? one.custom_metadata[key] : null;
    return value === null ? null : String(value);
  };
  return (
    (!query.status_filter || one.status === query.status_filter) &&
    (!query.agent_id || one.agent_id === query.agent_id) &&
    (!query.contact_id || one.contact_id === query.contact_id) &&
    isOrAny(one.livemode, query.livemode) &&
    isOrAny(one.reviewed, query.reviewed) &&
    isOrAny(one.flagged, query.flagged) &&
    isOrAny(one.direction, query.direction) &&
    isOrAny(one.spoken_language, query.language) &&
    between(one.created_at, query.created_after, query.created_before) &&
    between(one.call_started_at, query.call_after, query.call_before) &&
    within(one.compliance_score, query.compliance_score_min, query.compliance_score_max) &&
    within(one.quality_score, query.quality_score_min, query.quality_score_max) &&
    within(one.duration_ms === null ? null : one.duration_ms / 1000, query.duration_min, query.duration_max) &&
    (!violation || (one.violations ?? []).includes(violation)) &&
    Object.entries(metadata ?? {}).every(([key, value]) => textOf(key) === value) &&
    (!scorecard_id ||
      one.judged.some(
        (judged) =>
          judged.scorecard_id === scorecard_id &&
          isOrAny(judged.outcome, outcome) &&
          within(judged.score, score_min, score_max),
      )) &&
    (!search || matches(one.agent_id) || matches(one.contact_id))
  );
}

/** The page and total that the service must give, computed here from all rows of the account. */
export async function recount(
  dataSource: DataSource,
  accountId: string,
  query: Partial<ListAnalysesQuery>,
): Promise<{ ids: string[]; total: number; hasMore: boolean }> {
  const all = await queryRows<RecountedRow>(dataSource, STORED_ROWS, [accountId]);
  const { limit = 100, offset = 0 } = query;
  const found = all.filter((one) => passes(one, query));
  const page = found.slice(offset, offset + limit);
  return { ids: page.map(({ id }) => id), total: found.length, hasMore: offset + page.length < found.length };
}

interface Counters {
  readonly counters: readonly unknown[];
  readonly recounted: readonly unknown[];
}

/** The stored counters of months and identifiers, and the same computed from the analyses, which must be equal. */
export async function monthsAndRecount(dataSource: DataSource): Promise<Counters> {
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

/** The same of what lists are filtered by, too. */
export async function countersAndRecount(dataSource: DataSource): Promise<Counters> {
  const { counters, recounted } = await monthsAndRecount(dataSource);
  const facets = [
    await queryRows(
      dataSource,
      `SELECT account_id, kind, value, number, sum(n)::int AS n FROM analysis_facet_count
       GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4`,
    ),
    await queryRows(dataSource, 'SELECT account_id, entry, created_at, id FROM analysis_entry ORDER BY 1, 2, 3, 4'),
  ];
  const recountedFacets = [
    await queryRows(
      dataSource,
      `SELECT account_id, kind, value, number, count(*)::int AS n FROM (
         SELECT account_id, facet.* FROM analysis CROSS JOIN LATERAL analysis_facets(direction, spoken_language, flagged,
           compliance_score, quality_score, duration_ms, call_started_at, violations, custom_metadata) AS facet
         UNION ALL
         SELECT account_id, 'joint', format('%s|%s|%s|%s|%s|%s', status, livemode::text, reviewed::text, direction, flagged::text,
           spoken_language), (to_char(created_at AT TIME ZONE 'UTC', 'YYYY')::int * 12 + to_char(created_at AT TIME ZONE 'UTC', 'MM')::int - 1)
         FROM analysis
         UNION ALL
         SELECT account_id, 'team ' || analysis_entry_of('metadata', 'team', custom_metadata::json->>'team'),
           format('%s|%s|%s|%s|%s|%s', status, livemode::text, reviewed::text, direction, flagged::text, spoken_language),
           (to_char(created_at AT TIME ZONE 'UTC', 'YYYY')::int * 12 + to_char(created_at AT TIME ZONE 'UTC', 'MM')::int - 1)
         FROM analysis WHERE custom_metadata::json->>'team' IS NOT NULL
         UNION ALL
         SELECT account_id, 'scorecard ' || scorecard_id, coalesce(outcome, ''), coalesce(score, -1) FROM analysis_scorecard) AS facets
       GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    ),
    await queryRows(
      dataSource,
      `SELECT account_id, entry, created_at, id FROM analysis
       CROSS JOIN LATERAL analysis_entries(violations, custom_metadata) ORDER BY 1, 2, 3, 4`,
    ),
  ];
  return { counters: [...counters, ...facets], recounted: [...recounted, ...recountedFacets] };
}

const COUNT_STATUSES = ['processing', 'completed', 'failed']
  .map((status) => `count(*) FILTER (WHERE status = '${status}')::int AS ${status}`)
  .join(', ');
