// Reads sessions and their calls. A link reads what its own reviewer may know, and nothing else.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AnalysisReader } from '../../../calls/analysis-reader.js';
import { AudioLinks } from '../../../calls/recording/audio-links.js';
import { queryRow, queryRows, type Sql } from '../../../platform/database/sql.js';
import { notFound } from '../../../platform/errors/api-error.js';
import { type Caller, seenBy } from '../../../platform/http/access/caller.js';
import { PublishedScorecards } from '../../../scorecards/cards/published-scorecards.js';
import {
  CalibrationResponse as Calibration,
  type CalibrationResponse,
  type CalibrationRow,
  ratersOf,
  SELECT_CALIBRATIONS,
} from '../../../wire/calibration.response.js';
import { seenJob, seenTeams } from '../../../work/jobs/seen-jobs.js';
import { reviewerOf } from '../../reviews/reviewer/reviewer.js';
import { calibrationNotFound, notInCalibration } from './calibration-errors.js';
import type { ListCalibrationsQuery } from './calibrations.requests.js';
import { type CalibrationPageResponse, RatingResponse, type RatingRow } from './calibrations.responses.js';

export const RATING_COLUMNS = 'calibration_id, analysis_id, reviewer_id, created_at, updated_at, given, via';

@Injectable()
export class CalibrationReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: PublishedScorecards,
    private readonly analyses: AnalysisReader,
    private readonly audio: AudioLinks,
  ) {}

  /** @throws ApiError 404 */
  async row(accountId: string, id: string, sql: Sql = this.dataSource): Promise<CalibrationRow> {
    const found = await queryRow<CalibrationRow>(sql, `${SELECT_CALIBRATIONS} WHERE s.account_id = $1 AND s.id = $2`, [
      accountId,
      id,
    ]);
    if (!found) throw calibrationNotFound();
    return found;
  }

  async list(caller: Caller, query: ListCalibrationsQuery): Promise<CalibrationPageResponse> {
    const { accountId, sight } = seenBy(caller);
    const { scorecard_id = null, status = null, skip, limit } = query;
    const passes = (of: string) =>
      `${of}account_id = $1 AND ${seenJob('$2', of)} AND ($3::uuid IS NULL OR ${of}scorecard_id = $3) AND ($4::text IS NULL OR ${of}status = $4)`;
    const parameters = [accountId, seenTeams(sight), scorecard_id, status];
    return this.dataSource.transaction('REPEATABLE READ', async (tx) => {
      const counted = await queryRow<{ n: number }>(
        tx,
        `SELECT count(*)::int AS n FROM calibration s WHERE ${passes('s.')}`,
        parameters,
      );
      const rows = await queryRows<CalibrationRow>(
        tx,
        `${SELECT_CALIBRATIONS} WHERE ${passes('s.')} ORDER BY s.created_at DESC, s.id DESC LIMIT $5 OFFSET $6`,
        [...parameters, limit, skip],
      );
      return { items: rows.map(Calibration.of), total: counted?.n ?? 0, skip, limit };
    });
  }

  /**
   * JSON text of a call to rate, with the rating of this reviewer alone.
   * @throws ApiError 400 for a reviewer who does not rate; 403; 404; 422
   */
  async item(caller: Caller, id: string, analysisId: string, reviewerId: string | null): Promise<string> {
    const session = await this.row(caller.accountId, id);
    if (!session.analysis_ids.includes(analysisId)) throw notFound('Analysis');
    // Ratings are blind until the session is closed; then members look at them together.
    const isMembersTalk = session.status === 'closed' && !caller.link && reviewerId !== null;
    const reviewer = isMembersTalk ? reviewerId : reviewerOf(caller, reviewerId);
    if (reviewer !== null && !ratersOf(session).includes(reviewer)) throw notInCalibration(reviewer);
    const { formText } = await this.scorecards.revision(
      this.dataSource,
      caller.accountId,
      session.scorecard_id,
      session.revision,
    );
    const transcript = await this.analyses.getTranscript(caller.accountId, analysisId, null);
    const sound = await this.audio.get(caller.accountId, analysisId, { variant: 'current', rendition: 'play' });
    const rating =
      reviewer === null
        ? null
        : await queryRow<RatingRow>(
            this.dataSource,
            `SELECT ${RATING_COLUMNS} FROM calibration_rating
             WHERE calibration_id = $1 AND analysis_id = $2 AND reviewer_id = $3 AND account_id = $4`,
            [id, analysisId, reviewer, caller.accountId],
          );
    const head = JSON.stringify({ object: 'calibration_item', calibration_id: id, analysis_id: analysisId });
    const tail = JSON.stringify({ audio: { url: sound?.url ?? null }, rating: rating && RatingResponse.of(rating) });
    return `${head.slice(0, -1)},"form":${formText},"transcript":${transcript ?? 'null'},${tail.slice(1)}`;
  }
}

/** A blind session shows the holder of its link no other reviewer, not even by name. */
export function shownTo({ link }: Pick<Caller, 'link'>, session: CalibrationResponse): CalibrationResponse {
  if (!link) return session;
  const own = session.progress.filter(({ reviewer_id }) => reviewer_id === link.reviewerId);
  return {
    ...session,
    reviewer_ids: [link.reviewerId],
    expert_id: null,
    progress: session.blind ? own : session.progress,
    agreement: null,
  };
}
