// The items of a trial. Those of one call stand side by side, with the words or questions in which they differ.
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { RequestSlots } from '../../platform/concurrency/request-slots.js';
import { queryRow, queryRows } from '../../platform/database/sql.js';
import type { EngineTask } from '../../ports/engine-trouble.js';
import type { EngineTrialItemsRequest } from './engine-trial.requests.js';
import { costOf } from './engine-trial.responses.js';
import { trialNotFound } from './engine-trial-errors.js';
import type {
  EngineTrialItemPageResponse,
  EngineTrialItemResponse,
  TrialReferenceResponse,
} from './engine-trial-items.responses.js';
import { Comparing } from './figures/comparing.js';
import { type GivenAnswer, readAnswers, readHearing, textsOf } from './figures/item-result.js';
import { readAnswersOfPeople, readCorrected, readVerdictsOfPeople } from './trial-truth.js';

/** Deletes what trials have heard of calls. A worker that is at one of them loses its claim. */
export const deleteTrialItems = (tx: EntityManager, analysisIds: readonly string[]) =>
  tx.query('DELETE FROM engine_trial_item WHERE analysis_id = ANY($1::uuid[])', [analysisIds]);

interface TrialRow {
  readonly task: EngineTask;
  readonly engines: readonly string[];
  readonly scorecardId: string | null;
  readonly revision: number | null;
}

type ItemRow = Pick<
  EngineTrialItemResponse,
  | 'analysis_id'
  | 'engine'
  | 'status'
  | 'skipped_reason'
  | 'error_message'
  | 'errors'
  | 'words'
  | 'roles_wrong'
  | 'language_wrong'
> & {
  readonly spent_ms: number;
  readonly cost_micros: number | null;
  readonly result: string | null;
};

const TRIAL = `SELECT task, engines, scorecard_id AS "scorecardId", revision FROM engine_trial WHERE id = $1 AND account_id = $2`;
const MATCHING = `engine_trial_item WHERE trial_id = $1 AND account_id = $2 AND ($3::text IS NULL OR engine = $3)
  AND ($4::uuid IS NULL OR analysis_id = $4)`;
const PAGE = `
  SELECT analysis_id, engine, status, skipped_reason, error_message, errors, words, roles_wrong, language_wrong,
    spent_ms::float8 AS spent_ms, cost_micros::float8 AS cost_micros, CASE WHEN $4::uuid IS NOT NULL THEN result END AS result
  FROM ${MATCHING} ORDER BY analysis_id, array_position($5::text[], engine) LIMIT $6 OFFSET $7`;
const FIRST_RESULT = `
  SELECT result FROM engine_trial_item WHERE trial_id = $1 AND account_id = $2 AND analysis_id = $3 AND engine = $4`;

@Injectable()
export class TrialItems {
  private readonly slots = new RequestSlots();

  constructor(
    private readonly dataSource: DataSource,
    private readonly comparing: Comparing,
  ) {}

  /** @throws ApiError 404 */
  list(accountId: string, id: string, request: EngineTrialItemsRequest): Promise<EngineTrialItemPageResponse> {
    return this.slots.run(accountId, () => this.page(accountId, id, request));
  }

  private async page(
    accountId: string,
    id: string,
    { engine = null, analysis_id: analysisId = null, skip, limit }: EngineTrialItemsRequest,
  ): Promise<EngineTrialItemPageResponse> {
    const trial = await queryRow<TrialRow>(this.dataSource, TRIAL, [id, accountId]);
    if (!trial) throw trialNotFound();
    const matching = [id, accountId, engine, analysisId];
    const counted = await queryRow<{ n: number }>(
      this.dataSource,
      `SELECT count(*)::int AS n FROM ${MATCHING}`,
      matching,
    );
    const rows = await queryRows<ItemRow>(this.dataSource, PAGE, [...matching, trial.engines, limit, skip]);
    const reference = analysisId === null ? null : await this.referenceOf(accountId, id, trial, analysisId);
    const items: EngineTrialItemResponse[] = [];
    for (const row of rows) items.push(await this.itemOf(row, trial, reference));
    return { items, total: counted?.n ?? 0, skip, limit };
  }

  /** People where they said anything, else the first engine. */
  private async referenceOf(
    accountId: string,
    trialId: string,
    { task, engines, scorecardId, revision }: TrialRow,
    analysisId: string,
  ): Promise<TrialReferenceResponse | null> {
    const isHearing = task === 'transcription';
    if (isHearing) {
      const transcript = await readCorrected(this.dataSource, accountId, analysisId);
      if (transcript) return { engine: null, transcript, answers: null };
    } else {
      const ids = [analysisId];
      const given =
        scorecardId !== null && revision !== null
          ? await readAnswersOfPeople(this.dataSource, accountId, { scorecardId, revision }, ids)
          : await readVerdictsOfPeople(this.dataSource, accountId, ids);
      const answers = [...(given.get(analysisId) ?? [])].map(([question, answer]) => ({ question, answer }));
      if (answers.length > 0) return { engine: null, transcript: null, answers };
    }
    const [engine = ''] = engines;
    const first = await queryRow<{ result: string | null }>(this.dataSource, FIRST_RESULT, [
      trialId,
      accountId,
      analysisId,
      engine,
    ]);
    if (!first?.result) return null;
    return isHearing
      ? { engine, transcript: readHearing(first.result), answers: null }
      : { engine, transcript: null, answers: readAnswers(first.result) };
  }

  private async itemOf(
    { result, spent_ms: spentMs, cost_micros: costMicros, ...row }: ItemRow,
    { task }: TrialRow,
    reference: TrialReferenceResponse | null,
  ): Promise<EngineTrialItemResponse> {
    const isHearing = task === 'transcription';
    const transcript = result !== null && isHearing ? readHearing(result) : null;
    const answers = result !== null && !isHearing ? readAnswers(result) : null;
    const said = reference?.transcript ?? null;
    const compared =
      transcript === null || said === null
        ? null
        : await this.comparing.compare(
            {
              said: textsOf(said),
              heard: textsOf(transcript),
              language: said.language ?? transcript.language,
              wantsRuns: true,
            },
            new AbortController().signal,
          );
    return {
      object: 'engine_trial_item',
      ...row,
      seconds: row.status === 'completed' ? spentMs / 1000 : null,
      cost: costOf(costMicros),
      transcript,
      answers,
      differing_words: compared?.runs ?? null,
      differing_questions: answers && reference?.answers ? differing(reference.answers, answers) : null,
      reference,
    };
  }
}

/** Questions that both have; people answer some alone. */
const differing = (one: readonly GivenAnswer[], other: readonly GivenAnswer[]): string[] => {
  const answers = new Map(other.map(({ question, answer }) => [question, answer]));
  return one.flatMap(({ question, answer }) =>
    answers.has(question) && answers.get(question) !== answer ? [question] : [],
  );
};
