// Reads analyses as JSON text for their owner. Every query here is scoped by account, and no other file reads whole analyses.

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Seen } from '../access/rights.js';
import { Batcher } from '../platform/concurrency/batcher.js';
import { FairSemaphore } from '../platform/concurrency/fair-semaphore.js';
import { mapPreparedRows, type PreparedStatement, queryPrepared } from '../platform/database/prepared.js';
import { ReadReplica } from '../platform/database/read-replica.js';
import { queryRows } from '../platform/database/sql.js';
import { notFound } from '../platform/errors/api-error.js';
import { ObjectStore } from '../ports/object-store.js';
import type { ListAnalysesQuery, View } from './analysis.requests.js';
import {
  ANALYSIS_FACTS_COLUMNS,
  type AnalysisRow,
  analysisJson,
  type ListEnvelope,
  listEnvelope,
} from './analysis-json.js';
import { type AnalysisFilter, Parameters, toFilter } from './listing/analysis-filter.js';
import { findPage, isCounted, pageStatement } from './listing/analysis-page.js';
import { searchPage } from './listing/analysis-search.js';
import { hasFacets, isQuick } from './listing/facets.js';
import type { FoundPage, PageRange } from './listing/page.js';
import { LINK_LIFETIME_SECONDS, recordingOf } from './recording-file.js';

const COLUMNS = `${ANALYSIS_FACTS_COLUMNS}, a.stage, a.percent`;

/** The SQL that reads one analysis in one of its shapes. */
interface Shape {
  readonly columns: string;
  readonly join: string;
}

/** OFFSET keeps Postgres from moving the condition on the status: polling a call in progress never reads the payload table. */
const payloadJoin = (columns: string) => `LEFT JOIN LATERAL (
  SELECT ${columns} FROM analysis_payload WHERE analysis_id = a.id AND a.status = 'completed' OFFSET 0) p ON true`;

/** Payload with the version of the transcript in $3; no row where that version does not exist. */
const versionJoin = (columns: string) => `LEFT JOIN LATERAL (
  SELECT ${columns} FROM (
    SELECT redaction, transcript, words, results, results_summary, metrics, engine
    FROM analysis_payload WHERE analysis_id = a.id AND transcript_version = $3::bigint
    UNION ALL
    SELECT (SELECT redaction FROM analysis_payload WHERE analysis_id = a.id), transcript, words, results, NULL, metrics, engine
    FROM transcript_version WHERE analysis_id = a.id AND version = $3::bigint) AS versions OFFSET 0) p ON true`;

const FULL_COLUMNS = 'redaction, transcript, results, metrics, engine';
const WORDS_COLUMNS = 'redaction, words AS transcript, results, metrics, engine';
const SUMMARY_COLUMNS = `redaction, NULL::text AS transcript, CASE WHEN results_summary IS NULL THEN results END AS results,
    results_summary, metrics, engine`;
const FULL: Shape = { columns: COLUMNS, join: payloadJoin(FULL_COLUMNS) };
const WITH_WORDS: Shape = { columns: COLUMNS, join: payloadJoin(WORDS_COLUMNS) };
const SUMMARY: Shape = { columns: `${COLUMNS}, p.results_summary`, join: payloadJoin(SUMMARY_COLUMNS) };
const SHAPES: Readonly<Record<View, Shape>> = { full: FULL, summary: SUMMARY };

/** Reads several analyses. Parameters: their ids, and the account of each. An analysis that is not found gives no row. */
const getAnalyses = (name: string, { columns, join }: Shape): PreparedStatement => ({
  name,
  text: `SELECT wanted.position::int, ${columns}
    FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS wanted (id, account_id, position)
      JOIN analysis a ON a.id = wanted.id AND a.account_id = wanted.account_id ${join}
    ORDER BY wanted.position`,
});
export const GET_ANALYSES = getAnalyses('analysis-get', FULL);
export const GET_SUMMARIES = getAnalyses('analysis-get-summary', SUMMARY);
const GET_VIEW: Readonly<Record<View, PreparedStatement>> = { full: GET_ANALYSES, summary: GET_SUMMARIES };

/** Reads one analysis. The first two parameters are its id and its account. */
const getOne = (name: string, { columns, join }: Shape): PreparedStatement => ({
  name,
  text: `SELECT ${columns} FROM analysis a ${join} WHERE a.id = $1 AND a.account_id = $2`,
});
const GET_WITH_WORDS = getOne('analysis-get-words', WITH_WORDS);
const GET_VERSION: Readonly<Record<View | 'words', PreparedStatement>> = {
  full: getOne('analysis-version', { columns: COLUMNS, join: versionJoin(FULL_COLUMNS) }),
  words: getOne('analysis-version-words', { columns: COLUMNS, join: versionJoin(WORDS_COLUMNS) }),
  summary: getOne('analysis-version-summary', { columns: SUMMARY.columns, join: versionJoin(SUMMARY_COLUMNS) }),
};

const GET_REDACTIONS: PreparedStatement = {
  name: 'analysis-redactions',
  text: `SELECT p.redactions FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id
    WHERE a.id = $1 AND a.account_id = $2 AND a.status = 'completed'`,
};

export const transcriptVersionNotFound = () => notFound('Transcript version');

/** Rows in the first batch of a list: few, because their sizes are not known yet. They are read together with the page. */
const FIRST_BATCH_ROWS = 20;

/** One row for each analysis of the first batch; the first row carries the ids of the page. An empty page gives one row. */
function pageWithFirstBatch(page: string, { columns, join }: Shape): string {
  return `WITH page AS MATERIALIZED (${page})
    SELECT CASE WHEN first.position > 1 THEN NULL ELSE page.ids END AS page_ids, page.total AS page_total, ${columns}
    FROM page
      LEFT JOIN LATERAL unnest(page.ids[1:${FIRST_BATCH_ROWS}]) WITH ORDINALITY AS first (id, position) ON true
      LEFT JOIN analysis a ON a.id = first.id ${join}
    ORDER BY first.position`;
}

type FirstRow = (AnalysisRow | { readonly id: null }) & {
  readonly page_ids: readonly string[] | null;
  readonly page_total: string;
};

/** Rows in a later batch. */
const MAX_BATCH_ROWS = 64;
/** Target length of a batch. Large enough for few round trips, small enough to serve many lists at the same time. */
const BATCH_BYTES = 512 * 1024;

/** Name of the prepared statement. Its text depends on the status, which has its own column of counts, and on the view. */
const listStatementName = ({ status }: AnalysisFilter, view: View) => `analysis-list-${view}-${status ?? 'all'}`;

/** Limits for reads of several clients in one statement. Few fit into one, because a long call's transcript has megabytes. */
const READ_BATCHES = { maxItems: 16, concurrency: 4 };

/** Limits for searches and filters. Among a million analyses, one takes up to a second of a core and a connection. */
const SEARCH_LIMITS = { maxRunning: 8, maxRunningPerKey: 2 };

/** A list from here on is read from a replica, as searches and filters are that count call by call. */
const DEEP_OFFSET = 1_000;
/** Time that a replica may take to replay what was there when a list was asked for. */
const REPLAY_MS = 100;

interface WantedAnalysis {
  readonly id: string;
  readonly accountId: string;
}

interface WantedPage {
  readonly accountId: string;
  readonly view: View;
  readonly ids: readonly string[];
}

@Injectable()
export class AnalysisReader {
  private readonly reads: Readonly<Record<View, Batcher<WantedAnalysis, AnalysisRow | null>>> = {
    full: new Batcher((wanted) => this.readAll(wanted, 'full'), READ_BATCHES),
    summary: new Batcher((wanted) => this.readAll(wanted, 'summary'), READ_BATCHES),
  };

  /** Running searches, limited by account. */
  private readonly searches = new FairSemaphore(SEARCH_LIMITS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly replica: ReadReplica = ReadReplica.NONE,
  ) {}

  /**
   * Returns the Analysis as JSON text.
   * @param byLink for the holder of a review link: omits the webhook's address, which may contain a secret
   * @throws ApiError 404
   */
  async getJson(accountId: string, id: string, shape: View | 'words' = 'full', byLink = false): Promise<string> {
    const view = shape === 'words' ? 'full' : shape;
    const found =
      shape === 'words' ? await this.readWithWords(accountId, id) : await this.reads[view].call({ id, accountId });
    if (!found) throw notFound('Analysis');
    return this.toJson(byLink ? { ...found, webhook_url: null } : found, view);
  }

  /**
   * Returns the Analysis with a version of its transcript and the results from that version, as JSON text.
   * @throws ApiError 404, also where that version does not exist
   */
  async getVersionJson(
    accountId: string,
    id: string,
    shape: View | 'words',
    version: number,
    byLink: boolean,
  ): Promise<string> {
    const found = await this.readVersion(accountId, id, shape, version);
    return this.toJson(byLink ? { ...found, webhook_url: null } : found, shape === 'words' ? 'full' : shape);
  }

  /** @param json of the analysis @returns it with the member `redactions`, which lists the masked places */
  async withRedactions(accountId: string, id: string, json: string): Promise<string> {
    const [found] = await queryPrepared<{ redactions: string | null }>(this.dataSource, GET_REDACTIONS, [
      id,
      accountId,
    ]);
    return `${json.slice(0, -1)},"redactions":${found?.redactions ?? '[]'}}`;
  }

  /** JSON text of the transcript; null until the analysis is completed. @throws ApiError 404 */
  async getTranscript(accountId: string, id: string, version: number | null): Promise<string | null> {
    const { transcript } = await (version === null
      ? this.getRow(accountId, id)
      : this.readVersion(accountId, id, 'full', version));
    return transcript;
  }

  /** @throws ApiError 404 */
  async getRow(accountId: string, id: string): Promise<AnalysisRow> {
    const found = await this.reads.full.call({ id, accountId });
    if (!found) throw notFound('Analysis');
    return found;
  }

  private async readAll(wanted: readonly WantedAnalysis[], view: View): Promise<(AnalysisRow | null)[]> {
    const found = await queryPrepared<AnalysisRow & { position: number }>(this.dataSource, GET_VIEW[view], [
      wanted.map(({ id }) => id),
      wanted.map(({ accountId }) => accountId),
    ]);
    const byPosition = new Map(found.map((analysis) => [analysis.position, analysis]));
    return wanted.map((_, index) => byPosition.get(index + 1) ?? null);
  }

  private async readVersion(
    accountId: string,
    id: string,
    shape: View | 'words',
    version: number,
  ): Promise<AnalysisRow> {
    const [found] = await queryPrepared<AnalysisRow>(this.dataSource, GET_VERSION[shape], [id, accountId, version]);
    if (!found) throw notFound('Analysis');
    if (found.metrics === null) throw transcriptVersionNotFound();
    return found;
  }

  private async readWithWords(accountId: string, id: string): Promise<AnalysisRow | null> {
    const [found] = await queryPrepared<AnalysisRow>(this.dataSource, GET_WITH_WORDS, [id, accountId]);
    return found ?? null;
  }

  /**
   * Returns a page of a list as JSON text, newest first. A short page is one text. A long page comes in parts, so that only one
   * batch is in memory, and no database connection is held while a part is sent.
   * The promise settles after the page and its first batch are read: until then an error can still become an error response.
   */
  async list(seen: Seen, query: ListAnalysesQuery): Promise<string | AsyncIterable<string | Buffer>> {
    const { page, first } = await this.findPage(seen, query);
    const { accountId } = seen;
    const hasMore = query.offset + page.ids.length < page.total;
    const envelope = listEnvelope(query.view, hasMore, page.total);
    if (page.ids.length <= FIRST_BATCH_ROWS) return envelope.opening + first.join(',') + envelope.closing;
    return this.streamParts({ accountId, view: query.view, ids: page.ids }, first, envelope);
  }

  private async *streamParts(
    wanted: WantedPage,
    first: readonly string[],
    { opening, closing }: ListEnvelope,
  ): AsyncGenerator<string | Buffer, void, undefined> {
    let before = opening;
    let batch: readonly Buffer[] = first.map((json) => Buffer.from(json));
    let read = FIRST_BATCH_ROWS;
    for (;;) {
      // An analysis that was deleted after the page was read gives no row.
      const bytes = Buffer.concat(batch.flatMap((json, i) => [Buffer.from(i === 0 ? before : ','), json]));
      if (batch.length > 0) {
        yield bytes;
        before = ',';
      }
      if (read >= wanted.ids.length) break;
      const meanLength = Math.max(1, bytes.length / Math.max(1, batch.length));
      const size = Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor(BATCH_BYTES / meanLength)));
      batch = await this.readBatch({ ...wanted, ids: wanted.ids.slice(read, read + size) });
      read += size;
    }
    yield before === opening ? opening + closing : closing;
  }

  /**
   * The JSON of each analysis. Its text becomes bytes as soon as its row has arrived: the texts of a whole batch would live
   * long enough for the garbage collector to copy them twice.
   */
  private async readBatch({ accountId, view, ids }: WantedPage): Promise<Buffer[]> {
    if (ids.length === 0) return [];
    const accounts = ids.map(() => accountId);
    const toBytes = (found: AnalysisRow) => {
      const bytes = this.toJson(found, view).then((json) => Buffer.from(json));
      // The error is thrown below, once the last row is there.
      bytes.catch(() => undefined);
      return bytes;
    };
    return Promise.all(await mapPreparedRows(this.dataSource, GET_VIEW[view], [ids, accounts], toBytes));
  }

  private async findPage(seen: Seen, query: ListAnalysesQuery): Promise<{ page: FoundPage; first: string[] }> {
    const { accountId } = seen;
    const filter = { ...toFilter(seen, query), externalId: query.external_id ?? null };
    const { search, view } = query;
    const isPlain = !search && !hasFacets(filter);
    const isLight = isPlain || (!search && isQuick(filter));
    const isDeep = query.offset >= DEEP_OFFSET || !isLight;
    if (isPlain && !isDeep) return this.findPageWithFirstBatch(filter, query, view);
    const findFrom = (source: DataSource) =>
      source.transaction('REPEATABLE READ', (tx) =>
        search ? searchPage(tx, filter, search, query) : findPage(tx, filter, query),
      );
    // The analyses themselves are read from the primary.
    const find = async () =>
      (isDeep ? await this.replica.readPresent(REPLAY_MS, findFrom) : null) ?? (await findFrom(this.dataSource));
    const page = await (isLight ? find() : this.searches.run(accountId, find));
    const ids = page.ids.slice(0, FIRST_BATCH_ROWS);
    const first = await this.readBatch({ accountId, view, ids });
    return { page, first: first.map(String) };
  }

  private async findPageWithFirstBatch(
    filter: AnalysisFilter,
    range: PageRange,
    view: View,
  ): Promise<{ page: FoundPage; first: string[] }> {
    const p = new Parameters();
    const text = pageWithFirstBatch(pageStatement(filter, range, p), SHAPES[view]);
    // A prepared statement has one plan for all values, which is right only where neither parties nor dates filter the list.
    const found = isCounted(filter)
      ? await queryPrepared<FirstRow>(this.dataSource, { name: listStatementName(filter, view), text }, p.values)
      : await queryRows<FirstRow>(this.dataSource, text, p.values);
    const [head] = found;
    const analyses = found.flatMap((one) => (one.id === null ? [] : [this.toJson(one, view)]));
    return {
      page: { ids: head?.page_ids ?? [], total: Number(head?.page_total ?? 0) },
      first: await Promise.all(analyses),
    };
  }

  private async toJson(found: AnalysisRow, view: View): Promise<string> {
    return analysisJson(found, await this.recordingLink(found), view);
  }

  private async recordingLink(found: AnalysisRow): Promise<string | null> {
    const recording = recordingOf(found);
    const fileName = `${found.id}.${found.audio_format}`;
    return recording && this.store.link({ ...recording, fileName, expiresInSeconds: LINK_LIFETIME_SECONDS });
  }
}
