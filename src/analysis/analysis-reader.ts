/** Reads analyses for their owner. Every query here is scoped by account: there is no other way to read one. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { row, rows } from '../platform/database/sql.js';
import { notFound } from '../platform/errors/api-error.js';
import { ObjectStore } from '../ports/object-store.js';
import { type AnalysisRow, analysisJson } from './analysis-json.js';
import type { ListAnalysesQuery } from './list-analyses.query.js';

/** How long a link to a recording works. */
const LINK_SECONDS = 3600;

const COLUMNS = `a.id, a.created_at, a.status, a.livemode, a.agent_id, a.contact_id, a.storage_key, a.audio_format, a.size_bytes,
  a.channels, a.duration_ms, a.webhook_url, a.webhook_events, a.custom_metadata, a.stage, a.percent, a.settled_at,
  a.processing_time_ms, a.error_message, p.results, p.metrics, p.engine`;

const MIME_TYPES: Readonly<Record<string, string>> = {
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  webm: 'audio/webm',
};

@Injectable()
export class AnalysisReader {
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
    const found = await row<AnalysisRow>(
      this.dataSource,
      `SELECT ${COLUMNS}, ${withWords ? 'p.words' : 'p.transcript'} AS transcript
       FROM analysis a LEFT JOIN analysis_payload p ON p.analysis_id = a.id
       WHERE a.id = $1 AND a.account_id = $2`,
      [id, accountId],
    );
    if (!found) throw notFound('Analysis');
    return found;
  }

  /** The page of a list as JSON text, newest first. */
  async listJson(accountId: string, query: ListAnalysesQuery): Promise<string> {
    const { where, parameters } = filterOf(accountId, query);
    const [page, counted] = await Promise.all([
      rows<AnalysisRow>(
        this.dataSource,
        `WITH page AS MATERIALIZED (
           SELECT id FROM analysis WHERE ${where}
           ORDER BY created_at DESC, id DESC LIMIT $${parameters.length + 1} OFFSET $${parameters.length + 2})
         SELECT ${COLUMNS}, p.transcript
         FROM page JOIN analysis a ON a.id = page.id LEFT JOIN analysis_payload p ON p.analysis_id = a.id
         ORDER BY a.created_at DESC, a.id DESC`,
        [...parameters, query.limit, query.offset],
      ),
      row<{ total: string }>(this.dataSource, `SELECT count(*) AS total FROM analysis WHERE ${where}`, parameters),
    ]);
    const total = Number(counted?.total ?? 0);
    const data = await Promise.all(page.map((found) => this.toJson(found)));
    const hasMore = query.offset + page.length < total;
    return `{"object":"list","data":[${data.join(',')}],"has_more":${hasMore},"total":${total}}`;
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

function filterOf(accountId: string, query: ListAnalysesQuery): { where: string; parameters: unknown[] } {
  const parameters: unknown[] = [accountId];
  const conditions = ['account_id = $1'];
  const add = (condition: (position: string) => string, value: unknown) => {
    parameters.push(value);
    conditions.push(condition(`$${parameters.length}`));
  };
  if (query.status_filter) add((at) => `status = ${at}`, query.status_filter);
  if (query.agent_id) add((at) => `agent_id = ${at}`, query.agent_id);
  if (query.contact_id) add((at) => `contact_id = ${at}`, query.contact_id);
  if (query.search) add((at) => `(agent_id ILIKE ${at} OR contact_id ILIKE ${at})`, containing(query.search));
  return { where: conditions.join(' AND '), parameters };
}

/** A LIKE pattern in which the client's `%`, `_` and `\` mean themselves. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
