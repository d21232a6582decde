/** Reads analyses for their owner. Every query here is scoped by account: there is no other way to read one. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Batcher } from '../platform/concurrency/batcher.js';
import { queryPrepared } from '../platform/database/prepared.js';
import { queryRows } from '../platform/database/sql.js';
import { notFound } from '../platform/errors/api-error.js';
import { ObjectStore } from '../ports/object-store.js';
import { ANALYSIS_FACTS_COLUMNS, type AnalysisRow, analysisJson } from './analysis-json.js';
import {
  type AnalysisFilter,
  type FoundPage,
  isCounted,
  type PageRange,
  Parameters,
  pageStatement,
} from './analysis-page.js';
import { searchPage } from './analysis-search.js';
import type { ListAnalysesQuery } from './list-analyses.query.js';

/** How long a link to a recording works. */
const LINK_SECONDS = 3600;

const MIME_TYPES: Readonly<Record<string, string>> = {
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  webm: 'audio/webm',
};

const COLUMNS = `${ANALYSIS_FACTS_COLUMNS}, a.storage_key, a.audio_format, a.size_bytes, a.channels, a.damaged, a.stage, a.percent`;

/** The OFFSET keeps the condition on the status in front of the look-up: a poll never opens the payload. */
const payloadOf = (transcript: 'transcript' | 'words') => `LEFT JOIN LATERAL (
  SELECT ${transcript} AS transcript, results, metrics, engine FROM analysis_payload
  WHERE analysis_id = a.id AND a.status = 'completed' OFFSET 0) p ON true`;

/** Parameters: the analyses, and for each its account. Of those that are not found there is no row. */
export const GET_ANALYSES = {
  name: 'analysis-get',
  text: `SELECT wanted.position::int, ${COLUMNS}
    FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS wanted (id, account_id, position)
      JOIN analysis a ON a.id = wanted.id AND a.account_id = wanted.account_id ${payloadOf('transcript')}
    ORDER BY wanted.position`,
};

const GET_WITH_WORDS = {
  name: 'analysis-get-words',
  text: `SELECT ${COLUMNS} FROM analysis a ${payloadOf('words')} WHERE a.id = $1 AND a.account_id = $2`,
};

const OPENING = '{"object":"list","data":[';

/** Rows in the first batch of a list, whose sizes nobody knows yet. They come with the page, in one statement. */
const FIRST_ROWS = 20;

/** A page, and its first analyses: one row each, with the page on the first of them, and one row for an empty page. */
function firstOf(page: string): string {
  return `WITH page AS MATERIALIZED (${page})
    SELECT CASE WHEN first.position > 1 THEN NULL ELSE page.ids END AS page_ids, page.total AS page_total, ${COLUMNS}
    FROM page
      LEFT JOIN LATERAL unnest(page.ids[1:${FIRST_ROWS}]) WITH ORDINALITY AS first (id, position) ON true
      LEFT JOIN analysis a ON a.id = first.id ${payloadOf('transcript')}
    ORDER BY first.position`;
}

type FirstRow = (AnalysisRow | { readonly id: null }) & {
  readonly page_ids: readonly string[] | null;
  readonly page_total: string;
};

/** Rows in any later batch. */
const MOST_ROWS = 64;
/** What a batch should come to, in characters: enough for few round trips, little enough for many lists at once. */
const BATCH_LENGTH = 512 * 1024;

/** Of a statement whose text depends on the status only: each has its own column of counts. */
const nameOf = ({ status }: AnalysisFilter) => `analysis-list-${status ?? 'all'}`;

/** Reads of clients that come together. Few in one statement, for a long call's transcript has megabytes. */
const READS_TOGETHER = { most: 16, atOnce: 4 };

interface Wanted {
  readonly id: string;
  readonly accountId: string;
}

@Injectable()
export class AnalysisReader {
  private readonly reads = new Batcher((wanted: readonly Wanted[]) => this.readAll(wanted), READS_TOGETHER);

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
  ) {}

  /** The Analysis as JSON text. @throws ApiError 404 */
  async getJson(accountId: string, id: string, withWords = false): Promise<string> {
    return this.toJson(await this.getRow(accountId, id, withWords));
  }

  /** @throws ApiError 404 */
  async getRow(accountId: string, id: string, withWords = false): Promise<AnalysisRow> {
    const found = withWords ? await this.readWithWords(accountId, id) : await this.reads.call({ id, accountId });
    if (!found) throw notFound('Analysis');
    return found;
  }

  private async readAll(wanted: readonly Wanted[]): Promise<(AnalysisRow | null)[]> {
    const found = await queryPrepared<AnalysisRow & { position: number }>(this.dataSource, GET_ANALYSES, [
      wanted.map(({ id }) => id),
      wanted.map(({ accountId }) => accountId),
    ]);
    const byPosition = new Map(found.map((analysis) => [analysis.position, analysis]));
    return wanted.map((_, index) => byPosition.get(index + 1) ?? null);
  }

  private async readWithWords(accountId: string, id: string): Promise<AnalysisRow | null> {
    const [found] = await queryPrepared<AnalysisRow>(this.dataSource, GET_WITH_WORDS, [id, accountId]);
    return found ?? null;
  }

  /**
   * The page of a list as JSON text, newest first. A short one is whole. A long one comes in parts: only a batch of it is
   * in memory, and no connection is held while a part is being sent.
   * @returns once the page is known and its first batch is read: what fails until then can still be answered
   */
  async list(accountId: string, query: ListAnalysesQuery): Promise<string | AsyncIterable<string>> {
    const { page, first } = await this.find(accountId, query);
    const hasMore = query.offset + page.ids.length < page.total;
    const closing = `],"has_more":${hasMore},"total":${page.total}}`;
    if (page.ids.length <= FIRST_ROWS) return `${OPENING}${first.join(',')}${closing}`;
    return this.parts(accountId, page, first, closing);
  }

  private async *parts(
    accountId: string,
    { ids }: FoundPage,
    first: readonly string[],
    closing: string,
  ): AsyncGenerator<string, void, undefined> {
    let before = OPENING;
    let batch = first;
    let read = FIRST_ROWS;
    for (;;) {
      const text = batch.join(',');
      if (text !== '') {
        yield before + text;
        before = ',';
      }
      if (read >= ids.length) break;
      const meanLength = Math.max(1, text.length / Math.max(1, batch.length));
      const size = Math.max(1, Math.min(MOST_ROWS, Math.floor(BATCH_LENGTH / meanLength)));
      // What was deleted since the page was made is left out.
      batch = await this.batch(accountId, ids.slice(read, read + size));
      read += size;
    }
    yield before === OPENING ? OPENING + closing : closing;
  }

  /** One analysis each, as JSON text. */
  private async batch(accountId: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const accounts = ids.map(() => accountId);
    const found = await queryPrepared<AnalysisRow>(this.dataSource, GET_ANALYSES, [ids, accounts]);
    return Promise.all(found.map((analysis) => this.toJson(analysis)));
  }

  private async find(accountId: string, query: ListAnalysesQuery): Promise<{ page: FoundPage; first: string[] }> {
    const filter: AnalysisFilter = {
      accountId,
      status: query.status_filter ?? null,
      agentId: query.agent_id ?? null,
      contactId: query.contact_id ?? null,
    };
    const { search } = query;
    if (!search) return this.findWithFirst(filter, query);
    const page = await this.dataSource.transaction('REPEATABLE READ', (tx) => searchPage(tx, filter, search, query));
    return { page, first: await this.batch(accountId, page.ids.slice(0, FIRST_ROWS)) };
  }

  private async findWithFirst(filter: AnalysisFilter, range: PageRange): Promise<{ page: FoundPage; first: string[] }> {
    const p = new Parameters();
    const text = firstOf(pageStatement(filter, range, p));
    // Only where one plan is right for all values is it made once for all of them.
    const found = isCounted(filter)
      ? await queryPrepared<FirstRow>(this.dataSource, { name: nameOf(filter), text }, p.values)
      : await queryRows<FirstRow>(this.dataSource, text, p.values);
    const [head] = found;
    const analyses = found.flatMap((one) => (one.id === null ? [] : [this.toJson(one)]));
    return {
      page: { ids: head?.page_ids ?? [], total: Number(head?.page_total ?? 0) },
      first: await Promise.all(analyses),
    };
  }

  private async toJson(found: AnalysisRow): Promise<string> {
    return analysisJson(found, await this.linkTo(found));
  }

  private async linkTo({ id, storage_key, audio_format }: AnalysisRow): Promise<string | null> {
    if (storage_key === null || audio_format === null) return null;
    return this.store.link({
      key: storage_key,
      contentType: MIME_TYPES[audio_format] ?? 'application/octet-stream',
      fileName: `${id}.${audio_format}`,
      expiresInSeconds: LINK_SECONDS,
    });
  }
}
