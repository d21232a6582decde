// Makes the report of an analysis, for its owner or for the holder of a signed link.

import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import type { Principal } from '../../access/principal.js';
import { toMinutes } from '../../billing/usage/minutes.js';
import { MinutesLedger } from '../../billing/usage/minutes-ledger.js';
import { AnalysisReader } from '../../calls/analysis-reader.js';
import { AudioLinks } from '../../calls/recording/audio-links.js';
import type { RecordingFile } from '../../calls/recording-file.js';
import type { AnalysisResponse } from '../../calls/results/analysis.response.js';
import { readEnvelopes } from '../../calls/waveform/envelopes.js';
import { type Reading, recordRead } from '../../platform/audit/record-audit.js';
import { yieldToOthers } from '../../platform/concurrency/loop-turns.js';
import { Config } from '../../platform/config/config.js';
import { type Changer, lockForChange } from '../../platform/database/lock-for-change.js';
import { queryRow } from '../../platform/database/sql.js';
import { ApiError, badRequest, invalidLink, notFound } from '../../platform/errors/api-error.js';
import { SignedLinks } from '../../platform/http/access/signed-links.js';
import { sendText } from '../../platform/http/body/send-text.js';
import { ObjectStore } from '../../ports/object-store.js';
import { type ReportPage, reportPage } from './report-page.js';
import type { ReportedCall, Results, SystemScores, Transcript } from './reported-call.js';
import { reportedEvaluations } from './reported-evaluations.js';

/** Maximum size of an embedded recording: a browser holds all of it in memory. */
const MAX_EMBEDDED_MEGABYTES = 32;
const MEGABYTE = 1024 * 1024;

export const noReport = () => new ApiError(404, 'Report not available');
export const tooLargeToEmbed = () =>
  badRequest(`A recording of more than ${MAX_EMBEDDED_MEGABYTES} MB cannot be embedded: leave out audio=embedded`);

export interface ReportLink {
  readonly url: string;
  /** Mode of the analysis. */
  readonly livemode: boolean;
  readonly expiresAt: Date;
}

/** Data protected by the signature of a link. */
export interface LinkedReport {
  readonly id: string;
  readonly livemode: boolean;
  /** Number of times that the links of the analysis had been revoked when this one was made. */
  readonly round: number;
  /** Unix seconds. */
  readonly expiresAt: number;
}

interface LinkedAnalysis {
  readonly status: string;
  readonly report_link_round: number;
}

export interface Report {
  readonly contentSecurityPolicy: string;
  readonly parts: AsyncIterable<string>;
}

export async function sendReport(response: Response, { contentSecurityPolicy, parts }: Report): Promise<void> {
  response.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
  await sendText(response, parts);
}

@Injectable()
export class Reports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: AnalysisReader,
    private readonly sounds: AudioLinks,
    private readonly ledger: MinutesLedger,
    private readonly store: ObjectStore,
    private readonly links: SignedLinks,
    private readonly config: Config,
  ) {}

  /**
   * @param embedded embeds the recording in the page, which then plays without a network
   * @throws ApiError 404 for an unknown analysis, and for one that is not completed; 400 for a recording too large to embed
   */
  async make(reader: Reading, id: string, embedded: boolean): Promise<Report> {
    const { accountId } = reader;
    const [json, sound] = await Promise.all([
      this.reader.getJson(accountId, id),
      this.sounds.findPlayed(accountId, id),
    ]);
    const call = await this.callOf(accountId, JSON.parse(json));
    const found = embedded && sound !== null ? await this.store.find(sound.key) : null;
    if (found && found.sizeBytes > MAX_EMBEDDED_MEGABYTES * MEGABYTE) throw tooLargeToEmbed();
    const url = embedded || sound === null ? null : sound.url;
    const page = reportPage(call, found ? { from: 'page' } : url === null ? null : { from: 'link', url });
    const data = found && sound ? this.dataUrl(sound) : none();
    await recordRead(this.dataSource, reader, id, 'report');
    return { contentSecurityPolicy: page.contentSecurityPolicy, parts: joined(page, data) };
  }

  /**
   * A link that opens the report without credentials. It is not stored.
   * @throws ApiError 401; 403 for a live analysis and a test key; 404, as `make`
   */
  async link(changer: Changer, id: string, expiresInSeconds: number): Promise<ReportLink> {
    const {
      status,
      livemode,
      report_link_round: round,
    } = await this.dataSource.transaction((tx) => lockForChange<LinkedAnalysis>(tx, changer, 'analysis', id, LINKED));
    if (status !== 'completed') throw noReport();
    const expiresAt = Math.floor(Date.now() / 1000) + expiresInSeconds;
    const url = new URL(`${this.config.http.publicUrl}/api/v1/reports/${id}`);
    url.searchParams.set('livemode', String(livemode));
    url.searchParams.set('expires', String(expiresAt));
    // Set only where needed: a release without rounds refuses an unknown query parameter.
    if (round > 0) url.searchParams.set('round', String(round));
    url.searchParams.set('signature', this.links.sign(claimsOf({ id, livemode, round, expiresAt })));
    return { url: url.href, livemode, expiresAt: new Date(expiresAt * 1000) };
  }

  /** @throws ApiError 403 for a link that is altered or has expired */
  holderOf(linked: LinkedReport, signature: string): Principal {
    const holder = this.links.holder(claimsOf(linked), signature, 'report:open');
    if (!holder) throw invalidLink();
    return holder;
  }

  /**
   * @param linked whose signature `holderOf` has accepted
   * @throws ApiError 403 for a link that was ended; 404 for a deleted analysis
   */
  async open(linked: LinkedReport, holder: Principal): Promise<Report> {
    const found = await queryRow<{ account_id: string; report_link_round: number; enters_reads: boolean }>(
      this.dataSource,
      `SELECT account_id, report_link_round, coalesce(audit_reads, false) AS enters_reads
       FROM analysis LEFT JOIN retention_settings USING (account_id) WHERE id = $1 AND livemode = $2`,
      [linked.id, linked.livemode],
    );
    if (!found) throw notFound('Analysis');
    if (found.report_link_round !== linked.round) throw invalidLink();
    const { account_id: accountId, enters_reads: entersReads } = found;
    return this.make({ accountId, livemode: linked.livemode, principal: holder, entersReads }, linked.id, false);
  }

  private async callOf(accountId: string, analysis: AnalysisResponse): Promise<ReportedCall> {
    const { id, results, metadata } = analysis;
    const transcript = metadata.transcript_deleted_at === null ? analysis.transcript : NO_LONGER_STORED;
    if (transcript === null || results === null) throw noReport();
    const [kept, billed, evaluations] = await Promise.all([
      queryRow<KeptBeside>(
        this.dataSource,
        'SELECT envelopes, system_results FROM analysis_payload WHERE analysis_id = $1',
        [id],
      ),
      this.ledger.findBilled(id),
      reportedEvaluations(this.dataSource, accountId, id),
    ]);
    const bill = billed && { minutes: toMinutes(billed.hundredths), amountCents: billed.amountCents };
    const envelopes = readEnvelopes(kept?.envelopes ?? null);
    const systemScores = scoresOf(kept?.system_results ?? null);
    return { analysis, transcript, results, systemScores, envelopes, bill, evaluations };
  }

  /** Encodes the recording while it is read, so that only a piece of it is in memory. */
  private async *dataUrl({ key, contentType }: RecordingFile): AsyncGenerator<string, void, undefined> {
    yield `data:${contentType};base64,`;
    let carried = Buffer.alloc(0);
    for await (const chunk of await this.store.get(key)) {
      const bytes = Buffer.concat([carried, chunk]);
      // Three bytes give four characters; other lengths would need padding.
      const whole = bytes.length - (bytes.length % 3);
      yield bytes.toString('base64', 0, whole);
      carried = Buffer.from(bytes.subarray(whole));
    }
    yield carried.toString('base64');
  }
}

interface KeptBeside {
  readonly envelopes: string | null;
  readonly system_results: string | null;
}

/** @param text null where no person has decided anything */
function scoresOf(text: string | null): SystemScores | null {
  if (text === null) return null;
  const { compliance, quality }: Results = JSON.parse(text);
  return { compliance: compliance.score, quality: quality.overall_score };
}

/** Claims differ from those of a recording's link, whose key is the key of an object in the store. */
function claimsOf({ id, livemode, round, expiresAt }: LinkedReport) {
  const mode = livemode ? 'live' : 'test';
  // A link from a release without rounds belongs to the first round.
  const fileName = round === 0 ? mode : `${mode} ${round}`;
  return { key: `reports/${id}`, contentType: 'text/html', fileName, expiresAt };
}

const NO_LONGER_STORED: Transcript = { language: null, segments: [] };

const LINKED = { columns: 'status, report_link_round', strength: 'FOR KEY SHARE' } as const;

async function* none(): AsyncGenerator<string, void, undefined> {}

async function* joined(
  { parts }: Pick<ReportPage, 'parts'>,
  sound: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  for (const part of parts) {
    if (part === null) yield* sound;
    else yield part;
    await yieldToOthers();
  }
}
