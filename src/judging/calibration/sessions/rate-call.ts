// Writes what one reviewer answers about one call. It changes no score, and no other reviewer sees it.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { refuseDeletedTranscripts } from '../../../calls/results/transcript-deleted.js';
import { recordAudit } from '../../../platform/audit/record-audit.js';
import { lockForChange } from '../../../platform/database/lock-for-change.js';
import { queryRow } from '../../../platform/database/sql.js';
import { ApiError, notFound } from '../../../platform/errors/api-error.js';
import type { Caller } from '../../../platform/http/access/caller.js';
import { formOf, PublishedScorecards } from '../../../scorecards/cards/published-scorecards.js';
import { questionsOf } from '../../../scorecards/form/form.js';
import { ratersOf } from '../../../wire/calibration.response.js';
import { viaOf } from '../../../wire/via.js';
import { reviewerOf } from '../../reviews/reviewer/reviewer.js';
import { CheckQuotes } from '../../reviews/reviewing/check-quotes.js';
import { TypedTexts } from '../../reviews/typed-texts.js';
import { calibrationClosed, notInCalibration } from './calibration-errors.js';
import { CalibrationReader, RATING_COLUMNS } from './calibration-reader.js';
import type { RatingAnswerRequest } from './calibrations.requests.js';
import { type RatingAnswerResponse, RatingResponse, type RatingRow } from './calibrations.responses.js';
import { type ReadRating, readRating } from './given-answers.js';

/** The call, the session and the reviewer of a rating. */
export interface RatedItem {
  readonly calibrationId: string;
  readonly analysisId: string;
  readonly reviewerId: string;
}

@Injectable()
export class RateCall {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: CalibrationReader,
    private readonly scorecards: PublishedScorecards,
    private readonly quotes: CheckQuotes,
    private readonly typed: TypedTexts,
  ) {}

  /**
   * @throws ApiError 400 for a closed session, another reviewer and a quotation that is not there; 401; 403; 404; 422 for answers
   *   that are missing or that the form does not have
   */
  async rate(caller: Caller, item: RatedItem, answers: readonly RatingAnswerRequest[]): Promise<RatingResponse> {
    const { calibrationId: id, analysisId } = item;
    const session = await this.reader.row(caller.accountId, id);
    const reviewer = reviewerOf(caller, item.reviewerId);
    if (!session.analysis_ids.includes(analysisId)) throw notFound('Analysis');
    if (!ratersOf(session).includes(reviewer)) throw notInCalibration(reviewer);
    if (session.status !== 'open') throw calibrationClosed();
    const form = formOf(
      await this.scorecards.revision(this.dataSource, caller.accountId, session.scorecard_id, session.revision),
    );
    const read = readRating(questionsOf(form), answers);
    await refuseDeletedTranscripts(this.dataSource, caller.accountId, [analysisId]);
    const state = await stateOf(this.dataSource, caller.accountId, analysisId);
    await this.checkQuotes(caller.accountId, analysisId, reviewer, answers);
    const given = await this.maskTyped(caller.accountId, analysisId, read.given);
    const rated = await this.write(caller, { ...item, reviewerId: reviewer }, { given, counted: read.counted, state });
    // The call was corrected or masked meanwhile: quotations and notes are read again.
    return rated ?? this.rate(caller, item, answers);
  }

  /** Null where the call has another transcript by now. */
  private async write(
    caller: Caller,
    { calibrationId: id, analysisId, reviewerId: reviewer }: RatedItem,
    { given, counted, state }: ReadRating & { readonly state: string },
  ): Promise<RatingResponse | null> {
    return this.dataSource.transaction(async (tx) => {
      await caller.confirm(tx);
      // Reviewers rate at the same time; closing waits for them, and they for it.
      const { status } = await lockForChange<{ status: string }>(tx, caller, 'calibration', id, {
        columns: 'status',
        strength: 'FOR SHARE',
      });
      if (status !== 'open') throw calibrationClosed();
      if ((await stateOf(tx, caller.accountId, analysisId)) !== state) return null;
      const row = await queryRow<RatingRow>(tx, UPSERT, [
        id,
        analysisId,
        reviewer,
        caller.accountId,
        JSON.stringify(counted),
        JSON.stringify(given),
        viaOf(caller),
        caller.principal.id,
      ]);
      // The call was deleted meanwhile.
      if (!row) throw notFound('Analysis');
      const [details, names] = [{ analysis_id: analysisId }, { reviewer_id: reviewer }];
      await recordAudit(tx, caller, 'rating.created', { type: 'calibration', id }, details, names);
      return RatingResponse.of(row);
    });
  }

  private async maskTyped(
    accountId: string,
    analysisId: string,
    given: readonly RatingAnswerResponse[],
  ): Promise<RatingAnswerResponse[]> {
    const texts = given.flatMap(({ note, quotes }) => [note, ...quotes.map(({ quote }) => quote)]);
    const masked = await this.typed.mask(accountId, analysisId, texts);
    let next = 0;
    return given.map((answer) => ({
      ...answer,
      note: masked[next++] ?? null,
      quotes: answer.quotes.map(({ segment_id, quote }) => ({ segment_id, quote: masked[next++] ?? quote })),
    }));
  }

  private async checkQuotes(
    accountId: string,
    analysisId: string,
    reviewerId: string,
    answers: readonly RatingAnswerRequest[],
  ): Promise<void> {
    const quoted = answers.map(({ question, answer, quotes }, at) => ({
      evaluationId: '',
      question,
      answer,
      rationale: '',
      quotes: quotes.map(({ segment_id: segmentId, quote }) => ({ segmentId, quote })),
      loc: ['body', 'answers', String(at)],
      questionLoc: null,
    }));
    const review = { reviewerId, note: null, findings: [], violations: [], answers: quoted };
    const checked = await this.quotes.check(accountId, analysisId, review);
    if (checked?.found instanceof ApiError) throw checked.found;
  }
}

/** Version of the transcript and its maskings. In a transaction, neither changes until its end. @throws ApiError 404 */
async function stateOf(sql: DataSource | EntityManager, accountId: string, analysisId: string): Promise<string> {
  const found = await queryRow<{ state: string }>(
    sql,
    `SELECT concat_ws(' ', p.transcript_version, p.maskings) AS state
     FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id WHERE a.id = $1 AND a.account_id = $2 FOR SHARE OF a`,
    [analysisId, accountId],
  );
  if (!found) throw notFound('Analysis');
  return found.state;
}

const UPSERT = `
  INSERT INTO calibration_rating AS known (calibration_id, analysis_id, reviewer_id, account_id, answers, given, via, principal_id)
  SELECT $1, c.analysis_id, $3, $4, $5, $6, $7, $8 FROM calibration_call c
  WHERE c.calibration_id = $1 AND c.analysis_id = $2 AND c.account_id = $4 FOR KEY SHARE
  ON CONFLICT (calibration_id, analysis_id, reviewer_id) DO UPDATE SET answers = excluded.answers, given = excluded.given,
    via = excluded.via, principal_id = excluded.principal_id, updated_at = clock_timestamp()
  RETURNING ${RATING_COLUMNS}`;
